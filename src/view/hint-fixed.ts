import { floorShare, isStageWith, scaleToUsable, stagesWith } from '../engine/internal.ts'
import type { BlockType, Tokens } from '../engine/index.ts'
import type { TurnRecord } from '../sim/index.ts'
import { keyOf } from './hint.ts'
import type { Hint } from './hint.ts'
import { levelsOf } from './hint-level.ts'
import type { Level, LevelData } from './told/level.ts'
import { heldThroughout } from './hint-held.ts'
import { askedStages } from './hint-seen.ts'
import { cannotConvergeMessage, FIXED_WORDS, shareOfLimit } from './hint-words.ts'
import type { FixedPart } from './hint-words.ts'
import { stageConfig } from './stage-config.ts'
import type { Config } from './stage-config.ts'
import { stageWords } from './stage-words.ts'
import { taskOf } from './task.ts'

/** Somewhere a run has to come below. */
interface Goal {
  readonly path: readonly string[]
  readonly at: Tokens
  /** `the 60 % of the limit that eviction frees down to`. */
  readonly words: string
  /** The settings of what acts there, where it obeys the gates; null where only system prompt and tools are sure to stay. */
  readonly gated: Config | null
}

/** Goals that what always stays in a window exceeds, with the turn in which it held the most. */
export function cannotConverge(data: LevelData): readonly Hint[] {
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
      words: 'the limit leaves beside the reserve of the answer',
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
    words: `the ${shareOfLimit(target)} that ${stageWords(stage)} frees down to`,
    gated: config,
  }
}

function goalOf(data: LevelData, { stage, path, at, value, of }: Level): Goal {
  const name = stage ?? ''
  const written = of === 'limit' ? `the ${shareOfLimit(value)}` : 'the level'
  return {
    path,
    at: Math.floor(at),
    words: `${written} from which ${stageWords(name)} acts`,
    gated: isStageWith('bound_by_gates', name) ? stageConfig(data, name).config : null,
  }
}

/** What always stays, in the turn in which it held the most; null for a run of no turn. */
function largestFixed(data: LevelData, gated: Config | null): FixedPart | null {
  let largest: FixedPart | null = null
  for (const turn of data.turns) {
    const fixed = fixedIn(data, turn, gated)
    if (largest === null || fixed.tokens > largest.tokens) largest = fixed
  }
  return largest
}

/** By the recorded ledger of the request: types that never leave, and the task where its gate is on (EVI-3). */
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
