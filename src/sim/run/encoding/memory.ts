import { ALERT_CODES, BUDGET_PARTS, IMPORTANCES, SUBTASK_STATUSES } from '../../../engine/internal.ts'
import type { Checkpoint, Note } from '../../../engine/index.ts'
import type { Snapshot } from '../timeline/timeline.ts'
import { block, byComponent, noteCode, status, texts, urgency, zone } from './common.ts'
import type { Item } from './common.ts'
import * as is from './shape.ts'
import type { Shape } from './shape.ts'

export const checkpoint: Shape<Checkpoint> = is.fields({
  format: is.only('context-window-lab/checkpoint'),
  schema: is.only(2),
  window: is.count,
  version: is.count,
  turn: is.count,
  time: is.nullable(is.number),
  goal: is.text,
  criteria: texts,
  constraints: texts,
  subtasks: is.list(
    is.fields<Item<Checkpoint['subtasks']>>({ title: is.text, status: is.oneOf(SUBTASK_STATUSES) }),
  ),
  decisions: is.list(
    is.fields<Item<Checkpoint['decisions']>>({ what: is.text, why: is.text, alternatives: texts }),
  ),
  open: is.list(is.fields<Item<Checkpoint['open']>>({ what: is.text, reproduce: is.text })),
  environment: is.fields<Checkpoint['environment']>({ directory: is.text, branch: is.text, services: texts }),
  learnings: texts,
  summary: is.text,
})

export const note: Shape<Note> = is.fields({
  category: is.text,
  importance: is.oneOf(IMPORTANCES),
  text: is.text,
  turn: is.count,
  key: is.optional(is.text),
  block: is.optional(block),
})

type Memory = Item<Snapshot['windows']>

const health: Shape<Memory['health']> = is.fields({
  utilizations: is.list(is.number),
  evicted: is.list(is.number),
  compressions: is.list(
    is.fields<Item<Memory['health']['compressions']>>({ before: is.number, after: is.number }),
  ),
  arrived: is.list(is.number),
  fidelity: is.nullable(is.number),
  streaks: is.fields<Memory['health']['streaks']>({
    counts: is.table(ALERT_CODES, is.number),
    told: is.list(is.oneOf(ALERT_CODES)),
    raised: is.someOf(ALERT_CODES, is.count),
  }),
})

export const windowMemory: Shape<Memory> = is.fields({
  id: is.count,
  pressure: is.fields<Memory['pressure']>({
    recent: is.list(is.number),
    baseline: is.nullable(is.number),
    readings: is.count,
    apart: is.optional(is.number),
  }),
  zone,
  respondedBy: byComponent,
  valid: is.flag,
  budget: is.fields<Memory['budget']>({
    recent: is.list(byComponent),
    readings: is.count,
    status: is.table(BUDGET_PARTS, status),
    urgency: is.table(BUDGET_PARTS, urgency),
  }),
  health,
  breaker: is.fields<Memory['breaker']>({ failures: is.count, open: is.flag }),
  carried: is.fields<Memory['carried']>({
    notes: is.list(note),
    checkpoint: is.nullable(checkpoint),
    foreign: is.optional(is.only(true)),
    closed: is.optional(is.only(true)),
    late: is.optional(is.list(block)),
    goal: is.optional(is.text),
    serial: is.count,
    opened: is.count,
  }),
  emergency: is.flag,
  context: is.count,
  cache: is.optional(
    is.fields<NonNullable<Memory['cache']>>({
      read: is.number,
      sent: is.number,
      kept: is.optional(
        is.list(is.fields<{ order: number; idle: number }>({ order: is.number, idle: is.number })),
      ),
    }),
  ),
  calls: is.optional(is.fields<NonNullable<Memory['calls']>>({ calls: texts, repeated: is.count })),
  told: is.optional(
    is.list(
      is.fields<Item<NonNullable<Memory['told']>>>({
        stage: is.text,
        at: is.whole,
        code: noteCode,
        tokens: is.number,
        block: is.optional(block),
      }),
    ),
  ),
  rewritten: is.optional(is.list(is.pair(block, is.within('contents', 'or none')))),
  adjusted: is.optional(
    is.fields<NonNullable<Memory['adjusted']>>({ tokens: is.number, base: is.number, newest: is.whole }),
  ),
  edited: is.optional(is.flag),
  sent: is.optional(is.count),
  asked: is.optional(is.count),
  time: is.optional(is.number),
})
