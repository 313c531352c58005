import type { Fact } from '../core/extract/fact.ts'
import type { BlockId } from '../core/units.ts'
import type { Checkpoint } from './checkpoint.ts'

/** Events that are worth a save of their own (CROSS-3). */
export const MILESTONES = Object.freeze(['subtask_done', 'decision_made', 'blocker_found'] as const)
export type MilestoneKind = (typeof MILESTONES)[number]

export interface Milestone {
  readonly kind: MilestoneKind
  /** The statement that shows it, word for word. */
  readonly text: string
  readonly block: BlockId
}

/**
 * The milestones that the facts of a turn show and that the previous checkpoint does not know yet, one per statement,
 * in the order of the facts. An error is not a blocker, because most errors are gone one call later; an issue that the
 * agent itself leaves open is.
 *
 * @param facts of the turn; facts repeated from earlier turns are left out if the checkpoint knows them
 */
export function milestonesBetween(previous: Checkpoint | null, facts: readonly Fact[]): Milestone[] {
  const known = statementsOf(previous)
  const found: Milestone[] = []
  for (const { kind, text, block, spoken } of facts) {
    const milestone = milestoneOf(kind)
    if (milestone === null || spoken === true) continue
    const statement = plain(text)
    const before = known[milestone]
    // A checkpoint may store a decision apart from its reason; then it knows only the beginning of the statement.
    if (before.some((one) => one !== '' && beginsWith(statement, one))) continue
    before.push(statement)
    found.push({ kind: milestone, text, block })
  }
  return found
}

/** Up to a word boundary: “fix 12” does not begin with “fix 1”. */
function beginsWith(statement: string, beginning: string): boolean {
  return statement.startsWith(beginning) && !/[\p{L}\p{N}]/u.test(statement.charAt(beginning.length))
}

function milestoneOf(kind: Fact['kind']): MilestoneKind | null {
  if (kind === 'done') return 'subtask_done'
  if (kind === 'decision') return 'decision_made'
  return kind === 'open' ? 'blocker_found' : null
}

function statementsOf(previous: Checkpoint | null): Record<MilestoneKind, string[]> {
  const { subtasks = [], decisions = [], open = [] } = previous ?? {}
  return {
    subtask_done: subtasks.filter(({ status }) => status === 'done').map(({ title }) => plain(title)),
    decision_made: decisions.map(({ what }) => plain(what)),
    blocker_found: open.map(({ what }) => plain(what)),
  }
}

function plain(text: string): string {
  const words = text.toLowerCase().replace(/\s+/g, ' ').trim()
  let end = words.length
  while (end > 0 && ' .!'.includes(words.charAt(end - 1))) end--
  return words.slice(0, end)
}
