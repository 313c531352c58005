import { named } from '../../../engine/internal.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import { policies } from '../../../engine/index.ts'
import type { Ratio, Tokens } from '../../../engine/index.ts'
import { LINEUP_TEXT } from './lineup-words.ts'
import { valueIn } from './by-hand.ts'
import { runChoices, useChoices } from './choices.ts'
import type { LaneChoice, RunChoices } from './choices.ts'
import { declarationsNow, loadDeclarations } from './declarations.ts'
import type { Declarations } from './declarations.ts'
import { alter, amend } from './history.ts'
import { configOf, lockOf, MOST_LANES, setLane } from './lanes.ts'
import { inStep, readText, saysWindow, sharedLimit, tellLimit } from './shared-window.ts'
import type { TextReading } from './shared-window.ts'

/** A setting with its new value. */
export interface SettingEdit {
  readonly path: readonly string[]
  readonly value: unknown
}

/**
 * The text of a lane: what a person wrote, or else its own config, written for people.
 *
 * @param limit of the shared window, for a lane without its own text; default: that of the shown run. 0 before there is
 *   one
 */
export function laneText(
  choice: LaneChoice,
  declarations: Declarations,
  limit: Tokens = sharedLimit(),
): string {
  if (choice.text !== undefined) return choice.text
  const config = { ...ownConfig(choice, declarations), ...(limit > 0 && { max_context_tokens: limit }) }
  return declarations.configYaml(config, declarations.presetMeaning(choice.policy))
}

/** The config of a lane that nobody changed. */
export function ownConfig(
  choice: LaneChoice,
  { completeConfig, overlaid, presetConfig }: Declarations,
): Config {
  return completeConfig(overlaid(presetConfig(choice.policy), configOf(choice)))
}

/** The config that a lane runs: that of its text, or of its last valid text. */
export function ranConfig(lane: LaneChoice, declarations: Declarations): Config {
  const { completeConfig, overlaid } = declarations
  const own = ownConfig(lane, declarations)
  return lane.byHand === undefined ? own : completeConfig(overlaid(own, lane.byHand))
}

/**
 * Writes settings into the text of a lane, each as one scalar, and runs the result. A change that would make the text
 * invalid is not written: no control could write to it afterwards. `input` names the control: its changes within a
 * second are one step of undo.
 *
 * @returns why nothing was written, in a sentence; null if it was, or will be once the declarations are loaded
 */
export function writeSettings(
  index: number,
  edits: readonly SettingEdit[],
  input: string = edits.map(({ path }) => path.join('.')).join(' '),
): string | null {
  return rewrite(index, input, (text, declarations) => declarations.writeSettings(text, edits))
}

/**
 * Moves a step of the cascade to another share, like `writeSettings`: its key is renamed and keeps its operations and
 * their comments. The cascade is written out first if the text has none.
 *
 * @param place of the step in the cascade, from the lowest share up
 */
export function moveRung(index: number, place: number, to: Ratio): string | null {
  const path = ['compression', 'cascade']
  return rewrite(index, `${path.join('.')} ${place}`, (text, declarations) => {
    const ladder = readText(text, declarations).config?.compression.cascade ?? {}
    const from = Object.keys(ladder)
      .map(Number)
      .toSorted((a, b) => a - b)[place]
    if (from === undefined || from === to) return { text }
    // People write 0.750, and a config says 0.75.
    const rungIn = (one: string): readonly string[] | undefined =>
      declarations
        .keyPlaces(one)
        .map((key) => key.path)
        .find(
          (keys) =>
            keys.length === 3 && keys[0] === path[0] && keys[1] === path[1] && Number(keys[2]) === from,
        )
    const own = rungIn(text)
    if (own !== undefined) return declarations.renameKey(text, own, String(to))
    const written = declarations.writeSettings(text, [{ path, value: ladder }])
    if ('refused' in written) return written
    return declarations.renameKey(written.text, rungIn(written.text) ?? [...path, String(from)], String(to))
  })
}

