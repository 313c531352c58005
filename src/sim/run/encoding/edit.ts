import { CASCADE_STEPS, EDIT_MEASURES, PROBE_KINDS, REPAIR_ACTIONS, VERBS } from '../../../engine/internal.ts'
import type { Decision, EditTrigger } from '../../../engine/index.ts'
import type { EditRecord } from '../timeline/timeline.ts'
import { block, held, state, zone } from './common.ts'
import type { Item } from './common.ts'
import * as is from './shape.ts'
import type { Shape } from './shape.ts'

type Ranked = Item<Decision['victims']>

type Input = Item<NonNullable<Ranked['inputs']>>

const measure: Shape<NonNullable<Input['measure']>> = is.fields({
  of: is.wordOf({
    age: true,
    idle: true,
    unused: true,
    uses: true,
    cosine: true,
    tokens: true,
    type: true,
    mark: true,
  }),
  figure: is.number,
  full: is.nullable(is.number),
})

export const input: Shape<Input> = (value, lengths) => inputs(value, lengths)

const inputs: Shape<Input> = is.fields({
  measure: is.nullable(measure),
  parts: is.list(
    is.both(
      input,
      is.fields<{ signal: string; weight: number; value: number }>({
        signal: is.text,
        weight: is.number,
        value: is.number,
      }),
    ),
  ),
})

const ranked: Shape<readonly Ranked[]> = is.list(
  is.fields<Ranked>({
    block,
    blocks: is.list(block),
    verb: is.oneOf(VERBS),
    rank: is.count,
    values: is.list(is.number),
    inputs: is.optional(is.list(input)),
    score: is.number,
    key: is.number,
    frees: is.number,
    taken: is.flag,
  }),
)

const decision: Shape<Decision> = is.fields({
  stage: is.text,
  policy: is.text,
  trigger: is.fields<Decision['trigger']>({
    cause: is.wordOf({ zone: true, overflow: true, preemptive: true, cold: true, component: true }),
    zone,
    used: is.number,
    limit: is.number,
    reserve: is.number,
    target: is.number,
    aim: is.number,
    toFree: is.number,
    from: is.optional(is.number),
  }),
  terms: is.list(is.fields<Item<Decision['terms']>>({ signal: is.text, weight: is.number })),
  tieBreak: is.text,
  candidates: is.count,
  held: is.count,
  cut: is.count,
  victims: ranked,
  survivors: ranked,
  gated: is.nullable(held),
  along: is.list(block),
  freed: is.number,
  rewrites: is.optional(is.number),
  paysAfter: is.optional(is.nullable(is.number)),
  shortfall: is.number,
})

const compression: Shape<NonNullable<EditRecord['compression']>> = is.fields({
  step: is.oneOf([...CASCADE_STEPS, 'semantic_merge', 'own_summary'] as const),
  before: is.number,
  after: is.number,
  spanRatio: is.number,
  windowRatio: is.number,
  probes: is.count,
  kept: is.count,
  asks: is.list(is.within('asks')),
  subagent: is.nullable(
    is.fields<NonNullable<NonNullable<EditRecord['compression']>['subagent']>>({
      from: is.count,
      calls: is.count,
      input: is.number,
      output: is.number,
    }),
  ),
  window: is.nullable(is.count),
  questions: is.optional(
    is.list(
      is.fields<Item<NonNullable<NonNullable<EditRecord['compression']>['questions']>>>({
        id: is.text,
        kind: is.oneOf(PROBE_KINDS),
        question: is.text,
        expected: is.list(is.text),
        block,
      }),
    ),
  ),
})

const trigger: Shape<EditTrigger> = is.fields({
  cause: is.wordOf({ level: true, overflow: true, preemptive: true, cold: true, alert: true }),
  measure: is.oneOf(EDIT_MEASURES),
  value: is.number,
  allowed: is.number,
  by: is.fields({
    key: is.nullable(is.text),
    written: is.text,
    of: is.nullable(
      is.wordOf({
        limit: true,
        effective: true,
        budget: true,
        'limit less': true,
        'budget less': true,
        reserve: true,
      }),
    ),
  }),
  target: is.optional(is.number),
  toFree: is.optional(is.number),
  zone,
  used: is.number,
  limit: is.number,
  reserve: is.number,
})

export const edits: Shape<readonly EditRecord[]> = is.numbered(
  'edit',
  is.fields<EditRecord>({
    edit: is.count,
    tick: is.count,
    turn: is.within('turns'),
    window: is.count,
    stage: is.text,
    before: is.number,
    freed: is.number,
    added: is.number,
    after: is.number,
    overhead: is.optional(is.number),
    returned: is.optional(is.number),
    blocks: is.list(
      is.fields<Item<EditRecord['blocks']>>({
        block,
        verb: is.oneOf(VERBS),
        from: state,
        to: state,
        freed: is.number,
        added: is.number,
        into: is.optional(block),
      }),
    ),
    decision: is.nullable(decision),
    repairs: is.list(
      is.fields<Item<EditRecord['repairs']>>({
        rule: is.text,
        action: is.oneOf(REPAIR_ACTIONS),
        index: is.whole,
        part: is.optional(is.whole),
        to: is.optional(is.whole),
        ids: is.list(is.text),
        text: is.optional(is.text),
        reason: is.text,
      }),
    ),
    compression: is.nullable(compression),
    opened: is.nullable(is.count),
    kept: is.optional(
      is.fields<NonNullable<EditRecord['kept']>>({ gated: held, tailFrom: is.nullable(block) }),
    ),
    step: is.optional(is.count),
    trigger: is.optional(trigger),
    logged: is.optional(
      is.fields<NonNullable<EditRecord['logged']>>({
        before: is.nullable(is.number),
        after: is.nullable(is.number),
      }),
    ),
  }),
)
