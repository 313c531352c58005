import { COUNTER_NAMES } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import { limitSetting } from '../../../engine/internal.ts'
import type { PartialConfig } from '../../../config/index.ts'
import type { BudgetRequest } from '../../../worker/protocol.ts'
import { metricWords } from '../../../sim/internal.ts'
import { LONGEST_TITLE, MOST_CONDITIONS } from '../challenge/challenge.ts'
import type { Challenge, Condition } from '../challenge/challenge.ts'
import { LARGEST_SEED, MODEL_FAILING, OPENING } from '../choice/choices.ts'
import type { Selection } from '../choice/choices.ts'
import { loadDeclarations } from '../choice/declarations.ts'
import type { Declarations } from '../choice/declarations.ts'
import { LANE_POLICIES, MOST_LANES } from '../choice/lanes.ts'
import { ownConfig } from '../choice/lane-text.ts'
import { DETAIL_TABS } from '../look/detail-tab.ts'
import { TUNE_TABS } from '../look/open.ts'
import { pricesOf } from './checked-prices.ts'
import { actsOf, forksOf, settingsOf } from './checked-acts.ts'
import {
  Findings,
  isCount,
  isName,
  isOneOf,
  isPlain,
  isText,
  listOf,
  LONGEST_TEXT,
  orNull,
  quoted,
} from './plain.ts'
import { DEFAULT_LOOK, DEFAULT_SHOW, STATE_VERSION } from './state.ts'
import type { LaneState, LogState, LookState, PageState, Show } from './state.ts'
import { upgraded } from './versions.ts'

/** A document as a state that can be opened, and what of it was ignored or replaced. */
export interface Checked {
  /** Null if nothing of it can be used. */
  readonly state: PageState | null
  readonly problems: readonly Problem[]
}

/**
 * Checks a document of any origin and any version. It never throws for what is in the document: what is wrong is left
 * out, and named with its place and value.
 *
 * @throws if the settings' declarations cannot be loaded, for a document that has settings
 */
export async function checkState(value: unknown): Promise<Checked> {
  const up = upgraded(value)
  if ('newer' in up) return { state: null, problems: [newer(up.newer)] }
  if ('wrong' in up) return { state: null, problems: [unusable(up.at, up.wrong)] }
  const { document } = up
  const found = new Findings()
  const source = sourceOf(document['source'], found)
  if (source === null)
    return { state: null, problems: [unusable('source', document['source']), ...found.problems] }
  found.unknown(document, FIELDS, '')
  const lanes = await lanesOf(document['lanes'], found)
  const state: PageState = {
    version: STATE_VERSION,
    source,
    seed: found.take(
      document['seed'],
      'seed',
      (one): one is number => isCount(one) && one <= LARGEST_SEED,
      `a whole number up to ${LARGEST_SEED}`,
      OPENING.seed,
      `seed ${OPENING.seed} is used`,
    ),
    budget: budgetOf(document['budget'], source.kind === 'log', found),
    counter: found.take(
      document['counter'],
      'counter',
      isOneOf(COUNTER_NAMES),
      `one of ${COUNTER_NAMES.join(', ')}`,
      OPENING.counter,
      `${OPENING.counter} is used`,
    ),
    lanes,
    ...(await pricesOf(document['prices'], found)),
    turn: orNull(document['turn'], 'turn', isCount, 'a turn, counted from 0', found),
    selected: selectionOf(document['selected'], found),
    look: lookOf(document['look'], lanes.length, found),
    show: showOf(document['show'], found),
    challenge: challengeOf(document['challenge'], found),
  }
  return { state, problems: found.problems }
}

const FIELDS = [
  'version',
  'source',
  'seed',
  'budget',
  'counter',
  'lanes',
  'prices',
  'turn',
  'selected',
  'look',
  'show',
  'challenge',
] as const satisfies readonly (keyof PageState)[]

function newer(version: number): Problem {
  return {
    severity: 'error',
    code: 'state-newer',
    message: `a newer version of this page wrote this state, and this page reads versions up to ${STATE_VERSION}: ${version}`,
    found: String(version),
  }
}

