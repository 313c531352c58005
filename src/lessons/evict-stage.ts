import {
  done,
  score,
  DROPPED,
  STAYS,
  causeOf,
  columnsOf,
  createSelection,
  decisionOf,
  editTriggerOf,
  orderOf,
  paybackOf,
  quiet,
  requestsOf,
  skipped,
  targetOf,
} from '../engine/internal.ts'
import type {
  Block,
  Change,
  Decision,
  EvictionSettings,
  Policy,
  SignalContext,
  Stage,
  WindowView,
} from '../engine/index.ts'
import type { GuardTable, ToolGroups } from '../engine/internal.ts'

/**
 * Eviction by the code of “Agent Context Window Management”: every block except the system prompt is a separate
 * candidate, the lowest score is evicted first, and nothing replaces it. Calls lose their results and results their
 * calls; tool definitions and the task are evicted too. What a provider would reject is repaired afterwards. Trigger
 * and target are those of the correct eviction, so that two lanes differ only in this.
 */
export function evictAsWritten(
  policy: Policy,
  settings: Pick<
    EvictionSettings,
    'target' | 'typeTtl' | 'preemptive' | 'preemptiveTurns' | 'rewritePrice' | 'by'
  >,
): Stage<null> {
  return {
    name: 'evict',
    phase: 'call',
    initial: null,
    act: quiet((view, state, context) => {
      const cause = causeOf(view, { ...settings, coldCache: 'ignore', cacheMinutes: 0 })
      const { limit, reserve, window } = view
      const target = targetOf(view, settings)
      const aim = Math.min(target, limit - reserve)
      if (cause === null || window.used <= aim) return skipped(state, 'below_trigger')
      const columns = columnsOf(view)
      const groups = noGroups(columns.length)
      const gates = onlySystem(view)
      const positions = Int32Array.from(window.entries.keys()).filter((at) => gates.free(at, 'drop'))
      if (positions.length === 0) return skipped(state, 'nothing_evictable', window.used - target)
      const candidates = { positions, fates: new Uint8Array(positions.length).fill(DROPPED) }
      const signals: SignalContext = {
        turn: view.turn,
        seed: context.seed,
        references: context.references,
        get requests() {
          return requestsOf(view.facts, view.block, context.text)
        },
        embedding: context.embedding,
        task: context.task,
        window: view.blocks,
        typeTtl: settings.typeTtl,
      }
      const scored = score(
        policy,
        Array.from(positions, (at) => view.blocks[at] as Block),
        signals,
      )
      const order = orderOf(candidates, scored.keys, columns)
      const selection = createSelection(columns, groups, context.messageOverhead, () => 0)
      const trigger = {
        cause,
        zone: view.reading.zone,
        used: window.used,
        limit,
        reserve,
        target,
        aim,
        toFree: window.used - aim,
      }
      const taken = selection.takeUntil(candidates, order, 0, trigger.toFree)
      const freed = selection.freed()
      const changes = window.entries.flatMap(({ block }, at): Change[] =>
        selection.fates[at] === STAYS ? [] : [{ verb: 'drop', block }],
      )
      const changed = (at: number): boolean => selection.fates[at] !== STAYS
      // The article knows of no cache that expires.
      const { rewritePrice } = settings
      const worth = {
        rewritePrice,
        longRewritePrice: rewritePrice,
        horizonTurns: 0,
        coldCache: 'ignore',
        cacheMinutes: 0,
      } as const
      const { rewrites, paysAfter } = paybackOf(view, worth, { frees: freed, changes: changed })
      const batch = {
        stage: 'evict',
        view,
        policy,
        signals,
        trigger,
        gates,
        groups,
        rankings: [{ candidates, scores: () => scored, order, taken }],
        along: [],
        freed,
        rewrites,
        paysAfter,
        placeholderTokens: () => 0,
        markerTokens: () => 0,
      }
      const decision = (): Decision => decisionOf(batch, context.detail)
      const edit = { changes, decision, trigger: editTriggerOf(view, settings, trigger) }
      return done(state, [edit])
    }),
  }
}

/** Each entry is its own group: pairs are unknown. */
function noGroups(length: number): ToolGroups {
  return {
    first: Int32Array.from({ length }, (_, at) => at),
    next: new Int32Array(length).fill(-1),
    sides: new Uint8Array(length),
    open: [],
  }
}

/** The one guard of the article's code. Blocks marked DO_NOT_EVICT are also kept. */
function onlySystem({ blocks }: WindowView): GuardTable {
  const nameAt = (at: number): string | null => {
    const block = blocks[at]
    if (block?.type === 'system_prompt') return 'protected_types'
    return block?.doNotEvict === true ? 'pinned' : null
  }
  return {
    marked: [...blocks.keys()].filter((at) => nameAt(at) !== null),
    free: (at) => nameAt(at) === null,
    names: (at) => [nameAt(at) ?? []].flat(),
  }
}
