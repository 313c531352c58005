import { isStageWith, partsOf, scaleToUsable, textOf } from '../../engine/internal.ts'
import type {
  AnthropicRequest,
  Checkpoint,
  CheckpointContent,
  ContractChange,
  OpenAiRequest,
  Problem,
  Ratio,
  Turn,
  WindowId,
} from '../../engine/index.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { SavedCheckpoint, TimelineData, TurnRecord } from '../../sim/index.ts'
import { counted, share, turnName, whole } from '../sentence/format.ts'
import { listed } from '../sentence/words.ts'
import written from './checkpoints-words.json' with { type: 'json' }

export type CheckpointField = keyof CheckpointContent

/** One save of a run. */
export interface CheckpointRow {
  /** Position in `timeline.checkpoints`. */
  readonly index: number
  readonly turn: Turn
  /** Window of the turn. */
  readonly window: WindowId
  readonly checkpoint: Checkpoint
  /** `version 3 of window 1`. */
  readonly name: string
  /** Why it was saved, as far as recorded. */
  readonly reason: string
  readonly changes: string
  /** Items of the previous version that the answer did not repeat, as recorded (CROSS-4). */
  readonly contract: readonly ContractChange[]
  /** Problems in the answer that did not prevent the save. */
  readonly problems: readonly Problem[]
}

type CheckpointData = Pick<
  TimelineData,
  'turns' | 'edits' | 'checkpoints' | 'limit' | 'reserve' | 'spec' | 'set' | 'asks'
>

/** The saves of a run, in order (CROSS-3). */
export function checkpointRows(data: CheckpointData): CheckpointRow[] {
  return data.checkpoints.map((saved, index) => {
    const before = previousOf(data, saved, index)
    const { checkpoint, turn, window } = saved
    const { added, removed } = totalsOf(checkpointChanges(before, checkpoint))
    const event = eventOf(data, saved)
    const contract = event?.changes ?? []
    return {
      index,
      turn,
      window,
      checkpoint,
      name: checkpointSentences.name(checkpoint.window, checkpoint.version),
      reason: reasonOf(asObeyedAt(data, turn), saved, before),
      changes:
        before === null
          ? checkpointSentences.first
          : checkpointSentences.changes(added, removed, checkpointSentences.became(contract)),
      contract,
      problems: event?.problems ?? [],
    }
  })
}

/** The recorded event of a save. */
function eventOf({ turns }: Pick<TimelineData, 'turns'>, { turn, checkpoint }: SavedCheckpoint) {
  for (const event of turns[turn]?.events ?? [])
    if (
      event.kind === 'checkpoint' &&
      event.version === checkpoint.version &&
      event.window === checkpoint.window
    )
      return event
  return null
}

/** The previous save of the same conversation: a sub-agent's window has a separate count. */
function previousOf(data: CheckpointData, saved: SavedCheckpoint, index: number): Checkpoint | null {
  return (
    data.checkpoints.slice(0, index).findLast(({ window }) => window === saved.window)?.checkpoint ?? null
  )
}

/** What made a run save in a turn. */
type SaveCause =
  | { readonly of: 'window' }
  | { readonly of: 'alert'; readonly turn: Turn }
  | { readonly of: 'share'; readonly used: Ratio; readonly at: Ratio }
  | { readonly of: 'milestone'; readonly at: Ratio }

/** The stage that asked decides, then the conditions of a save that hold in its turn, in the order of the engine. */
export function saveCause(
  data: Pick<TimelineData, 'turns' | 'asks' | 'limit' | 'reserve' | 'spec'>,
  record: TurnRecord,
): SaveCause {
  const stages = record.asks.flatMap((ask) => {
    const found = data.asks[ask]
    return found?.kind === 'extract' && found.verdict === 'used' ? [found.stage] : []
  })
  if (
    stages.some((name) => isStageWith('opens_window', name)) &&
    !stages.some((name) => isStageWith('saves', name))
  )
    return { of: 'window' }
  const last = data.turns.findLast((one) => one.turn < record.turn && one.window === record.window)
  const alarmed = last?.events.some(
    (event) => event.kind === 'alert' && event.alert.action === 'emergency_compaction',
  )
  if (last !== undefined && alarmed === true) return { of: 'alert', turn: last.turn }
  const used = record.points.offered.used / data.limit
  // Scaled to what the reserve leaves (PRES-1).
  const at = scaleToUsable(data.spec.config.cross_window.auto_save_threshold, data.limit, data.reserve)
  return used >= at ? { of: 'share', used, at } : { of: 'milestone', at }
}

