import type { Gate } from './gate.ts'

/** Calls whose result has not arrived (PAIR-2). */
export const openCalls: Gate = {
  name: 'open_calls',
  label: 'open call',
  meaning: 'A call whose result has not arrived stays, or its result would answer nothing.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(_view, input, mark) {
    for (const position of input.groups.open) mark(position)
  },
}
