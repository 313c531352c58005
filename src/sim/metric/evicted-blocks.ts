import type { Metric } from './metric.ts'

export const evictedBlocks: Metric = {
  id: 'evicted-blocks',
  label: 'Blocks evicted',
  unit: 'blocks',
  kind: 'count',
  direction: null,
  meaning: 'Blocks that were removed or gave way to a placeholder.',
  value: (data) =>
    data.edits.reduce(
      (sum, edit) => sum + edit.blocks.filter((one) => one.verb === 'drop' || one.verb === 'replace').length,
      0,
    ),
}
