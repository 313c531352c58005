import type { Part } from '../../../../engine/index.ts'
import type { Input, Reply } from '../../read/window.ts'

/**
 * The blocks of a reply with those of another line of it. Usually a line has one block. Some programs write a line whenever
 * a reply has grown, with all of it so far; and a history that is written again has blocks that are there already.
 *
 * @param isOver whether a line before said that the reply had ended: it grows no more
 */
export function withLine(before: readonly Part[], line: readonly Part[], isOver: boolean): readonly Part[] {
  if (!isOver && before.length > 0 && before.every((part, index) => isBeginning(part, line[index])))
    return said(line)
  const there = new Set(before.map((part) => JSON.stringify(part)))
  return said([...before, ...line.filter((part) => !there.has(JSON.stringify(part)))])
}

/**
 * True for a line that has nothing new of a reply, with the same message of the user before it as the reply has: a history
 * that is written again. The message is then taken out of the window again.
 *
 * @param items of the window, the newest last
 */
export function isSaidAgain(reply: Reply, line: readonly Part[], items: (Reply | Input)[]): boolean {
  const [before, last] = [items[items.lastIndexOf(reply) - 1], items.at(-1)]
  if (before?.kind !== 'input' || last?.kind !== 'input' || before === last) return false
  const there = new Set(reply.parts.map((part) => JSON.stringify(part)))
  if (!line.every((part) => there.has(JSON.stringify(part)))) return false
  if (JSON.stringify(before.content) !== JSON.stringify(last.content)) return false
  items.pop()
  return true
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

/** A blank text streams before thinking; the client keeps it in the file and does not send it. */
function said(parts: readonly Part[]): readonly Part[] {
  const texts = parts.filter((part) => !isBlank(part))
  return texts.length > 0 ? texts : parts.slice(-1)
}

/** Whether a part says nothing; the client has a mark for an empty text. */
function isBlank(part: Part): boolean {
  return part.type === 'text' && ['', '(no content)'].includes(part.text.trim())
}
