import { lazy } from 'react'

/** Recharts comes after the first paint: the strata need none of it. */
export const LazyUtilizationChart = lazy(async () => {
  const { UtilizationChart } = await import('./UtilizationChart.tsx')
  return { default: UtilizationChart }
})

export const LazyVelocityChart = lazy(async () => {
  const { VelocityChart } = await import('./VelocityChart.tsx')
  return { default: VelocityChart }
})
