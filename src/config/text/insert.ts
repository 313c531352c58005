import type { Setting } from '../../engine/index.ts'
import { entryLines } from './block.ts'
import { keysOf, namesOf } from './declared.ts'
import type { Entry, MapPart, Outline } from './outline.ts'
import type { TextChange } from './range.ts'
import { inline, keyText } from './scalar.ts'
import { beginsLine, columnOf, lineStart, nextLine } from './line.ts'
import { behindOf, blankAbove, commentAbove, endOf, linesAt } from './stretch.ts'

/** Puts a key into a mapping, at its place in the order of the declarations. */
export function inserted(
  outline: Outline,
  map: MapPart,
  setting: Setting,
  key: string,
  value: unknown,
): TextChange {
  const { before, after } = neighbours(map, setting, key)
  if (map.flow) return insertedInFlow(outline, map, key, value, before, after)
  const { text, step, eol } = outline
  const column = columnOf(text, map.entries[0]?.key.from ?? map.from)
  const lines = entryLines(key, value, ' '.repeat(column), step)
  const apart = outline.root === map && isSpaced(outline, map)
  if (before !== null) {
    // What is commented out at the end of a section is not about the key behind it: there is none.
    const last = before === map.entries.at(-1) && outline.root !== map
    const at = behindOf(text, before.key.from, endOf(text, before, before.key), last ? column - 1 : column)
    return { from: at, to: at, insert: linesAt(outline, at, apart ? ['', ...lines] : lines) }
  }
  const first = after ?? map.entries[0]
  const from = first?.key.from ?? map.from
  if (!beginsLine(text, from)) {
    const own = lines.map((line, index) => (index === 0 ? line.trimStart() : line))
    return { from, to: from, insert: `${own.join(eol)}${eol}${' '.repeat(column)}` }
  }
  const above = commentAbove(text, from)
  // A comment that opens the file is about the file.
  const at = above === 0 && outline.root === map ? lineStart(text, from) : above
  return { from: at, to: at, insert: linesAt(outline, at, apart ? [...lines, ''] : lines) }
}

/** Puts a key below another that has no value yet. */
export function insertedBelow(outline: Outline, holder: Entry, key: string, value: unknown): TextChange {
  const { text, step } = outline
  const indent = ' '.repeat(columnOf(text, holder.key.from)) + step
  const at = nextLine(text, holder.behind ?? holder.key.to)
  return { from: at, to: at, insert: linesAt(outline, at, entryLines(key, value, indent, step)) }
}

/** Puts a key at the end of a text that has none. */
export function insertedAtEnd(outline: Outline, key: string, value: unknown): TextChange {
  const { text, step } = outline
  const at = text.length
  return { from: at, to: at, insert: linesAt(outline, at, entryLines(key, value, '', step)) }
}

function insertedInFlow(
  { text }: Outline,
  map: MapPart,
  key: string,
  value: unknown,
  before: Entry | null,
  after: Entry | null,
): TextChange {
  const pair = `${keyText(key)}: ${inline(value)}`
  if (before !== null) {
    const at = endOf(text, before, before.key)
    return { from: at, to: at, insert: `, ${pair}` }
  }
  const first = after ?? map.entries[0]
  if (first !== undefined) return { from: first.key.from, to: first.key.from, insert: `${pair}, ` }
  return { from: map.from, to: map.to, insert: `{ ${pair} }` }
}

/** The entries that a key comes between: the nearest that is declared before it, else the nearest behind it. */
function neighbours(
  map: MapPart,
  setting: Setting,
  key: string,
): { before: Entry | null; after: Entry | null } {
  const rank = rankIn(setting)
  const own = rank(key)
  let before: Entry | null = null
  let after: Entry | null = null
  for (const entry of map.entries) {
    const there = rank(entry.name)
    if (there === null || own === null) continue
    if (there < own && (before === null || there >= (rank(before.name) ?? 0))) before = entry
    if (there > own && (after === null || there < (rank(after.name) ?? 0))) after = entry
  }
  if (before === null && after === null) before = map.entries.at(-1) ?? null
  return { before, after }
}

function rankIn(setting: Setting): (key: string) => number | null {
  if (setting.kind === 'ladder') return (key) => (Number.isNaN(Number(key)) ? null : Number(key))
  const ranks = new Map(
    keysOf(setting).flatMap((key, index) => namesOf(setting, key).map((name) => [name, index] as const)),
  )
  return (key) => ranks.get(key) ?? null
}

/** Whether the sections of a text stand apart. */
function isSpaced({ text }: Outline, { entries }: MapPart): boolean {
  const [, second] = entries
  return second !== undefined && blankAbove(text, commentAbove(text, second.key.from))
}
