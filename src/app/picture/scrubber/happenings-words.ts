import { counted, EVENT_WORDS } from '../../../view/index.ts'
import type { LaneEventKind } from '../../../view/index.ts'

export const HAPPENINGS_TEXT = Object.freeze({
  button: 'What happened in this turn (Enter on the turn)',
  heading: (turn: string) => `What happened in ${turn}`,
  close: 'Close (Esc)',
  nothing: 'Nothing of note.',
  more: (count: number) => counted(count, 'more event', 'more events'),
  show: 'Show the block',
  kind: (kind: LaneEventKind) => EVENT_WORDS[kind].label,
})
