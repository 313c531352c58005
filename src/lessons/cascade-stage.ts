import type { Ask, AskSource, Ratio, Stage, StageContext, Tokens, Turn, WindowView } from '../engine/index.ts'
import { skipped, sourceAt, standingTokens, startAsking, taskText, whereAsked } from '../engine/internal.ts'

/** Shares of the window (not of its usable part) from which the code asks for the cascade and for compaction. */
const ORANGE = 0.75
const COMPACTION = 0.85
/** A conversation with at most this many turns is not summarized. */
const FEWEST_TURNS = 5
/** Minimum length requested for a summary. */
const FLOOR: Tokens = 10

/**
 * Maximum requests of a run. The code has no limit, and on thousands of turns a replay of its requests would take
 * minutes and show nothing new.
 */
const MOST_ASKED = 2000

/** Up to which age a turn is shortened to which share of its tokens. */
const LEVELS: readonly (readonly [upTo: Turn, share: Ratio])[] = [
  [1, 1],
  [5, 0.3],
  [20, 0.05],
  [999, 0.01],
]

/** The share to which a turn of this age is shortened, as “Agent Context Window Management” looks it up. */
export function shareAsWritten(age: Turn): Ratio {
  return LEVELS.find(([upTo]) => age <= upTo)?.[1] ?? 1
}

/** Steps of the article's cascade, out of the five that its text names. */
export function stepsAsWritten(utilization: Ratio, turns: number): readonly ('progressive' | 'compaction')[] {
  return [
    ...(turns > FEWEST_TURNS ? (['progressive'] as const) : []),
    ...(utilization >= COMPACTION ? (['compaction'] as const) : []),
  ]
}

/**
 * Compression by the code of “Agent Context Window Management”: from orange on, each pass asks for a summary of every
 * turn that is not fresh, even if it asked before, and from .85 on for one of everything. The caller drops the answers,
 * so everything is paid for and the window does not change. Its state counts requests.
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
