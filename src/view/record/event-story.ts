import { HEALTH_ACTIONS, ZONES, isStageWith, scaleToUsable } from '../../engine/internal.ts'
import type { BlockId, BudgetPart, Checkpoint, Turn, TurnEvent, WindowId, Zone } from '../../engine/index.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { EditRecord, TimelineData, TurnRecord } from '../../sim/index.ts'
import { checkpointSentences, saveCause } from './checkpoints.ts'
import { dueClause, dueOf } from '../decision/due.ts'
import { told, upper } from '../sentence/event-words.ts'
import { gravityOf, happeningsOf, laneEvent } from './lane-event.ts'
import type { Happening, LaneEvent } from './lane-event.ts'
import { rungOf, rungSentence } from '../decision/rung.ts'
import { isByHand } from '../sentence/stage-words.ts'
import { serialOf } from '../layout/window-at.ts'

/** A complete description of an event: the measurement, the threshold, and the reaction. */
export interface EventStory extends LaneEvent {
  readonly sentence: string
  /** A block that shows it: one that an edit inserted, or the first that it changed. */
  readonly block: BlockId | null
}

type StoryData = Parameters<typeof laneEvent>[2] & Pick<TimelineData, 'spec' | 'thresholds' | 'checkpoints'>

/**
 * Complete descriptions of the events in a turn of a window, the most important first. Empty for a turn of another
 * window.
 */
export function eventStories(data: StoryData, window: WindowId, turn: Turn): EventStory[] {
  const record = data.turns[turn]
  if (record?.window !== window) return []
  const obeyed = asObeyedAt(data, turn)
  return happeningsOf(record, data)
    .map((happening) => {
      const event = laneEvent(happening, record, data)
      return { ...event, ...storyOf(happening, event, record, obeyed) }
    })
    .sort((a, b) => gravityOf(a.kind) - gravityOf(b.kind) || a.x - b.x)
}

type Told = Pick<EventStory, 'sentence' | 'block'>

function storyOf(happening: Happening, event: LaneEvent, record: TurnRecord, data: StoryData): Told {
  const plain = `${upper(event.label)}.`
  switch (happening.of) {
    case 'edit':
      return { sentence: plain + whyOf(happening.edit, data), block: blockOf(happening.edit) }
    case 'violation':
      return {
        sentence: `${plain} ${happening.violation.message}`,
        block: happening.violation.blocks[0] ?? null,
      }
    case 'lost':
      return { sentence: plain, block: happening.lost[0]?.source ?? null }
    case 'fetched':
      return { sentence: plain, block: happening.again[0]?.result ?? null }
    case 'discarded': {
      const kinds = [...new Set(happening.asks.map(({ kind }) => kind))]
      return { sentence: told.discarded(event.label, kinds), block: happening.asks[0]?.sources[0] ?? null }
    }
    case 'event':
      return ofEvent(happening.event, event, record, data)
  }
}

function whyOf(edit: EditRecord, data: StoryData): string {
  if (isByHand(edit.stage)) return ' A person asked for it before this call.'
  const due = dueOf(data, edit)
  if (due !== null) return ` ${upper(dueClause(due, data.exact, 'the result'))}.`
  const rung = rungOf(data, edit)
  return rung === null ? '' : ` ${rungSentence(rung, data.exact)}`
}

/** The block that an edit inserted, else the first that it changed. */
function blockOf({ blocks }: EditRecord): BlockId | null {
  return (blocks.find(({ verb }) => verb === 'insert') ?? blocks[0])?.block ?? null
}

function ofEvent(event: TurnEvent, mark: LaneEvent, record: TurnRecord, data: StoryData): Told {
  const { exact, limit, spec } = data
  const { pressure, compression, health_monitoring } = spec.config
  const only = (sentence: string): Told => ({ sentence, block: null })
  switch (event.kind) {
    case 'zone': {
      const crossed = crossedBy(event.from, event.to)
      const at = crossed === 'green' ? 0 : data.thresholds[crossed]
      const sent = event.point === 'sent'
      const { used } = record.points[event.point]
      const zone = { ...event, at, key: `pressure.thresholds.${crossed}`, sent }
      const then = sent ? '' : told.done(doneIn(record, data))
      return only(told.zone(used, limit, zone, exact) + then)
    }
    case 'spike':
      return only(
        told.spike(mark.label, pressure.spike_factor, heedsSpikes(data) ? pressure.preemptive : null) +
          told.done(doneIn(record, data)),
      )
    case 'budget': {
      const { soft_limit_pct: soft, burn_window: burn, enforce } = spec.config.budget
      const value = String(shareOf(event.event.component, data) ?? '')
      const then = event.event.binding ? told.done(doneIn(record, data)) : ''
      return only(told.budget(event.event, { value, soft, burn, enforce }, exact) + then)
    }
    case 'alert': {
      const { action } = event.alert
      const { sustained_turns: sustained } = health_monitoring.alerts
      const then = action === 'emergency_compaction' ? told.emergency(doneAfter(record, data)) : ''
      return only(told.alert(event.alert, HEALTH_ACTIONS[action], sustained, exact) + then)
    }
    case 'breaker':
      return only(told.breaker(event.failures, compression.breaker_after))
    case 'checkpoint': {
      const saved = data.checkpoints.find(
        ({ checkpoint }) => checkpoint.version === event.version && checkpoint.window === event.window,
      )
      const holds =
        saved === undefined ? 'the state of the task' : told.checkpointHolds(countsOf(saved.checkpoint))
      return only(
        told.checkpoint(
          event.version,
          event.window,
          whySaved(record, data),
          holds,
          checkpointSentences.named(event.changes ?? []),
        ),
      )
    }
    case 'window':
      return windowStory(event.to, record, data)
    case 'note':
      return { sentence: `${upper(mark.label)}.`, block: event.note.block ?? null }
    case 'overflow':
      return only(`${upper(mark.label)}.`)
    case 'cache_break':
      return only(told.cache(event, exact))
  }
}

