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
 * and for a name that was made up: it can be guessed, and what was not stored is nobody's to read, least of all once
 * it was taken out of the window.
 *
 * @param block by its number; undefined where there is none
 * @param isStored whether an edit of the run stored a block (`isStoring`)
 */
export function storedUnder(
  path: string,
  block: (id: BlockId) => Block | undefined,
  isStored: (id: BlockId) => boolean,
): Block | null {
  const id = storedIn(path)
  const found = id === null ? undefined : block(id)
  if (found?.type !== 'tool_result') return null
  const name = storedName(found)
  return (path === name || path.endsWith(`/${name}`)) && isStored(found.id) ? found : null
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

/** A stored result that was read back. */
export interface ReadBack {
  /** What the tool answered. */
  readonly text: string
  /** All that is stored. */
  readonly whole: string
  /** From where the call reads; null where its arguments are in no form that is known. */
  readonly asked: (Pick<StoredPage, 'unit'> & { readonly offset: number }) | null
}

/**
 * As much of a stored result that was read back as a result may have, and how to read on. Where the answer is what
 * stands in the original where the call asked for it, the notice says which part of the original is shown, and with
 * which arguments the rest is read: whoever follows these notices misses nothing. An answer in a form of the client's
 * own, with numbers in front of its lines or a line that it opens with, can only be counted from its own beginning.
 *
 * @param stored the block under whose name it is stored
 * @param end as much as fits, as an index into the answer
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
 * From where a call's arguments read a stored result, in the words of the preview: `offset` and `unit` beside its name,
 * which ends another argument. Null where anything else is asked for. A `limit` is the tool's to keep, which has one of
 * its own beside it.
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
    // Recorded arguments that were no JSON are kept as they stood.
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
