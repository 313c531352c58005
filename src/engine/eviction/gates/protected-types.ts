import type { Gate } from '../gate.ts'

/** The system prompt and every type named in `eviction.protected_types`. */
export const protectedTypes: Gate = {
  name: 'protected_types',
  label: 'protected type',
  meaning: 'The system prompt, and every type listed in protected_types, stays as it is.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view, input) {
    for (const entry of view.window.entries) {
      const type = view.block(entry.block).type
      if (type === 'system_prompt' || input.protectedTypes.includes(type)) yield entry.block
    }
  },
}
