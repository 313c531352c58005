import { milestonesBetween } from '../../checkpoint/milestones.ts'
import type { CrossWindowSettings } from '../../checkpoint/declaration.ts'
import { askForCheckpoint, continuedCheckpoint, savedTurn } from '../compression/checkpoint.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, skipped } from '../contract/trigger.ts'
import type { Block } from '../../core/message/block.ts'
import { anchoredUsed, scaleToUsable } from '../../pressure/pressure.ts'
import type { Turn, WindowId } from '../../core/units.ts'
import { startAsking } from '../contract/asking.ts'
import type { Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { StageEntry } from './entry.ts'
import { BREAKER } from './obeyed.ts'

/** The last turn in which each window was searched for milestones without a new one. */
export type Searched = readonly (readonly [window: WindowId, turn: Turn])[]

/**
 * Saves the state of the task (CROSS-3): when the window reaches the threshold, at milestones, and when an alert
 * demands it. A milestone may wait for the turn in which an edit takes something out. The checkpoint describes the window before any stage acted, including blocks evicted since.
 */
export function saveCheckpointStage(
  settings: CrossWindowSettings,
  compression: CompressionSettings,
): Stage<Searched> {
  return {
    name: 'save_checkpoint',
    phase: 'call',
    initial: [],
    *act(standing, state, context) {
      // What a person removes to start anew is not part of the new task.
      const view = context.manual.includes('reset') ? standing : asOffered(standing)
      const due = whyDue(view, state, context, settings, standing.edited)
      if (due === null) return skipped(state, 'below_trigger')
      if (due === 'nothing_new') return skipped(searched(view, state), 'below_trigger')
      const asking = startAsking(context.breaker, compression.breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const save = yield* askForCheckpoint(view, context, asking, 'save_checkpoint', compression)
      const { verdicts } = asking
      if (save === null) return skipped(state, 'summary_discarded', 0, verdicts)
      return done(state, [], { verdicts, save })
    },
  }
}

/** The window before anything was evicted from it: the checkpoint must know what was there. */
function asOffered(view: WindowView): WindowView {
  if (view.offered === view.window) return view
  const { entries } = view.offered
  return { ...view, window: view.offered, blocks: entries.map(({ block }) => view.block(block)) }
}

/** What triggers a save; `nothing_new` if the search found no milestone, null if there was no search. */
function whyDue(
  view: WindowView,
  state: Searched,
  context: StageContext,
  settings: CrossWindowSettings,
  loses: boolean,
): 'emergency' | 'threshold' | 'milestone' | 'nothing_new' | null {
  const checkpoint = continuedCheckpoint(context.carried)
  const saved = savedTurn(context.carried)
  const since = context.turn - (saved ?? -settings.milestoneTurns)
  if (since === 0) return null
  if (context.emergency) return 'emergency'
  const { reading } = view
  const used = anchoredUsed(view)
  const level = scaleToUsable(settings.autoSaveThreshold, view.limit, view.reserve) * view.limit
  // The last arrivals brought it over the threshold, or it has been above it for a while.
  if (used >= level && (used - reading.arrived < level || since >= settings.milestoneTurns))
    return 'threshold'
  if (!settings.milestones || since < settings.milestoneTurns) return null
  if (settings.milestonesWait && !loses) return null
  const before = state.find(([window]) => window === view.window.id)?.[1] ?? -1
  const facts = blocksAfter(view, Math.max(saved ?? -1, before)).flatMap(({ id }) => context.statements(id))
  return milestonesBetween(checkpoint, facts).length > 0 ? 'milestone' : 'nothing_new'
}

/** Blocks after the call of a turn, including the reply to it, in the order of the window. */
function blocksAfter({ blocks }: WindowView, turn: Turn): Block[] {
  const after: Block[] = []
  for (let at = blocks.length - 1; at >= 0; at--) {
    const block = blocks[at]
    if (block === undefined || block.message < 0) continue
    if (block.turn < turn) break
    if (block.turn > turn || block.response) after.push(block)
  }
  return after.reverse()
}

function searched({ turn, window }: WindowView, state: Searched): Searched {
  return [...state.filter(([id]) => id !== window.id), [window.id, turn]]
}

export const saveCheckpointEntry = {
  name: 'save_checkpoint',
  label: 'Save a checkpoint',
  meaning: 'The state of the task is saved at the threshold and at milestones.',
  phase: 'call',
  settings: [
    'cross_window.milestones',
    'cross_window.milestones_wait',
    'cross_window.milestone_turns',
    'compression.summary_tokens',
    'compression.quoted_characters',
    BREAKER,
  ],
  asks: true,
  at: ({ crossWindow }) => crossWindow.autoSaveThreshold,
  build: ({ compression, crossWindow }, at) =>
    saveCheckpointStage(
      { ...crossWindow, autoSaveThreshold: at ?? crossWindow.autoSaveThreshold },
      compression,
    ),
} as const satisfies StageEntry
