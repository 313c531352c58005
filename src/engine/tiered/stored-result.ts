import type { Block } from '../message/block.ts'
import type { BlockId } from '../units.ts'
import { prefixOf, utf8Bytes } from './bytes.ts'
import { linesIn } from './stored-page.ts'

/**
 * The name under which a result lies in the content store (EDIT-2): path-like, so that the tool that reads
 * files can be asked for it. The block's number makes it unique within a run.
 */
export function storedName({ id, turn, call }: Block): string {
  const tool = (call?.name ?? '').replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 40)
  return `tool-results/turn-${turn}-${tool === '' ? 'tool' : tool}-${id}.txt`
}

const STORED_NAME = /tool-results\/turn-\d+-[A-Za-z0-9_-]*-(\d+)\.txt/

/** The block whose stored result a call's arguments ask for; null where they name none. */
export function storedIn(args: string): BlockId | null {
  const found = STORED_NAME.exec(args)
  return found === null ? null : Number(found[1])
}

/**
 * The block whose stored result a path means: its name, whatever folder a client puts it in; null for any other path,
 * and for a name that was made up.
 *
 * @param block by its number; undefined where there is none
 */
export function storedUnder(path: string, block: (id: BlockId) => Block | undefined): Block | null {
  const id = storedIn(path)
  const found = id === null ? undefined : block(id)
  if (found?.type !== 'tool_result') return null
  const name = storedName(found)
  return path === name || path.endsWith(`/${name}`) ? found : null
}

/** How much of a stored result is shown at once. */
export interface PreviewSize {
  readonly lines: number
  readonly bytes: number
}

/** What takes the place of a result that went to the store: its size, its name, and how it begins. */
export function previewOf(block: Block, text: string, size: PreviewSize): string {
  const shown = text.slice(0, lineEnd(text, prefixOf(text, size.bytes), size.lines))
  return (
    `[Stored: ${utf8Bytes(text)} bytes, ${linesIn(text)} lines, as ${storedName(block)}. ` +
    `Read that file for the rest, page by page with offset and limit.]\n${shown}`
  )
}

/**
 * The first page of a stored result that was read back at greater length than a result may have: up to the end of a
 * line where there is one, and how to read on. What was read may have begun anywhere, so that the notice counts from
 * there.
 *
 * @param stored the block under whose name it is stored
 * @param end as much as fits, as an index into the text
 */
export function pageOf(stored: Block, text: string, end: number): string {
  const line = text.lastIndexOf('\n', end - 1)
  const page = text.slice(0, line > 0 ? line + 1 : end)
  const shown =
    line > 0
      ? `the first ${linesIn(page)} of the ${linesIn(text)} lines`
      : `the first ${page.length} of the ${text.length} characters`
  return (
    `${page}${page.endsWith('\n') ? '' : '\n'}[Page of ${storedName(stored)}: ${shown} of this result. ` +
    `For the rest read it with an offset behind them, or with a lower limit.]`
  )
}

/** The end of the `lines`-th line, or `end` where that comes first. */
function lineEnd(text: string, end: number, lines: number): number {
  let at = -1
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0 || at >= end) return end
  }
  return at
}
