import { lazy } from 'react'

let allow: () => void = () => undefined
const painted = new Promise<void>((resolve) => {
  allow = resolve
})

/** The pictures of the lanes are on the screen: from here on the charting library may be loaded. */
export function allowCharts(): void {
  // The first frame after the commit shows the pictures; a task queued in the next one runs once it is painted.
  window.requestAnimationFrame(() => {
    window.requestAnimationFrame(() => {
      window.setTimeout(allow)
    })
  })
}

/** Recharts comes after the first paint: the strata need none of it. */
export const LazyUtilizationPlot = lazy(async () => {
  await painted
  const { UtilizationPlot } = await import('./UtilizationPlot.tsx')
  return { default: UtilizationPlot }
})

export const LazyVelocityPlot = lazy(async () => {
  await painted
  const { VelocityPlot } = await import('./VelocityPlot.tsx')
  return { default: VelocityPlot }
})

export const LazyTypePlot = lazy(async () => {
  await painted
  const { TypePlot } = await import('./TypePlot.tsx')
  return { default: TypePlot }
})
