import { blockName, counted, share, tokens, turnName, whole } from '../../../view/index.ts'
import type { Block, BlockId, MadeBlock } from '../../../engine/index.ts'
import type { ForkFigure, ForkMetric, ForkTurn } from '../../../view/index.ts'
import type { Intervention } from '../../../sim/index.ts'

export const FORK_REFUSALS = Object.freeze({
  forks: 'Four forks of a lane at most: keep, take over or delete one first.',
  lanes: 'Six lanes at most: remove one first.',
  same: 'This fork is there already; it is the one that is drawn.',
})

const METRIC_NAMES: Readonly<Record<ForkMetric, string>> = Object.freeze({
  'turns-reached': 'turns reached',
  'need-hit-rate': 'needed context present',
  'pointer-rate': 'stub only',
  'lost-rate': 'missing',
  'evicted-blocks': 'evictions',
  'freed-tokens': 'freed',
  'prompt-tokens': 'sent',
  'compression-tokens': 'extra calls',
  'turns-refused': 'requests over the limit',
  'introduced-violations': 'violations',
})

export const FUTURES_TEXT = Object.freeze({
  forks: (lane: string) => `Other futures of ${lane}`,
  forkLane: (lane: string, turn: number) => `${lane}, fork of ${turnName(turn)}`,
  ghost: (name: string) => `Draw ${name} over the lane`,
  rename: 'Press to rename',
  renameField: 'Name of the fork',
  running: 'being run …',
  noDifference: 'no difference',
  pinNoDifference: {
    stands: 'no difference: the block stands anyway',
    gone: 'no difference: the block was gone by then',
  },
  sameFigures: 'same figures',
  differsFrom: 'differs from',
  figures: (name: string) => `${name}, against the lane`,
  figureTitle: ({ meaning, base, fork }: ForkFigure) => `${base} → ${fork}. ${meaning}`,
  figureName: (id: string) => METRIC_NAMES[id as ForkMetric] ?? id,
  keep: 'Keep as lane',
  keepTitle: (name: string) => `Make “${name}” a lane of its own beside this one`,
  adopt: 'Take over',
  adoptTitle: (name: string) => `The lane does what “${name}” does`,
  remove: (name: string) => `Delete “${name}”`,

  key: { fork: 'only in the fork', base: 'not in the fork' },
  forkTotal: 'all that the fork holds',
  onlyForkTip: (name: string) => `only in “${name}”`,
  onlyBaseTip: (name: string) => `not in “${name}”`,
  standsAs: (size: string, turn: string) => `${size} tokens in ${turn}`,
  askWhy: 'press to ask why there',
  ghostLabel: (name: string, lane: string) =>
    `The fork “${name}” over ${lane}: its total as a dashed line, what only it holds hatched, what it does not hold dimmed.`,
  noRows: (count: number) =>
    `${counted(count, 'block')} that it makes ${count === 1 ? 'has' : 'have'} no row here`,

  another: 'Another future',
  inFork: (name: string) => `In the fork “${name}”.`,
  lookBack: 'Look at the lane itself',
  pin: 'Pin it',
  unpin: 'Unpin it',
  edit: 'Edit its text …',
  fromTurn: ({ because }: ForkTurn) =>
    because === 'asked'
      ? 'where the playhead stands'
      : because === 'went'
        ? 'where it went'
        : 'where it came in',
  from: 'From',
  pinGate:
    'In this lane pins do not protect (eviction.gates.pinned is off); a fork that pins switches that on.',
  notPinned: 'An edit made it, so it cannot be pinned: it is not there before that edit.',
  notEdited: (what: string) => `Its text cannot be changed: ${what}`,
  whyNotEdited: {
    inferred: 'the log does not contain it.',
    tool_call: 'providers check the shape of a call.',
    tool_definition: 'providers check the shape of a definition.',
    thinking: 'the provider signed it.',
    summary: 'it is the provider’s own.',
    none: 'there is none.',
  },
  editField: 'Text of the block in the fork',
  characters: (count: number, before: number) => `${whole(count)} characters, ${whole(before)} as it stood`,
  makeFork: 'Make the fork',
  cancel: 'Cancel',
  textFails: 'The text could not be loaded.',
  textComes: 'Asking for the text …',

  saved: 'What would have saved it',
  search: 'Search the smallest change',
  searchTitle: 'Runs the turn again with one setting changed at a time',
  searching: (done: number, total: number) =>
    total === 0 ? 'Searching …' : `${whole(done)} of ${whole(total)} steps of the search`,
  searchFailed: 'The search could not be made.',
  searchAgain: 'Search again',
  stopped: 'Stopped.',
  pinSaves: 'pin it',
  pinGateSaves: 'pin it, and let pins protect (eviction.gates.pinned)',
  pinDoesNot: 'Pinning would not have saved it.',
  change: (from: string, to: string) => `${from} → ${to}`,
  ofRange: (part: number) => `${share(part)} of its usual range`,
  switched: 'a switch',
  lasts: (until: number | null) => (until === null ? 'for good' : `only until ${turnName(until)}`),
  instead: (count: number, freed: number, exact: boolean) =>
    count === 0
      ? `nothing goes instead; ${freedWords(freed, exact)}`
      : `${counted(count, 'other block')} instead; ${freedWords(freed, exact)}`,
  moreBlocks: (count: number) => `and ${whole(count)} more`,
  try: 'Try',
  tryTitle: (turn: string) => `Make a fork from ${turn}`,
  none: (tried: number) => `No single setting saves it; ${counted(tried, 'run')} of the turn were tried.`,
  recorded:
    'This lane’s model was not asked for it: the tries were given its recorded answers in their order, and the mock’s after them. Asked something else, it may answer otherwise; a fork asks it.',
  tried: (tried: number, cut: number) =>
    `The smallest change of each setting, found in ${counted(tried, 'run')} of the turn.${
      cut === 0 ? '' : ` For ${counted(cut, 'setting')} the search for one that lasts was cut short.`
    }`,

  byHand: 'In the lane:',
  fromHere: (turn: string) => `As a fork from ${turn}:`,
  forkActions: (lane: string, turn: string) => `Forks of ${lane} from ${turn}`,
  actionNames: { compact: 'Compact from here', reset: 'Reset from here' },
  actionTitles: {
    compact: (turn: string) => `A fork in which the history becomes one summary before the call of ${turn}`,
    reset: (turn: string) => `A fork in which the history is taken out before the call of ${turn}`,
  },
  setting: 'Other setting …',
  trySetting: (turn: string) => `Try another setting from ${turn}`,
  settingKey: 'Setting',
  settingValue: (key: string) => `Value of ${key}`,
  settingNow: (now: string) => `now ${now}`,
  settingRange: (least: string, most: string) => `${least} to ${most}`,
  settingUnknown: (words: string) => `no setting that this lane reads is called ${words}`,
  settingSame: 'already this value',
  asWrittenLeft: 'an article’s code as written cannot take over',
  settingFind: 'Type a part of its key',
  on: 'on',
  off: 'off',
  loading: 'Loading settings …',
})

