import { unitsOf } from '../compression/stretch.ts'
import type { Unit, Units } from '../compression/stretch.ts'
import { done, skipped } from '../contract/trigger.ts'
import { ASSISTANT, RESULT } from '../../core/message/block-facts.ts'
import type { BlockId } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { inPrompt, isProviderSummary, ORIGINAL } from '../../core/window/window.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { wholeView } from '../contract/whole-view.ts'
import type { StageEntry } from './entry.ts'

/** Only the guards that cannot be switched off: open calls, and thinking that the provider requires. */
const NO_GATES = {
  protected_types: false,
  tool_definitions: false,
  task: false,
  current_user_message: false,
  running_results: false,
  pinned: false,
  carried_state: false,
}

/**
 * Starts over because a person requested it: of the conversation, only what arrived in this turn stays, with the calls
 * that it answers. Optional guards do not apply (EVI-3). A request has to begin with a user message: if it would not,
 * the newest earlier user message stays too. What stays returns to the prompt if a compaction by the provider had removed
 * it, since its summary leaves. Notes about removed messages are removed as well, and no checkpoint of them is continued.
 */
export const manualReset: Stage<null> = Object.freeze({
  name: 'manual_reset',
  phase: 'manual',
  initial: null,
  act: quiet((standing, state, context) => {
    if (!context.manual.includes('reset')) return skipped(state, 'below_trigger')
    const view = wholeView(standing)
    const stays = staying(view, unitsOf(view, { gates: NO_GATES, protectedTypes: [] }, context, 0))
    const changes: Change[] = []
    let tailFrom: BlockId | null = null
    for (const [position, entry] of view.window.entries.entries()) {
      if (stays[position] === undefined) continue
      const { block, content } = entry
      if (!stays[position]) changes.push({ verb: 'drop', block })
      else {
        tailFrom ??= block
        const { type, tokens } = view.block(block)
        if (inPrompt(entry) || entry.state === 'folded' || type === 'thinking') continue
        changes.push(
          content === ORIGINAL
            ? { verb: 'correct', block, state: 'live', content, tokens }
            : {
                verb: 'correct',
                block,
                state: 'rewritten',
                content,
                tokens: context.count(context.stored(content)),
              },
        )
      }
    }
    const begun = { closes: true, ...(context.carried.notes.length > 0 && { notes: [] }) } as const
    if (changes.length === 0) return { ...skipped(state, 'nothing_evictable'), ...begun }
    return done(state, [{ changes, kept: { gated: [], tailFrom } }], begun)
  }),
} satisfies Stage<null>)

/** By position, whether an entry stays; undefined for an entry outside the conversation. */
function staying(view: WindowView, units: Units): readonly (boolean | undefined)[] {
  const arrived = new Set(view.arrived)
  const isNew = ({ from, to }: Unit): boolean => view.blocks.slice(from, to).some(({ id }) => arrived.has(id))
  const old = units.all.filter((unit) => !unit.held && !isNew(unit))
  // A call stays with its result.
  const leaving = new Set(units.closed(old))
  // The provider's summary is of what leaves, even if the running loop stays, which it opens in the prompt.
  for (const unit of units.all) {
    const first = view.blocks[unit.from]
    if (first !== undefined && isProviderSummary(first)) leaving.add(unit)
  }
  const opener = openerOf(view, units.all, leaving)
  if (opener !== undefined) leaving.delete(opener)
  const stays: (boolean | undefined)[] = view.window.entries.map(() => undefined)
  for (const unit of units.all) for (let at = unit.from; at < unit.to; at++) stays[at] = !leaving.has(unit)
  return stays
}

/** The message that has to stay so that the request begins with the user; undefined if it does anyway. */
function openerOf(view: WindowView, units: readonly Unit[], leaving: ReadonlySet<Unit>): Unit | undefined {
  const first = units.findIndex((unit) => !leaving.has(unit))
  const isUsers = ({ from }: Unit): boolean => {
    const bits = view.facts.bits[view.window.entries[from]?.block ?? -1] ?? 0
    return (bits & (ASSISTANT | RESULT)) === 0
  }
  const opening = units[first]
  if (opening !== undefined && isUsers(opening)) return undefined
  return units.slice(0, first < 0 ? units.length : first).findLast(isUsers)
}

export const manualResetEntry = {
  name: 'manual_reset',
  label: 'Reset when asked',
  meaning: 'By hand: everything is removed except the last exchange.',
  phase: 'manual',
  settings: [],
  build: () => manualReset,
} as const satisfies StageEntry
