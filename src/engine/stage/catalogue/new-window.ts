import { bootstrapText } from '../../checkpoint/bootstrap.ts'
import { wordsOf } from '../../checkpoint/user-words.ts'
import type { Message } from '../../checkpoint/user-words.ts'
import type { Checkpoint } from '../../checkpoint/checkpoint.ts'
import type { CheckpointSave } from '../../checkpoint/answer.ts'
import type { CrossWindowSettings } from '../../checkpoint/declaration.ts'
import { openedWith, promisedBy, standingTokens } from '../compression/absorb.ts'
import { askForCheckpoint, continuedCheckpoint, savedTurn } from '../compression/checkpoint.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import { done, shareTrigger, skipped } from '../contract/trigger.ts'
import { ceilShare, floorShare } from '../../core/number/share.ts'
import { anchoredUsed, scaleToUsable, wouldOverflow } from '../../pressure/pressure.ts'
import type { Ratio, Tokens, Turn } from '../../core/units.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { startAsking } from '../contract/asking.ts'
import { byShare } from '../../policy/edit-trigger.ts'
import type { Stage, StageContext } from '../contract/stage.ts'
import { newestBlock } from '../tiered/results.ts'
import { wholeView } from '../contract/whole-view.ts'
import { heldBack, leftUndone } from '../contract/worth.ts'
import type { WorthSettings } from '../contract/worth.ts'
import type { StageEntry } from './entry.ts'
import { WORTH, BREAKER } from './obeyed.ts'

/** Share of the room that the rest of the checkpoint has beside the words of the user. */
const REST = 0.05

/** A bootstrap of less than this share of the limit, or than a quarter of its maximum, would hold only the goal. */
const LEAST_BOOTSTRAP = 0.05

/** Under any config, the task, the current request and the running cycle are carried over (CROSS-3). */
const EVERY_GATE_BUT_STATE = { carried_state: false }

/**
 * The last cascade step (CROSS-3): if nothing else helped, the conversation continues in a new window. The state of the
 * task is saved, and the new window holds the system prompt, the tools, a bootstrap made from the checkpoint, the task,
 * the current request and the running tool cycle, and what the user and the agent said, as far as it fits. Without a
 * checkpoint, or if this frees too little, the window does not change.
 *
 * @param userShare share of the limit that the words of both may take
 * @param worth settings that decide whether a new window pays while the old one still fits; missing: it does not
 */