/** Takes the text of a lane as a person typed it. It is run if it is valid; until then, the last valid one is. */
export function writeText(index: number, text: string, input = 'text'): void {
  const declarations = declarationsNow()
  const lane = useChoices.getState().lanes[index]
  if (declarations === null) void loadDeclarations().then(() => writeText(index, text, input))
  else if (lane !== undefined) alter(taken(index, { ...lane, text }, declarations), inputOf(index, input))
}

/** Adds a lane that runs a config, which may ask for another window. */
export async function addLaneOfText(text: string): Promise<void> {
  const declarations = await loadDeclarations()
  const { lanes } = useChoices.getState()
  if (lanes.length < MOST_LANES)
    alter(taken(lanes.length, { policy: 'default', gates: 'on', text }, declarations))
}

/** The window that a config asks for, where it is another than the one that the lanes share; else null. */
export function otherWindow(text: string, declarations: Declarations): Tokens | null {
  const { config } = readText(text, declarations)
  const limit = sharedLimit()
  if (config === null || limit === 0 || !saysWindow(text, declarations)) return null
  return config.max_context_tokens === limit ? null : config.max_context_tokens
}

/** A config with the window that the lanes share in the place of its own. */
export function inSharedWindow(text: string, declarations: Declarations): string {
  const written = declarations.writeSettings(text, [{ path: ['max_context_tokens'], value: sharedLimit() }])
  return 'refused' in written ? text : written.text
}

/** Resets one setting to the original preset. */
export function giveBack(index: number, path: readonly string[]): string | null {
  const declarations = declarationsNow()
  const choice = useChoices.getState().lanes[index]
  if (declarations === null || choice === undefined) return null
  const own = valueIn(ownConfig(choice, declarations), path)
  return writeSettings(index, [{ path, value: own }], `back ${path.join('.')}`)
}

/** Resets everything that was changed in a lane, with its comments. */
export function giveAllBack(index: number): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined) return
  const { text: _, mistake: __, byHand: ___, ...rest } = lane
  alter({ lanes: lanes.with(index, rest) })
}

/**
 * The switches of a lane's head. If it has a text, their values are written there.
 *
 * @returns why nothing was switched, in a sentence; null if it was
 */
export function switchLane(
  index: number,
  change: Partial<Pick<LaneChoice, 'gates' | 'failing'>>,
): string | null {
  const declarations = declarationsNow()
  const lane = useChoices.getState().lanes[index]
  if (lane?.text === undefined || declarations === null) {
    setLane(index, change)
    return null
  }
  const next = { ...lane, ...change }
  const [before, after] = [ownConfig(lane, declarations), ownConfig(next, declarations)]
  const edits = leavesOf(declarations.differing(before, after), [])
  const written = lawful(lane, declarations.writeSettings(lane.text, edits), declarations)
  if ('refused' in written) return written.refused
  alter(taken(index, { ...next, text: written.text }, declarations))
  return null
}

/**
 * Records the window that the lanes share now, and writes it into the texts with another.
 *
 * @param of the choices that were run with it
 */
export function followLimit(limit: Tokens, of: RunChoices = runChoices(useChoices.getState())): void {
  tellLimit(limit, of)
  const choices = runChoices(useChoices.getState())
  const { lanes } = inStep(choices)
  if (lanes !== choices.lanes) amend({ lanes })
}

type Rewritten = { readonly text: string } | { readonly refused: string }

/** Writes a lane's text after the change of a control; null, or why it stays unchanged. */
function rewrite(
  index: number,
  input: string,
  by: (text: string, declarations: Declarations) => Rewritten,
): string | null {
  const declarations = declarationsNow()
  const lane = useChoices.getState().lanes[index]
  if (lane === undefined) return null
  if (declarations === null) {
    void loadDeclarations().then(() => rewrite(index, input, by))
    return null
  }
  const before = laneText(lane, declarations)
  const written = lawful(lane, by(before, declarations), declarations)
  if ('refused' in written) return written.refused
  if (written.text !== before)
    alter(taken(index, { ...lane, text: written.text }, declarations), inputOf(index, input))
  return null
}

