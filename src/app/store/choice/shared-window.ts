import type { Tokens } from '../../../engine/index.ts'
import { sameWindow } from './choices.ts'
import type { LaneChoice, RunChoices } from './choices.ts'
import { declarationsNow } from './declarations.ts'
import type { Declarations } from './declarations.ts'

/** The content of a text, as the declarations read it. */
export type TextReading = ReturnType<Declarations['parseConfig']>

/** The window that the shown lanes share, and the choices behind it. */
let known: { readonly limit: Tokens; readonly of: RunChoices } | null = null

/** The limit of the shown window; 0 before there is one. */
export function sharedLimit(): Tokens {
  return known?.limit ?? 0
}

export function tellLimit(limit: Tokens, of: RunChoices): void {
  known = { limit, of }
}

/**
 * The choices with texts that contain the shared window. A text that asks for another window than the shown one stays
 * unchanged until it has been run, and an invalid text until it is fixed.
 */
export function inStep<Of extends RunChoices>(choices: Of): Of {
  const declarations = declarationsNow()
  if (declarations === null || known === null || !sameWindow(known.of, choices)) return choices
  const { limit } = known
  const lanes = choices.lanes.map((lane) => withLimit(lane, limit, declarations))
  return lanes.every((lane, index) => lane === choices.lanes[index]) ? choices : { ...choices, lanes }
}

function withLimit(lane: LaneChoice, limit: Tokens, declarations: Declarations): LaneChoice {
  if (lane.text === undefined || lane.mistake !== undefined) return lane
  const { config } = readText(lane.text, declarations)
  if (config === null || config.max_context_tokens === limit || !saysWindow(lane.text, declarations))
    return lane
  const written = declarations.writeSettings(lane.text, [{ path: ['max_context_tokens'], value: limit }])
  return 'refused' in written ? lane : { ...lane, text: written.text }
}

/**
 * Whether a text sets the size of the window. One that does not uses the shared window, not the default: a pasted
 * snippet is about something else.
 */
export function saysWindow(text: string, { keyPlaces }: Declarations): boolean {
  return keyPlaces(text).some(({ path }) => path.length === 1 && path[0] === 'max_context_tokens')
}

/** Number of recently read texts to remember: two per possible lane. */
const MOST_READ = 12
const read = new Map<string, TextReading>()

/** Reads a text, or returns the remembered result: a control that moves asks for the same text many times. */
export function readText(text: string, declarations: Declarations): TextReading {
  const before = read.get(text)
  read.delete(text)
  const reading = before ?? declarations.parseConfig(text)
  read.set(text, reading)
  for (const oldest of read.keys()) {
    if (read.size <= MOST_READ) break
    read.delete(oldest)
  }
  return reading
}
