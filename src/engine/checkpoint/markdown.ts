import type { Checkpoint } from './checkpoint.ts'
import { FIELD_NAMES, FIELDS } from './fields.ts'
import type { FieldName } from './fields.ts'
import type { Fault, Fields, Node, Body } from './outline.ts'
import { bodyOfItems, itemsOf } from './outline.ts'
import { problemsOf, readFile, refused, tooLong } from './read.ts'
import type { ReadCheckpoint } from './read.ts'

const TITLE = '# Checkpoint'
const HEADER = Object.freeze(['format', 'schema', 'window', 'version', 'turn', 'time'] as const)

/** A checkpoint for people, from the same table as the JSON; empty fields are left out. Ends with a line break. */
export function checkpointToMarkdown(checkpoint: Checkpoint): string {
  const header = HEADER.map((name) => ({
    at: 0,
    text: `${name}: ${checkpoint[name] ?? 'none'}`,
    children: [],
  }))
  const sections = [`${TITLE}\n\n${bodyOfItems(header)}`]
  const section = <K extends FieldName>(name: K): void => {
    const { heading, shape } = FIELDS[name]
    const body = shape.body(checkpoint[name])
    if (body !== '') sections.push(`## ${heading}\n\n${body}`)
  }
  for (const name of FIELD_NAMES) section(name)
  return `${sections.join('\n\n')}\n`
}

/**
 * Reads Markdown written by `checkpointToMarkdown`, possibly changed by a person. Refuses the same as
 * `parseCheckpoint`.
 */
export function checkpointFromMarkdown(text: string): ReadCheckpoint {
  const long = tooLong(text)
  if (long !== null) return refused(text, long)
  const fields = new Map<string, Node>()
  const odd: Fault[] = []
  for (const { heading, at, body } of sectionsOf(text)) {
    const name = FIELD_NAMES.find((each) => FIELDS[each].heading.toLowerCase() === heading.toLowerCase())
    if (heading === '') for (const [key, node] of headerOf(body)) fields.set(key, node)
    else if (name === undefined)
      odd.push({
        code: 'unknown-field',
        message: `a checkpoint has no section, and it is not kept: found ${JSON.stringify(heading.slice(0, 60))}`,
        at,
        found: heading.slice(0, 60),
      })
    else if (fields.has(name))
      return refused(text, {
        code: 'repeated-section',
        message: `a section may occur only once, found another ${JSON.stringify(heading)}`,
        at,
        found: heading,
      })
    else fields.set(name, FIELDS[name].shape.node(body))
  }
  const { checkpoint, problems } = readFile(fields, text)
  return { checkpoint, problems: [...problems, ...problemsOf(text, odd, 'warning')] }
}

interface Section {
  /** '' for the text before the first heading of the second level. */
  readonly heading: string
  readonly at: number
  readonly body: Body
}

function sectionsOf(text: string): Section[] {
  const sections: { heading: string; at: number; lines: { at: number; text: string }[] }[] = [
    { heading: '', at: 0, lines: [] },
  ]
  let at = 0
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line.startsWith('## ')) sections.push({ heading: line.slice(3).trim(), at, lines: [] })
    else sections.at(-1)?.lines.push({ at, text: line })
    at += raw.length + 1
  }
  return sections.map(({ heading, at: start, lines }) => ({
    heading,
    at: start,
    body: trimmed(start, lines),
  }))
}

function trimmed(at: number, lines: Body['lines']): Body {
  let first = 0
  let end = lines.length
  while (first < end && lines[first]?.text === '') first++
  while (end > first && lines[end - 1]?.text === '') end--
  return { at: lines[first]?.at ?? at, lines: lines.slice(first, end) }
}

/** Reads lines such as `- window: 2`: numbers as numbers, `none` as null, the format unchanged. */
function headerOf(body: Body): Fields {
  const fields = new Map<string, Node>()
  const items = itemsOf({ ...body, lines: body.lines.filter(({ text }) => !text.startsWith('#')) })
  for (const { at, text } of items) {
    const colon = text.indexOf(':')
    if (colon < 0) continue
    const value = text.slice(colon + 1).trim()
    fields.set(text.slice(0, colon), {
      at,
      value: /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value === 'none' ? null : value,
    })
  }
  return fields
}
