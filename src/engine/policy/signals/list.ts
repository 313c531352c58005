import { byName } from '../../core/by-name.ts'
import type { Block, BlockType } from '../../core/message/block.ts'
import { exp } from '../../core/number/exp.ts'
import { uniformOf } from '../../core/number/random.ts'
import { cosine } from '../../core/reference/embedder.ts'
import type { Embedding } from '../../core/reference/embedder.ts'
import type { Tokens, Turn } from '../../core/units.ts'
import { lastReference } from './last-reference.ts'
import { createLikeness } from './likeness.ts'
import { queues } from './queues.ts'
import { refetchCost, worthPerToken } from './refetch-cost.ts'
import { column, SCORING } from './signal.ts'
import type { Signal, SignalContext } from './signal.ts'

/**
 * e^(−age/decay), where age is the number of turns since birth (EVI-1; “Agent Context Window Management”, 3, calls the
 * decay a half-life, which it is not: after `decay` turns 37 % are left, not half).
 *
 * @param decay turns in which the value falls to 1/e
 */
export function recency(decay: number): Signal<'recency'> {
  return {
    name: 'recency',
    label: 'Recency',
    meaning: `Newer blocks stay: e^(−age/${decay}), age in turns.`,
    byAge: true,
    values(blocks, { turn }) {
      const values = new Float64Array(blocks.length)
      let lastAge = -1
      let value = 0
      for (let i = 0; i < blocks.length; i++) {
        const age = Math.max(0, turn - (blocks[i]?.turn ?? turn))
        // Neighbours are usually of the same turn.
        if (age !== lastAge) {
          value = exp(-age / decay)
          lastAge = age
        }
        values[i] = value
      }
      return values
    },
    /** −age: e^(−age/10) is 0 from 7,452 turns on, and ages are still in order there. */
    keys(blocks, { turn }) {
      const keys = new Float64Array(blocks.length)
      for (let i = 0; i < blocks.length; i++) keys[i] = Math.min(0, (blocks[i]?.turn ?? turn) - turn)
      return keys
    },
    measure: (block, _value, { turn }) => ({ of: 'age', figure: Math.max(0, turn - block.turn), full: null }),
  }
}

/** How much weight the author of a block has (EVI-1). */
const STANDING: Readonly<Record<BlockType, number>> = Object.freeze({
  system_prompt: 1,
  user_message: 1,
  tool_definition: 0.9,
  memory_injection: 0.7,
  assistant_response: 0.5,
  thinking: 0.5,
  tool_call: 0.5,
  summary: 0.5,
  tool_result: 0.3,
})

export const source: Signal<'source'> = {
  name: 'source',
  label: 'Source',
  meaning:
    'Who wrote it: user and system 1, tool definition 0.9, memory 0.7, the model 0.5, a tool result 0.3.',
  values: (blocks) => column(blocks, (block) => STANDING[block.type]),
  measure: (_block, value) => ({ of: 'type', figure: value, full: null }),
}

/**
 * The number of turns that referred to a block, divided by the number that gives the maximum value (EVI-1).
 *
 * @param full turns with a reference that make the value 1
 */
export function reuse(full: number): Signal<'reuse'> {
  return {
    name: 'reuse',
    label: 'Reuse',
    meaning: `Blocks used often stay: turns that referred to it, divided by ${full}, at most 1.`,
    values: (blocks, { references, turn }) =>
      column(blocks, (block) => Math.min(references.uses(block.id, turn) / full, 1)),
    measure: (block, _value, { references, turn }) => ({
      of: 'uses',
      figure: references.uses(block.id, turn),
      full,
    }),
  }
}

/** DO_NOT_EVICT is a guard, not a signal: a veto is not shown as a weight (EVI-3). */
export const explicit: Signal<'explicit'> = {
  name: 'explicit',
  label: 'Marked',
  meaning: 'Blocks marked IMPORTANT by their author stay: 1 if marked, else 0.',
  values: (blocks) => column(blocks, (block) => (block.important ? 1 : 0)),
  measure: (_block, value) => ({ of: 'mark', figure: value, full: 1 }),
}

/** Value if similarity to the task is unknown: a picture, an empty text, a window without a task (EVI-1). */
const UNKNOWN = 0.5

export const semantic: Signal<'semantic'> = {
  name: 'semantic',
  label: 'Relevance',
  meaning: 'Blocks that resemble the task stay: the cosine of both vectors, 0.5 where unknown.',
  values: (blocks, context) => column(blocks, (block) => cosineToTask(block, context) ?? UNKNOWN),
  measure(block, _value, context) {
    const figure = cosineToTask(block, context)
    return figure === null ? null : { of: 'cosine', figure, full: null }
  },
}

