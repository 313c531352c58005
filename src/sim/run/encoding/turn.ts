import {
  ALERT_CODES,
  BLOCK_TYPES,
  BUDGET_PARTS,
  HEALTH_ACTIONS,
  HEALTH_METRICS,
} from '../../../engine/internal.ts'
import type { HealthAction, TurnEvent } from '../../../engine/index.ts'
import type { CallRecord, Refetch, TurnRecord } from '../timeline/timeline.ts'
import { block, byComponent, stageNote, status, urgency, zone } from './common.ts'
import type { Item } from './common.ts'
import * as is from './shape.ts'
import type { Shape } from './shape.ts'

const point: Shape<TurnRecord['points']['sent']> = is.fields({ tick: is.count, used: is.number })

type EventOf<Kind> = Extract<TurnEvent, { readonly kind: Kind }>

const budgetEvent: Shape<EventOf<'budget'>['event']> = is.fields({
  component: is.oneOf(BUDGET_PARTS),
  status,
  urgency,
  used: is.number,
  limit: is.number,
  excess: is.number,
  action: is.nullable(
    is.wordOf({
      trim_system_prompt: true,
      send_needed_tools: true,
      run_ladder: true,
      summarize_results: true,
      evict_memory: true,
      emergency: true,
    }),
  ),
  binding: is.flag,
  turnsLeft: is.optional(is.nullable(is.number)),
})

export const alert: Shape<EventOf<'alert'>['alert']> = is.fields({
  code: is.oneOf(ALERT_CODES),
  metric: is.oneOf(HEALTH_METRICS),
  severity: is.wordOf({ warning: true, critical: true }),
  turn: is.count,
  value: is.number,
  threshold: is.number,
  action: is.oneOf(Object.keys(HEALTH_ACTIONS) as HealthAction[]),
})

const events: Shape<readonly TurnEvent[]> = is.list(
  is.variants<TurnEvent, 'kind'>('kind', {
    zone: is.fields({ point: is.wordOf({ offered: true, sent: true }), from: zone, to: zone }),
    spike: is.fields({ arrived: is.number, baseline: is.number }),
    note: is.fields({ stage: is.text, note: stageNote }),
    overflow: is.fields({ used: is.number, limit: is.number, reserve: is.number }),
    budget: is.fields({ event: budgetEvent }),
    alert: is.fields({ alert }),
    breaker: is.fields({ failures: is.number }),
    checkpoint: is.fields({
      window: is.count,
      version: is.count,
      changes: is.optional(
        is.list(
          is.fields<Item<NonNullable<EventOf<'checkpoint'>['changes']>>>({
            field: is.wordOf({
              goal: true,
              criteria: true,
              constraints: true,
              subtasks: true,
              decisions: true,
              open: true,
              environment: true,
              learnings: true,
            }),
            item: is.text,
            became: is.wordOf({ carried: true, replaced: true, gone: true }),
            by: is.nullable(is.text),
          }),
        ),
      ),
      problems: is.optional(
        is.list(
          is.fields<Item<NonNullable<EventOf<'checkpoint'>['problems']>>>({
            severity: is.wordOf({ error: true, warning: true, note: true }),
            code: is.text,
            message: is.text,
            line: is.optional(is.number),
            column: is.optional(is.number),
            expected: is.optional(is.text),
            found: is.optional(is.text),
            fix: is.optional(is.text),
          }),
        ),
      ),
    }),
    window: is.fields({ from: is.count, to: is.count }),
    cache_break: is.fields({
      before: is.number,
      after: is.number,
      cause: is.variants<EventOf<'cache_break'>['cause'], 'of'>('of', {
        edit: is.fields({ stage: is.text }),
        pause: is.fields({ idle: is.number, life: is.number }),
        setup: is.fields({}),
      }),
    }),
  }),
)

const reading: Shape<TurnRecord['reading']> = is.fields({
  zone,
  used: is.number,
  utilization: is.number,
  arrived: is.number,
  velocity: is.number,
  velocityClass: is.wordOf({ low: true, medium: true, high: true }),
  turnsUntilRed: is.nullable(is.number),
  baseline: is.nullable(is.number),
  spike: is.flag,
  source: is.wordOf({ counted: true, model_reported: true }),
  counted: is.number,
  untold: is.optional(is.number),
  disbelieved: is.optional(is.number),
  unread: is.optional(is.number),
})

export const calls: Shape<readonly CallRecord[]> = is.list(
  is.fields<CallRecord>({
    kind: is.wordOf({ main: true, refetch: true, search: true, summarize: true, subagent: true }),
    input: is.number,
    continues: is.optional(is.only(true)),
    unseen: is.optional(is.number),
    output: is.nullable(is.number),
  }),
)

export const turns: Shape<readonly TurnRecord[]> = is.numbered(
  'turn',
  is.fields<TurnRecord>({
    turn: is.count,
    window: is.count,
    context: is.count,
    time: is.nullable(is.number),
    sent: is.optional(is.number),
    points: is.fields({ arrived: point, offered: point, sent: point }),
    fetched: is.optional(
      is.fields<NonNullable<TurnRecord['fetched']>>({
        point,
        again: is.list(is.fields<Refetch>({ source: block, call: block, result: block, blind: is.count })),
      }),
    ),
    responded: is.nullable(point),
    reading,
    used: is.number,
    free: is.number,
    utilization: is.number,
    adjustment: is.optional(is.number),
    byType: is.table(BLOCK_TYPES, is.number),
    byComponent,
    calls,
    model: is.optional(is.text),
    effort: is.optional(is.text),
    cacheTerm: is.optional(is.wordOf({ '1h': true })),
    arrivedBy: byComponent,
    repeatedCalls: is.optional(is.number),
    asks: is.list(is.within('asks')),
    events,
    edits: is.list(is.within('edits')),
    needs: is.list(is.within('needs')),
    violations: is.list(
      is.fields<Item<TurnRecord['violations']>>({
        rule: is.text,
        message: is.text,
        blocks: is.list(block),
        origin: is.wordOf({ trace: true, strategy: true }),
      }),
    ),
  }),
)
