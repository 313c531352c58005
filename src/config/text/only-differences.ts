import { isMapping, sameData } from '../mapping.ts'
import { parseConfig } from '../parse.ts'
import { dataAt, declaredAt, within } from './declared.ts'
import { dataOf, outlineOf, removedEntry, endOf } from './outline.ts'
import type { MapPart, Outline } from './outline.ts'
import { applied, ordered } from './range.ts'
import type { TextChange } from './range.ts'
import { inline } from './scalar.ts'
import type { Setting } from '../../engine/index.ts'
import { shareOf } from '../ladder.ts'
import type { Ladder } from '../ladder.ts'

/** Whether the written value at a path differs from the default. */
export function differsFromDefault(path: readonly string[], data: unknown): boolean {
  const setting = declaredAt(path, data)
  if (setting === null) return false
  const value = dataAt(data, path)
  const owner = declaredAt(path.slice(0, -1), data)
  if (owner?.kind === 'ladder') return rungDiffers(owner.default, path.at(-1) ?? '', value)
  // By default there is no step.
  if (path[0] === 'pipeline') return path.length > 1 || (Array.isArray(value) && value.length > 0)
  return says(setting, value, path, data)
}

function says(setting: Setting, value: unknown, path: readonly string[], data: unknown): boolean {
  if (value === undefined) return false
  switch (setting.kind) {
    case 'group':
    case 'numbers':
      return isMapping(value) && anyBelow(setting, value, path, data)
    case 'boolean':
      return (value === 'on' || value === 'off' ? value === 'on' : value) !== setting.default
    case 'ladder': {
      const written = isMapping(value) ? value : {}
      return Object.keys(setting.default).length !== Object.keys(written).length
        ? true
        : Object.entries(written).some(([at, step]) => rungDiffers(setting.default, at, step))
    }
    case 'names':
    case 'texts':
    case 'stages':
      return !sameData(
        Array.isArray(value) ? value : Object.values(isMapping(value) ? value : {}),
        setting.default,
      )
    case 'number':
    case 'choice':
    case 'text':
      return !sameData(value, setting.default)
  }
}

function anyBelow(setting: Setting, value: object, path: readonly string[], data: unknown): boolean {
  return Object.entries(value).some(([key, inner]) => {
    const below = within(setting, key, path, data)
    return below !== null && says(below, inner, [...path, key], data)
  })
}

function rungDiffers(usual: Ladder, at: string, step: unknown): boolean {
  const share = shareOf(at)
  const there = Object.entries(usual).find(([key]) => shareOf(key) === share)
  return share === null || !sameData([there?.[1]].flat(), [step].flat())
}

const CASCADE = 'compression.cascade'
const THRESHOLD = ['compression', 'compaction_utilization_threshold']

/**
 * The text with only the differences from the defaults: every key with its default value is removed with its own
 * comments; the rest keeps its comments and the text its heading. It means the same run. A text with errors is returned
 * unchanged.
 */
export function onlyDifferences(yaml: string): string {
  const { config } = parseConfig(yaml)
  const outline = config === null ? null : outlineOf(spelledOut(yaml))
  if (outline === null || outline.root?.kind !== 'map') return yaml
  const { root } = outline
  const flow = root.flow ? [{ from: root.from, to: root.to, insert: keptOf(outline, root, []) }] : null
  const changes = ordered(flow ?? cuts(outline, root, []))
  if (changes === null) return yaml
  const text = tidied(applied(outline.text, changes), outline.eol)
  // Weights equal to the policy's own mean the same as none.
  return sameData(meant(parseConfig(text).config), meant(config)) ? text : yaml
}

/** Expands every alias, so that its anchor may be removed. */
function spelledOut(yaml: string): string {
  const outline = outlineOf(yaml)
  if (outline === null || outline.aliases.length === 0) return yaml
  const changes = outline.aliases.map((alias) => ({
    from: alias.from,
    to: alias.to,
    insert: inline(dataOf(alias)),
  }))
  return applied(yaml, changes)
}

function cuts(outline: Outline, map: MapPart, path: readonly string[]): TextChange[] {
  return map.entries.flatMap((entry): TextChange[] => {
    const here = [...path, entry.name]
    if (!isKept(outline, here)) return [removedEntry(outline, map, entry)]
    const inner = entry.value
    if (inner?.kind !== 'map' || !isOpen(outline, here)) return []
    if (!inner.flow) return cuts(outline, inner, here)
    return [{ from: inner.from, to: inner.to, insert: keptOf(outline, inner, here) }]
  })
}

/** A flow mapping with its remaining entries, each as written. */
function keptOf(outline: Outline, map: MapPart, path: readonly string[]): string {
  const { text } = outline
  const kept = map.entries.flatMap((entry): string[] => {
    const here = [...path, entry.name]
    if (!isKept(outline, here)) return []
    const end = endOf(text, entry, entry.key)
    if (entry.value?.kind !== 'map' || !isOpen(outline, here)) return [text.slice(entry.key.from, end)]
    return [text.slice(entry.key.from, entry.value.from) + keptOf(outline, entry.value, here)]
  })
  return kept.length === 0 ? '{}' : `{ ${kept.join(', ')} }`
}

function isKept({ source }: Outline, path: readonly string[]): boolean {
  if (differsFromDefault(path, source.value)) return true
  const threshold = dataAt(source.value, THRESHOLD)
  // Without a cascade, the threshold of compaction would move a default cascade step.
  return (
    CASCADE.startsWith(path.join('.')) && differsFromDefault(THRESHOLD, source.value) && threshold !== null
  )
}

/** Whether the keys of a mapping are independent, so that some may be removed. */
function isOpen({ source }: Outline, path: readonly string[]): boolean {
  const setting = declaredAt(path, source.value)
  return setting?.kind === 'group' || (setting?.kind === 'numbers' && path.at(-1) !== 'weights')
}

/** Removes blank lines at the ends, and new runs of two. */
function tidied(text: string, eol: string): string {
  const inner = text.replace(/^(?:[ \t]*\r?\n)+/, '').replace(/(?:\r?\n[ \t]*)+$/, '')
  return inner === '' ? '' : inner + eol
}

function meant(config: unknown): unknown {
  if (!isMapping(config)) return config
  const eviction = config['eviction']
  const weights = isMapping(eviction) ? eviction['weights'] : null
  const usual = declaredAt(['eviction', 'weights'], config)
  const own = usual?.kind === 'numbers' && sameData(usual.default, weights)
  return own && isMapping(eviction) ? { ...config, eviction: { ...eviction, weights: null } } : config
}
