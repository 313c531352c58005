import { itemLines } from './block.ts'
import { within } from './declared.ts'
import type { Holder } from './holder.ts'
import { dataOf } from './outline.ts'
import type { ListPart, Outline } from './outline.ts'
import type { TextChange } from './range.ts'
import { sameData } from './same.ts'
import { inline } from './scalar.ts'
import { beginsLine, columnOf, lineStart } from './line.ts'
import { behindOf, endOf, linesAt } from './stretch.ts'

/** Makes a list hold other items; those that stay keep their place, quotes and comments. */
export function changedItems(
  outline: Outline,
  list: ListPart,
  values: readonly unknown[],
  { setting, path, holder }: Holder,
  replaced: (outline: Outline, place: Holder, value: unknown) => readonly TextChange[],
): readonly TextChange[] {
  const { text } = outline
  const { items } = list
  const old = items.map(({ value }) => dataOf(value))
  const lengths = longest(old, values)
  const inPlace = old.filter((value, index) => sameData(value, values[index])).length
  if (items.length === values.length && inPlace >= (lengths[0]?.[0] ?? 0)) {
    return items.flatMap((item, index) => {
      const key = String(index)
      const inner = setting === null ? null : within(setting, key, path, outline.source.value)
      const place = { holder: item, part: item.value, setting: inner, path: [...path, key], flow: list.flow }
      return replaced(outline, place, values[index])
    })
  }
  if (list.flow) return [flowItems(outline, list, values)]
  if (!items.every(({ from }) => beginsLine(text, from))) {
    const from = holder?.behind ?? list.from
    return [
      {
        from,
        to: endOf(text, items.at(-1) ?? { from, behind: from, value: null }),
        insert: ` ${inline(values)}`,
      },
    ]
  }
  return blockItems(outline, list, values, lengths)
}

/** Writes what differs between the items that both ends share. */
function flowItems({ text }: Outline, list: ListPart, values: readonly unknown[]): TextChange {
  const { items } = list
  const [first, second] = items
  const old = items.map(({ value }) => dataOf(value))
  const start = shared(old, values)
  const most = Math.min(old.length, values.length) - start
  const end = Math.min(most, shared(old.toReversed(), values.toReversed()))
  if (first === undefined || values.length === 0)
    return { from: list.from, to: list.to, insert: inline(values) }
  const written = text.slice(endOf(text, first), second?.from)
  const between = second !== undefined && /^\s*,\s*$/.test(written) ? written : ', '
  const style = first.value?.kind === 'scalar' ? first.value.style : 'plain'
  const middle = values.slice(start, values.length - end).map((value) => inline(value, { style, source: '' }))
  const [head, tail] = [items[start - 1], items[items.length - end]]
  const lastGone = items[items.length - end - 1]
  if (head !== undefined) {
    const from = endOf(text, head)
    const to = lastGone === undefined || items.length - end === start ? from : endOf(text, lastGone)
    return { from, to, insert: middle.map((item) => between + item).join('') }
  }
  if (tail !== undefined)
    return { from: first.from, to: tail.from, insert: middle.map((item) => item + between).join('') }
  return { from: first.from, to: endOf(text, lastGone ?? first), insert: middle.join(between) }
}

function shared(old: readonly unknown[], values: readonly unknown[]): number {
  const differs = old.findIndex((value, index) => index >= values.length || !sameData(value, values[index]))
  return differs < 0 ? old.length : differs
}

/** Takes out the lines of items that go and puts in those that come, around the longest run of items that stay. */
function blockItems(
  outline: Outline,
  list: ListPart,
  values: readonly unknown[],
  lengths: readonly (readonly number[])[],
): readonly TextChange[] {
  const { text, step } = outline
  const { items } = list
  const indent = ' '.repeat(columnOf(text, items[0]?.from ?? list.from))
  const changes: TextChange[] = []
  let lines: string[] = []
  let at = lineStart(text, items[0]?.from ?? list.from)
  const put = () => {
    if (lines.length > 0) changes.push({ from: at, to: at, insert: linesAt(outline, at, lines) })
    lines = []
  }
  let [old, next] = [0, 0]
  while (old < items.length || next < values.length) {
    const item = items[old]
    const value = values[next]
    const here = lengths[old]?.[next] ?? 0
    if (item !== undefined && (lengths[old + 1]?.[next] ?? 0) === here) {
      const behind = behindOf(text, item.from, endOf(text, item))
      put()
      changes.push({ from: lineStart(text, item.from), to: behind, insert: '' })
      at = behind
      old += 1
    } else if (next < values.length && (lengths[old]?.[next + 1] ?? 0) === here) {
      lines.push(...itemLines(value, indent, step))
      next += 1
    } else {
      put()
      if (item !== undefined) at = behindOf(text, item.from, endOf(text, item))
      old += 1
      next += 1
    }
  }
  put()
  return changes
}

/** How many items two lists share in their order, from each pair of places on. */
function longest(a: readonly unknown[], b: readonly unknown[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row === undefined) continue
      row[j] = sameData(a[i], b[j])
        ? 1 + (lengths[i + 1]?.[j + 1] ?? 0)
        : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}
