import {
  done,
  storedName,
  arrivedResults,
  beginsExchange,
  hasContent,
  madeBlock,
  quiet,
  rememberedOf,
  remembering,
  resultsIn,
  skipped,
  sourceAt,
  standingText,
  startAsking,
  utf8Bytes,
  whereAsked,
} from '../engine/internal.ts'
import type { Change, EditPlan, Stage, StageContext, Tokens, WindowView } from '../engine/index.ts'
import type { PerWindow } from '../engine/internal.ts'
import {
  budgetAsWritten,
  effectiveWindowAsWritten,
  persistAsWritten,
  shareAsWritten,
  summaryAsWritten,
} from './tiered-code.ts'

/**
 * Results over 30 KB are stored as they arrive, including those that were read back, and replaced by 200 lines of any
 * length.
 */
export const persistAsWrittenStage: Stage<null> = {
  name: 'persist_results',
  phase: 'result',
  initial: null,
  act: quiet((view, state, context) => {
    const changes: Change[] = []
    for (const { block } of arrivedResults(view)) {
      const text = context.text(block.id)
      const { shown, stored } = persistAsWritten(text, utf8Bytes(text), storedName(block))
      if (!stored) continue
      const tokens = context.count(shown)
      changes.push({ verb: 'replace', block: block.id, content: context.store(shown), tokens })
    }
    if (changes.length === 0) return skipped(state, 'below_trigger')
    return done(state, [edit(changes)])
  }),
}

/**
 * The pipeline of “Claude Code from Scratch” before a call: a budget that cuts results again, then a summary that
 * replaces everything but the new user message, whatever the model answered. The utilization is that of the last call's
 * report; after a summary it is 0.
 */
export function tieredAsWrittenStage(summaryTokens: Tokens, breakerAfter: number): Stage<PerWindow<Tokens>> {
  return {
    name: 'auto_compact',
    phase: 'call',
    initial: [],
    *act(view, state, context) {
      const last = rememberedOf(state, view.window.id) ?? 0
      const window = effectiveWindowAsWritten(view.limit)
      const changes = budgeted(view, shareAsWritten(last, window), context)
      const edits = changes.length === 0 ? [] : [edit(changes)]
      const next = remembering(state, view.window.id, view.window.used)
      const leaving = leavingOf(view)
      if (!beginsExchange(view) || last <= window * 0.85 || leaving.length < 3) {
        return { edits, state: next, outcome: edits.length === 0 ? 'skipped' : 'done', note: null }
      }
      const asking = startAsking({ failures: 0, open: false }, breakerAfter)
      const answer = yield* asking.ask({
        kind: 'compact',
        ...whereAsked(view, context, 'auto_compact'),
        sources: leaving.map((position) => sourceAt(view, position, context)),
        task: '',
        previous: null,
        update: 'regenerate',
        maxTokens: summaryTokens,
      })
      const text = summaryAsWritten(answer)
      const tokens = context.count(text)
      const summary = context.makeBlock(
        madeBlock('summary', tokens, { turn: context.turn, window: view.window.id }),
      )
      const absorbed: Change[] = leaving.map((position) => ({
        verb: 'absorb',
        block: view.window.entries[position]?.block ?? -1,
        into: summary.id,
      }))
      const after = view.window.entries[(leaving[0] ?? 0) - 1]?.block ?? null
      absorbed.push({ verb: 'insert', block: summary.id, content: context.store(text), tokens, after })
      return done(remembering(state, view.window.id, 0), [...edits, edit(absorbed)], {
        verdicts: asking.verdicts,
      })
    },
  }
}

/** Cuts the current text of results. */
function budgeted(view: WindowView, share: number, context: StageContext): Change[] {
  if (share < 0.5) return []
  const budget = share > 0.7 ? 15_000 : 30_000
  const changes: Change[] = []
  for (const result of resultsIn(view)) {
    if (!hasContent(result, context)) continue
    const text = standingText(view, result.position, context)
    if (text.length <= budget) continue
    const shown = budgetAsWritten(text, budget)
    const tokens = context.count(shown)
    changes.push({ verb: 'clip', block: result.block.id, content: context.store(shown), tokens })
  }
  return changes
}

/** Everything except the system prompt, the tools, pinned and marked blocks, and the last message. */
function leavingOf({ blocks, arrived }: WindowView): number[] {
  const newest = new Set(arrived)
  return [...blocks.keys()].filter((position) => {
    const block = blocks[position]
    if (block === undefined || newest.has(block.id) || block.doNotEvict) return false
    return block.type !== 'system_prompt' && block.type !== 'tool_definition'
  })
}

function edit(changes: readonly Change[]): EditPlan {
  return { changes }
}