/** Null if one of the two has no words. */
function cosineToTask(block: Block, { task, embedding }: SignalContext): number | null {
  if (task === null || task.features.length === 0) return null
  const own = embedding(block.id)
  return own === null || own.features.length === 0 ? null : likenessToTask(own, task)
}

/** Cache of a block's similarity to the current task; blocks are scored at every decision. */
const known = new WeakMap<Embedding, { readonly task: Embedding; readonly value: number }>()

function likenessToTask(own: Embedding, task: Embedding): number {
  const before = known.get(own)
  if (before?.task === task) return before.value
  const value = cosine(own, task)
  known.set(own, { task, value })
  return value
}

/** Default lifetime of a type in turns (EVI-1). */
export const DEFAULT_TTL: Readonly<Record<BlockType, Turn>> = Object.freeze({
  system_prompt: 50,
  tool_definition: 50,
  memory_injection: 20,
  user_message: 50,
  assistant_response: 30,
  thinking: 2,
  tool_call: 50,
  tool_result: 8,
  summary: 50,
})

/** No keys: expired blocks all have the value 0 and are ordered by age. */
export const typeTtl: Signal<'type_ttl'> = {
  name: 'type_ttl',
  label: 'Lifetime of type',
  meaning: 'Each type loses its value over its lifetime: 1 − age/ttl, then 0.',
  values: (blocks, context) =>
    column(blocks, (block) => {
      const ttl = lifetime(block, context)
      const age = ageOf(block, context)
      return age < ttl ? 1 - age / ttl : 0
    }),
  measure: (block, _value, context) => ({
    of: 'age',
    figure: ageOf(block, context),
    full: lifetime(block, context),
  }),
}

function lifetime({ type }: Block, { typeTtl }: SignalContext): Turn {
  return typeTtl[type] ?? DEFAULT_TTL[type]
}

function ageOf(block: Block, { turn }: SignalContext): Turn {
  return Math.max(0, turn - block.turn)
}

/**
 * 1 − the highest similarity to a newer block whose content is in the window (EVI-1). Similarities below .5 may be
 * missed, which keeps too much rather than too little (see `newerVectors`). 1 if a block has no text. A block that is
 * no longer in the window (a placeholder) is compared too.
 */
export const duplication: Signal<'duplication'> = {
  name: 'duplication',
  label: 'Uniqueness',
  meaning: 'Blocks that a newer one repeats may go: 1 − the highest cosine to a newer block of the window.',
  values(blocks, { window, embedding, likeness = createLikeness() }) {
    const highest = likeness.toNewer(window, embedding)
    return column(blocks, (block) => 1 - highest(block))
  },
  measure: (block, value, { embedding }) =>
    embedding(block.id) === null ? null : { of: 'cosine', figure: 1 - value, full: null },
}

/**
 * Tokens at which a block's value is half. From about this size on, replacing a tool result by a placeholder is worth
 * it.
 */
const HALF_SIZE: Tokens = 1000

/** 1 = keep, so the value is higher the fewer tokens evicting the block would free. */
export const size: Signal<'size'> = {
  name: 'size',
  label: 'Smallness',
  meaning: 'Large blocks free more and go first: 1000/(1000 + tokens).',
  values: (blocks) => column(blocks, ({ tokens }) => HALF_SIZE / (HALF_SIZE + tokens)),
  keys: (blocks) => column(blocks, ({ tokens }) => -tokens),
  measure: ({ tokens }) => ({ of: 'tokens', figure: tokens, full: null }),
}

/** Depends only on the run's seed and the block, so that a block keeps its value from turn to turn. */
export const random: Signal<'random'> = {
  name: 'random',
  label: 'Chance',
  meaning: 'A number from 0 to 1 that the seed of the run gives each block.',
  values: (blocks, { seed }) => column(blocks, (block) => uniformOf(seed, block.id)),
}

/** No key: it is 0 or 1, and ties are ordered by age. */
export const superseded: Signal<'superseded'> = {
  name: 'superseded',
  label: 'Newest version',
  meaning:
    'Old versions go: 0 for a result whose call was made again or whose files were read or written since, else 1.',
  values: (blocks, { requests, turn }) =>
    column(blocks, (block) => (requests.replacedAt(block.id, turn) === null ? 1 : 0)),
}

/** Every signal, whether a policy of the list uses it or not; those with a decay have the usual one. */
const list = [
  recency(SCORING.recencyDecay),
  lastReference(SCORING),
  source,
  reuse(SCORING.reuseFull),
  explicit,
  semantic,
  typeTtl,
  duplication,
  size,
  refetchCost,
  random,
  worthPerToken,
  queues,
  superseded,
] as const

export type SignalName = (typeof list)[number]['name']

/** Every signal by its own name, with title, formula in a sentence, and value from 0 to 1 of a block. */
export const signals: Readonly<Record<SignalName, Signal>> = byName(list)
