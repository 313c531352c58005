import fc from 'fast-check'
import type { Json, ResponsesItem } from '../engine/index.ts'

const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const callType = fc.constantFrom('function_call', 'custom_tool_call', 'local_shell_call')
const block: fc.Arbitrary<Json> = fc.oneof(
  fc
    .constantFrom('input_text', 'output_text', 'text', 'refusal')
    .map((type): Json => ({ type, text: 'look' })),
  fc.constant<Json>({ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }),
  fc.constant<Json>('bare'),
)
const content: fc.Arbitrary<string | Json[]> = fc.oneof(
  fc.constantFrom('', 'hi'),
  fc.array(block, { maxLength: 3 }),
)

const item: fc.Arbitrary<ResponsesItem> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: callType,
      call_id: id,
      name: fc.constant('run'),
      arguments: fc.constant('{}'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: callType.map((type) => `${type}_output`),
      call_id: id,
      output: fc.constantFrom('', 'ok'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      { type: fc.constant('reasoning'), id: fc.constantFrom('rs_1', 'rs_2'), summary: fc.constant([]) },
      { requiredKeys: ['type', 'summary'] },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: fc.constant('message'),
        role: fc.constantFrom('user', 'assistant', 'developer', 'system'),
        content,
      },
      { requiredKeys: ['role', 'content'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        type: fc.constant('message'),
        role: fc.constantFrom('tool', 'user'),
        content: fc.oneof(content, fc.constant(null)),
      },
      { requiredKeys: ['type'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ type: 'web_search_call' }, { type: 'compaction' }, { type: 'unknown' }),
  },
)

/**
 * Any items that a log in the Responses format may have. The first item has a type, so that the format is recognised.
 */
export const arbitraryItems: fc.Arbitrary<ResponsesItem[]> = fc
  .array(item, { maxLength: 12 })
  .map((items) => (items.length === 0 ? [] : [{ type: 'message', role: 'user', content: 'go' }, ...items]))
