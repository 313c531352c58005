import { share, onOff, count } from '../core/setting.ts'
import type { SettingsOf, SettingsSpec, TextSetting } from '../core/setting.ts'

/** Declares the name of a file. Whoever saves the file decides where it goes, not the config. */
export function fileName(value: string, meaning: string): TextSetting {
  return {
    kind: 'text',
    default: value,
    pattern: String.raw`^(?!\.{1,2}$)[^/\\\p{Cc}]{1,120}$`,
    form: 'the name of a file, 1 to 120 characters without a path',
    meaning,
  }
}

/** Settings of the state that is kept across windows (“Agent Context Window Management”, 6; CROSS-1, CROSS-3). */
export const crossWindowSpec = Object.freeze({
  state_file: fileName('agent_state.json', 'Name of a saved checkpoint as JSON.'),
  progress_file: fileName('agent_progress.md', 'Name of a saved checkpoint as Markdown.'),
  auto_save_threshold: share(
    0.85,
    'limit',
    [0.5, 0.98],
    'A checkpoint is saved when the window gets this full.',
  ),
  milestones: onOff(
    true,
    'A checkpoint is also saved when a subtask is done, a decision made or a blocker found.',
  ),
  milestones_wait: onOff(
    true,
    'A save that a milestone asks for waits for a turn in which an edit takes something out of the window: until then the window itself holds it, and a save costs a request. Off, a process that dies loses less.',
  ),
  milestone_turns: count(
    5,
    [1, 1_000],
    'turns',
    [1, 30],
    'Turns between two saves that milestones ask for, or a window that stays this full: each save calls a model.',
  ),
  new_window: onOff(
    true,
    'When no step can free enough, a new window is opened; if off, the window overflows.',
  ),
  bootstrap_tokens: count(
    5_000,
    [200, 100_000],
    'tokens',
    [1_000, 16_000],
    'The most tokens that a new window may carry about earlier ones.',
  ),
  most_kept: {
    kind: 'number',
    default: 0.8,
    min: 0,
    max: 1,
    integer: false,
    usual: [0.3, 1],
    unit: 'share of what the old window held',
    meaning: 'A new window that would hold more is not opened: it would soon be full again.',
  },
} satisfies SettingsSpec)

export type CrossWindowSettings = SettingsOf<typeof crossWindowSpec>
