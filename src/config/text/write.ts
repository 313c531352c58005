import { readSource } from '../source.ts'
import { dotted, shown } from '../wording.ts'
import { completedWeights, unwritten } from './whole.ts'
import { changesOf, walk, withValue, freed } from './edit.ts'
import { outlineOf, removedEntry, removedItem, behindOf, endOf } from './outline.ts'
import type { Outline, MapPart, Entry, Item, Part } from './outline.ts'
import { applied, composed, ordered, beginsLine, lineEnd } from './range.ts'
import type { TextChange } from './range.ts'
import { sameData, isMapping } from '../mapping.ts'
import { shareOf } from '../ladder.ts'
import { dataAt, declaredAt, keysOf, namesOf } from './declared.ts'
import { inline, keyText, numberText } from './scalar.ts'

/** A setting with its new value. */
export interface SettingEdit {
  /** Keys from the top of the YAML down; an index for an item of a list. */
  readonly path: readonly string[]
  readonly value: unknown
}

/** The result of changing a text, or why it was not changed: a sentence that ends with the offending value. */
export type Written =
  | { readonly text: string; readonly changes: readonly TextChange[] }
  | { readonly refused: string }

/**
 * Writes settings into a text (CONF-2): a scalar is replaced in its own quotes, a missing key is inserted at its
 * position in the order of the declarations, and everything else stays byte for byte. The reader of the text decides
 * whether a value is allowed. `changes` refer to the original text, in its order. Never throws.
 */
export function writeSettings(yaml: string, edits: readonly SettingEdit[]): Written {
  const together = writtenTogether(yaml, edits)
  if (together !== null) return together
  let written: Written = { text: yaml, changes: [] }
  for (const edit of edits) {
    for (const one of [...completedWeights(written.text, edit), edit]) {
      const next = writtenOne(written.text, one)
      if ('refused' in next) return next
      written = { text: next.text, changes: composed(written.changes, next.changes) }
    }
  }
  return written
}

/** Writes several numbers of one gesture at once; null if they must be written one after the other. */
function writtenTogether(yaml: string, edits: readonly SettingEdit[]): Written | null {
  const outline = outlineOf(yaml)
  if (outline === null || edits.length < 2 || edits.some(({ path }) => path.at(-1) === 'policy')) return null
  const all: TextChange[] = []
  let expected: unknown = outline.source.value
  for (const { path, value } of edits) {
    const found = changesOf(outline, path, value)
    // An inserted line moves the others.
    if ('refused' in found || found.changes.some(({ from, to }) => from === to)) return null
    all.push(...found.changes)
    expected = found.expected(expected)
  }
  const changes = ordered(all)
  if (changes === null) return null
  const text = applied(yaml, changes)
  const after = readSource(text)
  return sameData(after.value, expected) && !hasErrors(after) ? { text, changes } : null
}

function writtenOne(yaml: string, { path, value }: SettingEdit): Written {
  const outline = outlineOf(yaml)
  if (outline === null || outline.source.value === undefined) return { refused: unreadable(yaml) }
  const found = changesOf(outline, path, value)
  if ('refused' in found) return found
  return checked(outline, found.changes, found.expected(outline.source.value), path)
}

/** Makes changes if the text then has the wanted data and no other difference. */
function checked(
  outline: Outline,
  changes: readonly TextChange[],
  expected: unknown,
  path: readonly string[],
): Written {
  const sorted = ordered(changes)
  const text = sorted === null ? null : applied(outline.text, sorted)
  const after = text === null ? null : readSource(text)
  if (sorted === null || text === null || !sameData(after?.value ?? null, expected ?? null)) {
    return { refused: `This form of the text has no place to change ${shown(dotted(path))}` }
  }
  if (after !== null && hasErrors(after)) return { refused: unreadable(outline.text) }
  return { text, changes: sorted }
}

/** Whether a text with data has an alias without its anchor, which no other reader of YAML takes. */
function hasErrors({ problems }: ReturnType<typeof readSource>): boolean {
  return problems.some(({ severity }) => severity === 'error')
}

/** Why a text cannot be changed: its errors must be fixed first. */
function unreadable(yaml: string): string {
  const problem = readSource(yaml).problems.find(({ severity }) => severity === 'error')
  const found = problem?.found ?? ''
  const where = problem === undefined ? '' : ` in line ${problem.line}${found === '' ? '' : `: ${found}`}`
  return `A setting can only be written into valid YAML, and the text has an error${where}`
}

/**
 * Renames a key in place: a cascade step gets another share, a number of a mapping another owner (CONF-2). A missing
 * cascade is written with the step moved. Refuses a name that is taken or not allowed.
 */
