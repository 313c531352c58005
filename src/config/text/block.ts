import { isMapping } from '../mapping.ts'
import { inline, keyText } from './scalar.ts'

/** A key with its value as lines: mappings one key to a line, lists of plain values on their line. */
export function entryLines(key: string, value: unknown, indent: string, step: string): string[] {
  const head = `${indent}${keyText(key)}:`
  if (isMapping(value) && Object.keys(value).length > 0) {
    return [
      head,
      ...Object.entries(value).flatMap(([name, inner]) => entryLines(name, inner, indent + step, step)),
    ]
  }
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    return [head, ...value.flatMap((item) => itemLines(item, indent + step, step))]
  }
  return [`${head} ${inline(value)}`]
}

/** An item of a list as lines: a mapping with its first key beside the dash. */
export function itemLines(value: unknown, indent: string, step: string): string[] {
  if (!isMapping(value) || Object.keys(value).length === 0) return [`${indent}- ${inline(value)}`]
  const lines = Object.entries(value).flatMap(([key, inner]) => entryLines(key, inner, `${indent}  `, step))
  return lines.map((line, index) => (index === 0 ? `${indent}- ${line.slice(indent.length + 2)}` : line))
}
