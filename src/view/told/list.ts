import type { HealthAction, StageName } from '../../engine/index.ts'
import { byHandTold } from './by-hand.ts'
import { compressionTold } from './compression.ts'
import { evictionTold } from './eviction.ts'
import { providerTold } from './provider.ts'
import { tieredTold } from './tiered.ts'
import { tieredFullTold } from './tiered-full.ts'
import { trimmingTold } from './trimming.ts'
import type { ToldStage } from './told.ts'

/** What the turn loop and an article's code edit beside the stages of the list. */
type Besides = 'rewrite' | 'cascade' | 'repair'

/** Every stage as it is told; one that the engine has and that is missing here is a mistake that the compiler finds. */
export const TOLD: Readonly<Record<StageName | Besides, ToldStage>> = Object.freeze({
  ...evictionTold,
  ...compressionTold,
  ...trimmingTold,
  ...tieredTold,
  ...tieredFullTold,
  ...byHandTold,
  ...providerTold,
  rewrite: { doing: 'a person', done: 'text rewritten by hand' },
  cascade: { doing: 'the cascade', done: 'asked for summaries' },
  repair: { doing: 'a repair', done: 'repaired' },
})

/** How a stage is told, by the name that a timeline has for it; undefined for one that nobody knows. */
export function toldOf(stage: string): ToldStage | undefined {
  return Object.hasOwn(TOLD, stage) ? TOLD[stage as keyof typeof TOLD] : undefined
}

/** Stages that do something about an alert, by what it asks for. */
export function stagesAnswering(action: HealthAction): string[] {
  return Object.keys(TOLD).filter((stage) => toldOf(stage)?.answers?.includes(action))
}
