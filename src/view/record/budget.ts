import { BUDGET_ACTION_OF, BUDGET_PARTS, budgetHints, isStageWith, planOf } from '../../engine/internal.ts'
import type {
  BudgetPart,
  BudgetReading,
  ComponentBudget,
  Ratio,
  Tokens,
  Turn,
  WindowId,
} from '../../engine/index.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { xAt } from '../layout/axis.ts'
import { unexplainedIn } from '../layout/unexplained.ts'
import {
  ADJUSTMENT_LABEL,
  BUDGET_ACTIONS,
  BUDGET_LABELS,
  BUDGET_STATUS_LABELS,
  budgetSentences,
} from '../sentence/budget-words.ts'
import { modalityColumns } from './modality.ts'
import type { Sheet } from './sheet.ts'

type BudgetData = Pick<TimelineData, 'turns' | 'edits' | 'limit' | 'exact' | 'spec' | 'blocks' | 'spans'>

/** One part of the budget at a turn, with texts. */
export interface BudgetRow extends ComponentBudget {
  readonly part: BudgetPart
  readonly label: string
  /** Tokens above the limit, the margin of an estimating counter included; 0 within it. */
  readonly excess: Tokens
  /** limit / the window's limit. */
  readonly planned: Ratio
  readonly statusText: string
  readonly leftText: string
  /** What to do; '' for a part within its limit. */
  readonly action: string
  /** What the run did about it before this call; '' if nothing. */
  readonly acted: string
}

export interface BudgetTable {
  readonly turn: Turn
  /** The window of the turn's call. */
  readonly window: WindowId
  readonly rows: readonly BudgetRow[]
  /** Tokens that recorded usage adds to the sum of the components, possibly negative (LED-1). */
  readonly adjustment: Tokens
  readonly reserve: {
    readonly tokens: Tokens
    readonly planned: Tokens
    /** tokens / the window's limit. */
    readonly share: Ratio
    /** limit − used, of the whole window. */
    readonly room: Tokens
    readonly short: boolean
    readonly text: string
    readonly roomText: string
  }
  /** Soft limit as a share of each allocation. */
  readonly softShare: Ratio
  readonly burnTurns: Turn
  readonly enforce: string
  /** Shares of the plan outside the usual range. */
  readonly hints: readonly string[]
}

/**
 * The budget of the window as sent in a turn, one row for each component and one for the whole (BUD-1 to
 * BUD-7); null for a turn that the run did not reach. `readings[t]` is that of turn t, from `budgetsOf`.
 */
export function budgetTable(
  data: BudgetData,
  readings: readonly BudgetReading[],
  turn: Turn,
): BudgetTable | null {
  const record = data.turns[turn]
  const reading = readings[turn]
  if (record === undefined || reading === undefined) return null
  const obeyed = asObeyedAt(data, turn)
  const { budget, strategy } = obeyed.spec.config
  const { exact, limit } = data
  const room = limit - record.used
  const acted = actedOn(data, turn)
  const { reserve, margin } = reading
  return {
    turn,
    window: record.window,
    rows: BUDGET_PARTS.map((part): BudgetRow => {
      const own = part === 'total' ? reading.total : reading.components[part]
      const excess = Math.max(0, own.used + (part === 'total' ? margin : 0) - own.limit)
      const change = acted.get(part)
      return {
        ...own,
        part,
        label: BUDGET_LABELS[part],
        excess,
        planned: own.limit / Math.max(1, limit),
        statusText: budgetSentences.statusOf(
          own.status,
          excess,
          own.used - own.limit,
          budget.soft_limit_pct,
          exact,
        ),
        leftText: budgetSentences.left(own.turnsLeft),
        action:
          own.status !== 'blocked'
            ? ''
            : BUDGET_ACTIONS[BUDGET_ACTION_OF[part]] +
              (part === 'system' ? budgetSentences.unexplained(unexplainedIn(data)(record), exact) : ''),
        acted: change === undefined ? '' : budgetSentences.acted(change, exact),
      }
    }),
    adjustment: record.adjustment ?? 0,
    reserve: {
      tokens: reserve.tokens,
      planned: reserve.planned,
      share: reserve.tokens / Math.max(1, limit),
      room,
      short: reserve.short,
      text: budgetSentences.reserve(reserve.tokens, reserve.planned, limit),
      roomText: budgetSentences.room(room, reserve.tokens, reserve.short, margin, exact),
    },
    softShare: budget.soft_limit_pct,
    burnTurns: budget.burn_window,
    enforce: budgetSentences.enforce(budget.enforce, strategy === 'managed'),
    hints: hintsOf(obeyed).map((hint) => budgetSentences.hint(hint)),
  }
}

