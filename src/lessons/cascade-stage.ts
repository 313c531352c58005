import type { Ask, AskSource, Ratio, Stage, StageContext, Tokens, Turn, WindowView } from '../engine/index.ts'
import { skipped, sourceAt, standingTokens, startAsking, taskText, whereAsked } from '../engine/internal.ts'

/** Shares of the window, not of what is usable of it, from which the code asks for the cascade and for compaction. */
const ORANGE = 0.75
const COMPACTION = 0.85
/** Turns that a conversation must have more of before any is summarized. */
const FEWEST_TURNS = 5
/** A summary is never asked to be shorter. */
const FLOOR: Tokens = 10

/**
 * Requests of a run after which no more are made. The code knows no end, and on thousands of turns a replay
 * of its requests would take minutes and show nothing that these have not shown.
 */
const MOST_ASKED = 2000

/** Up to which age a turn is told in which share of its tokens. */
const LEVELS: readonly (readonly [upTo: Turn, share: Ratio])[] = [
  [1, 1],
  [5, 0.3],
  [20, 0.05],
  [999, 0.01],
]

/** Share of its tokens in which a turn of this age is told, as “Agent Context Window Management” looks it up. */
export function shareAsWritten(age: Turn): Ratio {
  return LEVELS.find(([upTo]) => age <= upTo)?.[1] ?? 1
}

/** Steps that the article's cascade takes, of the five that its text names. */
export function stepsAsWritten(utilization: Ratio, turns: number): readonly ('progressive' | 'compaction')[] {
  return [
    ...(turns > FEWEST_TURNS ? (['progressive'] as const) : []),
    ...(utilization >= COMPACTION ? (['compaction'] as const) : []),
  ]
}

/**
 * Compression by the code of “Agent Context Window Management”: from orange on, each pass asks for a summary of every
 * turn that is not fresh, whatever was asked before, and from .85 on for one of everything. The answers are handed back
 * to a caller who drops them, so that all is paid for and the window stays as it is. Its state counts requests.
 */
export function cascadeAsWritten(summaryTokens: Tokens): Stage<number> {
  return {
    name: 'cascade',
    phase: 'call',
    initial: 0,
    *act(view, asked, context) {
      const utilization = view.window.used / view.limit
      if (utilization < ORANGE) return skipped(asked, 'below_trigger')
      const turns = turnsOf(view)
      const steps = stepsAsWritten(utilization, turns.length)
      const asks = [
        ...(steps.includes('progressive') ? turns.flatMap((turn) => askFor(turn, view, context)) : []),
        ...(steps.includes('compaction') ? [compaction(view, context, summaryTokens)] : []),
      ].slice(0, Math.max(0, MOST_ASKED - asked))
      if (asks.length === 0) return skipped(asked, 'nothing_to_compress')
      const asking = startAsking(context.breaker, Infinity)
      let answered = 0
      for (const ask of asks) {
        const answer = yield* asking.ask(ask)
        if (answer === null) continue
        answered += context.count(answer)
        asking.settle('ignored')
      }
      return skipped(asked + asks.length, 'summary_discarded', answered, asking.verdicts)
    },
  }
}

interface StandingTurn {
  readonly turn: Turn
  readonly positions: readonly number[]
}

function turnsOf(view: WindowView): readonly StandingTurn[] {
  const turns = new Map<Turn, number[]>()
  for (const [position, block] of view.blocks.entries()) {
    if (block.type === 'system_prompt' || block.type === 'tool_definition') continue
    const known = turns.get(block.turn)
    if (known === undefined) turns.set(block.turn, [position])
    else known.push(position)
  }
  return [...turns].map(([turn, positions]) => ({ turn, positions }))
}

function askFor({ turn, positions }: StandingTurn, view: WindowView, context: StageContext): Ask[] {
  const share = shareAsWritten(view.turn - turn)
  if (share >= 1) return []
  return [
    {
      kind: 'summarize_block',
      ...whereAsked(view, context, 'cascade'),
      sources: sourcesAt(positions, view, context),
      task: taskText(view, context),
      previous: null,
      update: 'regenerate',
      maxTokens: Math.max(FLOOR, Math.floor(standingTokens(view, positions) * share)),
    },
  ]
}

function compaction(view: WindowView, context: StageContext, maxTokens: Tokens): Ask {
  const positions = turnsOf(view).flatMap((turn) => turn.positions)
  return {
    kind: 'compact',
    ...whereAsked(view, context, 'cascade'),
    sources: sourcesAt(positions, view, context),
    task: taskText(view, context),
    previous: null,
    update: 'regenerate',
    maxTokens,
  }
}

function sourcesAt(positions: readonly number[], view: WindowView, context: StageContext): AskSource[] {
  return positions.map((position) => sourceAt(view, position, context))
}
