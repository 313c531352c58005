import { ALERT_CODES, BUDGET_PARTS, IMPORTANCES, SUBTASK_STATUSES } from '../../../engine/internal.ts'
import type { Checkpoint, Note } from '../../../engine/index.ts'
import type { Snapshot } from '../timeline/timeline.ts'
import { block, byComponent, noteCode, status, texts, urgency, zone } from './common.ts'
import type { Item } from './common.ts'
import {
  count,
  fields,
  flag,
  list,
  nullable,
  number,
  oneOf,
  only,
  optional,
  pair,
  someOf,
  table,
  text,
  whole,
  within,
} from './shape.ts'
import type { Shape } from './shape.ts'

export const checkpoint: Shape<Checkpoint> = fields({
  format: only('context-window-lab/checkpoint'),
  schema: only(2),
  window: count,
  version: count,
  turn: count,
  time: nullable(number),
  goal: text,
  criteria: texts,
  constraints: texts,
  subtasks: list(fields<Item<Checkpoint['subtasks']>>({ title: text, status: oneOf(SUBTASK_STATUSES) })),
  decisions: list(fields<Item<Checkpoint['decisions']>>({ what: text, why: text, alternatives: texts })),
  open: list(fields<Item<Checkpoint['open']>>({ what: text, reproduce: text })),
  environment: fields<Checkpoint['environment']>({ directory: text, branch: text, services: texts }),
  learnings: texts,
  summary: text,
})

export const note: Shape<Note> = fields({
  category: text,
  importance: oneOf(IMPORTANCES),
  text,
  turn: count,
  key: optional(text),
  block: optional(block),
})

type Memory = Item<Snapshot['windows']>

const health: Shape<Memory['health']> = fields({
  utilizations: list(number),
  evicted: list(number),
  compressions: list(fields<Item<Memory['health']['compressions']>>({ before: number, after: number })),
  arrived: list(number),
  fidelity: nullable(number),
  streaks: fields<Memory['health']['streaks']>({
    counts: table(ALERT_CODES, number),
    told: list(oneOf(ALERT_CODES)),
    raised: someOf(ALERT_CODES, count),
  }),
})

export const windowMemory: Shape<Memory> = fields({
  id: count,
  pressure: fields<Memory['pressure']>({ recent: list(number), baseline: nullable(number), readings: count }),
  zone,
  respondedBy: byComponent,
  valid: flag,
  budget: fields<Memory['budget']>({
    recent: list(byComponent),
    readings: count,
    status: table(BUDGET_PARTS, status),
    urgency: table(BUDGET_PARTS, urgency),
  }),
  health,
  breaker: fields<Memory['breaker']>({ failures: count, open: flag }),
  carried: fields<Memory['carried']>({
    notes: list(note),
    checkpoint: nullable(checkpoint),
    foreign: optional(only(true)),
    serial: count,
    opened: count,
  }),
  emergency: flag,
  context: count,
  cache: optional(
    fields<NonNullable<Memory['cache']>>({
      read: number,
      sent: number,
      kept: optional(list(fields<{ order: number; idle: number }>({ order: number, idle: number }))),
    }),
  ),
  calls: optional(fields<NonNullable<Memory['calls']>>({ calls: texts, repeated: count })),
  told: optional(
    list(
      fields<Item<NonNullable<Memory['told']>>>({
        stage: text,
        at: whole,
        code: noteCode,
        tokens: number,
        block: optional(block),
      }),
    ),
  ),
  rewritten: optional(list(pair(block, within('contents', 'or none')))),
  adjusted: optional(
    fields<NonNullable<Memory['adjusted']>>({ tokens: number, base: number, newest: whole }),
  ),
  edited: optional(flag),
  sent: optional(count),
  asked: optional(count),
  time: optional(number),
})