function unusable(at: string, value: unknown): Problem {
  return {
    severity: 'error',
    code: 'state-unusable',
    message: `without ${at === 'the state' ? 'a record of the state' : `a valid ${at}`} nothing can be opened: ${quoted(value)}`,
    found: quoted(value),
  }
}

/** Parameters of a scenario, which checks their names and ranges itself. */
function isParameters(value: unknown): value is Readonly<Record<string, number>> {
  return isPlain(value) && Object.values(value).every((one) => Number.isFinite(one))
}

/** Null if it names no conversation. */
function sourceOf(value: unknown, found: Findings): PageState['source'] | null {
  if (!isPlain(value)) return null
  const { kind, name } = value
  if (!isName(name)) return null
  if (kind === 'scenario') {
    // What every object has is no scenario: __proto__, constructor
    if (name in {}) return null
    found.unknown(value, ['kind', 'name', 'overrides'], 'source')
    const overrides = found.take(
      value['overrides'],
      'source.overrides',
      isParameters,
      'numbers by the names of parameters',
      undefined,
      'they are ignored',
    )
    return { kind, name, ...(overrides !== undefined && { overrides }) }
  }
  const { size, hash } = value
  if (kind !== 'log' || !isText(hash) || !HASH.test(hash)) return null
  found.unknown(value, LOG_FIELDS, 'source')
  const given = <Name extends string, Value>(
    field: Name,
    isRight: (one: unknown) => one is Value,
    wanted: string,
  ): { readonly [One in Name]?: Value } => {
    const one = found.take(value[field], `source.${field}`, isRight, wanted, undefined, 'it is ignored')
    return one === undefined ? {} : ({ [field]: one } as { readonly [One in Name]: Value })
  }
  const leftOut = listOf(value['leftOut'], 'source.leftOut', found).filter(isOneOf(['edits', 'setup']))
  return {
    kind,
    name,
    hash,
    size: found.take(size, 'source.size', isCount, 'a whole number', 0, 'it is ignored'),
    ...given('format', isName, 'a format'),
    ...given('model', isName, 'a model'),
    ...given('conversation', isCount, 'a number of a conversation, counted from 0'),
    ...given('recordedEdits', isOneOf(['keep']), 'keep'),
    ...given('whole', (one) => one === true, 'true'),
    ...given('setup', isSetup, 'the texts of a system prompt and of tools'),
    ...(leftOut.length > 0 && { leftOut }),
  }
}

function isSetup(value: unknown): value is NonNullable<LogState['setup']> {
  return (
    isPlain(value) &&
    Object.entries(value).every(([name, text]) => (name === 'system' || name === 'tools') && isText(text))
  )
}

const HASH = /^[0-9a-f]{16}$/
const LOG_FIELDS = [
  'kind',
  'name',
  'size',
  'hash',
  'format',
  'recordedEdits',
  'conversation',
  'whole',
  'model',
  'setup',
  'leftOut',
] as const satisfies readonly (keyof LogState)[]

function budgetOf(value: unknown, isLog: boolean, found: Findings): BudgetRequest {
  const { min, max } = limitSetting
  const fallback: BudgetRequest = isLog ? { kind: 'start' } : OPENING.budget
  if (value === undefined) return fallback
  if (isPlain(value)) {
    const { kind, tokens, share, from } = value
    if (kind === 'tokens' && isCount(tokens) && tokens >= min && tokens <= max) return { kind, tokens }
    if (kind === 'share' && typeof share === 'number' && share > 0 && share <= MOST_SHARE)
      return { kind, share }
    if (kind === 'start' && from === undefined) return { kind }
    if (kind === 'start' && (from === 'model' || from === 'content')) return { kind, from }
  }
  found.wrong('budget', value, `tokens from ${min} to ${max}, a share, or start`, 'the usual window is used')
  return fallback
}

/** Far above the peak nothing changes any more. */
const MOST_SHARE = 10_000

