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
import { configOf, lockOf, setLane } from './lanes.ts'
import { inStep, readText, saysWindow, sharedLimit, tellLimit } from './shared-window.ts'
import type { TextReading } from './shared-window.ts'

/** A setting with what is to stand there. */
export interface SettingEdit {
  readonly path: readonly string[]
  readonly value: unknown
}

/**
 * The text of a lane: what a person wrote, or what it runs by itself, written for people.
 *
 * @param limit of the window that all lanes share, which a lane without a text of its own writes; default: that of the
 *   run on the screen. 0 before there is one
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

/** What a lane runs where a person changed nothing in it. */
export function ownConfig(
  choice: LaneChoice,
  { completeConfig, overlaid, presetConfig }: Declarations,
): Config {
  return completeConfig(overlaid(presetConfig(choice.policy), configOf(choice)))
}

/** What a lane runs: what its text says, or said before it had an error. */
export function ranConfig(lane: LaneChoice, declarations: Declarations): Config {
  const { completeConfig, overlaid } = declarations
  const own = ownConfig(lane, declarations)
  return lane.byHand === undefined ? own : completeConfig(overlaid(own, lane.byHand))
}

/**
 * Writes settings into the text of a lane, each as one scalar, and runs what it then says. What would leave the text with
 * an error is not written: whatever writes here could not be used any more. `input` names the control: its moves within
 * a second are one step of undo.
 *
 * @returns why nothing was written, in a sentence; null where it was, or will be once the declarations are there
 */
export function writeSettings(
  index: number,
  edits: readonly SettingEdit[],
  input: string = edits.map(({ path }) => path.join('.')).join(' '),
): string | null {
  return rewrite(index, input, (text, declarations) => declarations.writeSettings(text, edits))
}

/**
 * Moves a step of the cascade to another share, as `writeSettings` does: its key gets another name and keeps its steps
 * and their comments. The cascade is written out first where the text has none.
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

/** Takes over the text of a lane as a person typed it. It is run where it has no error; until then, the last one is. */
export function writeText(index: number, text: string, input = 'text'): void {
  const declarations = declarationsNow()
  const lane = useChoices.getState().lanes[index]
  if (declarations === null) void loadDeclarations().then(() => writeText(index, text, input))
  else if (lane !== undefined) alter(taken(index, { ...lane, text }, declarations), inputOf(index, input))
}

/** Gives one setting back the original preset. */
export function giveBack(index: number, path: readonly string[]): string | null {
  const declarations = declarationsNow()
  const choice = useChoices.getState().lanes[index]
  if (declarations === null || choice === undefined) return null
  const own = valueIn(ownConfig(choice, declarations), path)
  return writeSettings(index, [{ path, value: own }], `back ${path.join('.')}`)
}

/** Gives back everything that was changed in a lane, its comments too. */
export function giveAllBack(index: number): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined) return
  const { text: _, mistake: __, byHand: ___, ...rest } = lane
  alter({ lanes: lanes.with(index, rest) })
}

/**
 * Switches of a lane's head. Where it has a text, what they mean is written there.
 *
 * @returns why nothing was switched, in a sentence; null where it was
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
 * Tells of the window that the lanes share now, and writes it into the texts that say another.
 *
 * @param of what was run to it
 */
export function followLimit(limit: Tokens, of: RunChoices = runChoices(useChoices.getState())): void {
  tellLimit(limit, of)
  const choices = runChoices(useChoices.getState())
  const { lanes } = inStep(choices)
  if (lanes !== choices.lanes) amend({ lanes })
}

type Rewritten = { readonly text: string } | { readonly refused: string }

/** Writes what becomes of a lane's text by a control; null, or why it stays as it is. */
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

/** What a control wrote, if it has no error; else why it is refused. */
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

/** The choices with a lane's new text, and with what it says where it has no error. */
function taken(
  index: number,
  lane: LaneChoice & { readonly text: string },
  declarations: Declarations,
): Partial<RunChoices> {
  const choices = runChoices(useChoices.getState())
  const { lanes } = choices
  const window = windowBefore(lanes[index] ?? lane, declarations)
  const { mistake: _, ...text } = lane
  const reading = readText(lane.text, declarations)
  const { config } = reading
  if (config === null) {
    const { line = 1, message = '' } = errorIn(reading) ?? {}
    return { lanes: lanes.with(index, { ...text, mistake: { line, message, window } }) }
  }
  const { byHand: __, ...rest } = text
  const policy = policyOf(config, lane.policy, declarations)
  const next = { ...rest, policy, gates: lockOf(config, lane.gates) }
  const byHand = changesTo(config, next, declarations)
  const changed = Object.keys(byHand).length === 0 ? next : { ...next, byHand }
  const tokens = saysWindow(lane.text, declarations) ? config.max_context_tokens : window
  const given = lanes.with(index, changed)
  // The window is one for all lanes, wherever it is written. What else is written leaves it as it is.
  return tokens === window
    ? { lanes: inStep({ ...choices, lanes: given }).lanes }
    : { lanes: given, budget: { kind: 'tokens', tokens } }
}

/** The window that a lane's text asks for, or did when it had no error. */
function windowBefore(lane: LaneChoice, declarations: Declarations): Tokens {
  if (lane.mistake !== undefined) return lane.mistake.window
  const text = laneText(lane, declarations)
  const { config } = readText(text, declarations)
  return config === null || !saysWindow(text, declarations) ? sharedLimit() : config.max_context_tokens
}

function errorIn({ config, problems }: TextReading): TextReading['problems'][number] | null {
  return config === null ? (problems.find(({ severity }) => severity === 'error') ?? null) : null
}

/** What a lane with this config is called after: its policy, the plan that it had, or its strategy. */
function policyOf({ strategy, eviction }: Config, before: string, declarations: Declarations): string {
  if (strategy === 'evict') return eviction.policy
  const { completeConfig, presetConfig } = declarations
  if (completeConfig(presetConfig(before)).strategy === strategy) return before
  return strategy === 'managed' ? 'default' : strategy
}

/** What differs between a config and what its lane runs by itself; the window is shared by all lanes. */
function changesTo(config: Config, choice: LaneChoice, declarations: Declarations): PartialConfig {
  const { max_context_tokens: _, ...changes } = declarations.differing(
    spelledOut(ownConfig(choice, declarations)),
    spelledOut(config),
  )
  return changes
}

/** With the weights of the policy where none are written: a text that writes them out changes nothing. */
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
