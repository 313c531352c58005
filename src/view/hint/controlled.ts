import { stages } from '../../engine/index.ts'
import {
  BLOCK_TYPES,
  COMPONENT_OF,
  isStageWith,
  scaleToUsable,
  sectionsOf,
  stageNamed,
} from '../../engine/internal.ts'
import { strategyNamed } from '../../lessons/index.ts'
import type { BlockId, BlockType } from '../../engine/index.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { EditRecord, TimelineData } from '../../sim/index.ts'
import { obeyedIn } from './hint-level.ts'
import { laneLines } from '../layout/lane-line.ts'
import type { Config } from '../sentence/stage-config.ts'
import { taskOf } from '../layout/task.ts'

/** What a setting controls in the picture of a run. */
export interface Controlled {
  /** Whether the run's strategy reads it at all. */
  readonly read: boolean
  /** Ids of the lines whose position it sets. */
  readonly lines: readonly string[]
  /** Types of blocks that it affects, and single blocks. */
  readonly types: readonly BlockType[]
  readonly blocks: readonly BlockId[]
  /** Indices in `timeline.edits`: edits by the stages that use it. */
  readonly edits: readonly number[]
  /** Its recorded effects other than edits. */
  readonly told: readonly Told[]
  /** Whether any effect of the setting would be recorded as an edit or in `told`. */
  readonly recorded: boolean
}

/** An effect of a setting other than an edit, and how often it occurred. */
export interface Told {
  readonly what: 'checkpoint' | 'alert' | 'budget' | 'note'
  readonly count: number
}

/** Effects of a setting besides its lines; missing fields are empty. */
type Found = Partial<Pick<Controlled, 'types' | 'blocks' | 'edits' | 'told' | 'recorded'>>

/** @param rest the keys below the one in the table */
type Finder = (data: TimelineData, rest: readonly string[]) => Found

const NOTHING: Controlled = Object.freeze({
  read: false,
  lines: [],
  types: [],
  blocks: [],
  edits: [],
  told: [],
  recorded: true,
})

/** Keys with more known effects than their stages; the longest matching prefix of a path counts. */
const FINDERS: Readonly<Record<string, Finder>> = Object.freeze({
  strategy: (data) => ({ edits: data.edits.map(({ edit }) => edit) }),
  pipeline(data, [index]) {
    const named = index === undefined ? undefined : data.spec.config.pipeline[Number(index)]?.stage
    return { edits: editsOf(data, ({ stage }) => named === undefined || stage === named) }
  },
  'pressure.preemptive': (data) => ({
    edits: editsOf(
      data,
      ({ stage, before }) => isEviction(stage) && before < data.thresholds.orange * data.limit,
    ),
  }),
  'pressure.thresholds.yellow': () => ({}),
  'pressure.thresholds.red': () => ({}),
  'eviction.placeholders': (data) => ({
    edits: editsOf(
      data,
      ({ stage, blocks }) => isEviction(stage) && blocks.some(({ verb }) => verb === 'replace'),
    ),
  }),
  'eviction.type_ttl'(data, [name]) {
    const types = BLOCK_TYPES.filter((type) => name === undefined || type === name)
    if (name === undefined) return { edits: editsOf(data, ({ stage }) => isStageWith('ranks', stage)) }
    const isOf = ({ block }: { readonly block: BlockId }): boolean =>
      data.blocks[block]?.type === types[0] && types.length === 1
    return {
      types,
      edits: editsOf(data, ({ stage, blocks }) => isStageWith('ranks', stage) && blocks.some(isOf)),
    }
  },
  'eviction.protected_types': ({ spec }) => {
    const listed: readonly string[] = spec.config.eviction.protected_types
    return { types: BLOCK_TYPES.filter((type) => listed.includes(type)) }
  },
  'eviction.gates': (data, [guard]) => heldBy(data, guard),
  'budget.allocations': (data, [part]) => plannedFor(data, part),
  // It changes readings and so early actions, but no record says which.
  'pressure.velocity_window': () => ({ recorded: false }),
  'budget.soft_limit_pct': (data) => ({ told: [budgetEvents(data)] }),
  'budget.burn_window': () => ({ recorded: false }),
  'cross_window.milestones': (data) => ({ edits: [], told: [savesAt(data, 'milestone')] }),
  'cross_window.auto_save_threshold': (data) => ({ edits: [], told: [savesAt(data, 'threshold')] }),
  'compression.notes': (data) => ({ told: [{ what: 'note', count: data.notes.length }] }),
  'health_monitoring.alerts': (data, [alert]) => ({ told: [alertsOf(data, alert)] }),
  'budget.enforce': (data) => ({
    edits: editsOf(data, ({ stage }) => isStageWith('holds_components', stage)),
  }),
  // What was fetched again is in the window, as blocks of its own.
  simulation: ({ blocks }) => ({
    blocks: blocks.flatMap(({ id, again }) => (again === undefined ? [] : [id])),
    recorded: true,
  }),
  mock_llm: (data) => ({
    edits: editsOf(data, ({ stage }) => stageNamed(stage)?.asks === true),
    // A failed answer leaves no edit.
    recorded: data.asks.length === 0,
  }),
})

