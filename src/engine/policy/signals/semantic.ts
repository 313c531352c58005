import type { Block } from '../../core/message/block.ts'
import { cosine } from '../../core/reference/embedder.ts'
import type { Embedding } from '../../core/reference/embedding.ts'
import type { Signal, SignalContext } from './signal.ts'

/** Neither like the task nor unlike it: a picture, an empty text, a window without a task (EVI-1). */
const UNKNOWN = 0.5

export const semantic: Signal = Object.freeze({
  name: 'semantic',
  label: 'Relevance',
  meaning: 'Blocks that resemble the task stay: the cosine of both vectors, 0.5 where unknown.',
  values: (blocks, context) => Float64Array.from(blocks, (block) => cosineToTask(block, context) ?? UNKNOWN),
  measure(block, _value, context) {
    const figure = cosineToTask(block, context)
    return figure === null ? null : { of: 'cosine', figure, full: null }
  },
} satisfies Signal)

/** Null where one of the two has no words. */
function cosineToTask(block: Block, { task, embedding }: SignalContext): number | null {
  if (task === null || task.features.length === 0) return null
  const own = embedding(block.id)
  return own === null || own.features.length === 0 ? null : likeness(own, task)
}

/** A block's likeness to the task it was last compared with; blocks are asked about at every decision. */
const known = new WeakMap<Embedding, { readonly task: Embedding; readonly value: number }>()

function likeness(own: Embedding, task: Embedding): number {
  const before = known.get(own)
  if (before?.task === task) return before.value
  const value = cosine(own, task)
  known.set(own, { task, value })
  return value
}
