import { BLOCK_STATES, COMPONENTS, NOTE_CODES, ZONES } from '../../../engine/internal.ts'
import type { Decision, StageNote } from '../../../engine/index.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { fields, list, nullable, number, oneOf, optional, table, text, within, wordOf } from './shape.ts'
import type { Shape } from './shape.ts'

export type Item<List> = List extends readonly (infer One)[] ? One : never

export const block = within('blocks')

export const zone = oneOf(ZONES)

export const byComponent = table(COMPONENTS, number)

export const state = oneOf(BLOCK_STATES)

export const thresholds: Shape<TimelineData['thresholds']> = fields({
  yellow: number,
  orange: number,
  red: number,
})

const heldBack: Shape<NonNullable<StageNote['heldBack']>> = fields({
  why: wordOf({ gain: true, horizon: true, saving: true, warm: true, early: true }),
  frees: number,
  least: number,
  rewrites: number,
  paysAfter: nullable(number),
  horizon: number,
  saves: optional(number),
  leastSaved: optional(number),
  grewIn: optional(number),
})

export const noteCode = oneOf(NOTE_CODES)

export const stageNote: Shape<StageNote> = fields({
  code: noteCode,
  tokens: number,
  allowed: optional(number),
  block: optional(block),
  heldBack: optional(heldBack),
})

export const status = wordOf<'ok' | 'warned' | 'blocked'>({ ok: true, warned: true, blocked: true })

export const urgency = wordOf<'normal' | 'warning' | 'critical'>({
  normal: true,
  warning: true,
  critical: true,
})

export const held: Shape<readonly Item<NonNullable<Decision['gated']>>[]> = list(
  fields({ block, gates: list(text) }),
)

export const texts = list(text)
