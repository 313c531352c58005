import type { Repair } from '../../../engine/index.ts'
import { ADJUSTMENT_LABEL, counted, tokens, turnName, whole } from '../../../view/index.ts'
import type { BornBlock, DiffRow, TurnDiff } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

interface Exact {
  readonly exact: boolean
}

export const STRETCH_TEXT = Object.freeze({
  ...texts.STRETCH_TEXT,
  title: (from: number, to: number) =>
    from === to
      ? `Only ${turnName(from)}`
      : `Turns ${whole(from)} to ${whole(to)}, ${whole(to - from + 1)} in all`,
  noteOf: (adjusted: boolean) =>
    `${texts.STRETCH_TEXT.note} Before + arrived ${adjusted ? '+ adjustment ' : ''}− removed + added = after.`,
  estimated: (column: string) => `≈ ${column}`,
  lost: (lost: number, needs: number) => `${whole(lost)} of ${whole(needs)}`,
  alive: (born: number, whole_: number, changed: number, gone: number) =>
    `${counted(born, 'block')}: ${whole(whole_)} whole, ${whole(changed)} changed, ${whole(gone)} gone`,
  showBorn: (lane: string) => `Blocks created here in ${lane}`,
  fate: ({ fate, now, left }: BornBlock, state: string, end: string, { exact }: Exact) => {
    if (fate === 'whole') return 'unchanged'
    if (fate === 'changed') return `${state}, ${tokens(now, { exact })}`
    return left === null ? 'gone' : `${end} in ${turnName(left.turn)}`
  },
  more: (next: string, left: string) => `Show ${next} more of ${left}`,
  csvName: (lane: string) =>
    `The blocks created in these turns of ${lane}, with their state at the end, as CSV`,
})

export const DIFF_TEXT = Object.freeze({
  ...texts.DIFF_TEXT,
  turn: (place: string) => `Turn of the ${place} prompt`,
  lane: (place: string) => `Lane of the ${place} prompt`,
  sums: ({ before, after, removed, added, grown, adjusted }: TurnDiff, { exact }: Exact) =>
    `${tokens(before, { exact })} − ${whole(removed)} gone + ${whole(added)} new ${
      grown === 0 ? '' : `${grown < 0 ? '−' : '+'} ${whole(Math.abs(grown))} changed `
    }${adjusted === 0 ? '' : `${adjusted < 0 ? '−' : '+'} ${whole(Math.abs(adjusted))} ${ADJUSTMENT_LABEL.toLowerCase()} `}= ${tokens(after, { exact })} tokens`,
  beginning: (kept: number, { exact }: Exact) =>
    kept === 0
      ? 'The beginnings differ: a prompt cache keeps nothing.'
      : `The first ${tokens(kept, { exact })} tokens are the same: what a prompt cache can keep.`,
  changes: {
    same: 'same',
    added: 'new',
    removed: 'gone',
    changed: 'changed',
    moved: 'moved',
  } satisfies Record<DiffRow['change'], string>,
  notReached: (lane: string, turn: number) => `${lane} did not reach ${turnName(turn)}.`,
  more: (next: string, left: string) => `Show ${next} more of ${left}`,
})

export const REQUEST_TEXT = Object.freeze({
  ...texts.REQUEST_TEXT,
  title: (turn: string, lane: string) => `The request of ${turn} in ${lane}`,
  valid: (provider: string) => `Valid: breaks no known rule of ${provider}.`,
  invalid: (count: number) => `Not valid: ${counted(count, 'violation')}.`,
  at: (index: number, part: number | undefined) =>
    index < 0 ? 'the request' : part === undefined ? `message ${index}` : `message ${index}, part ${part}`,
  repairs: (count: number) =>
    count === 0 ? 'No repair was needed.' : `${counted(count, 'repair')} made it so:`,
  /** @param sum what its blocks count, if usage was recorded as less; else '' */
  size: (size: string, messages: number, sent: string, sum: string, media: string) =>
    `${size} characters in ${counted(messages, 'message')}; the prompt has ${sent} tokens${sum === '' ? '' : `, its blocks count ${sum}`}${media === '' ? '' : `, of them ${media}`}`,
  notReached: (lane: string, turn: string) =>
    `${lane} ended before ${turn}, so it has no request for that turn.`,
})

/** Repairs for one reason in one place as one line, with the tools that they declared. */
export function repairLines(
  list: readonly Repair[],
): { readonly rule: string; readonly told: string; readonly tools: readonly string[] }[] {
  const lines = new Map<string, { rule: string; told: string; tools: string[] }>()
  for (const { rule, index, part, reason, action, text } of list) {
    const told = `${REQUEST_TEXT.at(index, part)}: ${reason}`
    const line = lines.get(`${rule} ${told}`) ?? { rule, told, tools: [] }
    if (action === 'declare-tool' && text !== undefined) line.tools.push(text)
    lines.set(`${rule} ${told}`, line)
  }
  return [...lines.values()]
}
