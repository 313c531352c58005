import { outlineOf } from './outline.ts'
import { sketch } from './sketch.ts'
import type { Row } from './sketch.ts'
import { nameOf } from './scan.ts'

/** The data of a text; for a broken text the part that can be recognized, with items of a list as keys. */
export function roughData(text: string, rows: readonly Row[] | null = null): unknown {
  const outline = outlineOf(text)
  return outline === null ? sketchedData(text, rows ?? sketch(text)) : outline.source.value
}

function sketchedData(text: string, rows: readonly Row[]): unknown {
  const root = new Map<string, unknown>()
  for (const { path, value, kind } of rows) {
    if (kind === 'word') continue
    let map = root
    for (const key of path.slice(0, -1)) {
      const inner = map.get(key)
      const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>()
      map.set(key, next)
      map = next
    }
    const last = path.at(-1) ?? ''
    if (!map.has(last)) map.set(last, value === null ? null : scalarIn(text.slice(value.from, value.to)))
  }
  return plain(root)
}

function plain(map: ReadonlyMap<string, unknown>): unknown {
  return Object.fromEntries(
    [...map].map(([key, value]) => [
      key,
      value instanceof Map ? plain(value as ReadonlyMap<string, unknown>) : value,
    ]),
  )
}

/** The value of a scalar by itself. */
export function scalarIn(written: string): unknown {
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(written)) return Number(written)
  if (/^(?:true|True|TRUE)$/.test(written)) return true
  if (/^(?:false|False|FALSE)$/.test(written)) return false
  return /^(?:~|null|Null|NULL|)$/.test(written) ? null : nameOf(written)
}
