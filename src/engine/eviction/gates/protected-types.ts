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
    const talk = input.protectedTypes.some((type) => type !== 'system_prompt' && type !== 'tool_definition')
    const look = (at: number): void => {
      if (types.has(view.blocks[at]?.type ?? '')) mark(at)
    }
    // Of the conversation only the types that are named need a look.
    if (talk) for (let at = 0; at < view.blocks.length; at++) look(at)
    else input.columns.outside.forEach(look)
  },
}
