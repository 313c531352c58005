import type { Setting } from '../../engine/index.ts'
import { checkConfig } from '../complete.ts'
import { isMapping } from '../mapping.ts'
import { numberMeant } from '../problem.ts'
import type { ConfigProblem } from '../problem.ts'
import { configOfStep } from '../step.ts'
import { shown } from '../wording.ts'
import { dataAt, declaredAt } from './declared.ts'
import { walk } from './edit.ts'
import type { Walked } from './edit.ts'
import { outlineOf, removedEntry, removedItem, endOfPart } from './outline.ts'
import type { Entry, MapPart, Outline } from './outline.ts'
import { startOfLine } from './range.ts'
import type { TextChange } from './range.ts'
import { inline, keyText, numberText } from './scalar.ts'

/** One change to a text that fixes a problem, with a short label for the button. */
export interface Fix {
  readonly title: string
  readonly change: TextChange
}

/** Problems that are fixed by removing their subject. */
const TAKEN_OUT: ReadonlySet<string> = new Set([
  'unknown-key',
  'duplicate-step',
  'weights-ignored',
  'unused-threshold',
  'cascade-wins',
  'no-weight',
])

/** A single change that fixes a problem of a text; null if only its author can know. Never throws. */
export function fixOf(yaml: string, problem: ConfigProblem): Fix | null {
  const outline = outlineOf(yaml)
  if (outline === null) return problem.code === 'syntax' ? withoutTab(yaml, problem) : null
  const walked = walk(outline, problem.path)
  if (problem.code === 'sum-not-one') return summed(outline, walked, problem.path)
  if (problem.code === 'duplicate-key') return withoutRepeated(outline, problem)
  if (walked.rest.length > 0 || walked.holder === null) return null
  const fix = problem.fix === undefined ? null : written(outline, walked, problem, problem.fix)
  return fix ?? (TAKEN_OUT.has(problem.code) ? takenOut(outline, walked, problem.path) : null)
}

function written(outline: Outline, walked: Walked, problem: ConfigProblem, fix: string): Fix | null {
  const { holder, last, setting } = walked
  const { text } = outline
  if (holder === null) return null
  if (problem.at === 'key') {
    const above = walk(outline, problem.path.slice(0, -1)).last
    if (!('key' in holder) || above?.kind !== 'map' || above.entries.some(({ name }) => name === fix))
      return null
    return replacedBy(text, holder.key.from, holder.key.to, keyText(fix))
  }
  if (problem.offset !== undefined) return wordReplaced(outline, problem, fix)
  if (last === null) {
    const at = holder.behind ?? ('key' in holder ? holder.key.to : holder.from)
    return { title: `Write ${shown(fix)}`, change: { from: at, to: at, insert: ` ${fix}` } }
  }
  const to = endOfPart(text, last)
  const source = text.slice(last.from, to)
  const names = setting.kind === 'choice' || setting.kind === 'text'
  const style = last.kind === 'scalar' && last.style !== 'block' ? last.style : 'plain'
  return replacedBy(
    text,
    last.from,
    to,
    names ? inline(fix, { style, source }) : tidied(fix, setting, source),
  )
}

/** A number is written as people write it, a list as suggested. */
function tidied(fix: string, setting: Setting, source: string): string {
  return setting.kind === 'number' && fix.trim() !== '' && Number.isFinite(Number(fix))
    ? numberText(Number(fix), source)
    : fix
}

/** The word of a condition that a problem is about. */
function wordReplaced({ text, source }: Outline, problem: ConfigProblem, fix: string): Fix | null {
  const { line, column } = source.placeOf(problem.path, problem.at, problem.offset)
  const from = startOfLine(text, line) + column - 1
  const found = problem.found ?? ''
  return found !== '' && text.startsWith(found, from)
    ? replacedBy(text, from, from + found.length, fix)
    : null
}

