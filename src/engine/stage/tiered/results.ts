import { guardedWindow } from '../../policy/guards/guarded.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { GuardTable } from '../../policy/guards/guarded.ts'
import type { Held } from '../../policy/decision.ts'
import { RESULT } from '../../core/message/block-facts.ts'
import type { Block } from '../../core/message/block.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId } from '../../core/units.ts'
import { entryFromEnd, inPrompt, isWhole, ORIGINAL } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'
import { isNotice } from './notice.ts'

/** The current state of a tool result in a window. */
export interface StandingResult {
  readonly entry: Entry
  readonly block: Block
  /** −1 until it is needed. */
  readonly position: number
}

/** Unchanged results that arrived in this turn, oldest first. O(arrived). */
export function arrivedResults(view: WindowView): StandingResult[] {
  const awaited = new Set(view.arrived.filter((id) => isResult(view, id)))
  const found: StandingResult[] = []
  for (let back = 0; awaited.size > 0; back++) {
    const entry = entryFromEnd(view.window, back)
    if (entry === undefined) break
    if (!awaited.delete(entry.block) || !isWhole(entry)) continue
    found.push({ entry, block: view.block(entry.block), position: -1 })
  }
  return found.reverse()
}

/** Results after block `seen`, newest first. O(entries since). */
export function resultsSince(view: WindowView, seen: BlockId): Block[] {
  const found: Block[] = []
  for (let back = 0; ; back++) {
    const entry = entryFromEnd(view.window, back)
    if (entry === undefined || (entry.block <= seen && entry.message >= 0)) return found
    if (entry.message >= 0 && isResult(view, entry.block)) found.push(view.block(entry.block))
  }
}

/** The newest block of the trace in a window, −1 if there is none. */
export function newestBlock(view: WindowView): BlockId {
  for (let back = 0; ; back++) {
    const entry = entryFromEnd(view.window, back)
    if (entry === undefined) return -1
    // A block that was fetched again has a higher id than those that arrive later.
    if (entry.message >= 0 && view.block(entry.block).again === undefined) return entry.block
  }
}

/** Every result of a window in the prompt, in order, whole or not. O(entries). */
export function resultsIn(view: WindowView): StandingResult[] {
  const found: StandingResult[] = []
  const { entries } = view.window
  for (let position = 0; position < entries.length; position++) {
    const entry = entries[position] as Entry
    if (!isResult(view, entry.block) || entry.message < 0 || !inPrompt(entry)) continue
    found.push({ entry, block: view.block(entry.block), position })
  }
  return found
}

/** Whether a result still has content, whole or in part, that could be removed. */
export function hasContent({ entry }: StandingResult, { stored }: Pick<StageContext, 'stored'>): boolean {
  if (entry.state === 'server_cleared' || entry.state === 'folded') return false
  return entry.content === ORIGINAL || !isNotice(stored(entry.content))
}

/** Guards of a window, run when first needed: a turn without candidates does not pay for them. */
export class LateGuards {
  readonly #ask: () => GuardTable
  #table: GuardTable | null = null
  readonly #held: Held[] = []

  constructor(view: WindowView, settings: GuardSettings, context: StageContext) {
    this.#ask = () => guardedWindow(view, settings, context).gates
  }

  /** Whether no guard forbids it; a guard that does is recorded. */
  lets({ position, block }: StandingResult, verb: 'replace' | 'clip'): boolean {
    this.#table ??= this.#ask()
    if (this.#table.free(position, verb)) return true
    this.#held.push({ block: block.id, gates: this.#table.names(position) })
    return false
  }

  get held(): readonly Held[] {
    return this.#held
  }
}

function isResult({ facts }: WindowView, block: BlockId): boolean {
  return ((facts.bits[block] as number) & RESULT) !== 0
}
