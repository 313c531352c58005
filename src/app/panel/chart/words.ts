import type { BlockType, Ratio, Tokens, Turn, Zone } from '../../../engine/index.ts'
import {
  ADJUSTMENT_LABEL,
  counted,
  delta,
  share,
  tokens,
  tokensShort,
  turnName,
  whole,
  ZONE_LABELS,
} from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

/** A figure and its turn. */
export interface InTurn<Figure extends number> {
  readonly value: Figure
  readonly turn: Turn
}

/** The figures in the title of the utilization chart. */
export interface UtilizationWords {
  readonly lane: string
  /** The highest point of the line. */
  readonly top: InTurn<Ratio>
  /** The largest prompt that was sent. */
  readonly prompt: Ratio
  /** Turns in which the line falls. */
  readonly falls: number
  /** The turn in which the run ended before its conversation; null if it did not. */
  readonly ended: Turn | null
  /** False if the counter estimates. */
  readonly exact: boolean
}

/** The figures in the title of the arrivals. */
export interface VelocityWords {
  /** Tokens per turn. */
  readonly mean: number
  readonly largest: InTurn<Tokens>
  readonly spikes: number
  /** Null without a spike. */
  readonly largestSpike: InTurn<Tokens> | null
  readonly exact: boolean
}

/** A type of block and its share of the tokens sent. */
export interface TypePart {
  readonly type: BlockType | 'unexplained'
  readonly share: Ratio
}

/** Plural names of block types, and whether the verb after them is singular. */
export const MANY: Readonly<Record<TypePart['type'], { readonly name: string; readonly one: boolean }>> =
  Object.freeze(texts.MANY)

const NUMBERS = texts.NUMBERS