async function lanesOf(value: unknown, found: Findings): Promise<readonly LaneState[]> {
  const given = listOf(value, 'lanes', found)
  if (given.length > MOST_LANES)
    found.wrong('lanes', given.length, `at most ${MOST_LANES} lanes`, 'the others are left out')
  const some = given.slice(0, MOST_LANES)
  const declarations = some.some(needsDeclarations) ? await loadDeclarations() : null
  const lanes = some.flatMap((one, index) => laneOf(one, `lanes[${index}]`, declarations, found) ?? [])
  if (lanes.length > 0) return lanes
  if (value !== undefined && given.length === 0)
    found.wrong('lanes', value, 'a list of lanes', 'the lanes of the first screen are used')
  return OPENING.lanes
}

function needsDeclarations(lane: unknown): boolean {
  return isPlain(lane) && ['byHand', 'text', 'actions', 'forks'].some((name) => lane[name] !== undefined)
}

const LANE_FIELDS = [
  'policy',
  'gates',
  'text',
  'byHand',
  'actions',
  'forks',
  'failing',
  'answeredBy',
  'offered',
] as const satisfies readonly (keyof LaneState)[]

/** Protection on, or off as far as a lane can be without it. */
const GATES = ['on', 'naive'] as const

function laneOf(
  value: unknown,
  at: string,
  declarations: Declarations | null,
  found: Findings,
): LaneState | null {
  if (!isPlain(value)) {
    found.wrong(at, value, 'a lane', 'it is left out')
    return null
  }
  const { policy } = value
  if (!isOneOf(LANE_POLICIES)(policy)) {
    found.wrong(`${at}.policy`, policy, 'a strategy or policy of this page', 'the lane is left out')
    return null
  }
  found.unknown(value, LANE_FIELDS, at)
  const gates = found.take(
    value['gates'],
    `${at}.gates`,
    isOneOf(GATES),
    GATES.join(' or '),
    'on' as const,
    'protection is on',
  )
  const ignored = 'it is ignored'
  const failing = found.take(
    value['failing'],
    `${at}.failing`,
    isOneOf(MODEL_FAILING),
    `one of ${MODEL_FAILING.join(', ')}`,
    undefined,
    ignored,
  )
  const answeredBy = found.take(
    value['answeredBy'],
    `${at}.answeredBy`,
    isName,
    'a model',
    undefined,
    ignored,
  )
  const text = found.take(
    value['text'],
    `${at}.text`,
    (one): one is string => isText(one) && one.length <= LONGEST_TEXT,
    'the text of a config',
    undefined,
    ignored,
  )
  const offered = found.take(
    value['offered'],
    `${at}.offered`,
    (one): one is true => one === true,
    'true',
    undefined,
    ignored,
  )
  const lane: LaneState = {
    policy,
    gates,
    ...(failing !== undefined && { failing }),
    ...(answeredBy !== undefined && { answeredBy }),
    ...(text !== undefined && { text }),
    ...(offered !== undefined && { offered }),
  }
  if (declarations === null) return lane
  const settings = (some: unknown, place: string): PartialConfig | null =>
    settingsOf(some, place, ownConfig(lane, declarations), declarations, found)
  const byHand = value['byHand'] === undefined ? null : settings(value['byHand'], `${at}.byHand`)
  const actions = actsOf(value['actions'], `${at}.actions`, settings, found)
  const forks = forksOf(value['forks'], `${at}.forks`, settings, found)
  return {
    ...lane,
    ...(byHand !== null && Object.keys(byHand).length > 0 && { byHand }),
    ...(actions.length > 0 && { actions }),
    ...(forks.length > 0 && { forks }),
  }
}

function selectionOf(value: unknown, found: Findings): Selection | null {
  if (value === undefined || value === null) return null
  if (isPlain(value)) {
    const { lane, block, turn } = value
    if (isName(lane) && isCount(block) && (turn === undefined || isCount(turn)))
      return { lane, block, ...(turn !== undefined && { turn }) }
  }
  found.wrong('selected', value, 'a lane and a block', 'no block is selected')
  return null
}