function freedWords(freed: number, exact: boolean): string {
  if (freed === 0) return 'as much is freed'
  return `${tokens(Math.abs(freed), { exact })} tokens ${freed > 0 ? 'more' : 'fewer'} are freed`
}

/**
 * What a fork does, in a few words, where a person gave it no name: `pin user message of turn 0 from turn 22`.
 *
 * @param settingsAt what the lane obeys in a turn: of what a fork sets, only what differs from it is named
 */
export function forkDoes(
  acts: readonly Intervention[],
  turn: number,
  blocks: readonly Block[],
  settingsAt?: (turn: number) => unknown,
): string {
  const settings = acts.some(({ kind }) => kind === 'pin') ? acts.filter((one) => !isPinGate(one)) : acts
  const done = settings.map((act) => actWords(act, blocks, settingsAt?.(act.turn)))
  return `${done.slice(0, 2).join(', ')}${done.length > 2 ? ' …' : ''} from ${turnName(turn)}`
}

/** Whether an act only makes the lane heed pins. */
function isPinGate(act: Intervention): boolean {
  return act.kind === 'set' && JSON.stringify(act.config) === JSON.stringify(pinGateOn)
}

export const pinGateOn = Object.freeze({ eviction: { gates: { pinned: true } } })

/** Settings that are named at once. */
const MOST_SETTINGS = 2

/**
 * An act in words, without its turn: for the chips of a lane's head, too.
 *
 * @param before settings that what is set is compared with; all of it is named where none differs, or none are known
 */
export function actWords(act: Intervention, blocks: readonly Block[], before?: unknown): string {
  switch (act.kind) {
    case 'pin':
    case 'unpin':
    case 'edit':
      return `${act.kind} ${nameOf(act.block, 'of' in act ? act.of : undefined, blocks)}`
    case 'set':
      return settingsWords(act.config, before)
    default:
      return act.kind
  }
}

function settingsWords(config: unknown, before: unknown): string {
  const all = settingsOf(config, [])
  const known = new Map(settingsOf(before, []))
  const others = all.filter(([key, value]) => JSON.stringify(known.get(key)) !== JSON.stringify(value))
  const named = (others.length === 0 ? all : others).map(([key, value]) => `${key} = ${written(value)}`)
  const rest = named.length - MOST_SETTINGS
  return `${named.slice(0, MOST_SETTINGS).join(', ')}${rest > 0 ? ` and ${whole(rest)} more` : ''}`
}

/** @param of what a block that a run made was: this run may have another of its number, or none */
function nameOf(block: BlockId, of: MadeBlock | undefined, blocks: readonly Block[]): string {
  const found = of === undefined ? blocks[block] : { ...of, call: null }
  return found === undefined ? `block ${whole(block)}` : `${blockName(found)} of ${turnName(found.turn)}`
}

function settingsOf(config: unknown, path: readonly string[]): readonly (readonly [string, unknown])[] {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return [[path.join('.'), config]]
  return Object.entries(config).flatMap(([key, value]) => settingsOf(value, [...path, key]))
}

/** A value as the YAML has it, on one line. */
export function written(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toFixed(4)))
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value)
  if (typeof value === 'string') return value
  return Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value)
}