function reasonOf(data: CheckpointData, { turn, checkpoint }: SavedCheckpoint, before: Checkpoint | null) {
  const record = data.turns[turn]
  if (record === undefined) return ''
  const cause = saveCause(data, record)
  if (cause.of === 'window') return checkpointSentences.forWindow
  if (cause.of === 'alert') return checkpointSentences.afterAlert(cause.turn)
  if (cause.of === 'share') return checkpointSentences.atThreshold(cause.used, cause.at)
  const more = (of: (from: Checkpoint) => number) =>
    Math.max(0, of(checkpoint) - (before === null ? 0 : of(before)))
  const [done, decisions, open] = [
    more(({ subtasks }) => subtasks.filter(({ status }) => status === 'done').length),
    more(({ decisions: made }) => made.length),
    more(({ open: issues }) => issues.length),
  ]
  return done + decisions + open === 0
    ? checkpointSentences.milestone
    : checkpointSentences.milestones(done, decisions, open)
}

/** What one field of a checkpoint gained and lost since the previous one. */
export interface FieldChange {
  readonly field: CheckpointField
  readonly label: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** The fields that differ, in the order of the file; for the first save all filled ones. */
export function checkpointChanges(before: Checkpoint | null, after: Checkpoint): FieldChange[] {
  return FIELD_ORDER.flatMap((field): FieldChange[] => {
    const old = before === null ? [] : [...new Set(linesOf(before, field))]
    const now = [...new Set(linesOf(after, field))]
    const added = now.filter((line) => !old.includes(line))
    const removed = old.filter((line) => !now.includes(line))
    if (added.length === 0 && removed.length === 0) return []
    return [{ field, label: CHECKPOINT_FIELDS[field], added, removed }]
  })
}

function totalsOf(changes: readonly FieldChange[]) {
  return {
    added: changes.reduce((sum, { added }) => sum + added.length, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed.length, 0),
  }
}

/** The entries of a field, one line each. */
function linesOf(checkpoint: CheckpointContent, field: CheckpointField): string[] {
  switch (field) {
    case 'goal':
    case 'summary':
      return checkpoint[field].split('\n').filter((line) => line.trim() !== '')
    case 'criteria':
    case 'constraints':
    case 'learnings':
      return [...checkpoint[field]]
    case 'subtasks':
      return checkpoint.subtasks.map(({ title, status }) => `${title} (${SUBTASK_WORDS[status] ?? status})`)
    case 'decisions':
      return checkpoint.decisions.map(({ what, why, alternatives }) =>
        [what, ...(why === '' ? [] : [`because ${why}`]), ...alternatives.map((it) => `not ${it}`)].join(
          '; ',
        ),
      )
    case 'open':
      return checkpoint.open.map(({ what, reproduce }) =>
        reproduce === '' ? what : `${what}; to reproduce: ${reproduce}`,
      )
    case 'environment': {
      const { directory, branch, services } = checkpoint.environment
      return [
        ...(directory === '' ? [] : [`directory ${directory}`]),
        ...(branch === '' ? [] : [`branch ${branch}`]),
        ...services.map((service) => `service ${service}`),
      ]
    }
  }
}

/**
 * The text of a request that a model reads: system prompt, tools, and every part of every message. For a request in
 * another provider's shape, the JSON.
 */
export function requestText(request: AnthropicRequest | OpenAiRequest): string {
  if (!isAnthropic(request)) return JSON.stringify(request.messages)
  const { system, tools, messages } = request
  const head = system === undefined ? '' : typeof system === 'string' ? system : JSON.stringify(system)
  return [
    head,
    ...(tools ?? []).map((tool) => JSON.stringify(tool)),
    ...messages.flatMap((message) => partsOf(message).map(textOf)),
  ].join('\n')
}

function isAnthropic(request: AnthropicRequest | OpenAiRequest): request is AnthropicRequest {
  return request.messages.every(
    (message) => !('tool_calls' in message) && message.role !== 'tool' && message.role !== 'system',
  )
}

/** A turn in which a run continued in a new window, and the checkpoint used. */
export interface Handover {
  readonly turn: Turn
  readonly from: WindowId
  readonly to: WindowId
  /** The newest one saved by then; null if there was none. */
  readonly checkpoint: Checkpoint | null
}

export function handovers(data: Pick<TimelineData, 'turns' | 'checkpoints'>): Handover[] {
  return data.turns.flatMap(({ turn, window, events }) =>
    events.flatMap((event): Handover[] => {
      if (event.kind !== 'window') return []
      const saved = data.checkpoints.findLast((one) => one.window === window && one.turn <= turn)
      return [{ turn, from: event.from, to: event.to, checkpoint: saved?.checkpoint ?? null }]
    }),
  )
}

/** The fields of a checkpoint in the order of its files, as a person calls them. */
export const CHECKPOINT_FIELDS: Readonly<Record<keyof CheckpointContent, string>> = Object.freeze(written)

const FIELD_ORDER = Object.keys(CHECKPOINT_FIELDS) as readonly CheckpointField[]

/** The status of a subtask. */
const SUBTASK_WORDS: Readonly<Record<string, string>> = Object.freeze({
  planned: 'planned',
  in_progress: 'in progress',
  done: 'done',
})

/** What happened to an item that a model's answer did not repeat. */
export const BECAME_WORDS: Readonly<Record<ContractChange['became'], string>> = Object.freeze({
  gone: 'gone',
  replaced: 'replaced',
  carried: 'carried over',
})

/** Maximum items named in one sentence; the others are counted. */
const MOST_NAMED = 3

export const checkpointSentences = Object.freeze({
  /** `1 item gone, 2 replaced, 3 carried over`; '' where the answer repeated all. */
  became(changes: readonly ContractChange[]): string {
    const parts = became(changes).map(({ word, items }, at) =>
      at === 0 ? `${counted(items.length, 'item')} ${word}` : `${whole(items.length)} ${word}`,
    )
    return parts.join(', ')
  },
  /** The same with their names: what an answer left out of the previous version (CROSS-4). */
  named(changes: readonly ContractChange[]): string {
    return became(changes)
      .map(({ word, items }) => {
        const names = items
          .slice(0, MOST_NAMED)
          .map(({ item, by }) => (by === null ? named(item) : `${named(item)} by ${named(by)}`))
        const more = items.length - names.length
        return `${word}: ${listed(more > 0 ? [...names, `${whole(more)} more`] : names)}`
      })
      .join('; ')
  },
  name(window: number, version: number): string {
    return `version ${whole(version)} of window ${whole(window)}`
  },
  /** What triggered a save, as far as recorded. */
  atThreshold(used: number, threshold: number): string {
    return `the window held ${share(used)} of the limit; saving begins at ${share(threshold)}`
  },
  afterAlert(turn: number): string {
    return `triggered by the alert of ${turnName(turn)}`
  },
  forWindow: 'for the new window',
  milestones(done: number, decisions: number, open: number): string {
    const parts = [
      ...(done > 0 ? [counted(done, 'subtask done', 'subtasks done')] : []),
      ...(decisions > 0 ? [counted(decisions, 'decision')] : []),
      ...(open > 0 ? [counted(open, 'open issue')] : []),
    ]
    return `milestone: ${parts.join(', ')} more than before`
  },
  milestone: 'milestone, below the threshold of utilization',
  /** Lines added and removed, and items that the answer left out. */
  changes(added: number, removed: number, left: string): string {
    const lines =
      added === 0 && removed === 0
        ? 'no line changed'
        : `${counted(added, 'line')} added, ${whole(removed)} removed`
    return left === '' ? lines : `${lines}; ${left}`
  },
  first: 'the first save',
  found(found: number, items: number): string {
    return `${whole(found)} of ${counted(items, 'item')} found word for word`
  },
})

function named(item: string): string {
  return `“${item.replace(/\s+/g, ' ').trim()}”`
}

function became(changes: readonly ContractChange[]) {
  return (['gone', 'replaced', 'carried'] as const).flatMap((each) => {
    const items = changes.filter((change) => change.became === each)
    return items.length === 0 ? [] : [{ word: BECAME_WORDS[each], items }]
  })
}
