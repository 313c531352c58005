import { columnOf, lineStart } from './range.ts'
import type { TextRange } from './range.ts'
import { sketch } from './sketch.ts'
import type { Row } from './sketch.ts'
import { createLines } from '../source.ts'
import { differsFromDefault } from './only-differences.ts'
import { endOfPart, outlineOf } from './outline.ts'
import type { Outline, Part } from './outline.ts'
import { roughData } from './rough.ts'

/** What is at a position of a text. */
export interface KeyAt {
  /** For a blank position: the section that a key written there would belong to. */
  readonly path: readonly string[]
  readonly in: 'key' | 'value' | 'blank'
  readonly range: TextRange
}

/** The key whose name or value is at an offset, in a text that may be broken; null outside the text. Never throws. */
export function keyAt(yaml: string, offset: number): KeyAt | null {
  if (!Number.isInteger(offset) || offset < 0 || offset > yaml.length) return null
  return keyIn(yaml, sketch(yaml), offset)
}

/** The same for a text that is already sketched. */
export function keyIn(yaml: string, rows: readonly Row[], offset: number): KeyAt {
  let inner: Row | null = null
  for (const row of rows) {
    if (row.kind !== 'item' && covers(row.key, offset)) return { path: row.path, in: 'key', range: row.key }
    if (row.value !== null && covers(row.value, offset) && deeper(row, inner)) inner = row
  }
  if (inner !== null && inner.value !== null) return { path: inner.path, in: 'value', range: inner.value }
  const here = { from: offset, to: offset }
  const row = rows.findLast(
    ({ kind, behind, value }) =>
      kind !== 'word' && value === null && behind <= offset && !yaml.slice(behind, offset).includes('\n'),
  )
  const gap = row === undefined ? '' : yaml.slice(row.behind, offset)
  if (row !== undefined && /^[ \t]*$/.test(gap)) {
    return row.kind === 'key' || gap !== ''
      ? { path: row.path, in: 'value', range: here }
      : { path: row.path, in: 'key', range: row.key }
  }
  return { path: sectionAt(yaml, rows, offset), in: 'blank', range: here }
}

/** The section that a key at an offset would belong to, by the indentation of the lines above. */
function sectionAt(yaml: string, rows: readonly Row[], offset: number): readonly string[] {
  const start = lineStart(yaml, offset)
  const written = /^[ \t]*/.exec(yaml.slice(start))?.[0].length ?? 0
  let column = Math.min(columnOf(yaml, offset), written)
  const around = rows.findLast(
    ({ value, flow }) => !flow && value !== null && value.from < offset && offset < value.to,
  )
  if (around !== undefined) return around.path
  for (const row of rows.toReversed()) {
    if (row.key.from >= offset || row.flow || row.kind === 'word' || row.column >= column) continue
    column = row.column
    // A key with a value after its colon contains no others.
    if (row.value === null) return row.path
  }
  return []
}

function covers({ from, to }: TextRange, offset: number): boolean {
  return from <= offset && offset <= to
}

function deeper(row: Row, other: Row | null): boolean {
  return other === null || row.path.length >= other.path.length
}

/** A key in a text. */
export interface KeyPlace {
  readonly path: readonly string[]
  /** Counts from 1. */
  readonly line: number
  readonly key: TextRange
  /** Null if nothing is written. */
  readonly value: TextRange | null
  /** Whether it differs from the default, or anything below it does. */
  readonly differs: boolean
}

/**
 * Every key of a text in order, including those in lists and brackets; for a broken text those that can be recognized.
 */
export function keyPlaces(yaml: string): readonly KeyPlace[] {
  const lines = createLines(yaml)
  const outline = outlineOf(yaml)
  const found = outline === null ? sketched(yaml) : parsed(outline)
  const data = outline === null ? roughData(yaml) : outline.source.value
  return found.map(({ path, key, value }) => ({
    path,
    line: lines.placeOf(key.from).line,
    key,
    value,
    differs: differsFromDefault(path, data),
  }))
}

type Found = Pick<KeyPlace, 'path' | 'key' | 'value'>

function sketched(yaml: string): Found[] {
  const seen = new Set<string>()
  return sketch(yaml).filter(({ kind, path }) => {
    const name = JSON.stringify(path)
    if (kind !== 'key' || seen.has(name)) return false
    seen.add(name)
    return true
  })
}

function parsed(outline: Outline): Found[] {
  const found: Found[] = []
  const collect = (part: Part | null, path: readonly string[]): void => {
    if (part?.kind === 'list') {
      for (const [index, { value }] of part.items.entries()) collect(value, [...path, String(index)])
    }
    if (part?.kind !== 'map') return
    const seen = new Set<string>()
    for (const { name, key, value } of part.entries) {
      if (seen.has(name)) continue
      seen.add(name)
      const here = [...path, name]
      const range = value === null ? null : { from: value.from, to: endOfPart(outline.text, value) }
      found.push({ path: here, key, value: range })
      collect(value, here)
    }
  }
  collect(outline.root, [])
  return found
}
