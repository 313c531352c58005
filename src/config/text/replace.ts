import { isMapping } from '../mapping.ts'
import type { Mapping } from '../mapping.ts'
import { entryLines } from './block.ts'
import { within } from './declared.ts'
import type { Holder } from './holder.ts'
import { inserted } from './insert.ts'
import { changedItems } from './list.ts'
import { dataOf } from './outline.ts'
import type { MapPart, Outline, ScalarPart } from './outline.ts'
import type { TextChange } from './range.ts'
import { removedEntry } from './remove.ts'
import { sameData } from './same.ts'
import { inline, isMultiline } from './scalar.ts'
import { columnOf, nextLine } from './line.ts'
import { endOfPart, linesAt } from './stretch.ts'

/** Makes a part say another value: as little as can be changes. */
export function replaced(outline: Outline, place: Holder, value: unknown): readonly TextChange[] {
  const { part } = place
  if (part !== null && sameData(dataOf(part), value)) return []
  if (part === null) return [filledIn(outline, place, value)]
  if (part.kind === 'list' && Array.isArray(value) && value.length > 0) {
    return changedItems(outline, part, value, place, replaced)
  }
  if (part.kind === 'map' && isMapping(value) && Object.keys(value).length > 0) {
    return changedEntries(outline, part, value, place)
  }
  const { text } = outline
  const end = endOfPart(text, part)
  if ((part.kind === 'map' || part.kind === 'list') && !part.flow) {
    const from = place.holder?.behind ?? part.from
    return [{ from, to: end, insert: `${place.holder === null ? '' : ' '}${inline(value)}` }]
  }
  if (part.kind === 'scalar') return [{ from: part.from, to: end, insert: scalarAgain(outline, part, value) }]
  return [{ from: part.from, to: end, insert: inline(value) }]
}

function filledIn(outline: Outline, { holder, flow }: Holder, value: unknown): TextChange {
  const { text, step } = outline
  if (holder === null) {
    const lines = isMapping(value)
      ? Object.entries(value).flatMap(([key, inner]) => entryLines(key, inner, '', step))
      : [inline(value)]
    return { from: text.length, to: text.length, insert: linesAt(outline, text.length, lines) }
  }
  if ('key' in holder && !flow && isMapping(value) && Object.keys(value).length > 0) {
    const indent = ' '.repeat(columnOf(text, holder.key.from)) + step
    const lines = Object.entries(value).flatMap(([key, inner]) => entryLines(key, inner, indent, step))
    const at = nextLine(text, holder.behind ?? holder.key.to)
    return { from: at, to: at, insert: linesAt(outline, at, lines) }
  }
  const at = holder.behind ?? ('key' in holder ? holder.key.to : holder.from)
  return { from: at, to: at, insert: `${holder.behind === null ? ':' : ''} ${inline(value)}` }
}

function changedEntries(
  outline: Outline,
  map: MapPart,
  value: Mapping,
  { setting, path }: Holder,
): readonly TextChange[] {
  const gone = map.entries.filter(({ name }) => !Object.hasOwn(value, name))
  const names = new Set(map.entries.map(({ name }) => name))
  const added = Object.entries(value).filter(([name]) => !names.has(name))
  // In a flow mapping each would change the commas of the other.
  if (gone.length === map.entries.length || (map.flow && gone.length + added.length > 1)) {
    if (map.flow) return [{ from: map.from, to: map.to, insert: inline(value) }]
  }
  const changes: TextChange[] = []
  for (const entry of map.entries) {
    if (gone.includes(entry)) changes.push(removedEntry(outline, map, entry))
    else {
      const inner = setting === null ? null : within(setting, entry.name, path, outline.source.value)
      const place = {
        holder: entry,
        part: entry.value,
        setting: inner,
        path: [...path, entry.name],
        flow: map.flow,
      }
      changes.push(...replaced(outline, place, value[entry.name]))
    }
  }
  const order = setting ?? { kind: 'group', meaning: '', settings: {} }
  for (const [name, inner] of added) changes.push(inserted(outline, map, order, name, inner))
  return changes
}

/** A scalar in the style of the one before it. */
function scalarAgain({ text, eol }: Outline, part: ScalarPart, value: unknown): string {
  const source = text.slice(part.from, part.to)
  if (part.style !== 'block' || typeof value !== 'string' || value === '')
    return inline(value, { ...part, source })
  const head = /^[|>][^\r\n]*/.exec(source)?.[0] ?? '|'
  const body = source.slice(head.length).replace(/^\r?\n/, '')
  const indent = /^ */.exec(body)?.[0] ?? ''
  const ending = value.endsWith('\n') ? value.slice(0, -1) : value
  // An indicator of indentation, a comment, or lines that a folded scalar would join: quotes say it more simply.
  if (!/^[|>][-+]?$/.test(head) || isMultiline(ending, head.startsWith('>')) || indent === '')
    return inline(value)
  const kept = `${head[0]}${value.endsWith('\n') ? '' : '-'}`
  return [kept, ...ending.split('\n').map((line) => (line === '' ? '' : indent + line))].join(eol)
}
