import { CASCADE_STEPS, PROBE_KINDS, VERBS } from '../../../engine/internal.ts'
import type { Decision, EditTrigger } from '../../../engine/index.ts'
import type { EditRecord } from '../timeline/timeline.ts'
import { block, held, state, zone } from './common.ts'
import type { Item } from './common.ts'
import {
  both,
  count,
  fields,
  flag,
  list,
  nullable,
  number,
  numbered,
  oneOf,
  optional,
  text,
  whole,
  within,
  wordOf,
} from './shape.ts'
import type { Shape } from './shape.ts'

type Ranked = Item<Decision['victims']>

type Input = Item<NonNullable<Ranked['inputs']>>

const measure: Shape<NonNullable<Input['measure']>> = fields({
  of: wordOf({
    age: true,
    idle: true,
    unused: true,
    uses: true,
    cosine: true,
    tokens: true,
    type: true,
    mark: true,
  }),
  figure: number,
  full: nullable(number),
})

export const input: Shape<Input> = (value, lengths) => inputs(value, lengths)

const inputs: Shape<Input> = fields({
  measure: nullable(measure),
  parts: list(
    both(
      input,
      fields<{ signal: string; weight: number; value: number }>({
        signal: text,
        weight: number,
        value: number,
      }),
    ),
  ),
})

const ranked: Shape<readonly Ranked[]> = list(
  fields<Ranked>({
    block,
    blocks: list(block),
    verb: oneOf(VERBS),
    rank: count,
    values: list(number),
    inputs: optional(list(input)),
    score: number,
    key: number,
    frees: number,
    taken: flag,
  }),
)

const decision: Shape<Decision> = fields({
  stage: text,
  policy: text,
  trigger: fields<Decision['trigger']>({
    cause: wordOf({ zone: true, overflow: true, preemptive: true, component: true }),
    zone,
    used: number,
    limit: number,
    reserve: number,
    target: number,
    aim: number,
    toFree: number,
    from: optional(number),
  }),
  terms: list(fields<Item<Decision['terms']>>({ signal: text, weight: number })),
  tieBreak: text,
  candidates: count,
  held: count,
  cut: count,
  victims: ranked,
  survivors: ranked,
  gated: nullable(held),
  along: list(block),
  freed: number,
  rewrites: optional(number),
  paysAfter: optional(nullable(number)),
  shortfall: number,
})

const compression: Shape<NonNullable<EditRecord['compression']>> = fields({
  step: oneOf([...CASCADE_STEPS, 'semantic_merge', 'own_summary'] as const),
  before: number,
  after: number,
  spanRatio: number,
  windowRatio: number,
  probes: count,
  kept: count,
  asks: list(within('asks')),
  subagent: nullable(
    fields<NonNullable<NonNullable<EditRecord['compression']>['subagent']>>({
      from: count,
      calls: count,
      input: number,
      output: number,
    }),
  ),
  window: nullable(count),
  questions: optional(
    list(
      fields<Item<NonNullable<NonNullable<EditRecord['compression']>['questions']>>>({
        id: text,
        kind: oneOf(PROBE_KINDS),
        question: text,
        expected: list(text),
        block,
      }),
    ),
  ),
})

const trigger: Shape<EditTrigger> = fields({
  cause: wordOf({ level: true, overflow: true, preemptive: true, alert: true }),
  measure: wordOf({
    share: true,
    messages: true,
    tokens: true,
    characters: true,
    bytes: true,
    milliseconds: true,
    tool_uses: true,
    turns: true,
    result_tokens: true,
    component_tokens: true,
    calls: true,
    notes: true,
  }),
  value: number,
  allowed: number,
  by: fields({
    key: nullable(text),
    written: text,
    of: nullable(
      wordOf({
        limit: true,
        effective: true,
        budget: true,
        'limit less': true,
        'budget less': true,
        reserve: true,
      }),
    ),
  }),
  target: optional(number),
  toFree: optional(number),
  zone,
  used: number,
  limit: number,
  reserve: number,
})

export const edits: Shape<readonly EditRecord[]> = numbered(
  'edit',
  fields<EditRecord>({
    edit: count,
    tick: count,
    turn: within('turns'),
    window: count,
    stage: text,
    before: number,
    freed: number,
    added: number,
    after: number,
    overhead: optional(number),
    returned: optional(number),
    blocks: list(
      fields<Item<EditRecord['blocks']>>({
        block,
        verb: oneOf(VERBS),
        from: state,
        to: state,
        freed: number,
        added: number,
        into: optional(block),
      }),
    ),
    decision: nullable(decision),
    repairs: list(
      fields<Item<EditRecord['repairs']>>({
        rule: text,
        action: wordOf({
          'drop-part': true,
          'drop-message': true,
          'insert-result': true,
          'insert-user': true,
          'move-part': true,
          'rename-call': true,
          'change-role': true,
          'trim-text': true,
          'drop-marker': true,
          'declare-tool': true,
          'disable-thinking': true,
        }),
        index: whole,
        part: optional(whole),
        to: optional(whole),
        ids: list(text),
        text: optional(text),
        reason: text,
      }),
    ),
    compression: nullable(compression),
    opened: nullable(count),
    kept: optional(fields<NonNullable<EditRecord['kept']>>({ gated: held, tailFrom: nullable(block) })),
    step: optional(count),
    trigger: optional(trigger),
    logged: optional(
      fields<NonNullable<EditRecord['logged']>>({ before: nullable(number), after: nullable(number) }),
    ),
  }),
)
