import type { Fact } from './fact.ts'

/** Tools that only look. */
const LOOKS = /^(?:read|view|open|cat|list|ls|grep|search|find|glob|get|fetch|show|browse)/i

/**
 * What still holds of facts in their order: of one kind and key the newest, at the place of the newest. A
 * file that was only looked at again keeps the note of what was done to it.
 */
export function newestFacts(facts: readonly Fact[]): readonly Fact[] {
  const held = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.kind} ${fact.key}`
    const before = held.get(key)
    if (before !== undefined && fact.kind === 'file' && LOOKS.test(fact.text) && !LOOKS.test(before.text))
      continue
    held.delete(key)
    held.set(key, fact)
  }
  return [...held.values()]
}
