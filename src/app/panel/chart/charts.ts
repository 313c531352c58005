import { onDemand } from '../../ui/on-demand.tsx'

let allow: () => void = () => undefined
const painted = new Promise<void>((resolve) => {
  allow = resolve
})

/** The pictures of the lanes are on the screen: the charting library may be loaded now. */
export function allowCharts(): void {
  // The first frame after the commit shows the pictures; a task queued in the next one runs once it is painted.
  window.requestAnimationFrame(() => {
    window.requestAnimationFrame(() => {
      window.setTimeout(allow)
    })
  })
}

/** Recharts is loaded after the first paint: the strata do not need it. */
export const LazyUtilizationPlot = onDemand(async () => {
  await painted
  return (await import('./UtilizationPlot.tsx')).UtilizationPlot
})

export const LazyVelocityPlot = onDemand(async () => {
  await painted
  return (await import('./VelocityPlot.tsx')).VelocityPlot
})

export const LazyTypePlot = onDemand(async () => {
  await painted
  return (await import('./TypePlot.tsx')).TypePlot
})
