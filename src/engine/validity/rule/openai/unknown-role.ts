import type { OpenAiSubject, Rule } from '../rule.ts'

const KNOWN: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

export const unknownRole: Rule<OpenAiSubject> = {
  meaning: 'A message has one of the known roles.',
  *check({ messages }) {
    for (const [index, { role }] of messages.entries()) {
      if (isKnownRole(role)) continue
      const message = `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`
      yield { index, ids: [], message }
    }
  },
}

export function isKnownRole(role: string): boolean {
  return KNOWN.has(role)
}
