import type { Gate } from '../gate.ts'

/** The system prompt and every type named in `eviction.protected_types`. */
export const protectedTypes: Gate = {
  name: 'protected_types',
  label: 'protected type',
  meaning: 'The system prompt, and every type listed in protected_types, stays as it is.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, input, mark) {
    const types = new Set<string>(['system_prompt', ...input.protectedTypes])
    view.blocks.forEach((block, position) => {
      if (types.has(block.type)) mark(position)
    })
  },
}
