import type { Entry, Item, ListPart, MapPart, Outline } from './outline.ts'
import type { TextChange } from './range.ts'
import { beginsLine, lineStart, nextLine } from './line.ts'
import { behindOf, blankAbove, commentAbove, endOf } from './stretch.ts'

/** Takes a key out, and the comment that stands right above it; the first comment of a text stays. */
export function removedEntry(outline: Outline, map: MapPart, entry: Entry): TextChange {
  const { text } = outline
  if (map.flow) return removedFromFlow(text, map, map.entries, entry, entry.key.from)
  const end = endOf(text, entry, entry.key)
  if (!beginsLine(text, entry.key.from)) {
    // Beside a dash or an anchor: the next key takes its place.
    const next = map.entries[map.entries.indexOf(entry) + 1]
    return { from: entry.key.from, to: next?.key.from ?? end, insert: '' }
  }
  const above = commentAbove(text, entry.key.from)
  const from = above === 0 && outline.root === map ? lineStart(text, entry.key.from) : above
  const to = behindOf(text, entry.key.from, end)
  return { ...withoutGap(text, from, to), insert: '' }
}

/** Takes an item out of a list. */
export function removedItem(outline: Outline, list: ListPart, item: Item): TextChange {
  const { text } = outline
  if (list.flow) return removedFromFlow(text, list, list.items, item, item.from)
  const end = endOf(text, item)
  if (!beginsLine(text, item.from)) {
    const next = list.items[list.items.indexOf(item) + 1]
    return { from: item.from, to: next?.from ?? end, insert: '' }
  }
  return { from: commentAbove(text, item.from), to: behindOf(text, item.from, end), insert: '' }
}

function removedFromFlow<One extends Entry | Item>(
  text: string,
  whole: MapPart | ListPart,
  all: readonly One[],
  one: One,
  from: number,
): TextChange {
  const index = all.indexOf(one)
  const before = all[index - 1]
  const after = all[index + 1]
  const startOf = (other: Entry | Item) => ('key' in other ? other.key.from : other.from)
  const stopOf = (other: Entry | Item) => endOf(text, other, 'key' in other ? other.key : undefined)
  if (before !== undefined) return { from: stopOf(before), to: stopOf(one), insert: '' }
  if (after !== undefined) return { from, to: startOf(after), insert: '' }
  return { from: whole.from, to: whole.to, insert: whole.kind === 'map' ? '{}' : '[]' }
}

/** Of two blank lines that would stand together, one goes too. */
function withoutGap(text: string, from: number, to: number): { from: number; to: number } {
  const below = to >= text.length || text.slice(to, nextLine(text, to)).trim() === ''
  return below && blankAbove(text, from) ? { from: lineStart(text, from - 1), to } : { from, to }
}
