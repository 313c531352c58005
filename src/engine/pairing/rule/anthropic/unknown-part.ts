import type { AnthropicSubject, Rule } from '../rule.ts'

/** Part types that are not the engine's own are not judged: a provider adds some every few months. */
export const unknownPart: Rule<AnthropicSubject> = {
  meaning: 'There is no audio in a message.',
  *check({ parts }) {
    for (const [index, list] of parts.entries()) {
      for (const [part, { type }] of list.entries()) {
        if (type !== 'audio') continue
        const message = `messages.${index}.content.${part}: Input tag 'audio' found using 'type' does not match any of the expected tags`
        yield { index, part, ids: [], message }
      }
    }
  },
}