/**
 * What a setting controls in a run: lines by their keys, blocks by the setting's subject, and edits by the stages that
 * declare it.
 *
 * @param path keys joined by dots, as in `settingRows`; a section or one name of a mapping is a path, too
 */
export function controlledBy(path: string, data: TimelineData): Controlled {
  const [section = ''] = path.split('.')
  if (!isRead(data, section)) return NOTHING
  const lines = laneLines(data).flatMap((line) =>
    isWithin(line.key, path) || isWithin(path, line.key) ? [line] : [],
  )
  const own = path.startsWith('compression.cascade.')
    ? lines.filter((line) => line.path.join('.') === path)
    : lines
  const found = foundBy(path, data)
  const obeying = stagesObeying(path)
  const told = found.told ?? ([...obeying].some((stage) => isStageWith('saves', stage)) ? [saves(data)] : [])
  return {
    read: true,
    lines: own.map(({ id }) => id),
    types: found.types ?? [],
    blocks: found.blocks ?? [],
    edits: found.edits ?? editsOf(data, ({ stage }) => obeying.has(stage)),
    told: told.filter(({ count }) => count > 0),
    // A stage that uses it leaves its edits in the run.
    recorded: found.recorded ?? (found.edits !== undefined || found.told !== undefined || obeying.size > 0),
  }
}

/** Sections and keys that every strategy reads in addition to its own. */
const ALWAYS_READ: ReadonlySet<string> = new Set([
  'strategy',
  'max_context_tokens',
  'pressure',
  'budget',
  'health_monitoring',
  'simulation',
])

/** Whether any strategy of the run reads a section. */
function isRead(data: TimelineData, section: string): boolean {
  return ALWAYS_READ.has(section) || obeyedIn(data).some(({ spec }) => isReadBy(spec.config, section))
}

function isReadBy(config: Config, section: string): boolean {
  if (config.strategy !== 'pipeline')
    return strategyNamed(config.strategy)?.sections.includes(section) === true
  return section === 'pipeline' || sectionsOf(config.pipeline).includes(section)
}

function foundBy(path: string, data: TimelineData): Found {
  const key = Object.keys(FINDERS)
    .filter((one) => isWithin(path, one))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '')
  const rest = path === key ? [] : path.slice(key.length + 1).split('.')
  return FINDERS[key]?.(data, rest) ?? {}
}

/** The stages that declare the key as a setting or as their threshold. */
function stagesObeying(path: string): ReadonlySet<string> {
  const found = Object.values(stages).filter(
    ({ begins = [], settings }) =>
      begins.some((key) => isWithin(key, path)) ||
      settings.some((key) => isWithin(path, key) || isWithin(key, path)),
  )
  return new Set(found.map(({ name }) => name))
}

