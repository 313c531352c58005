import type { TimelineData, Unmoved, TurnRecord } from '../../sim/index.ts'
import { whole } from '../sentence/format.ts'
import type { LevelData, Level } from '../sentence/level.ts'
import { obeyedIn, levelsOf, heldThroughout, askedStages, isOneOrder, seenBy } from './hint-level.ts'
import type { Ahead } from './hint-level.ts'
import {
  placeholderMessage,
  changesNothingMessage,
  cannotConvergeMessage,
  FIXED_WORDS,
  shareOfLimit,
  neverActsMessage,
  neverReachedMessage,
} from './hint-words.ts'
import type { FixedPart } from './hint-words.ts'
import { isStageWith, floorShare, scaleToUsable, stagesWith } from '../../engine/internal.ts'
import type { BlockType, Tokens } from '../../engine/index.ts'
import { stageConfig } from '../sentence/stage-config.ts'
import type { Config } from '../sentence/stage-config.ts'
import { stageWords } from '../sentence/stage-words.ts'
import { taskOf } from '../layout/task.ts'
import { readingOf } from './hint-reading.ts'
import type { Reading } from './hint-reading.ts'

/** Something that a run shows about a setting of its config: it is valid, but has no effect here. */
export interface Hint {
  /** As in `settingRows().key`: `pressure.thresholds.red`. */
  readonly key: string
  /** Where the value is written: keys as a list, with a cascade step named by its share and a step by its number. */
  readonly path: readonly string[]
  readonly code:
    | 'never_reached'
    | 'never_acts'
    | 'cannot_converge'
    | 'changes_nothing'
    | 'placeholder_cost'
    | 'larger_than_model'
  readonly severity: 'hint' | 'warning'
  /** For people, with the figures and their bases; the text before the first colon is a short form. */
  readonly message: string
}

/** The row of the settings that a path belongs to: that of the cascade, or of the pipeline's list. */
function keyOf(path: readonly string[]): string {
  const [section, second] = path
  if (section === 'pipeline') return section
  if (section === 'compression' && second === 'cascade') return 'compression.cascade'
  return path.join('.')
}

/**
 * A window larger than that of the model which made the log: the model could not have read what the run keeps (CONF-4).
 */
function largerThanModel({ model, limit }: Pick<LevelData, 'model' | 'limit'>): readonly Hint[] {
  if (model === undefined || model.window >= limit) return []
  const path = ['max_context_tokens']
  const name = model.name ?? 'the model of the log'
  const message =
    `larger than the model’s window: ${whole(limit)} tokens are set, but ${name} has ${whole(model.window)}. ` +
    'It refuses larger requests.'
  return [{ key: 'max_context_tokens', path, code: 'larger_than_model', severity: 'warning', message }]
}

/**
 * Whether some of a run's placeholders cost more than they saved (EVI-5): a replaced block had less than twice the
 * tokens of its placeholder, both as counted in the window, with message overhead if they carried it. The level is that
 * of the mean placeholder. Empty if there were none.
 */
function placeholderCost(
  data: Pick<
    TimelineData,
    'edits' | 'blocks' | 'exact' | 'limit' | 'spec' | 'set' | 'reserve' | 'thresholds'
  >,
): readonly Hint[] {
  // If it was switched on or off in mid-run, there is no single setting for the hint.
  if (new Set(obeyedIn(data).map(({ spec }) => spec.config.eviction.placeholders)).size > 1) return []
  const made = data.edits
    .filter(({ stage }) => isStageWith('leaves_placeholders', stage))
    .flatMap(({ blocks }) => blocks)
    .filter(({ verb, to, block }) => {
      const isResult = data.blocks[block]?.type === 'tool_result'
      return verb === 'replace' && to === 'placeholder' && isResult
    })
  if (made.length === 0) return []
  const smaller = made.filter(({ freed, added }) => freed < 2 * added).length
  if (smaller === 0) return []
  const mean = made.reduce((sum, { added }) => sum + added, 0) / made.length
  const message = placeholderMessage(
    { below: Math.round(2 * mean), mean: Math.round(mean), made: made.length, smaller },
    data,
  )
  const path = ['eviction', 'placeholders']
  return [{ key: path.join('.'), path, code: 'placeholder_cost', severity: 'hint', message }]
}

/** A hint about a number that changed no decision at any tried value; null if one did, or none could be tried. */
export function unmovedHint({ path, from, tried, same, recorded }: Unmoved): Hint | null {
  if (!same) return null
  const weight = path[0] === 'eviction' && path[1] === 'weights'
  const message = changesNothingMessage({ weight, from, tried, recorded: recorded === true })
  return { key: rowOf(path), path, code: 'changes_nothing', severity: 'hint', message }
}

/** Weights and lifetimes have one row each, with their names below it. */
function rowOf(path: readonly string[]): string {
  const [section, second] = path
  if (section === 'eviction' && (second === 'weights' || second === 'type_ttl')) return `eviction.${second}`
  return keyOf(path)
}

/**
 * What a run shows about the settings that applied from its first turn to its last; settings that a person changed in
 * mid-run are left out. Every figure was recorded by the run, and is compared as the stage compared it; without a
 * record there is no hint.
 */
export function hints(data: TimelineData): readonly Hint[] {
  return [...largerThanModel(data), ...cannotConverge(data), ...neverReached(data), ...placeholderCost(data)]
}

/** A level that a run has to get below. */
interface Goal {
  readonly path: readonly string[]
  readonly at: Tokens
  /** `the 60 % of the limit that eviction frees down to`. */
  readonly words: string
  /**
   * The settings of the acting stage, if it uses the guards; null if only system prompt and tools are certain to stay.
   */
  readonly gated: Config | null
}