/** Whether the run has a stage that reacts to spikes; others wait for their own triggers. */
function heedsSpikes({ spec: { config } }: Pick<TimelineData, 'spec'>): boolean {
  const { strategy, pipeline } = config
  if (strategy === 'pipeline') return pipeline.some(({ stage }) => isStageWith('starts_at_orange', stage))
  return strategy === 'managed' || strategy === 'evict'
}

/** The threshold between two zones next to the one that was left or reached. */
function crossedBy(from: Zone, to: Zone): Zone {
  return ZONES.indexOf(to) > ZONES.indexOf(from) ? to : (ZONES[ZONES.indexOf(to) + 1] ?? from)
}

function doneIn({ edits }: TurnRecord, data: Pick<TimelineData, 'edits' | 'exact'>): string[] {
  return edits.flatMap((index) => {
    const edit = data.edits[index]
    return edit === undefined ? [] : [told.didFree(edit.stage, edit.freed - edit.added, data.exact)]
  })
}

/** What the next turn did about an emergency: its edits, and a checkpoint. */
function doneAfter({ turn, window }: TurnRecord, data: StoryData): string[] {
  const next = data.turns.find((one) => one.turn > turn && one.window === window)
  if (next === undefined) return []
  const saved = next.events.flatMap((event) =>
    event.kind === 'checkpoint' ? [told.checkpointLabel(event.version)] : [],
  )
  return [...saved, ...doneIn(next, data)]
}

function shareOf(part: BudgetPart, { spec }: Pick<TimelineData, 'spec'>): number | null {
  const { allocations } = spec.config.budget
  switch (part) {
    case 'system':
      return allocations.system_prompt
    case 'tools':
      return allocations.tool_definitions
    case 'history':
      return allocations.message_history
    case 'results':
      return allocations.tool_results
    case 'memory':
      return allocations.memory_injection
    case 'total':
      return null
  }
}

function whySaved(record: TurnRecord, data: StoryData): string {
  const cause = saveCause(data, record)
  switch (cause.of) {
    case 'window':
      return told.savedForWindow()
    case 'alert':
      return told.savedAtAlert()
    case 'share':
      return told.savedAtShare(cause.used, cause.at, data.exact)
    case 'milestone':
      return told.savedAtMilestone(cause.at)
  }
}

function countsOf({ constraints, subtasks, decisions, open, learnings }: Checkpoint) {
  return {
    constraints: constraints.length,
    subtasks: subtasks.length,
    done: subtasks.filter(({ status }) => status === 'done').length,
    decisions: decisions.length,
    open: open.length,
    learnings: learnings.length,
  }
}

function windowStory(id: WindowId, record: TurnRecord, data: StoryData): Told {
  const { limit, reserve, exact, spec } = data
  const edit = record.edits.map((index) => data.edits[index]).find((one) => one?.opened === id)
  const serial = serialOf(data.windows, id)
  if (edit === undefined) return { sentence: `${upper(told.windowLabel(serial))}.`, block: null }
  const share = spec.config.compression.overflow_threshold
  const opens = edit.blocks.find(({ verb }) => verb === 'insert')
  const made = data.checkpoints.findLast((one) => one.turn <= record.turn && one.window === record.window)
  const sentence = told.window(
    serial,
    {
      used: edit.before,
      limit,
      at: scaleToUsable(share, limit, reserve),
      value: String(share),
      after: edit.after,
      left: edit.blocks.filter(({ verb }) => verb === 'drop').length,
      checkpoint: made?.checkpoint.version ?? null,
      bootstrap: opens?.added ?? null,
    },
    exact,
  )
  return { sentence, block: opens?.block ?? null }
}
