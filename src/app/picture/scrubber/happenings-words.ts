import { counted, EVENT_WORDS } from '../../../view/index.ts'
import type { LaneEventKind } from '../../../view/index.ts'

export const HAPPENINGS_TEXT = Object.freeze({
  button: 'Events of this turn (Enter on the turn)',
  heading: (turn: string) => `Events of ${turn}`,
  close: 'Close (Esc)',
  nothing: 'No events.',
  more: (count: number) => counted(count, 'more event', 'more events'),
  show: 'Show the block',
  kind: (kind: LaneEventKind) => EVENT_WORDS[kind].label,
})
