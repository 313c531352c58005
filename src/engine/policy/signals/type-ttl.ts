import type { Block, BlockType } from '../../core/message/block.ts'
import type { Turn } from '../../core/units.ts'
import type { Signal, SignalContext } from './signal.ts'

/** Turns a type stays worth something where the config does not say (EVI-1). */
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

/** No keys: past their time blocks are worth the same, 0, and go by age. */
export const typeTtl: Signal = Object.freeze({
  name: 'type_ttl',
  label: 'Lifetime of type',
  meaning: 'Each type wears off in its own time: 1 − age/ttl, 0 past it.',
  values: (blocks, context) =>
    Float64Array.from(blocks, (block) => {
      const ttl = lifetime(block, context)
      const age = ageOf(block, context)
      return age < ttl ? 1 - age / ttl : 0
    }),
  measure: (block, _value, context) => ({
    of: 'age',
    figure: ageOf(block, context),
    full: lifetime(block, context),
  }),
} satisfies Signal)

function lifetime({ type }: Block, { typeTtl }: SignalContext): Turn {
  return typeTtl[type] ?? DEFAULT_TTL[type]
}

function ageOf(block: Block, { turn }: SignalContext): Turn {
  return Math.max(0, turn - block.turn)
}