/** Goals that are below the protected part of a window, with the turn in which that was largest. */
function cannotConverge(data: LevelData): readonly Hint[] {
  const told = new Set<string>()
  const same = ({ path, at, words, gated }: Goal): unknown => [path, at, words, gated?.eviction ?? null]
  return heldThroughout(data, goalsOf, same).flatMap(({ path, at, words, gated }): readonly Hint[] => {
    const fixed = largestFixed(data, gated)
    const key = path.join('.')
    if (fixed === null || fixed.tokens <= at || told.has(key)) return []
    told.add(key)
    const message = cannotConvergeMessage(fixed, { at, goal: words }, data)
    return [{ key: keyOf(path), path, code: 'cannot_converge', severity: 'warning', message }]
  })
}

function goalsOf(data: LevelData): readonly Goal[] {
  const { limit, reserve, spec } = data
  const asked = askedStages(data).map(({ stage }) => stage)
  const first = stagesWith('aims_at_target').find((stage) => asked.includes(stage))
  const levels = levelsOf(data).filter(
    ({ stage, measure }) => stage !== null && measure === 'tokens' && isStageWith('below_level', stage),
  )
  return [
    ...(first === undefined ? [] : [targetOf(data, first)]),
    ...levels.map((level) => goalOf(data, level)),
    {
      path: ['max_context_tokens'],
      at: limit - reserve,
      words: 'the limit without the reserve',
      gated: asked.length === 0 ? null : spec.config,
    },
  ]
}

function targetOf(data: LevelData, stage: string): Goal {
  const { limit, reserve } = data
  const { config } = stageConfig(data, stage)
  const { target } = config.eviction
  return {
    path: ['eviction', 'target'],
    at: floorShare(scaleToUsable(target, limit, reserve), limit),
    words: `the target of ${stageWords(stage)}, ${shareOfLimit(target)}`,
    gated: config,
  }
}

function goalOf(data: LevelData, { stage, path, at, value, of }: Level): Goal {
  const name = stage ?? ''
  const written = of === 'limit' ? `the ${shareOfLimit(value)}` : 'the level'
  return {
    path,
    at: Math.floor(at),
    words: `${written}, the threshold of ${stageWords(name)}`,
    gated: isStageWith('bound_by_guards', name) ? stageConfig(data, name).config : null,
  }
}

/** The protected part in the turn in which it was largest; null for a run without turns. */
function largestFixed(data: LevelData, gated: Config | null): FixedPart | null {
  let largest: FixedPart | null = null
  for (const turn of data.turns) {
    const fixed = fixedIn(data, turn, gated)
    if (largest === null || fixed.tokens > largest.tokens) largest = fixed
  }
  return largest
}

/** From the recorded ledger of the request: types that never leave, and the task if its guard is on (EVI-3). */
function fixedIn(data: LevelData, { byType, window, turn }: TurnRecord, gated: Config | null): FixedPart {
  const types = new Set<BlockType>(['system_prompt', 'tool_definition'])
  for (const type of gated?.eviction.protected_types ?? []) types.add(type as BlockType)
  const parts: { readonly name: string; readonly tokens: Tokens }[] = [...types].map((type) => ({
    name: FIXED_WORDS[type],
    tokens: byType[type],
  }))
  const task = gated?.eviction.gates['task'] === true ? taskOf(data, window) : undefined
  if (task !== undefined && task.turn <= turn && !types.has('user_message'))
    parts.push({ name: 'the task', tokens: task.tokens })
  const held = parts.filter(({ tokens }) => tokens > 0)
  return {
    tokens: held.reduce((sum, { tokens }) => sum + tokens, 0),
    parts: held.map(({ name }) => name),
  }
}

/**
 * Levels that no turn of a run reached, each with the highest reading that its stage saw. Also levels that the window
 * exceeded on arrival, but at which nothing ever acts, because another stage frees the window first.
 */
function neverReached(data: LevelData): readonly Hint[] {
  const readings = new Map<string, Reading | null>()
  const isOrdered = isOneOrder(data)
  return heldThroughout(data, levelsOf, (level) => level).flatMap((level): readonly Hint[] => {
    if (level.stage !== null && !isOrdered) return []
    const key = `${level.stage ?? ''} ${level.measure}`
    if (!readings.has(key)) readings.set(key, readingOf(data, level))
    const reading = readings.get(key) ?? null
    if (reading === null || isReached(level, reading.value)) return []
    const at = { key: keyOf(level.path), path: level.path, severity: 'hint' } as const
    const ahead = aheadOf(data, level)
    if (ahead === null)
      return [{ ...at, code: 'never_reached', message: neverReachedMessage(level, reading, data) }]
    // A stage that acted anyway did so early (PRES-6), so the reading alone proves nothing.
    const acted = data.edits.some(({ stage }) => stage === level.stage)
    if (acted || ahead.stages.length === 0) return []
    return [{ ...at, code: 'never_acts', message: neverActsMessage(level, reading, ahead, data) }]
  })
}

/** Null if no window was that full on arrival. */
function aheadOf(data: LevelData, level: Level): Ahead | null {
  if (level.stage === null || level.measure !== 'tokens') return null
  let highest: Omit<Ahead, 'stages'> | null = null
  const stages = new Set<string>()
  for (const { turn, arriving, ahead } of seenBy(data, level.stage)) {
    if (!isReached(level, arriving)) continue
    for (const stage of ahead) stages.add(stage)
    if (highest === null || arriving > highest.value) highest = { value: arriving, turn }
  }
  return highest === null ? null : { ...highest, stages: [...stages] }
}

function isReached({ at, included, measure }: Level, value: number): boolean {
  if (measure === 'fidelity') return value < at
  return included ? value >= at : value > at
}
