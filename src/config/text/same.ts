import { isMapping } from '../mapping.ts'

/** Whether two plain values say the same; the order of keys says nothing, and dust of binary fractions neither. */
export function sameData(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b || Math.abs(a - b) <= 1e-11 * Math.abs(a)
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => sameData(item, b[at]))
    )
  }
  if (!isMapping(a) || !isMapping(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(a[key], b[key]))
  )
}