function saves({ checkpoints }: TimelineData): Told {
  return { what: 'checkpoint', count: checkpoints.length }
}

/** Saves by cause: the threshold if the window had reached it, and milestones below it. */
function savesAt(data: TimelineData, cause: 'threshold' | 'milestone'): Told {
  const own = data.checkpoints.filter(({ turn }) => {
    const { limit, reserve, spec } = asObeyedAt(data, turn)
    const level = scaleToUsable(spec.config.cross_window.auto_save_threshold, limit, reserve) * limit
    const reached = (data.turns[turn]?.points.offered.used ?? 0) >= level
    return cause === 'threshold' ? reached : !reached && spec.config.cross_window.milestones
  })
  return { what: 'checkpoint', count: own.length }
}

function alertsOf({ turns }: TimelineData, code: string | undefined): Told {
  const count = turns.reduce(
    (sum, { events }) =>
      sum +
      events.filter((one) => one.kind === 'alert' && (code ?? one.alert.code) === one.alert.code).length,
    0,
  )
  return { what: 'alert', count }
}

/** Changes of a component's status: near its budget, over it, or back. */
function budgetEvents({ turns }: TimelineData): Told {
  const count = turns.reduce(
    (sum, { events }) => sum + events.filter(({ kind }) => kind === 'budget').length,
    0,
  )
  return { what: 'budget', count }
}

/** What a guard protects, if that is clear for the run as a whole. */
function heldBy(data: TimelineData, guard: string | undefined): Found {
  switch (guard) {
    case 'protected_types':
      return FINDERS['eviction.protected_types']?.(data, []) ?? {}
    case 'task': {
      const tasks = data.windows.flatMap(({ id }) => taskOf(data, id)?.id ?? [])
      return { blocks: tasks, edits: [] }
    }
    case 'current_user_message':
      return { types: ['user_message'], edits: [] }
    case 'tool_definitions':
      return { types: ['tool_definition'], edits: [] }
    case 'running_results':
      return { types: ['tool_result'], edits: [] }
    case 'carried_state':
      return { types: ['summary', 'memory_injection'], edits: [] }
    case 'running_thinking':
      return { types: ['thinking'], edits: [] }
    case 'open_calls':
      return { types: ['tool_call'], edits: [] }
    case 'pinned': {
      const pinned = data.spec.interventions.flatMap((one) => (one.kind === 'pin' ? [one.block] : []))
      const marked = data.blocks.flatMap(({ id, doNotEvict }) => (doNotEvict ? [id] : []))
      return { blocks: [...new Set([...marked, ...pinned])], edits: [] }
    }
    default:
      return { edits: [] }
  }
}

/** The component of an allocation, by its key in the YAML. */
const PLANNED: Readonly<Record<string, string>> = Object.freeze({
  system_prompt: 'system',
  tool_definitions: 'tools',
  message_history: 'history',
  tool_results: 'results',
  memory_injection: 'memory',
})

function plannedFor(data: TimelineData, part: string | undefined): Found {
  const component = part === undefined ? undefined : PLANNED[part]
  const types = BLOCK_TYPES.filter((type) => component !== undefined && COMPONENT_OF[type] === component)
  const acts = data.spec.config.budget.enforce === 'per_component'
  const held = ({ stage, blocks }: EditRecord): boolean =>
    acts &&
    isStageWith('holds_components', stage) &&
    blocks.some(({ block }) => types.some((type) => data.blocks[block]?.type === type))
  return { types, edits: component === undefined ? [] : editsOf(data, held) }
}

function editsOf(data: TimelineData, chosen: (edit: EditRecord) => boolean): readonly number[] {
  return data.edits.flatMap((edit) => (chosen(edit) ? [edit.edit] : []))
}

function isEviction(stage: string): boolean {
  return isStageWith('starts_at_orange', stage)
}

/** Whether a key is another one or below it. */
function isWithin(key: string, section: string): boolean {
  return key === section || key.startsWith(`${section}.`)
}
