import { isMapping } from '../mapping.ts'
import { shareOf } from '../ladder.ts'
import { shown, dotted } from '../wording.ts'
import { dataAt, declaredAt, keysOf, namesOf } from './declared.ts'
import { walk, withValue } from './edit.ts'
import { outlineOf } from './outline.ts'
import type { MapPart, Outline } from './outline.ts'
import { inline, keyText, numberText } from './scalar.ts'
import { unwritten } from './whole.ts'
import { checked, unreadable, writeSettings } from './write.ts'
import type { Written } from './write.ts'

/**
 * Gives a key another name where it stands: a rung another share, a number of a mapping another owner (CONF-2). A cascade
 * that is not written is written down with the rung moved. Refuses a name that is taken or cannot stand there.
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
  const ladder = setting.kind === 'ladder'
  if (ladder && shareOf(to) === null) {
    return { refused: `A key of ${dotted(above)} must be a number from 0 to 1, but is ${shown(to)}` }
  }
  if (!ladder && !keysOf(setting).some((known) => namesOf(setting, known).includes(to))) {
    return { refused: `${above.length === 0 ? 'A config' : dotted(above)} has no key called ${shown(to)}` }
  }
  const same = (a: string, b: string) => (ladder ? shareOf(a) !== null && shareOf(a) === shareOf(b) : a === b)
  const { last, rest, written } = walk(outline, above)
  const whole = rest.length > 0 || last === null ? unwritten(setting, above, yaml) : null
  const names = whole === null ? namesIn(outline, above) : Object.keys(whole)
  const own = names.find((name) => same(name, key))
  if (own === undefined) return { refused: `${shown(dotted(above))} has no key ${shown(key)}` }
  if (own === to) return { text: yaml, changes: [] }
  const taken = names.find((name) => name !== own && same(name, to))
  if (taken !== undefined) return { refused: `${dotted(above)} already has a key ${shown(taken)}` }
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

/** A share with as many decimals as the one before it, where they are enough. */
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
