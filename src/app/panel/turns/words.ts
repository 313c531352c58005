import { counted, delta, tokens, turnName, whole } from '../../../view/index.ts'
import type { BornBlock, DiffRow, TurnDiff } from '../../../view/index.ts'

interface Exact {
  readonly exact: boolean
}

export const STRETCH_TEXT = Object.freeze({
  title: (from: number, to: number) =>
    from === to
      ? `Only ${turnName(from)}`
      : `Turns ${whole(from)} to ${whole(to)}, ${whole(to - from + 1)} in all`,
  from: 'From turn',
  to: 'to turn',
  zoom: 'Zoom in',
  close: 'Clear the mark (Esc)',
  note: 'Drag along the turns under a lane to mark others. Before + arrived − removed + added = after.',
  columns: {
    lane: 'Lane',
    before: 'before',
    came: 'came',
    freed: 'taken out',
    added: 'put in',
    after: 'after',
    sent: 'sent in all',
    edits: 'edits',
    lost: 'needs missing',
    born: 'Created here: still in context at the end?',
  },
  estimated: (column: string) => `≈ ${column}`,
  lost: (lost: number, needs: number) => `${whole(lost)} of ${whole(needs)}`,
  noTurns: 'ended before',
  alive: (born: number, whole_: number, changed: number, gone: number) =>
    `${counted(born, 'block')}: ${whole(whole_)} whole, ${whole(changed)} changed, ${whole(gone)} gone`,
  showBorn: (lane: string) => `Blocks created here in ${lane}`,
  byType: 'By type',
  columnsOfType: {
    type: 'Type',
    blocks: 'born',
    tokens: 'tokens',
    whole: 'whole',
    changed: 'changed',
    gone: 'gone',
    now: 'tokens now',
  },
  columnsOfBlock: { block: 'Block', turn: 'came', tokens: 'tokens', fate: 'at the end of the run' },
  fate: ({ fate, now, left }: BornBlock, state: string, end: string, { exact }: Exact) => {
    if (fate === 'whole') return 'as it came'
    if (fate === 'changed') return `${state}, ${tokens(now, { exact })}`
    return left === null ? 'gone' : `${end} in ${turnName(left.turn)}`
  },
  more: (next: string, left: string) => `Show ${next} more of ${left}`,
  only: 'only removed or changed',
  gone: 'gone',
  csv: 'Blocks created (CSV)',
  csvName: (lane: string) =>
    `The blocks created in these turns of ${lane}, with their state at the end, as CSV`,
})

export const DIFF_TEXT = Object.freeze({
  title: 'Two turns compared',
  note: 'The prompts as sent, block by block, in prompt order. They may belong to two lanes.',
  turn: (place: string) => `Turn of the ${place} prompt`,
  lane: (place: string) => `Lane of the ${place} prompt`,
  first: 'first',
  second: 'second',
  of: 'of',
  against: 'against',
  swap: 'Swap',
  follow: 'Previous turn and playhead',
  stretch: 'First and last marked turn',
  sums: ({ before, after, removed, added, grown }: TurnDiff, { exact }: Exact) =>
    `${tokens(before, { exact })} − ${whole(removed)} gone + ${whole(added)} new ${
      grown === 0 ? '' : `${delta(grown)} changed `
    }= ${tokens(after, { exact })} tokens`,
  beginning: (kept: number, { exact }: Exact) =>
    kept === 0
      ? 'The beginnings differ: a prompt cache keeps nothing.'
      : `The first ${tokens(kept, { exact })} tokens are the same: what a prompt cache can keep.`,
  columns: { block: 'Block', change: 'Change', before: 'first', after: 'second' },
  changes: {
    same: 'same',
    added: 'new',
    removed: 'gone',
    changed: 'changed',
    moved: 'moved',
  } satisfies Record<DiffRow['change'], string>,
  onlyChanges: 'only differences',
  nothing: 'Both prompts contain the same blocks in the same state.',
  notReached: (lane: string, turn: number) => `${lane} did not reach ${turnName(turn)}.`,
  more: (next: string, left: string) => `Show ${next} more of ${left}`,
  text: 'Compare the requests as text',
  loading: 'Loading both requests …',
})

export const REQUEST_TEXT = Object.freeze({
  title: (turn: string, lane: string) => `The request of ${turn} in ${lane}`,
  provider: 'Format',
  loading: 'Loading the request …',
  valid: (provider: string) => `Valid: breaks no known rule of ${provider}.`,
  invalid: (count: number) => `Not valid: ${counted(count, 'violation')}.`,
  at: (index: number, part: number | undefined) =>
    index < 0 ? 'the request' : part === undefined ? `message ${index}` : `message ${index}, part ${part}`,
  repairs: (count: number) =>
    count === 0 ? 'No repair was needed.' : `${counted(count, 'repair')} made it so:`,
  repaired: 'Repairs in the window before this call:',
  size: (size: string, messages: number, sent: string, media: string) =>
    `${size} characters in ${counted(messages, 'message')}; the prompt has ${sent} tokens${media === '' ? '' : `, of them ${media}`}`,
  text: 'The request as JSON',
  copy: 'Copy',
  copied: 'Copied',
  notReached: (lane: string, turn: string) =>
    `${lane} ended before ${turn}, so it has no request for that turn.`,
  failed: 'The request could not be loaded.',
})
