import {
  ALERT_CODES,
  BLOCK_TYPES,
  BUDGET_PARTS,
  HEALTH_ACTIONS,
  HEALTH_METRICS,
} from '../../../engine/internal.ts'
import type { HealthAction, TurnEvent } from '../../../engine/index.ts'
import type { CallRecord, TurnRecord } from '../timeline/timeline.ts'
import { block, byComponent, stageNote, status, urgency, zone } from './common.ts'
import type { Item } from './common.ts'
import {
  count,
  fields,
  flag,
  list,
  nullable,
  number,
  numbered,
  oneOf,
  optional,
  table,
  text,
  variants,
  within,
  wordOf,
} from './shape.ts'
import type { Shape } from './shape.ts'

const point: Shape<TurnRecord['points']['sent']> = fields({ tick: count, used: number })

type EventOf<Kind> = Extract<TurnEvent, { readonly kind: Kind }>

const budgetEvent: Shape<EventOf<'budget'>['event']> = fields({
  component: oneOf(BUDGET_PARTS),
  status,
  urgency,
  used: number,
  limit: number,
  excess: number,
  action: nullable(
    wordOf({
      trim_system_prompt: true,
      send_needed_tools: true,
      run_ladder: true,
      summarize_results: true,
      evict_memory: true,
      emergency: true,
    }),
  ),
  binding: flag,
  turnsLeft: optional(nullable(number)),
})

export const alert: Shape<EventOf<'alert'>['alert']> = fields({
  code: oneOf(ALERT_CODES),
  metric: oneOf(HEALTH_METRICS),
  severity: wordOf({ warning: true, critical: true }),
  turn: count,
  value: number,
  threshold: number,
  action: oneOf(Object.keys(HEALTH_ACTIONS) as HealthAction[]),
})

const events: Shape<readonly TurnEvent[]> = list(
  variants<TurnEvent, 'kind'>('kind', {
    zone: fields({ point: wordOf({ offered: true, sent: true }), from: zone, to: zone }),
    spike: fields({ arrived: number, baseline: number }),
    note: fields({ stage: text, note: stageNote }),
    overflow: fields({ used: number, limit: number, reserve: number }),
    budget: fields({ event: budgetEvent }),
    alert: fields({ alert }),
    breaker: fields({ failures: number }),
    checkpoint: fields({
      window: count,
      version: count,
      changes: optional(
        list(
          fields<Item<NonNullable<EventOf<'checkpoint'>['changes']>>>({
            field: wordOf({
              goal: true,
              criteria: true,
              constraints: true,
              subtasks: true,
              decisions: true,
              open: true,
              environment: true,
              learnings: true,
            }),
            item: text,
            became: wordOf({ carried: true, replaced: true, gone: true }),
            by: nullable(text),
          }),
        ),
      ),
      problems: optional(
        list(
          fields<Item<NonNullable<EventOf<'checkpoint'>['problems']>>>({
            severity: wordOf({ error: true, warning: true, note: true }),
            code: text,
            message: text,
            line: optional(number),
            column: optional(number),
            expected: optional(text),
            found: optional(text),
            fix: optional(text),
          }),
        ),
      ),
    }),
    window: fields({ from: count, to: count }),
    cache_break: fields({
      before: number,
      after: number,
      cause: variants<EventOf<'cache_break'>['cause'], 'of'>('of', {
        edit: fields({ stage: text }),
        pause: fields({ idle: number, life: number }),
        setup: fields({}),
      }),
    }),
  }),
)

const reading: Shape<TurnRecord['reading']> = fields({
  zone,
  used: number,
  utilization: number,
  arrived: number,
  velocity: number,
  velocityClass: wordOf({ low: true, medium: true, high: true }),
  turnsUntilRed: nullable(number),
  baseline: nullable(number),
  spike: flag,
  source: wordOf({ counted: true, model_reported: true }),
  counted: number,
})

export const calls: Shape<readonly CallRecord[]> = list(
  fields<CallRecord>({
    kind: wordOf({ main: true, summarize: true, subagent: true }),
    input: number,
    output: nullable(number),
  }),
)

export const turns: Shape<readonly TurnRecord[]> = numbered(
  'turn',
  fields<TurnRecord>({
    turn: count,
    window: count,
    context: count,
    time: nullable(number),
    points: fields({ arrived: point, offered: point, sent: point }),
    responded: nullable(point),
    reading,
    used: number,
    free: number,
    utilization: number,
    adjustment: optional(number),
    byType: table(BLOCK_TYPES, number),
    byComponent,
    calls,
    model: optional(text),
    cacheTerm: optional(wordOf({ '1h': true })),
    arrivedBy: byComponent,
    repeatedCalls: optional(number),
    asks: list(within('asks')),
    events,
    edits: list(within('edits')),
    needs: list(within('needs')),
    violations: list(
      fields<Item<TurnRecord['violations']>>({
        rule: text,
        message: text,
        blocks: list(block),
        origin: wordOf({ trace: true, strategy: true }),
      }),
    ),
  }),
)
