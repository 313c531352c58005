import { isMapping } from '../mapping.ts'
import { dotted, shown } from '../wording.ts'
import { dataAt } from './declared.ts'
import { freed, walk } from './edit.ts'
import { outlineOf } from './outline.ts'
import type { Entry, Item, MapPart, Outline, Part } from './outline.ts'
import { removedEntry, removedItem } from './remove.ts'
import type { TextChange } from './range.ts'
import { beginsLine, lineEnd } from './line.ts'
import { behindOf, endOf } from './stretch.ts'
import { checked, unreadable } from './write.ts'
import type { Written } from './write.ts'

/**
 * Takes a key out of a text with its own comment lines, so that it has its default again; a section that nothing is left
 * of goes with it. An item of a list is taken out alone. Of what is not written, nothing is changed.
 */
export function removeSetting(yaml: string, path: readonly string[]): Written {
  const outline = outlineOf(yaml)
  if (outline === null) return { refused: unreadable(yaml) }
  const walked = walk(outline, path)
  if (path.length === 0) return { refused: 'A setting is taken out by its path, but this is empty' }
  if (walked.rest.length > 0) {
    const { last, rest } = walked
    if (last?.kind !== 'alias' || dataAt(outline.source.value, [...walked.written, ...rest]) === undefined) {
      return { text: yaml, changes: [] }
    }
    return {
      refused: `What an alias repeats has no key of its own to take out, such as ${shown(dotted(path))}`,
    }
  }
  const keys = keptAbove(outline, walked.written)
  const found = outOf(outline, keys)
  if (found === null) return { refused: `There is nothing to take out at ${shown(dotted(path))}` }
  const expected = without(outline.source.value, keys, found.empty)
  const changes = [found.change, ...freed(outline, walk(outline, keys), [found.change])]
  return checked(outline, changes, expected, path)
}

/** The path of what goes: the key itself, or the outermost section that holds nothing else. */
function keptAbove(outline: Outline, path: readonly string[]): readonly string[] {
  let keys = path
  while (keys.length > 1) {
    const above = keys.slice(0, -1)
    const { last, holder, setting } = walk(outline, above)
    if (last?.kind !== 'map' || last.entries.length > 1 || holder === null || !('key' in holder)) break
    // A cascade without rungs is another one than the usual.
    if (setting.kind === 'ladder' || !isAlone(outline, holder, last)) break
    keys = above
  }
  return keys
}

/** Whether a section holds one key and nothing else; keys that are commented out stay for whoever wants them back. */
function isAlone(outline: Outline, section: Entry, map: MapPart): boolean {
  const [only] = map.entries
  if (only === undefined || map.flow) return true
  const { text } = outline
  const { from, to } = removedEntry(outline, map, only)
  const head = lineEnd(text, section.behind ?? section.key.to)
  const end = behindOf(text, section.key.from, endOf(text, section))
  return !text.slice(head, Math.max(head, from)).includes('#') && !text.slice(to, end).includes('#')
}

/** The change that takes out what a path leads to, and what its list or mapping is when that was the last of it. */
function outOf(
  outline: Outline,
  path: readonly string[],
): { readonly change: TextChange; readonly empty: unknown } | null {
  const above = walk(outline, path.slice(0, -1))
  const { holder } = walk(outline, path)
  const { last } = above
  if (holder === null) return null
  if (last?.kind === 'map' && 'key' in holder) {
    // An item cannot be empty, and a cascade that is has to say so.
    const stays = last.entries.length > 1 || above.holder === null
    if (stays || ('key' in above.holder && above.setting.kind !== 'ladder' && !last.flow)) {
      return { change: removedEntry(outline, last, holder), empty: last.flow ? {} : null }
    }
    return { change: emptied(outline, above.holder, last, holder, '{}'), empty: {} }
  }
  if (last?.kind !== 'list' || 'key' in holder) return null
  if (last.items.length > 1) return { change: removedItem(outline, last, holder), empty: [] }
  return { change: emptied(outline, above.holder ?? holder, last, holder, '[]'), empty: [] }
}

/** What held one key or item says that it holds none. */
function emptied(
  outline: Outline,
  above: Entry | Item,
  whole: Part,
  inner: Entry | Item,
  empty: string,
): TextChange {
  const { text } = outline
  const end = endOf(text, inner, 'key' in inner ? inner.key : undefined)
  if ((whole.kind === 'map' || whole.kind === 'list') && whole.flow)
    return { from: whole.from, to: whole.to, insert: empty }
  const from = above.behind ?? whole.from
  return { from, to: end, insert: beginsLine(text, from) ? empty : ` ${empty}` }
}

function without(data: unknown, path: readonly string[], empty: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return data
  if (Array.isArray(data)) {
    const list: readonly unknown[] = data
    if (rest.length > 0) return list.with(Number(key), without(list[Number(key)], rest, empty))
    return list.filter((_, index) => index !== Number(key))
  }
  if (!isMapping(data)) return data
  const left = Object.entries(data).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]]
    return rest.length === 0 ? [] : [[name, without(inner, rest, empty)]]
  })
  return left.length === 0 ? empty : Object.fromEntries(left)
}