export function renameKey(yaml: string, path: readonly string[], to: string): Written {
  const outline = outlineOf(yaml)
  if (outline === null) return { refused: unreadable(yaml) }
  const data = outline.source.value
  const above = path.slice(0, -1)
  const key = path.at(-1) ?? ''
  const setting = declaredAt(above, data)
  if (path.length === 0 || setting === null)
    return { refused: `A config has no key called ${shown(dotted(path))}` }
  const owner = above.length === 0 ? 'A config' : dotted(above)
  const ladder = setting.kind === 'ladder'
  if (ladder && shareOf(to) === null) {
    return { refused: `A key of ${owner} must be a number from 0 to 1, but is ${shown(to)}` }
  }
  if (!ladder && !keysOf(setting).some((known) => namesOf(setting, known).includes(to))) {
    return { refused: `${owner} has no key called ${shown(to)}` }
  }
  const same = (a: string, b: string) => (ladder ? shareOf(a) !== null && shareOf(a) === shareOf(b) : a === b)
  const { last, rest, written } = walk(outline, above)
  const whole = rest.length > 0 || last === null ? unwritten(setting, above, yaml) : null
  const names = whole === null ? namesIn(outline, above) : Object.keys(whole)
  const own = names.find((name) => same(name, key))
  if (own === undefined) return { refused: `${owner} has no key ${shown(key)}` }
  if (own === to) return { text: yaml, changes: [] }
  const taken = names.find((name) => name !== own && same(name, to))
  if (taken !== undefined) return { refused: `${owner} already has a key ${shown(taken)}` }
  if (whole !== null) {
    return writeSettings(yaml, [
      { path: above, value: renamed(whole, own, ladder ? shareText(to, own) : to) },
    ])
  }
  if (last?.kind !== 'map') {
    const value = renamed(dataAt(data, written), own, to)
    return writeSettings(yaml, [{ path: above, value }])
  }
  return renamedIn(outline, last, written, own, ladder ? to : null, to)
}

function renamedIn(
  outline: Outline,
  map: MapPart,
  above: readonly string[],
  own: string,
  share: string | null,
  to: string,
): Written {
  const entry = map.entries.find(({ name }) => name === own)
  if (entry === undefined) return { refused: `${shown(dotted(above))} has no key ${shown(own)}` }
  const source = outline.text.slice(entry.key.from, entry.key.to)
  const name = share === null ? to : shareText(share, own)
  const quote = source[0] === '"' || source[0] === "'"
  const style = source[0] === '"' ? 'double' : 'single'
  const insert = quote ? inline(name, { style, source: '' }) : keyText(name)
  const data = outline.source.value
  const before = dataAt(data, above)
  const expected = withValue(data, above, renamed(before, own, name))
  return checked(outline, [{ ...entry.key, insert }], expected, [...above, own])
}

/** A share with as many decimals as the previous one, if they are enough. */
function shareText(share: string, before: string): string {
  return numberText(Number(share), before)
}

function namesIn(outline: Outline, path: readonly string[]): readonly string[] {
  const mapping = dataAt(outline.source.value, walk(outline, path).written)
  return isMapping(mapping) ? Object.keys(mapping) : []
}

function renamed(mapping: unknown, from: string, to: string): unknown {
  if (!isMapping(mapping)) return mapping
  return Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key === from ? to : key, value]))
}

/**
 * Removes a key from a text with its own comment lines, so that it has its default again; a section that becomes empty
 * is removed too. Only the item itself is removed from a list. A missing key changes nothing.
 */
export function removeSetting(yaml: string, path: readonly string[]): Written {
  const outline = outlineOf(yaml)
  if (outline === null) return { refused: unreadable(yaml) }
  const walked = walk(outline, path)
  if (path.length === 0) return { refused: 'A setting is removed by its path, but this path is empty' }
  if (walked.rest.length > 0) {
    const { last, rest } = walked
    if (last?.kind !== 'alias' || dataAt(outline.source.value, [...walked.written, ...rest]) === undefined) {
      return { text: yaml, changes: [] }
    }
    return {
      refused: `A value that an alias repeats has no key of its own to remove, such as ${shown(dotted(path))}`,
    }
  }
  const keys = keptAbove(outline, walked.written)
  const found = outOf(outline, keys)
  if (found === null) return { refused: `There is nothing to remove at ${shown(dotted(path))}` }
  const expected = without(outline.source.value, keys, found.empty)
  const changes = [found.change, ...freed(outline, walk(outline, keys), [found.change])]
  return checked(outline, changes, expected, path)
}

/** The path to remove: the key itself, or the outermost section that contains nothing else. */
function keptAbove(outline: Outline, path: readonly string[]): readonly string[] {
  let keys = path
  while (keys.length > 1) {
    const above = keys.slice(0, -1)
    const { last, holder, setting } = walk(outline, above)
    if (last?.kind !== 'map' || last.entries.length > 1 || holder === null || !('key' in holder)) break
    // An empty cascade is different from the default one.
    if (setting.kind === 'ladder' || !isAlone(outline, holder, last)) break
    keys = above
  }
  return keys
}

/** Whether a section contains only one key; commented-out keys count, because somebody may want them back. */
function isAlone(outline: Outline, section: Entry, map: MapPart): boolean {
  const [only] = map.entries
  if (only === undefined || map.flow) return true
  const { text } = outline
  const { from, to } = removedEntry(outline, map, only)
  const head = lineEnd(text, section.behind ?? section.key.to)
  const end = behindOf(text, section.key.from, endOf(text, section))
  return !text.slice(head, Math.max(head, from)).includes('#') && !text.slice(to, end).includes('#')
}

/** The change that removes what a path leads to, and what its list or mapping becomes if that was its last entry. */
function outOf(
  outline: Outline,
  path: readonly string[],
): { readonly change: TextChange; readonly empty: unknown } | null {
  const above = walk(outline, path.slice(0, -1))
  const { holder } = walk(outline, path)
  const { last } = above
  if (holder === null) return null
  if (last?.kind === 'map' && 'key' in holder) {
    // An item cannot be empty, and an empty cascade must be written as such.
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

/** A list or mapping that lost its only entry is written as empty. */
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