/** Conditions that ask for no metric of this page are left out: without one, there is no challenge. */
function challengeOf(value: unknown, found: Findings): Challenge | null {
  if (value === undefined || value === null) return null
  if (!isPlain(value)) {
    found.wrong('challenge', value, 'a title and conditions', 'it is ignored')
    return null
  }
  found.unknown(value, ['title', 'conditions'], 'challenge')
  const given = listOf(value['conditions'], 'challenge.conditions', found).slice(0, MOST_CONDITIONS)
  const conditions = given.flatMap((one, index): Condition[] => {
    if (isPlain(one)) {
      const { metric, is, value: bound } = one
      const isMetric = isText(metric) && Object.hasOwn(metricWords, metric)
      if (isMetric && isBound(is) && typeof bound === 'number' && Number.isFinite(bound))
        return [{ metric, is, value: bound }]
    }
    found.wrong(`challenge.conditions[${index}]`, one, 'a metric with its bound', 'it is left out')
    return []
  })
  if (conditions.length === 0) return null
  const title = found.take(
    value['title'],
    'challenge.title',
    (one): one is string => isText(one) && one.length <= LONGEST_TITLE,
    `a text of up to ${LONGEST_TITLE} characters`,
    '',
    'it has no title',
  )
  return { title, conditions }
}

const isBound = isOneOf(['at least', 'at most'])

function lookOf(value: unknown, lanes: number, found: Findings): LookState {
  if (value === undefined) return DEFAULT_LOOK
  if (!isPlain(value)) {
    found.wrong('look', value, 'how the pictures are shown', 'the usual way is used')
    return DEFAULT_LOOK
  }
  found.unknown(value, Object.keys(DEFAULT_LOOK), 'look')
  const usual = 'the usual way is used'
  const isRange = (one: unknown): one is readonly [number, number] =>
    Array.isArray(one) &&
    one.length === 2 &&
    one.every((turn) => typeof turn === 'number' && Number.isFinite(turn)) &&
    one[0] < one[1]
  const range = orNull(value['range'], 'look.range', isRange, 'two turns in order', found)
  return {
    picture: found.take(
      value['picture'],
      'look.picture',
      isOneOf(['strata', 'lifelines']),
      'strata or lifelines',
      DEFAULT_LOOK.picture,
      usual,
    ),
    range: range === null ? null : [range[0], range[1]],
    fitted: found.take(
      value['fitted'],
      'look.fitted',
      (one): one is boolean => typeof one === 'boolean',
      'true or false',
      false,
      usual,
    ),
    window: found.take(value['window'], 'look.window', isCount, 'a context window, counted from 0', 0, usual),
    listed: orNull(value['listed'], 'look.listed', isName, 'the name of a lane', found),
    side: sideOf(value['side'], lanes, found),
    details:
      value['details'] === undefined
        ? null
        : orNull(value['details'], 'look.details', isOneOf(DETAIL_TABS), DETAIL_TABS.join(', '), found),
  }
}

function sideOf(value: unknown, lanes: number, found: Findings): LookState['side'] {
  if (value === undefined || value === null) return null
  if (isPlain(value)) {
    const { front, lane, tab } = value
    const isLane = lane === null || (isCount(lane) && lane < lanes)
    if (isOneOf(['tune', 'why', 'live'])(front) && isLane && isOneOf(TUNE_TABS)(tab))
      return { front, lane, tab }
  }
  found.wrong('look.side', value, 'a side panel with its lane and tab', 'no settings are opened')
  return null
}

function showOf(value: unknown, found: Findings): Show {
  if (value === undefined) return DEFAULT_SHOW
  if (!isPlain(value)) {
    found.wrong('show', value, 'what of the page is shown', 'all of it is shown')
    return DEFAULT_SHOW
  }
  found.unknown(value, Object.keys(DEFAULT_SHOW), 'show')
  const controls = found.take(
    value['controls'],
    'show.controls',
    isOneOf(['all', 'hidden', 'presented']),
    'all, hidden or presented',
    DEFAULT_SHOW.controls,
    'all of them are shown',
  )
  return { controls }
}
