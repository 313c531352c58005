import { cutAt } from '../core/extract/statement.ts'
import type { Block } from '../core/message/block.ts'
import type { BlockId, Tokens, Turn } from '../core/units.ts'

/** Default maximum size of a placeholder (EVI-5). */
export const PLACEHOLDER_LIMIT: Tokens = 50

/** Characters tried for arguments and finding, longest first, until the whole fits. */
const LENGTHS = [72, 48, 32, 20, 10, 0] as const

/**
 * The placeholder that replaces a tool result (EVI-5): type, turn, tool and arguments, one finding extracted from the
 * result, and how to get it back; at most `most` tokens of `count`.
 *
 * @param args the call's arguments as one line of text, '' if the call is unknown
 */
export function placeholderFor(
  block: Block,
  args: string,
  result: string,
  count: (text: string) => Tokens,
  most: Tokens = PLACEHOLDER_LIMIT,
): string {
  return fitting(draftOf(block, args, result), count, most).text
}

/** A placeholder and what it costs. */
export interface Placeholder {
  readonly text: string
  readonly tokens: Tokens
}

/**
 * The same for a block, with a cache: small results need theirs at every decision, and a result of a trace never
 * changes.
 */
export function placeholderOf(
  block: Block,
  textOf: (block: BlockId) => string,
  count: (text: string) => Tokens,
  most: Tokens = PLACEHOLDER_LIMIT,
): Placeholder {
  let draft = drafts.get(block)
  if (draft === undefined) {
    const call = block.call?.before ?? null
    draft = draftOf(block, call === null ? '' : textOf(call), textOf(block.id))
    drafts.set(block, draft)
  }
  return fitting(draft, count, most)
}

/** The placeholders that a window's entries would leave, by position. */
export interface Placeholders {
  /** Maximum tokens of each. */
  readonly most: Tokens
  readonly at: (position: number) => Placeholder
  readonly tokens: (position: number) => Tokens
}

/** Placeholders of a window's blocks by position, each counted when it is first needed. */
export function placeholdersIn(
  blocks: readonly Block[],
  { text, count }: { readonly text: (block: BlockId) => string; readonly count: (text: string) => Tokens },
  most: Tokens,
): Placeholders {
  const made = new Map<number, Placeholder>()
  const make = (position: number): Placeholder => {
    const known = made.get(position)
    if (known !== undefined) return known
    const block = blocks[position]
    const placeholder = block === undefined ? NOTHING : placeholderOf(block, text, count, most)
    made.set(position, placeholder)
    return placeholder
  }
  return {
    most,
    at: make,
    tokens: (position: number): Tokens => make(position).tokens,
  }
}

const NOTHING: Placeholder = { text: '', tokens: 0 }

/** The input of a placeholder, and the versions written so far, longest first. */
interface Draft {
  readonly turn: Turn
  readonly tool: string
  readonly what: string
  readonly finding: string
  readonly versions: string[]
}

const drafts = new WeakMap<Block, Draft>()

function draftOf(block: Block, args: string, result: string): Draft {
  const tool = block.call?.name === undefined || block.call.name === '' ? 'the tool' : block.call.name
  return { turn: block.turn, tool, what: oneLine(args), finding: oneLine(findingOf(result)), versions: [] }
}

/** The longest version that fits the limit. */
function fitting(draft: Draft, count: (text: string) => Tokens, most: Tokens): Placeholder {
  for (let version = 0; version < LENGTHS.length; version++) {
    const text = (draft.versions[version] ??= written(draft, LENGTHS[version] ?? 0))
    const tokens = count(text)
    if (tokens <= most) return { text, tokens }
  }
  const text = `[Evicted: result of turn ${draft.turn}.]`
  return { text, tokens: count(text) }
}

function written({ turn, tool, what, finding }: Draft, length: number): string {
  const args = shorten(what, length)
  const found = shorten(finding, length)
  return (
    `[Evicted: result of turn ${turn}, ${tool}${args === '' ? '' : ` ${args}`}.` +
    `${found === '' ? '' : ` Finding: ${found}.`} Call it again for the full text.]`
  )
}

const ERROR_LINE = /\b(error|failed|failure|exception|cannot|not found|denied|timeout)\b/i
const COUNT_LINE =
  /\b\d+ (files?|matches|match|results?|tests?|lines?|errors?|passed|failed|rows?|entries|items)\b/i
/** Lines searched: searching a result of a million lines to its end would take too long. */
const LINES_READ = 400

/** The most informative line of a result: an error, else a count, else the first line with words in it. */
export function findingOf(result: string): string {
  let first = ''
  let counted = ''
  let from = 0
  for (let line = 0; line < LINES_READ && from < result.length; line++) {
    const end = result.indexOf('\n', from)
    const stop = end < 0 ? result.length : end
    const text = result.slice(from, Math.min(stop, from + 300)).trim()
    if (ERROR_LINE.test(text)) return tidy(text)
    if (counted === '' && COUNT_LINE.test(text)) counted = text
    if (first === '' && /[\p{L}\p{N}]/u.test(text)) first = text
    from = stop + 1
  }
  return tidy(counted === '' ? first : counted)
}

function tidy(line: string): string {
  return line.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')
}

/** The beginning of a text as one line, longer than any placeholder quotes. */
function oneLine(text: string): string {
  const flat = text.length > 400 ? text.slice(0, 400) : text
  return flat.replace(/\s+/g, ' ').trim()
}

/** Cuts a line to `length` characters with an ellipsis, never inside a surrogate pair. */
function shorten(line: string, length: number): string {
  if (line.length <= length) return line
  if (length === 0) return ''
  return `${cutAt(line, length - 1)}…`
}
