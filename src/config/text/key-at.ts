import { columnOf, lineStart } from './line.ts'
import type { TextRange } from './range.ts'
import type { Row } from './row.ts'
import { sketch } from './sketch.ts'

/** What stands at a place of a text. */
export interface KeyAt {
  /** Of a blank place: the section that a key written there would belong to. */
  readonly path: readonly string[]
  readonly in: 'key' | 'value' | 'blank'
  readonly range: TextRange
}

/** The key whose name or value stands at an offset, in a text that may be broken; null outside of the text. Never throws. */
export function keyAt(yaml: string, offset: number): KeyAt | null {
  if (!Number.isInteger(offset) || offset < 0 || offset > yaml.length) return null
  return keyIn(yaml, sketch(yaml), offset)
}

/** The same of a text that is sketched already. */
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

/** The section that a key at an offset would belong to, by the indentation of what stands above it. */
export function sectionAt(yaml: string, rows: readonly Row[], offset: number): readonly string[] {
  const start = lineStart(yaml, offset)
  const written = /^[ \t]*/.exec(yaml.slice(start))?.[0].length ?? 0
  let column = Math.min(columnOf(yaml, offset), written)
  const around = rows.findLast(
    ({ value, flow }) => flow === false && value !== null && value.from < offset && offset < value.to,
  )
  if (around !== undefined) return around.path
  for (const row of rows.toReversed()) {
    if (row.key.from >= offset || row.flow || row.kind === 'word' || row.column >= column) continue
    column = row.column
    // A key that says something beside its colon holds no others.
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
