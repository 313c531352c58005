import type { Config, PartialConfig } from '../../config/index.ts'
import { policies } from '../../engine/index.ts'
import type { Tokens } from '../../engine/index.ts'
import { valueIn } from './by-hand.ts'
import { useChoices } from './choices.ts'
import type { LaneChoice, RunChoices } from './choices.ts'
import { declarationsNow, loadDeclarations } from './declarations.ts'
import type { Declarations } from './declarations.ts'
import { alter, amend } from './history.ts'
import { configOf, LANE_GROUPS, setLane } from './lanes.ts'

/** A setting with what is to stand there. */
export interface SettingEdit {
  readonly path: readonly string[]
  readonly value: unknown
}

/** Limit of the window that the lanes on the screen share; 0 before there is one. */
let limit: Tokens = 0

/** The text of a lane: what a person wrote, or what it runs by itself, written for people. */
export function laneText(choice: LaneChoice, declarations: Declarations): string {
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

/**
 * Writes settings into the text of a lane, each as one scalar, and runs what it then says. `input` names the control:
 * its moves within a second are one step of undo.
 *
 * @returns why nothing was written, in a sentence; null where it was, or will be once the declarations are there
 */
export function writeSettings(
  index: number,
  edits: readonly SettingEdit[],
  input: string = edits.map(({ path }) => path.join('.')).join(' '),
): string | null {
  const declarations = declarationsNow()
  const choice = useChoices.getState().lanes[index]
  if (choice === undefined) return null
  if (declarations === null) {
    void loadDeclarations().then(() => writeSettings(index, edits, input))
    return null
  }
  const written = declarations.writeSettings(laneText(choice, declarations), edits)
  if ('refused' in written) return written.refused
  take(index, written.text, declarations, `lane ${index} ${input}`)
  return null
}

/** Takes over the text of a lane as a person typed it. It is run where it has no error; until then, the last one is. */
export function writeText(index: number, text: string, input = 'text'): void {
  const declarations = declarationsNow()
  if (declarations === null) void loadDeclarations().then(() => writeText(index, text, input))
  else take(index, text, declarations, `lane ${index} ${input}`)
}

/** Gives one setting back what the lane runs by itself. */
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
  const { text: _, byHand: __, ...rest } = lane
  alter({ lanes: lanes.with(index, rest) })
}

/** Switches of a lane's head. Where it has a text, what they mean is written there. */
export function switchLane(index: number, change: Partial<Pick<LaneChoice, 'gates' | 'failing'>>): void {
  const declarations = declarationsNow()
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane?.text === undefined || declarations === null) {
    setLane(index, change)
    return
  }
  const next = { ...lane, ...change }
  const [before, after] = [ownConfig(lane, declarations), ownConfig(next, declarations)]
  const edits = leavesOf(declarations.differing(before, after), [])
  const written = declarations.writeSettings(lane.text, edits)
  if ('refused' in written) setLane(index, change)
  else alter(taken(index, { ...next, text: written.text }, declarations))
}

/** Tells of the window that the lanes share now, and writes it into the texts that say another. */
export function followLimit(now: Tokens): void {
  limit = now
  const declarations = declarationsNow()
  const { lanes } = useChoices.getState()
  if (declarations === null || lanes.every(({ text }) => text === undefined)) return
  const followed = lanes.map((lane) => {
    if (lane.text === undefined) return lane
    const { config } = declarations.parseConfig(lane.text)
    if (config === null || config.max_context_tokens === now) return lane
    const written = declarations.writeSettings(lane.text, [{ path: ['max_context_tokens'], value: now }])
    return 'refused' in written ? lane : { ...lane, text: written.text }
  })
  if (followed.some((lane, index) => lane !== lanes[index])) amend({ lanes: followed })
}

function take(index: number, text: string, declarations: Declarations, input: string): void {
  const lane = useChoices.getState().lanes[index]
  if (lane !== undefined) alter(taken(index, { ...lane, text }, declarations), input)
}

/** The choices with a lane's new text, and with what it says where it has no error. */
function taken(
  index: number,
  lane: LaneChoice & { readonly text: string },
  declarations: Declarations,
): Partial<RunChoices> {
  const { lanes } = useChoices.getState()
  const { config } = declarations.parseConfig(lane.text)
  if (config === null) return { lanes: lanes.with(index, lane) }
  const { byHand: _, ...rest } = lane
  const policy = policyOf(config, lane.policy)
  const next = { ...rest, policy }
  const byHand = changesTo(config, next, declarations)
  const changed = Object.keys(byHand).length === 0 ? next : { ...next, byHand }
  const tokens = config.max_context_tokens
  return {
    lanes: lanes.with(index, changed),
    // The window is one for all lanes, wherever it is written.
    ...(tokens === limit || limit === 0 ? {} : { budget: { kind: 'tokens', tokens } }),
  }
}

/** What a lane with this config is called after: its policy, its strategy, or the plan that it had. */
function policyOf({ strategy, eviction }: Config, before: string): string {
  if (strategy === 'evict') return eviction.policy
  if (strategy === 'managed') return LANE_GROUPS.managed.includes(before) ? before : 'default'
  return before.startsWith(strategy) ? before : strategy
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
  const own = Object.hasOwn(policies, policy) ? policies[policy]?.weights : undefined
  return weights !== null || own === undefined
    ? config
    : { ...config, eviction: { ...config.eviction, weights: own } }
}

/** The settings of a config, each with its path; a list is one value. */
function leavesOf(value: unknown, path: readonly string[]): SettingEdit[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}
