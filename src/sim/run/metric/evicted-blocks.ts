import { evictionsOf } from '../../../engine/index.ts'
import type { Metric } from './metric.ts'

export const evictedBlocks: Metric = {
  id: 'evicted-blocks',
  label: 'Evictions',
  unit: 'evictions',
  kind: 'count',
  direction: null,
  meaning:
    'Times that a block was removed or gave way to a placeholder. A block that did both counts twice; what a summary took in does not, nor what stayed behind at a new window.',
  value: (data) => data.edits.reduce((sum, edit) => sum + evictionsOf(edit, edit.blocks).length, 0),
}
