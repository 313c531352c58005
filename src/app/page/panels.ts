import { audit } from '../panel/audit/panel.ts'
import { autopsy } from '../panel/autopsy/panel.ts'
import { blocks } from '../panel/blocks/panel.ts'
import { budget } from '../panel/budget/panel.ts'
import { charts } from '../panel/chart/panel.ts'
import { claims } from '../panel/claims/panel.ts'
import { checkpoints } from '../panel/checkpoints/panel.ts'
import { cost } from '../panel/cost/panel.ts'
import { findings } from '../panel/findings/panel.ts'
import { guide } from '../panel/guide/panel.ts'
import { health } from '../panel/health/panel.ts'
import { limits } from '../panel/limits/panel.ts'
import { live } from '../panel/live/panel.tsx'
import { metrics } from '../panel/metrics/panel.ts'
import { notes } from '../panel/notes/panel.ts'
import type { Given, SidePanel } from '../panel/panel.ts'
import { retention } from '../panel/retention/panel.ts'
import { study } from '../panel/study/panel.ts'
import { takeAway } from '../panel/take-away/panel.tsx'
import { tune } from '../panel/tune/panel.tsx'
import { request, turnDiff } from '../panel/turns/panels.ts'
import { why } from '../panel/why/panel.tsx'
import type { Front } from '../store/look/open.ts'

/** The panels below the lanes, in the order of the page; each names its tab. */
const PANELS = [
  metrics,
  study,
  charts,
  blocks,
  budget,
  retention,
  autopsy,
  notes,
  checkpoints,
  cost,
  findings,
  request,
  turnDiff,
  health,
  audit,
  takeAway(async () => (await import('./pictures.ts')).PICTURES),
  guide,
  claims,
  limits,
] as const

type Listed = (typeof PANELS)[number]

/** The panels of a place, in order. */
export function panelsOf<Place extends keyof Given>(
  place: Place,
): readonly Extract<Listed, { readonly place: Place }>[] {
  return PANELS.filter((one): one is Extract<Listed, { readonly place: Place }> => one.place === place)
}

/** The panels beside the lanes, by name. */
export const SIDE_PANELS: { readonly [Name in Front]: SidePanel<Name> } = { why, tune, live }
