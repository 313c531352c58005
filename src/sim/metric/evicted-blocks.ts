import type { Metric } from './metric.ts'

export const evictedBlocks: Metric = {
  id: 'evicted-blocks',
  label: 'Evictions',
  unit: 'evictions',
  kind: 'count',
  direction: null,
  meaning: 'Times that a block was removed or gave way to a placeholder. A block that did both counts twice.',
  value: (data) =>
    data.edits.reduce(
      (sum, edit) => sum + edit.blocks.filter((one) => one.verb === 'drop' || one.verb === 'replace').length,
      0,
    ),
}
