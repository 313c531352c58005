import { cutAt } from '../../core/extract/statement.ts'
import type { Block } from '../../core/message/block.ts'

/** Characters of arguments that a notice quotes. */
const QUOTED = 80

const SNIPPED = '[Snipped: '
const CLEARED = '[Cleared: '

/** The text that replaces an obsolete result: its call stays, so that the model knows what it once read. */
export function snippedNotice(block: Block, args: string): string {
  return `${SNIPPED}${whatOf(block, args)} Call it again if needed.]`
}

/** The text that replaces an old result. */
export function clearedNotice(block: Block): string {
  return `${CLEARED}${whatOf(block, '')}]`
}

/** Whether a text is one of these, so that nothing is left of the result. */
export function isNotice(text: string): boolean {
  return text.startsWith(SNIPPED) || text.startsWith(CLEARED)
}

function whatOf({ turn, call }: Block, args: string): string {
  const tool = call === null || call.name === '' ? 'a tool' : call.name
  const flat = args
    .slice(0, 4 * QUOTED)
    .replace(/\s+/g, ' ')
    .trim()
  const quoted = flat.length <= QUOTED ? flat : `${cutAt(flat, QUOTED - 1)}…`
  return `result of turn ${turn}, ${tool}${quoted === '' ? '' : ` ${quoted}`}.`
}
