import { create } from 'zustand'
import type { BlockId, CounterName, Turn, WindowId } from '../../engine/index.ts'
import type { BudgetRequest } from '../../worker/protocol.ts'

/** A log that a person gave. Its text is kept by `log-texts.ts`; here is only what the page shows of it. */
export interface LogChoice {
  readonly kind: 'log'
  readonly id: number
  readonly name: string
  /** Bytes of a file, characters of a pasted text. */
  readonly size: number
}

export interface ScenarioChoice {
  readonly kind: 'scenario'
  readonly name: string
}

/** What a comparison is a function of. */
export interface RunChoices {
  readonly source: ScenarioChoice | LogChoice
  readonly seed: number
  readonly budget: BudgetRequest
  readonly counter: CounterName
  /** `naive`: only the system prompt is protected, so policies can lose the task. */
  readonly gates: 'on' | 'naive'
}

export interface Selection {
  readonly lane: string
  readonly block: BlockId
  /** Asks about the decision of this turn; without it about the last one that concerns the block. */
  readonly turn?: Turn
}

export type Picture = 'strata' | 'lifelines'

/** Everything the user chose; results are in `session.ts`. */
export interface Choices extends RunChoices {
  readonly window: WindowId
  readonly layout: 'grid' | 'stack'
  /** Which picture of the blocks every lane shows. */
  readonly picture: Picture
  readonly selection: Selection | null
  /** Lane whose blocks the table lists; null for the first. */
  readonly listed: string | null
}

const FIRST: Choices = {
  source: { kind: 'scenario', name: 'axios-migration' },
  seed: 7,
  budget: { kind: 'share', share: 0.5 },
  counter: 'chars4',
  gates: 'on',
  window: 0,
  layout: 'grid',
  picture: 'strata',
  selection: null,
  listed: null,
}

export const useChoices = create<Choices>(() => FIRST)

export function choose(change: Partial<Choices>): void {
  useChoices.setState(change)
}

/** From the one picture of the blocks to the other, in every lane. */
export function togglePicture(): void {
  choose({ picture: useChoices.getState().picture === 'strata' ? 'lifelines' : 'strata' })
}

export function runChoices({ source, seed, budget, counter, gates }: RunChoices): RunChoices {
  return { source, seed, budget, counter, gates }
}

/** Whether two comparisons are about the same conversation, so that turns and blocks keep their numbers. */
export function sameConversation(a: RunChoices, b: RunChoices): boolean {
  if (a.source.kind === 'log') return b.source.kind === 'log' && a.source.id === b.source.id
  return b.source.kind === 'scenario' && a.source.name === b.source.name && a.seed === b.seed
}