function takenOut(outline: Outline, walked: Walked, path: readonly string[]): Fix | null {
  const { last: above } = walk(outline, path.slice(0, -1))
  const { holder } = walked
  if (holder === null) return null
  const title = `Take ${shown(path.at(-1) ?? '')} out`
  if (above?.kind === 'map' && 'key' in holder) {
    const before = above.entries[above.entries.indexOf(holder) - 1]
    if (before?.value?.to === holder.key.from - 1 && holder.value === null)
      return withPoint(outline, before, holder, path)
    return { title, change: removedEntry(outline, above, holder) }
  }
  if (above?.kind === 'list' && !('key' in holder)) {
    return { title: `Take item ${Number(path.at(-1)) + 1} out`, change: removedItem(outline, above, holder) }
  }
  return null
}

/** In braces, the decimal comma of `0,6` ends an entry, and its decimals are a key. */
function withPoint(outline: Outline, before: Entry, { key }: Entry, path: readonly string[]): Fix | null {
  const { text, source } = outline
  const setting = declaredAt([...path.slice(0, -1), before.name], source.value)
  const from = before.value?.from ?? key.from
  const meant = setting?.kind === 'number' ? numberMeant(setting, text.slice(from, key.to)) : null
  return meant === null ? null : replacedBy(text, from, key.to, meant)
}

/** Removes the later of two equal keys. */
function withoutRepeated(outline: Outline, { path, line, column }: ConfigProblem): Fix | null {
  const { last } = walk(outline, path.slice(0, -1))
  if (last?.kind !== 'map') return null
  const start = startOfLine(outline.text, line) + column - 1
  const entry = last.entries.find(({ key }) => key.from === start)
  if (entry === undefined) return null
  return { title: `Remove the second ${shown(entry.name)}`, change: removedEntry(outline, last, entry) }
}

/** If shares do not sum to 1, the largest that may takes the difference. */
function summed(outline: Outline, { last, rest }: Walked, path: readonly string[]): Fix | null {
  const data = outline.source.value
  const setting = declaredAt(path, data)
  if (last?.kind !== 'map' || rest.length > 0 || setting === null) return null
  const { config } = checkConfig(data)
  const step = path[0] === 'pipeline' ? config.pipeline[Number(path[1])] : undefined
  const all = step === undefined ? dataAt(config, path) : dataAt(configOfStep(config, step), path.slice(3))
  const numbers = Object.values(isMapping(all) ? all : {}).filter((value) => typeof value === 'number')
  const gap = numbers.reduce((left, value) => left - value, 1)
  const largest = scalarsOf(last)
    .filter(({ entry, value }) => value + gap >= 0 && value + gap <= mostOf(setting, entry.name))
    .toSorted((a, b) => b.value - a.value || a.entry.key.from - b.entry.key.from)[0]
  if (largest === undefined) return null
  const { entry, value, from, to } = largest
  const insert = numberText(value + gap, outline.text.slice(from, to))
  return { title: `Give ${shown(entry.name)} ${insert}`, change: { from, to, insert } }
}

function mostOf(setting: Setting, name: string): number {
  const one = setting.kind === 'group' ? setting.settings[name] : setting
  return one?.kind === 'number' || one?.kind === 'numbers' ? one.max : 1
}

function scalarsOf(map: MapPart): { entry: Entry; value: number; from: number; to: number }[] {
  return map.entries.flatMap((entry) => {
    const part = entry.value
    if (part?.kind !== 'scalar' || typeof part.value !== 'number') return []
    return [{ entry, value: part.value, from: part.from, to: part.to }]
  })
}

/** YAML is indented by spaces; a tab is the one syntax error with an obvious fix. */
function withoutTab(yaml: string, { line }: ConfigProblem): Fix | null {
  const from = startOfLine(yaml, line)
  const indent = /^[ \t]*/.exec(yaml.slice(from))?.[0] ?? ''
  if (!indent.includes('\t')) return null
  const change = { from, to: from + indent.length, insert: indent.replaceAll('\t', '  ') }
  return { title: 'Indent with blanks', change }
}

function replacedBy(text: string, from: number, to: number, insert: string): Fix {
  return { title: `Write ${shown(text.slice(from, to))} as ${shown(insert)}`, change: { from, to, insert } }
}
