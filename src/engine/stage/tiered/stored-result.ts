import type { Block } from '../../core/message/block.ts'
import type { BlockId } from '../../core/units.ts'
import {
  prefixOf,
  utf8Bytes,
  cutBefore,
  linesIn,
  pageWithNotice,
  restFrom,
  shorterPage,
  withoutPageNotice,
} from './stored-page.ts'
import type { StoredPage } from './stored-page.ts'

/**
 * The name of a stored result (EDIT-2): like a path, so that the model can ask for it with the tool that reads files.
 * The block's number makes it unique within a run.
 */
export function storedName({ id, turn, call }: Block): string {
  const tool = (call?.name ?? '').replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 40)
  return `tool-results/turn-${turn}-${tool === '' ? 'tool' : tool}-${id}.txt`
}

const STORED_NAME = /tool-results\/turn-\d+-[A-Za-z0-9_-]*-(\d+)\.txt/

/** The block whose stored result a call's arguments name; null if they name none. */
export function storedIn(args: string): BlockId | null {
  const found = STORED_NAME.exec(args)
  return found === null ? null : Number(found[1])
}

/** How much of a stored result is shown at once. */
export interface PreviewSize {
  readonly lines: number
  readonly bytes: number
}

/** The text that replaces a stored result: its size, its name, and its beginning. */
export function previewOf(block: Block, text: string, size: PreviewSize): string {
  const shown = text.slice(0, lineEnd(text, prefixOf(text, size.bytes), size.lines))
  return (
    `[Stored: ${utf8Bytes(text)} bytes, ${linesIn(text)} lines, as ${storedName(block)}. ` +
    `Read that file for the rest, page by page with offset and limit.]\n${shown}`
  )
}

/** A stored result that was read back. */
export interface ReadBack {
  /** What the tool answered. */
  readonly text: string
  /** The whole stored text. */
  readonly whole: string
  /** Where the call starts to read; null if the form of its arguments is unknown. */
  readonly asked: (Pick<StoredPage, 'unit'> & { readonly offset: number }) | null
}

/**
 * The part of a result that was read back that fits, and how to read on. If the answer equals the original where the
 * call asked for it, the notice says which part of the original is shown, and with which arguments the rest is read, so
 * that following these notices misses nothing. An answer in the client's own format, with line numbers or a line of its
 * own at the start, can only be counted from its own beginning.
 *
 * @param stored the block under whose name it is stored
 * @param end how much fits, as an index into the answer
 */
export function pageOf(stored: Block, { text, whole, asked }: ReadBack, end: number): string {
  const name = storedName(stored)
  const said = withoutPageNotice(name, text)
  const most = Math.min(end, said.length)
  const page = asked === null || most === 0 ? null : restFrom(whole, asked.offset, asked.unit)
  if (page?.text.startsWith(said.slice(0, most)) === true)
    return pageWithNotice(name, shorterPage(whole, page, most))
  const cut = cutBefore(said, most)
  const shown = said.slice(0, cut)
  const part = shown.endsWith('\n')
    ? `the first ${linesIn(shown)} of the ${linesIn(said)} lines`
    : `the first ${cut} of the ${said.length} characters`
  return (
    `${shown}\n[Page of ${name}: ${part} of this result. ` +
    `For the rest read it with an offset behind them, or with a lower limit.]`
  )
}

/**
 * Where a call's arguments start to read a stored result, in the terms of the preview: `offset` and `unit` beside an
 * argument that ends with its name. Null for any other arguments. A `limit` is left to the tool.
 */
export function placeIn(args: string, name: string): ReadBack['asked'] {
  const { offset, unit, limit: _, ...others } = objectIn(args)
  const from = offset ?? 1
  if (!Object.values(others).every((path) => typeof path === 'string' && path.endsWith(name))) return null
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 1) return null
  return { offset: from, unit: unit === 'characters' ? unit : 'lines' }
}

function objectIn(args: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(args) as object) }
  } catch {
    // Recorded arguments that were not JSON are kept unchanged.
    return { args }
  }
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
