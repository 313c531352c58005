import type { BlockType } from '../../core/message/block.ts'
import type { Signal } from './signal.ts'

/** How much the author of a block is listened to (EVI-1). */
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

export const source: Signal = Object.freeze({
  name: 'source',
  label: 'Source',
  meaning:
    'Who wrote it: user and system 1, tool definition 0.9, memory 0.7, the model 0.5, a tool result 0.3.',
  values: (blocks) => Float64Array.from(blocks, (block) => STANDING[block.type]),
  measure: (_block, value) => ({ of: 'type', figure: value, full: null }),
} satisfies Signal)
