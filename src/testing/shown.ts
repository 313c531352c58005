import type { Part } from '../engine/index.ts'

/** The text of a reply, and its calls as `name argument`. */
export function shown(parts: readonly Part[]) {
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text.split('\n')[0] ?? ''] : []))
  const calls = parts.flatMap((part) =>
    part.type === 'tool_use' ? [`${part.name} ${Object.values(part.input as object).join(' ')}`] : [],
  )
  return { words: words.join(' '), calls }
}
