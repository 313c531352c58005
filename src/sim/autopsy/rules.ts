import { partsOf, remembered, textOf } from '../../engine/internal.ts'
import type { WindowId } from '../../engine/index.ts'
import type { Timeline } from '../run/timeline/timeline.ts'
import type { Intake } from '../trace/intake.ts'
import type { Found } from './autopsy.ts'
import { reader } from './fate.ts'
import { itemsOf } from './found.ts'
import { atOnce } from '../trace/at-once.ts'

/** What became of the user's rules by the end of a run. */
export interface RulesKept {
  /** Rules that the user stated, found by their words as an autopsy finds them. */
  readonly told: number
  /** Those that the last request neither quotes nor says in other words. */
  readonly lost: readonly Found[]
}

/** The user's rules in the conversation itself, without those for sub-agents, and the windows of these. */
const rulesOf = /* @__PURE__ */ remembered((intake: Intake) => {
  const apart = new Set(
    intake.trace.windows.flatMap(({ id, kind }): WindowId[] => (kind === 'subagent' ? [id] : [])),
  )
  const spoken = intake.blocks.filter(({ type, window }) => type === 'user_message' && !apart.has(window))
  const rules = itemsOf(intake, spoken, []).filter(({ kind, by }) => kind === 'rule' && by === 'user')
  return { rules, apart }
})

/**
 * How many of the user's rules a run still sends at its end; those that it never came to, because it ended early, are
 * lost. By words alone, with the recall and precision of the autopsy. Only for a log, whose needs do not tell its
 * constraints; null for any other conversation.
 */
export function rulesKept(
  timeline: Pick<Timeline, 'intake' | 'turns' | 'ended' | 'promptAt'>,
): RulesKept | null {
  const { intake, ended } = timeline
  if (intake.trace.source.kind !== 'log') return null
  const { rules, apart } = rulesOf(intake)
  const last = timeline.turns.findLast(({ window, turn }) => !apart.has(window) && turn !== ended?.turn)
  // As of needs, those that a run never came to are lost.
  const told = rules.filter(({ turn }) => ended !== null || (last !== undefined && turn <= last.turn))
  if (last === undefined || told.length === 0) return { told: told.length, lost: told }
  const text = timeline
    .promptAt(last.turn)
    .messages.flatMap((message) => partsOf(message).map(textOf))
    .join('\n')
  const read = atOnce(reader(text, told))
  return {
    told: told.length,
    lost: told.filter((rule) => rule.turn > last.turn || !['verbatim', 'reworded'].includes(read(rule).fate)),
  }
}
