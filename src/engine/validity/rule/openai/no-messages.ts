import type { OpenAiSubject, Rule } from '../rule.ts'

export const noMessages: Rule<OpenAiSubject> = {
  meaning: 'A request has at least one message.',
  *check({ messages }) {
    if (messages.length > 0) return
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
    yield { index: -1, ids: [], message }
  },
}