/** Small counts as words: 3 → `three`, 13 → `13`. */
function spelled(count: number): string {
  return NUMBERS[count] ?? whole(count)
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${spelled(count)} times`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Titles that state what is visible. Each takes figures and returns a sentence. */
export const chartTitles = Object.freeze({
  /** `Unprotected FIFO peaks at 77.1 % in turn 47 and falls seven times` */
  utilization({ lane, top, prompt, falls, ended, exact }: UtilizationWords): string {
    const [highest, sent] = [share(top.value, { exact }), share(prompt, { exact })]
    const fall = falls === 0 ? 'never falls' : `falls ${times(falls)}`
    const end = ended === null ? '' : `; its run ends in ${turnName(ended)}`
    return highest === sent
      ? `${lane} peaks at ${highest} in ${turnName(top.turn)} and ${fall}${end}`
      : `${lane} reaches ${highest} in ${turnName(top.turn)}, sends at most ${sent} and ${fall}${end}`
  },
  noTurns(lane: string): string {
    return `${lane} has no turn in this context`
  },
  /** `Arrivals average 1.2K tokens a turn; three spikes, the largest 4.1K in turn 12` */
  velocity({ mean, largest, spikes, largestSpike, exact }: VelocityWords): string {
    const about = exact ? '' : '≈ '
    const average = `Arrivals average ${about}${tokensShort(mean)} tokens a turn`
    if (largestSpike === null) {
      return `${average} and never spike; the most is ${tokensShort(largest.value)} in ${turnName(largest.turn)}`
    }
    const most = `${tokensShort(largestSpike.value)} in ${turnName(largestSpike.turn)}`
    return spikes === 1
      ? `${average}; one spike, ${most}`
      : `${average}; ${spelled(spikes)} spikes, the largest ${most}`
  },
  noArrivals: 'Nothing arrives in this context',
  /** `Hybrid spends 34 of 79 turns in yellow, 8 in orange, none in red` */
  zones(lane: string, turns: Readonly<Record<Zone, number>>): string {
    const all = turns.green + turns.yellow + turns.orange + turns.red
    const pressed = (['yellow', 'orange', 'red'] as const).map((zone) => ({ zone, count: turns[zone] }))
    if (turns.green === all) {
      return `${lane} stays in green in ${all === 1 ? 'its only turn' : `all of ${counted(all, 'turn')}`}`
    }
    const [first, ...others] = pressed.map(({ zone, count }) => {
      return `${count === 0 ? 'none' : whole(count)} in ${ZONE_LABELS[zone]}`
    })
    const spends = first?.replace(/^(\S+)/, `$1 of ${counted(all, 'turn')}`) ?? ''
    return `${lane} spends ${spends}, ${others.join(', ')}`
  },
  /** `Tool results make up 71.3 % of all tokens sent, replies 12.0 %` */
  types(most: TypePart, next: TypePart | null, exact: boolean, isAdjusted = false): string {
    const { name, one } = MANY[most.type]
    const second = next === null ? '' : `, ${MANY[next.type].name} ${share(next.share, { exact })}`
    const part = share(most.share, { exact })
    return `${capital(name)} ${one ? 'makes' : 'make'} up ${part} of ${isAdjusted ? 'the tokens of all blocks' : 'all tokens'} sent${second}`
  },
})

/** All other texts of the charts. */
export const CHART_TEXT = Object.freeze({
  ...texts.CHART_TEXT,
  about: {
    /** @param grown the highest point above the limit, and whether it, or another one, was sent; null for none */
    utilization: (limit: Tokens, grown: { readonly to: string; readonly isSent: boolean } | null) =>
      `Used tokens as a share of the limit of ${whole(limit)} tokens, at four points of each turn` +
      (grown === null
        ? ''
        : `; the axis goes up to ${grown.to} because ${grown.isSent ? 'a prompt exceeds the limit' : 'the window holds more than the limit at another point of a turn: no prompt exceeds it'}`),
    velocity: (turns: number, at: string | null, lane: string | null) =>
      `Bars: tokens that arrive in a turn. Line: velocity, their mean over the last ${counted(turns, 'turn')}${at === null ? '' : ` as set at ${at}`}, in tokens per turn. ` +
      (lane === null ? 'The same in every lane' : `Of ${lane}`),
    zones:
      'Zone of each turn, as offered (before eviction) and as sent. A higher bar is a fuller zone. The counts are as offered',
    types: (lane: string, limit: Tokens) =>
      `Tokens of each prompt that ${lane} sends, by type of block; their sum is the line on top. Limit: ${whole(limit)} tokens`,
  },
  inContext: (title: string, lane: string) => {
    if (title.endsWith('in this context')) return title
    return `In this context, ${title.startsWith(lane) ? title : title.slice(0, 1).toLowerCase() + title.slice(1)}`
  },
  tableName: (chart: string) => `${chart} as a table`,
  fileName: (chart: string) => `${chart} as CSV`,
  captions: {
    utilization: 'Utilization at each point of each turn, by lane',
    velocity: 'Tokens that arrive per turn, and velocity',
    zones: 'Events per lane: zone changes, spikes, edits, missing context',
    types: (lane: string) => `Tokens that ${lane} sends in every turn, by type of block`,
  },
  detail: (lane: string) => `${lane} (selected)`,
  /** A line of a zone with the key that sets it. */
  key: (key: string, part: Ratio) => `${key} ${share(part)}`,
  mark: (turn: string, label: string) => `${turn}: ${label}`,
  tip: {
    utilization: (lane: string, offered: string, sent: string) => `${lane}: ${offered} offered, ${sent} sent`,
    gone: (lane: string) => `${lane}: no prompt in this turn`,
    event: (letter: string, label: string) => `${letter}  ${label}`,
    arrived: (amount: Tokens, exact: boolean) => `${tokens(amount, { exact })} tokens arrive`,
    velocity: (amount: string) => `velocity ${amount} tokens per turn`,
    usual: (amount: string) => `usual arrival so far ${amount} tokens`,
    zones: (lane: string, offered: string, sent: string) =>
      offered === sent ? `${lane}: ${offered}` : `${lane}: ${offered}, ${sent} when sent`,
    type: (letter: string, type: string, amount: string, part: string, isAdjusted: boolean) =>
      `${letter}  ${type}: ${amount} (${part} of ${isAdjusted ? 'the blocks' : 'the prompt'})`,
    adjustment: (by: Tokens) => `${ADJUSTMENT_LABEL}: ${delta(by)} tokens`,
    sent: (lane: string, amount: string, part: string) =>
      `${lane} sends ${amount} tokens, ${part} of the limit`,
  },
})
