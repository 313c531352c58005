import type { Random, Tokens } from '../../../engine/index.ts'
import { expand } from '../text/expand.ts'
import type { Slot } from '../text/expand.ts'
import { drawn } from '../text/pattern.ts'
import type { Pattern } from '../text/pattern.ts'
import { roughTokens } from './workspace.ts'

/** A text of any length: rows of a table, lines of a log, paragraphs of a page. */
export interface BodyTemplate {
  readonly head?: string
  /** Its lines; they come in random order, each once before any comes again. */
  readonly lines: readonly string[]
  readonly foot?: string
  /** How many lines make a paragraph; missing: each stands alone. */
  readonly paragraph?: readonly [number, number]
  /** Headings, one before every few paragraphs, until all are used. */
  readonly headings?: readonly string[]
  /** Values that every line draws again, besides `$row`, its number. */
  readonly values?: Readonly<Record<string, Pattern>>
}

/** A text with the sentences that must be in it. */
export interface BodyOrder {
  readonly tokens: Tokens
  readonly slot: Slot
  /** Sentences with facts, spread over the text. */
  readonly planted?: readonly string[]
  /** Draws the words, and the places of what is planted. */
  readonly draws: Random
}

/** A text of about the given size. A larger size adds lines at the end; what is planted is spread over all of it. */
export function bodyText(template: BodyTemplate, { tokens, slot, planted = [], draws }: BodyOrder): string {
  const head = template.head === undefined ? '' : expand(drawn(template.head, draws), slot, draws)
  const foot = template.foot === undefined ? '' : expand(drawn(template.foot, draws), slot, draws)
  const wanted = tokens - roughTokens(head + foot + planted.join(' '))
  const units = template.paragraph === undefined ? linesOf : paragraphsOf
  const body = units(template, wanted, slot, draws)
  planted.forEach((sentence, index) => {
    const share = (index + draws.uniform()) / planted.length
    body.splice(Math.floor(share * body.length), 0, sentence)
  })
  const between = template.paragraph === undefined ? '\n' : '\n\n'
  return [head, body.join(between), foot].filter((part) => part !== '').join(between)
}

function linesOf(template: BodyTemplate, wanted: Tokens, slot: Slot, draws: Random): string[] {
  const lines: string[] = []
  const next = lineSource(template, slot, draws)
  for (let written = 0; written < wanted || lines.length === 0;) {
    const line = next()
    lines.push(line)
    written += (line.length + 1) / 4
  }
  return lines
}

function paragraphsOf(template: BodyTemplate, wanted: Tokens, slot: Slot, draws: Random): string[] {
  const paragraphs: string[] = []
  const next = lineSource(template, slot, draws)
  const [fewest, most] = template.paragraph ?? [1, 1]
  const headings = draws.shuffle(template.headings ?? [])
  let untilHeading = 2
  for (let written = 0; written < wanted || paragraphs.length === 0;) {
    untilHeading -= 1
    const heading = untilHeading > 0 ? undefined : headings.shift()
    if (heading !== undefined) untilHeading = draws.integer(3, 5)
    const sentences = Array.from({ length: draws.integer(fewest, most) }, next).join(' ')
    if (heading !== undefined) paragraphs.push(`## ${expand(heading, slot, draws)}`)
    paragraphs.push(sentences)
    written += (sentences.length + 2) / 4
  }
  return paragraphs
}

function lineSource({ lines, values = {} }: BodyTemplate, slot: Slot, draws: Random): () => string {
  let bag: string[] = []
  let row = 0
  return () => {
    if (bag.length === 0) bag = draws.shuffle(lines)
    row += 1
    const own = new Map<string, string>([['row', String(row)]])
    const value: Slot = (name) => {
      const pattern = values[name]
      if (pattern === undefined || own.has(name)) return own.get(name) ?? slot(name)
      const drawnValue = expand(drawn(pattern, draws), slot, draws)
      own.set(name, drawnValue)
      return drawnValue
    }
    return expand(drawn(bag.pop() ?? '', draws), value, draws)
  }
}
