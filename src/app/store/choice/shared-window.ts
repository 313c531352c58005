import type { Tokens } from '../../../engine/index.ts'
import { sameWindow } from './choices.ts'
import type { LaneChoice, RunChoices } from './choices.ts'
import { declarationsNow } from './declarations.ts'
import type { Declarations } from './declarations.ts'

/** What a text says, as the declarations read it. */
export type TextReading = ReturnType<Declarations['parseConfig']>

/** The window that the lanes on the screen share, and what it came of. */
let known: { readonly limit: Tokens; readonly of: RunChoices } | null = null

/** The limit of the window on the screen; 0 before there is one. */
export function sharedLimit(): Tokens {
  return known?.limit ?? 0
}

export function tellLimit(limit: Tokens, of: RunChoices): void {
  known = { limit, of }
}

/**
 * The choices with texts that say the window which their lanes share. What asks for another window than the one on the
 * screen stays as it is until it has been run, and a text with an error until it is mended.
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
 * Whether a text says how large the window is. One that does not takes the window of all lanes, not the default: a
 * snippet that somebody pastes is about something else.
 */
export function saysWindow(text: string, { keyPlaces }: Declarations): boolean {
  return keyPlaces(text).some(({ path }) => path.length === 1 && path[0] === 'max_context_tokens')
}

/** Texts read of late: two for each lane that there can be. */
const MOST_READ = 12
const read = new Map<string, TextReading>()

/** Reads a text, or remembers what it says: a hand that moves a setting asks for the same text many times. */
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