/** Net tokens that the stage for components freed in a turn, by what it worked on. */
function actedOn(data: BudgetData, turn: Turn): ReadonlyMap<BudgetPart, Tokens> {
  const freed = new Map<BudgetPart, Tokens>()
  for (const index of data.turns[turn]?.edits ?? []) {
    const edit = data.edits[index]
    if (edit === undefined || !isStageWith('holds_components', edit.stage)) continue
    // Of the two components that it acts on, only memories are dropped.
    const part = edit.blocks.some(({ verb }) => verb === 'drop') ? 'memory' : 'results'
    freed.set(part, (freed.get(part) ?? 0) + edit.freed - edit.added)
  }
  return freed
}

function hintsOf({ spec }: BudgetData) {
  return budgetHints(planOf(spec.config.budget.allocations))
}

/** Used share of each part's limit, turn by turn. */
export interface BudgetPoint {
  readonly x: number
  readonly turn: Turn
  readonly shares: Readonly<Record<BudgetPart, Ratio>>
}

/** One point for each turn of a window, as sent. */
export function budgetSeries(
  data: Pick<TimelineData, 'turns'>,
  readings: readonly BudgetReading[],
  window: WindowId,
): BudgetPoint[] {
  return data.turns.flatMap(({ turn, window: own }): BudgetPoint[] => {
    const reading = readings[turn]
    if (own !== window || reading === undefined) return []
    const { system, tools, history, results, memory } = reading.components
    const shares = {
      system: system.share,
      tools: tools.share,
      history: history.share,
      results: results.share,
      memory: memory.share,
      total: reading.total.share,
    }
    return [{ x: xAt(turn, 'sent'), turn, shares }]
  })
}

/**
 * One row for each turn of every window: figures of all parts, and what the tokens pay for where not all is text. Names
 * of columns carry their units.
 */
export function budgetSheet(
  data: Pick<TimelineData, 'turns' | 'blocks' | 'spans'>,
  readings: readonly BudgetReading[],
): Sheet {
  const kinds = modalityColumns(data)
  const isAdjusted = data.turns.some(({ adjustment = 0 }) => adjustment !== 0)
  const head = BUDGET_PARTS.flatMap((part) => {
    const name = BUDGET_LABELS[part].toLowerCase()
    return [
      `${name}: used tokens`,
      `${name}: limit tokens`,
      `${name}: share of its limit`,
      `${name}: status`,
      `${name}: burn rate, tokens per turn`,
      `${name}: turns until exhausted`,
    ]
  })
  return [
    [
      'turn',
      'window',
      ...head,
      ...(isAdjusted ? [`${ADJUSTMENT_LABEL.toLowerCase()}: tokens`] : []),
      'reserved for the reply: tokens',
      'reserved for the reply: planned tokens',
      ...kinds.head,
    ],
    ...data.turns.flatMap(({ turn, window, adjustment = 0 }) => {
      const reading = readings[turn]
      if (reading === undefined) return []
      const { reserve } = reading
      return [
        [
          turn,
          window,
          ...BUDGET_PARTS.flatMap((part) => cellsOf(part, reading)),
          ...(isAdjusted ? [adjustment] : []),
          reserve.tokens,
          reserve.planned,
          ...kinds.of(turn),
        ],
      ]
    }),
  ]
}

function cellsOf(part: BudgetPart, reading: BudgetReading) {
  const { used, limit, share, status, burn, turnsLeft } =
    part === 'total' ? reading.total : reading.components[part]
  return [used, limit, share, BUDGET_STATUS_LABELS[status], burn, turnsLeft]
}
