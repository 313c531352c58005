import type { PictureSource } from '../panel/take-away/pictures.ts'
import type { Still } from '../picture/still/still.ts'
import { retentionOfLane } from '../store/run/questions.ts'

/** The pictures that can leave the page, in the order of the page. Each comes from the part that shows it. */
export const PICTURES: readonly PictureSource[] = [
  { name: 'Stacked context', make: async (subject) => ofLanes('stacked-context', subject) },
  { name: 'Block timeline', make: async (subject) => ofLanes('block-timeline', subject) },
  { name: 'Prompt cache', make: async (subject) => ofLanes('cache', subject) },
  {
    name: 'Cost against needed context',
    make: async (subject) => (await import('../panel/metrics/stills.ts')).tradeStills(subject)[0] ?? null,
  },
  { name: 'Utilization', make: async (subject) => ofCharts('utilization', subject) },
  { name: 'Velocity', make: async (subject) => ofCharts('velocity', subject) },
  { name: 'Zones', make: async (subject) => ofCharts('zones', subject) },
  { name: 'Tokens by type', make: async (subject) => ofCharts('types', subject) },
  {
    name: 'What stays in the prompts',
    make: async (subject) => {
      const [{ retentionStills }, retention] = await Promise.all([
        import('../panel/retention/stills.ts'),
        retentionOfLane(subject.comparison, subject.lane.name),
      ])
      return retentionStills(subject, retention)[0] ?? null
    },
  },
  {
    name: 'Budget over all turns',
    make: async (subject) => (await import('../panel/budget/stills.ts')).budgetStill(subject),
  },
  {
    name: 'Health over all turns',
    make: async (subject) => (await import('../panel/health/stills.ts')).healthStill(subject),
  },
]

type Subject = Parameters<PictureSource['make']>[0]

async function ofLanes(content: string, subject: Subject): Promise<Still | null> {
  const { laneStills } = await import('../picture/still/lane-stills.ts')
  return laneStills(subject).find((one) => one.content === content) ?? null
}

async function ofCharts(content: string, subject: Subject): Promise<Still | null> {
  const { chartStills } = await import('../panel/chart/stills.ts')
  return chartStills(subject).find((one) => one.content === content) ?? null
}
