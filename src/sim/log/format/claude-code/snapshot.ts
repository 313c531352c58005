import type { Part } from '../../../../engine/index.ts'

/**
 * True for a line that has a reply whole, as it was so far or longer: some programs write a line whenever a reply has
 * grown, and not one for each of its blocks.
 */
export function isGrown(before: readonly Part[], now: readonly Part[]): boolean {
  return before.length > 0 && before.every((part, index) => isBeginning(part, now[index]))
}

function isBeginning(part: Part, now: Part | undefined): boolean {
  switch (part.type) {
    case 'text':
      return now?.type === 'text' && now.text.startsWith(part.text)
    case 'thinking':
      return now?.type === 'thinking' && now.thinking.startsWith(part.thinking)
    case 'tool_use':
      return now?.type === 'tool_use' && now.id === part.id
    default:
      return JSON.stringify(now) === JSON.stringify(part)
  }
}