/** What a control wrote, if it is valid; else why it is refused. */
function lawful(lane: LaneChoice, written: Rewritten, declarations: Declarations): Rewritten {
  if ('text' in written) {
    const error = errorIn(readText(written.text, declarations))
    if (error === null) return written
    if (lane.mistake === undefined) return { refused: error.message }
  }
  return lane.mistake === undefined
    ? written
    : { refused: LINEUP_TEXT.mistake(lane.mistake.line, lane.mistake.message) }
}

/** Two lanes have the same controls. */
function inputOf(index: number, input: string): string {
  return `lane ${index} ${input}`
}

/** The choices with a lane's new text, and with its content if it is valid. */
function taken(
  index: number,
  lane: LaneChoice & { readonly text: string },
  declarations: Declarations,
): Partial<RunChoices> {
  const choices = runChoices(useChoices.getState())
  const { lanes } = choices
  const before = lanes[index]
  const window = before === undefined ? sharedLimit() : windowBefore(before, declarations)
  const { lane: read, window: tokens } = laneOfText(lane, window, declarations)
  const given = lanes.toSpliced(index, 1, read)
  // All lanes share one window, whichever text it is written in. Other changes leave it unchanged.
  if (tokens !== window) return { lanes: given, budget: { kind: 'tokens', tokens } }
  return { lanes: read.mistake === undefined ? inStep({ ...choices, lanes: given }).lanes : given }
}

/**
 * A lane with the content of its text, or with the error of the text and its last valid content.
 *
 * @param window the current one, for a text that sets none
 * @returns with the window that the text asks for
 */
export function laneOfText(
  lane: LaneChoice & { readonly text: string },
  window: Tokens,
  declarations: Declarations,
): { readonly lane: LaneChoice; readonly window: Tokens } {
  const { mistake: _, ...text } = lane
  const reading = readText(lane.text, declarations)
  const { config } = reading
  if (config === null) {
    const { line = 1, message = '' } = errorIn(reading) ?? {}
    return { lane: { ...text, mistake: { line, message, window } }, window }
  }
  const { byHand: __, ...rest } = text
  const policy = policyOf(config, lane.policy, declarations)
  const next = { ...rest, policy, gates: lockOf(config, lane.gates) }
  const byHand = changesTo(config, next, declarations)
  return {
    lane: Object.keys(byHand).length === 0 ? next : { ...next, byHand },
    window: saysWindow(lane.text, declarations) ? config.max_context_tokens : window,
  }
}

/** The window of a lane's text, or of its last valid text. */
function windowBefore(lane: LaneChoice, declarations: Declarations): Tokens {
  if (lane.mistake !== undefined) return lane.mistake.window
  const text = laneText(lane, declarations)
  const { config } = readText(text, declarations)
  return config === null || !saysWindow(text, declarations) ? sharedLimit() : config.max_context_tokens
}

function errorIn({ config, problems }: TextReading): TextReading['problems'][number] | null {
  return config === null ? (problems.find(({ severity }) => severity === 'error') ?? null) : null
}

/** The name of a lane with this config: its policy, its previous plan, or its strategy. */
function policyOf({ strategy, eviction }: Config, before: string, declarations: Declarations): string {
  if (strategy === 'evict') return eviction.policy
  const { completeConfig, presetConfig } = declarations
  if (completeConfig(presetConfig(before)).strategy === strategy) return before
  return strategy === 'managed' ? 'default' : strategy
}

/** The differences between a config and the lane's own config, without the window, which all lanes share. */
function changesTo(config: Config, choice: LaneChoice, declarations: Declarations): PartialConfig {
  const { max_context_tokens: _, ...changes } = declarations.differing(
    spelledOut(ownConfig(choice, declarations)),
    spelledOut(config),
  )
  return changes
}

/** With the policy's weights if none are written: a text that spells them out changes nothing. */
function spelledOut(config: Config): Config {
  const { policy, weights } = config.eviction
  const own = named(policies, policy)?.weights
  return weights !== null || own === undefined
    ? config
    : { ...config, eviction: { ...config.eviction, weights: own } }
}

/** The settings of a config, each with its path; a list is one value. */
function leavesOf(value: unknown, path: readonly string[]): SettingEdit[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}
