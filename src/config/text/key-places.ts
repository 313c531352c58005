import { createLines } from '../lines.ts'
import { differsFromDefault } from './differs.ts'
import { endOfPart } from './stretch.ts'
import { outlineOf } from './outline.ts'
import type { Outline, Part } from './outline.ts'
import type { TextRange } from './range.ts'
import { roughData } from './rough.ts'
import { sketch } from './sketch.ts'

/** A key as a text has it. */
export interface KeyPlace {
  readonly path: readonly string[]
  /** Counts from 1. */
  readonly line: number
  readonly key: TextRange
  /** Null where nothing is written. */
  readonly value: TextRange | null
  /** Whether it says something else than the default, or anything below it does. */
  readonly differs: boolean
}

/** Every key of a text in its order, those in lists and between brackets too; of a broken text those that can be told. */
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
