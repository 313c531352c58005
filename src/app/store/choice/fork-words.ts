import { blockName, counted, share, tokens, turnName, whole } from '../../../view/index.ts'
import type { Block, BlockId, MadeBlock } from '../../../engine/index.ts'
import type { ForkFigure, ForkMetric, ForkTurn } from '../../../view/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import texts from './fork-words.json' with { type: 'json' }

export const FORK_REFUSALS = Object.freeze({
  forks: 'A lane has at most four forks: keep, take over or delete one first.',
  lanes: 'At most six lanes: remove one first.',
  same: 'This fork already exists; it is the one drawn.',
})

const METRIC_NAMES: Readonly<Record<ForkMetric, string>> = Object.freeze(texts.METRIC_NAMES)

export const FUTURES_TEXT = Object.freeze({
  ...texts.FUTURES_TEXT,
  forks: (lane: string) => `Forks of ${lane}`,
  forkLane: (lane: string, turn: number) => `${lane}, fork of ${turnName(turn)}`,
  ghost: (name: string) => `Draw ${name} over the lane`,
  figures: (name: string) => `${name}, against the lane`,
  figureTitle: ({ base, fork }: ForkFigure, meaning: string) => `${base} → ${fork}. ${meaning}`,
  figureName: (id: string) => METRIC_NAMES[id as ForkMetric] ?? id,
  keepTitle: (name: string) => `Turn “${name}” into a new lane`,
  adoptTitle: (name: string) => `Apply “${name}” to the lane`,
  remove: (name: string) => `Delete “${name}”`,
  onlyForkTip: (name: string) => `only in “${name}”`,
  onlyBaseTip: (name: string) => `not in “${name}”`,
  standsAs: (size: string, turn: string) => `${size} tokens in ${turn}`,
  ghostLabel: (name: string, lane: string) =>
    `The fork “${name}” over ${lane}: its total is a dashed line; blocks only in the fork are hatched, blocks only in the lane are dimmed.`,
  noRows: (count: number) =>
    `${counted(count, 'block')} made by the fork ${count === 1 ? 'has' : 'have'} no row here`,
  inFork: (name: string) => `In the fork “${name}”.`,
  fromTurn: ({ because }: ForkTurn) =>
    because === 'asked' ? 'where the playhead is' : because === 'went' ? 'where it went' : 'where it came in',
  notEdited: (what: string) => `Its text cannot be changed: ${what}`,
  characters: (count: number, before: number) => `${whole(count)} characters, originally ${whole(before)}`,
  searching: (done: number, total: number) =>
    total === 0 ? 'Searching …' : `${whole(done)} of ${whole(total)} steps of the search`,
  change: (from: string, to: string) => `${from} → ${to}`,
  ofRange: (part: number) => `${share(part)} of its usual range`,
  lasts: (until: number | null) => (until === null ? 'for good' : `only until ${turnName(until)}`),
  instead: (count: number, freed: number, exact: boolean) =>
    count === 0
      ? `nothing evicted instead; ${freedWords(freed, exact)}`
      : `${counted(count, 'other block')} evicted instead; ${freedWords(freed, exact)}`,
  moreBlocks: (count: number) => `and ${whole(count)} more`,
  tryTitle: (turn: string) => `Make a fork from ${turn}`,
  none: (tried: number) => `No single setting keeps it; ${counted(tried, 'run')} of the turn were tried.`,
  tried: (tried: number, cut: number) =>
    `The smallest change of each setting, found in ${counted(tried, 'run')} of the turn.${
      cut === 0 ? '' : ` For ${counted(cut, 'setting')} the search for one that lasts was cut short.`
    }`,
  fromHere: (turn: string) => `As a fork from ${turn}:`,
  forkActions: (lane: string, turn: string) => `Forks of ${lane} from ${turn}`,
  actionTitles: {
    compact: (turn: string) => `A fork that compacts the history into one summary before the call of ${turn}`,
    reset: (turn: string) => `A fork that removes the history before the call of ${turn}`,
  },
  trySetting: (turn: string) => `Try another setting from ${turn}`,
  settingValue: (key: string) => `Value of ${key}`,
  settingNow: (now: string) => `now ${now}`,
  settingRange: (least: string, most: string) => `${least} to ${most}`,
  settingUnknown: (words: string) => `this lane uses no setting called ${words}`,
})

function freedWords(freed: number, exact: boolean): string {
  if (freed === 0) return 'the same amount is freed'
  return `${tokens(Math.abs(freed), { exact })} tokens ${freed > 0 ? 'more' : 'fewer'} are freed`
}

/**
 * What a fork without a name does, in a few words: `pin user message of turn 0 from turn 22`.
 *
 * @param settingsAt the settings of the lane in a turn: only what the fork sets differently is named
 */
export function forkDoes(
  acts: readonly Intervention[],
  turn: number,
  blocks: readonly Block[],
  settingsAt?: (turn: number) => unknown,
): string {
  const settings = acts.some(({ kind }) => kind === 'pin') ? acts.filter((one) => !isPinGuard(one)) : acts
  const done = settings.map((act) => actWords(act, blocks, settingsAt?.(act.turn)))
  if (done.length === 0) return `no change from ${turnName(turn)}`
  return `${done.slice(0, 2).join(', ')}${done.length > 2 ? ' …' : ''} from ${turnName(turn)}`
}

/** Whether an act only makes the lane respect pins. */
function isPinGuard(act: Intervention): boolean {
  return act.kind === 'set' && JSON.stringify(act.config) === JSON.stringify(pinGuardOn)
}

export const pinGuardOn = Object.freeze({ eviction: { gates: { pinned: true } } })

/** Number of settings that are named. */
const MOST_SETTINGS = 2

/**
 * An act in words, without its turn; also for the chips of a lane's head.
 *
 * @param before settings to compare with; all set values are named if none differs, or if this is missing
 */
export function actWords(act: Intervention, blocks: readonly Block[], before?: unknown): string {
  switch (act.kind) {
    case 'pin':
    case 'unpin':
    case 'edit':
      return `${act.kind} ${nameOf(act.block, 'of' in act ? act.of : undefined, blocks)}`
    case 'confirm':
    case 'reject':
      return `${act.kind} the need of the ${nameOf(act.block, undefined, blocks)}`
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

/** @param of what identifies a block made by a run: this run may have another with its number, or none */
function nameOf(block: BlockId, of: MadeBlock | undefined, blocks: readonly Block[]): string {
  const found = of === undefined ? blocks[block] : { ...of, call: null }
  return found === undefined ? `block ${whole(block)}` : `${blockName(found)} of ${turnName(found.turn)}`
}

function settingsOf(config: unknown, path: readonly string[]): readonly (readonly [string, unknown])[] {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return [[path.join('.'), config]]
  return Object.entries(config).flatMap(([key, value]) => settingsOf(value, [...path, key]))
}

/** A value as YAML, on one line. */
export function written(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toFixed(4)))
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value)
  if (typeof value === 'string') return value
  return Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value)
}