export function newWindowStage(
  settings: CrossWindowSettings,
  compression: CompressionSettings,
  protectedTypes: readonly string[],
  userShare: Ratio,
  worth?: WorthSettings,
): Stage<Turn> {
  return {
    name: 'new_window',
    phase: 'call',
    initial: 0,
    *act(standing, before, context) {
      // What was said before a person reset the window is not quoted.
      const state = context.manual.includes('reset') ? context.turn : before
      const { used } = standing.window
      const { limit, reserve } = standing
      const begins = scaleToUsable(compression.overflowThreshold, limit, reserve)
      const due = Math.max(used, anchoredUsed(standing)) >= ceilShare(begins, limit)
      if (!due && !wouldOverflow(standing)) return skipped(state, 'below_trigger')
      const view = wholeView(standing)
      const { all: units, gated } = unitsOf(view, { gates: EVERY_GATE_BUT_STATE, protectedTypes }, context, 0)
      const leaving = positionsOf(units.filter((unit) => !unit.held))
      const kept = used - standingTokens(view, leaving)
      const room = Math.min(settings.bootstrapTokens, floorShare(settings.mostKept, used) - kept)
      const least = Math.min(settings.bootstrapTokens / 4, LEAST_BOOTSTRAP * view.limit)
      if (room < least) return skipped(state, 'new_window_no_gain', kept)

      const first = units[0]?.from ?? view.blocks.length
      const promised = { ...promisedBy(view, leaving, room), puts: first }
      const held = worth === undefined ? null : heldBack(view, worth, promised)
      if (held !== null) return leftUndone(state, held)

      const asking = startAsking(context.breaker, compression.breakerAfter)
      const known = continuedCheckpoint(context.carried)
      let saved: CheckpointSave | null = null
      if (savedTurn(context.carried) !== context.turn && asking.allowed()) {
        saved = yield* askForCheckpoint(view, context, asking, 'new_window', compression)
      }
      const checkpoint = saved?.checkpoint ?? known
      const { verdicts } = asking
      const made = saved === null ? {} : { save: saved }
      if (checkpoint === null) return skipped(state, 'summary_discarded', 0, verdicts)

      const { count } = context
      const core = bootstrapText(withoutRest(checkpoint), { maxTokens: room, count })
      const noGain = { ...skipped(state, 'new_window_no_gain', kept, verdicts), ...made }
      // The goal alone may not fit.
      if (core.text === '') return noGain
      const share = floorShare(userShare, view.limit)
      const wordsIn = (maxTokens: Tokens, who: 'user' | 'agent', beside: string): string =>
        wordsOf(who, saidBefore(who, view, { leaving, from: state }, context), { maxTokens, count }, beside)
      const free = room - count(core.text)
      const rest = Math.floor(REST * free)
      const quoted = wordsIn(Math.min(share, free - rest), 'user', core.text)
      const beside = bootstrapText(checkpoint, { maxTokens: room - count(quoted), count }).text
      // The goal may fit only without the line that counts what is left out: then the user's words make room for it.
      const whole = beside === '' ? bootstrapText(checkpoint, { maxTokens: room, count }).text : beside
      if (whole === '') return noGain
      const [told, users] = [whole, beside === '' ? '' : quoted]
      const left = Math.min(room - count(told), share) - count(users)
      const text = told + users + wordsIn(left, 'agent', told)
      const tokens = count(text)
      const changes = openedWith(view, leaving, { text, tokens, first }, context)
      return done(
        state,
        [
          {
            changes,
            opensWindow: true,
            kept: { gated, tailFrom: null },
            trigger: shareTrigger(
              standing,
              due ? 'level' : 'overflow',
              begins,
              byShare('compression.overflow_threshold', compression.overflowThreshold, 'limit'),
            ),
          },
        ],
        { verdicts, ...made },
      )
    },
  }
}

/** What a window cannot be resumed without; the rest of a checkpoint comes after the user's own words. */
function withoutRest(checkpoint: Checkpoint): Checkpoint {
  const subtasks = checkpoint.subtasks.filter(({ status }) => status === 'in_progress')
  const none = { criteria: [], decisions: [], open: [], learnings: [], summary: '' }
  return { ...checkpoint, ...none, subtasks }
}

/**
 * What the user and this agent have said since a turn, also before the present window, newest first, without what stays
 * in the window. (A sub-agent has a number of its own in `window`, which no new window changes.)
 */
function saidBefore(
  who: 'user' | 'agent',
  view: WindowView,
  { leaving, from }: { readonly leaving: readonly number[]; readonly from: Turn },
  context: StageContext,
): Message[] {
  const { window, blocks, block } = view
  const gone = new Set(leaving)
  const stays = new Set(blocks.flatMap(({ id }, position) => (gone.has(position) ? [] : [id])))
  const said: Message[] = []
  // A simulation's facts know later turns too.
  for (let id = newestBlock(view); id >= 0; id--) {
    const { type, turn, window: born } = block(id)
    if (type !== SPOKEN[who] || born !== window.id || turn < from || stays.has(id)) continue
    const text = context.text(id)
    if (text !== '') said.push({ turn, text })
  }
  return said
}

const SPOKEN = { user: 'user_message', agent: 'assistant_response' } as const

export const newWindowEntry = {
  name: 'new_window',
  label: 'Open a new window',
  meaning: 'If no step could free enough, a new window opens with a bootstrap made from the checkpoint.',
  phase: 'call',
  settings: [
    'cross_window.bootstrap_tokens',
    'cross_window.most_kept',
    'compression.summary_tokens',
    'compression.quoted_characters',
    BREAKER,
    ...WORTH,
    'eviction.protected_types',
    'eviction.user_share',
  ],
  asks: true,
  begins: ['compression.overflow_threshold', 'cross_window.new_window'],
  at: ({ compression }) => compression.overflowThreshold,
  build: ({ compression, crossWindow, eviction }, at) =>
    newWindowStage(
      crossWindow,
      { ...compression, overflowThreshold: at ?? compression.overflowThreshold },
      eviction.protectedTypes,
      eviction.userShare,
      eviction,
    ),
} as const satisfies StageEntry
