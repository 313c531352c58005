import type { AnthropicSubject, Rule } from '../rule.ts'

/** Part types that are not the engine's own are not judged: a provider adds some every few months. */
export const unknownPart: Rule<AnthropicSubject> = {
  meaning: 'There is no audio in a message.',
  *check({ parts }) {
    for (let index = 0; index < parts.length; index += 1) {
      const list = parts[index] ?? []
      for (let part = 0; part < list.length; part += 1) {
        if (list[part]?.type !== 'audio') continue
        const message = `messages.${index}.content.${part}: Input tag 'audio' found using 'type' does not match any of the expected tags`
        yield { index, part, ids: [], message }
      }
    }
  },
}
