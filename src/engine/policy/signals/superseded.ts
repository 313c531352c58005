import type { Signal } from './signal.ts'

/** No key: it is 0 or 1, and what is equal goes by age. */
export const superseded: Signal = Object.freeze({
  name: 'superseded',
  label: 'Newest version',
  meaning:
    'Old versions go: 0 for a result whose call was made again or whose files were read or written since, else 1.',
  values: (blocks, { requests, turn }) =>
    Float64Array.from(blocks, (block) => (requests.replacedAt(block.id, turn) === null ? 1 : 0)),
} satisfies Signal)
