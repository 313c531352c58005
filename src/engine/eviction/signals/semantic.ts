import { cosine } from '../../reference/embedder.ts'
import type { Signal } from '../signal.ts'

/** Neither like the task nor unlike it: a picture, an empty text, a window without a task (EVI-1). */
const UNKNOWN = 0.5

export const semantic: Signal = Object.freeze({
  name: 'semantic',
  label: 'Relevance',
  meaning: 'Blocks that resemble the task stay: the cosine of both vectors, 0.5 where unknown.',
  values: (blocks, { task, embedding }) =>
    Float64Array.from(blocks, (block) => {
      const own = task === null || task.features.length === 0 ? null : embedding(block.id)
      return task === null || own === null || own.features.length === 0 ? UNKNOWN : cosine(own, task)
    }),
} satisfies Signal)
