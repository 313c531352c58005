import { shownName, counted, dash, decimal, ordinal, share, tokens, turnName, whole } from './format.ts'
import type {
  Block,
  BlockState,
  BlockType,
  Ratio,
  Tokens,
  Trigger,
  Turn,
  Verb,
  WindowId,
  Zone,
} from '../../engine/index.ts'
import type { NeedKind, Resolution, WindowRecord } from '../../sim/index.ts'
import type { TurnPoint } from '../layout/axis.ts'
import { stageDone } from './stage-words.ts'
import texts from './words.json' with { type: 'json' }

/** All words and sentence parts that the view writes for people are here, so that another language is one file. */

export const TYPE_LABELS: Readonly<Record<BlockType, string>> = Object.freeze(texts.TYPE_LABELS)

/** One letter beside the colour of a type: types with similar colours differ in their letter. */
export const TYPE_LETTERS: Readonly<Record<BlockType, string>> = Object.freeze(texts.TYPE_LETTERS)

export const STATE_LABELS: Readonly<Record<BlockState, string>> = Object.freeze(texts.STATE_LABELS)

/** `main context`, `sub-agent 3`, `continuation 2`: a context of a log, or of a scenario with several agents. */
export function contextName(window: WindowId, windows: readonly Pick<WindowRecord, 'id' | 'kind'>[]): string {
  const kind = windows.find(({ id }) => id === window)?.kind ?? 'main'
  return kind === 'main' ? 'main context' : `${kind === 'subagent' ? 'sub-agent' : 'continuation'} ${window}`
}

/** What an edit did, as a verb in the past. */
export const VERB_LABELS: Readonly<Record<Verb, string>> = Object.freeze(texts.VERB_LABELS)

export const ZONE_LABELS: Readonly<Record<Zone, string>> = Object.freeze(texts.ZONE_LABELS)

export const POINT_LABELS: Readonly<Record<TurnPoint, string>> = Object.freeze(texts.POINT_LABELS)

/**
 * What an edit did to a block, in a sentence: prose is replaced only by a marker, not by a placeholder with a finding.
 */
export function verbOf(verb: Verb, type: BlockType): string {
  return verb === 'replace' && type !== 'tool_result'
    ? 'replaced by a one-line placeholder'
    : VERB_LABELS[verb]
}

/** How a need was met by the prompt of its turn. */
export const RESOLUTION_LABELS: Readonly<Record<Resolution, string>> = Object.freeze(texts.RESOLUTION_LABELS)

export const NEED_LABELS: Readonly<Record<NeedKind, string>> = Object.freeze(texts.NEED_LABELS)

/**
 * Events of a run. `reserve`: less is left for the reply than the reserve. `shortfall`: a stage freed less than
 * required. `refused`: a stage could not do its work, and says what is too large. `unrecorded`: not in the log.
 * `discarded`: an answer of a model that was not used.
 */
export type LaneEventKind =
  | 'edit'
  | 'zone'
  | 'spike'
  | 'lost'
  | 'fetched'
  | 'overflow'
  | 'reserve'
  | 'violation'
  | 'shortfall'
  | 'refused'
  | 'unrecorded'
  | 'window'
  | 'breaker'
  | 'alert'
  | 'budget'
  | 'discarded'
  | 'checkpoint'
  | 'cache'

/** A kind of event in a chart: the letter of its mark and its name. */
export const EVENT_WORDS: Readonly<
  Record<LaneEventKind, { readonly letter: string; readonly label: string }>
> = Object.freeze(texts.EVENT_WORDS)

/** A kind of need: what an inferred one repeats of a user's message may be anything. */
export function needLabel(kind: NeedKind, inferred: boolean): string {
  return inferred && kind === 'constraint' ? 'a message of the user' : NEED_LABELS[kind]
}

/** `tool result of read_file`, `user message`; the name of a block in a sentence. */
export function blockName(block: Pick<Block, 'type' | 'call' | 'unexplained' | 'again'>): string {
  if (block.unexplained === true) return 'unexplained growth'
  const label = TYPE_LABELS[block.type]
  const tool = shownName(block.call?.name ?? '')
  const name = tool === '' ? label : `${label} ${block.type === 'tool_call' ? 'to' : 'of'} ${tool}`
  return block.again === undefined ? name : `refetched ${name}`
}

/** `the user message of turn 3`. */
export function blockOfTurn(block: Pick<Block, 'type' | 'call' | 'turn' | 'unexplained' | 'again'>): string {
  return `the ${blockName(block)} of ${turnName(block.turn)}`
}

/** Figures of a decision that a sentence names. */
export interface DecisionWords {
  readonly turn: Turn
  readonly policy: string
  readonly trigger: Pick<Trigger, 'zone' | 'used' | 'limit' | 'reserve' | 'toFree'> & {
    readonly cause: Trigger['cause'] | 'alert'
    readonly share: Ratio
  }
  /** False where the counter estimates. */
  readonly exact: boolean
  readonly candidates: number
}

/** Place and score of a block in a ranking. */
export interface RankWords {
  readonly rank: number
  readonly score: Ratio
  /** Score of the nearest block on the other side of the cutoff; null if there is none. */
  readonly across: Ratio | null
  /** The sort keys of both, for scores that underflow to 0: −age in turns and the like. */
  readonly keys: readonly [own: number, across: number]
  /** What decides between equals; null if that was not needed. */
  readonly tieBreak: string | null
  /** The signal with the most influence on the outcome; null for a policy of one signal. */
  readonly signal: { readonly label: string; readonly value: Ratio; readonly weight: Ratio } | null
  /**
   * For a policy that sorts by age alone, whether it ranked all candidates at once, so that a rank is a place by age; null
   * for any other policy, whose scores are told.
   */
  readonly byAge: boolean | null
}

/** `it was the 3rd oldest of 27 candidates`, or `Hybrid ranked it 3rd to go of 27 candidates`. */
function placed(it: string, { policy, candidates }: DecisionWords, { rank, byAge }: RankWords): string {
  const of = `of ${counted(candidates, 'candidate')}`
  if (byAge === true) return `${it} was the ${rank === 0 ? '' : `${ordinal(rank + 1)} `}oldest ${of}`
  return `${policy} ranked ${it} ${ordinal(rank + 1)} to go ${of}${byAge === null ? '' : ', by age'}`
}

function pressed({ trigger, exact }: DecisionWords): string {
  const { cause, zone, used, limit, reserve, toFree } = trigger
  const free = tokens(Math.max(0, toFree), { exact })
  const part = share(trigger.share, { exact })
  const held = `the window held ${tokens(used, { exact })} of ${whole(limit)} tokens`
  if (cause === 'component')
    return `a part of the window was over its own budget, and ${free} had to be freed`
  if (cause === 'alert') return `${held} (${part}), an alert demanded less, and ${free} had to be freed`
  if (cause === 'zone') return `${held} (${part}, ${ZONE_LABELS[zone]}), and ${free} had to be freed`
  if (cause === 'cold')
    return `${held} (${part}, ${ZONE_LABELS[zone]}), and ${free} were freed early because the prompt cache had expired`
  return cause === 'preemptive'
    ? `${held} (${part}, ${ZONE_LABELS[zone]}) and was filling so fast that ${free} had to be freed early`
    : `${held} (${part}), which left less than the reserve of ${whole(reserve)}, and ${free} had to be freed`
}

/** Two scores with as many digits as needed to tell them apart. */
function scored({ score, across, keys, tieBreak, byAge }: RankWords, other: string): string {
  if (across === null || byAge !== null) return ''
  if (score === across) {
    const ties = tieBreak === null ? '' : `; of equals, ${tieBreak}`
    return ` It scored ${decimal(score)}, as did ${other}${ties}.`
  }
  let digits = 2
  while (digits < 8 && decimal(score, digits) === decimal(across, digits)) digits++
  if (decimal(score, digits) === decimal(across, digits)) {
    const [own, theirs] = keys
    return ` It and ${other} scored ${decimal(score)}; the raw figures ranked them, ${decimal(own, 0)} and ${decimal(theirs, 0)}.`
  }
  return ` It scored ${decimal(score, digits)}; ${other} scored ${decimal(across, digits)}.`
}

function moved(signal: RankWords['signal'], how: string): string {
  if (signal === null) return ''
  return ` ${how}: ${signal.label} (${decimal(signal.value)} of 1, at a weight of ${decimal(signal.weight)}).`
}

/** Every sentence that is made from a record. Each takes figures and returns text. */
export const sentences = Object.freeze({
  evicted(
    block: string,
    what: string,
    decision: DecisionWords,
    rank: RankWords,
    ranked: string | null,
  ): string {
    const it = ranked === null ? 'it' : `${ranked}, which it belongs to,`
    return (
      `${capital(block)} was ${what} in ${turnName(decision.turn)}: ${pressed(decision)}. ` +
      `${capital(placed(it, decision, rank))}.` +
      scored(rank, 'the first to stay') +
      moved(rank.signal, 'What counted most against it')
    )
  },
  clipped(block: string, decision: DecisionWords): string {
    return (
      `${capital(block)} was clipped in ${turnName(decision.turn)}: ${pressed(decision)}, but nothing else could. ` +
      'Its head and tail stayed.'
    )
  },
  along(block: string, what: string, decision: DecisionWords): string {
    return (
      `${capital(block)} was ${what} in ${turnName(decision.turn)}: ${pressed(decision)}. ` +
      'It was not ranked itself; it was evicted with the block it belongs to.'
    )
  },
  repaired(block: string, what: string, turn: Turn, reason: string | null): string {
    const because = reason === null ? 'so that the provider accepts the request' : reason
    return `${capital(block)} was ${what} in ${turnName(turn)} by a repair: ${stopped(because)}`
  },
  withoutRank(block: string, what: string, turn: Turn): string {
    return `${capital(block)} was ${what} in ${turnName(turn)}; the record of that decision does not list it.`
  },
  stayed(block: string, decision: DecisionWords, rank: RankWords, cut: number): string {
    return (
      `${capital(block)} stayed in ${turnName(decision.turn)}: ${placed('it', decision, rank)}, ` +
      `and the first ${whole(cut)} freed enough.` +
      scored(rank, 'the last to go') +
      moved(rank.signal, 'What kept it most')
    )
  },
  held(block: string, turn: Turn, gates: readonly string[]): string {
    return (
      `${capital(block)} stayed in ${turnName(turn)}: the policy did not rank it, because a guard protects it ` +
      `(${gates.join(', ')}).`
    )
  },
  unlisted(block: string, turn: Turn): string {
    return (
      `${capital(block)} stayed in ${turnName(turn)}; the record of that decision does not list it: ` +
      'a guard protected it, or it ranked far from the eviction cutoff.'
    )
  },
  /** @param reason a half of a tool pair, words of the user, a part of a reply, or too small to shrink */
  noCandidate(block: string, turn: Turn, reason: 'pair' | 'words' | 'reply' | 'small'): string {
    const because = {
      pair: 'tool pairs are evicted together, and only when nothing else is left',
      words: 'what was said leaves only when nothing else is left (eviction.user_share)',
      reply:
        'a reply in a running tool loop leaves only with its calls and results, and the last one before the newest user message stays',
      small: 'it is already as small as possible',
    }
    return `${capital(block)} stayed in ${turnName(turn)}: it was no candidate, for ${because[reason]}.`
  },
  undecided(block: string): string {
    return `Nothing was decided about ${block}: it is unchanged.`
  },
  /** @param ended the turn in which the run ended early; null if it did not */
  neverCame(block: string, ended: Turn | null): string {
    return `${capital(block)} never came into this lane${ended === null ? '' : `: its run ended in ${turnName(ended)}`}.`
  },
  need(need: {
    readonly turn: Turn
    readonly kind: NeedKind
    readonly inferred: boolean
    readonly resolution: Resolution
    readonly refetchable: boolean
    /** Found in full, but not in this block, which is no longer whole. */
    readonly elsewhere: boolean
    /** Calls that brought it back in that turn; 0 if it was not fetched again. */
    readonly calls: number
  }): string {
    const again = need.resolution === 'pointer' || need.resolution === 'lost'
    const back = again
      ? need.calls > 0
        ? `, and ${counted(need.calls, 'more call')} brought it back`
        : need.refetchable
          ? need.resolution === 'pointer'
            ? ', one more call brings it back'
            : ', three more calls bring it back'
          : ', and nothing brings it back'
      : ''
    return `${capital(turnName(need.turn))} needed it (${needLabel(need.kind, need.inferred)}): ${need.elsewhere ? 'found in full in another block' : RESOLUTION_LABELS[need.resolution]}${back}.`
  },
  editDone(
    stage: string,
    blocks: number,
    freed: string,
    [from, to]: readonly [from: Ratio, to: Ratio],
    exact: boolean,
  ): string {
    const shares = `${share(from, { exact })} to ${share(to, { exact })} of the limit`
    return `${stageDone(stage)}: ${counted(blocks, 'block')}, ${freed}, ${shares}`
  },
  tokensFreed(amount: Tokens, exact: boolean): string {
    return `${tokens(Math.abs(amount), { exact })} ${Math.abs(amount) === 1 ? 'token' : 'tokens'} ${amount < 0 ? 'added' : 'freed'}`
  },
  zoneChange(to: Zone, from: Zone, at: Ratio, exact: boolean): string {
    return `${ZONE_LABELS[to]} from ${ZONE_LABELS[from]} at ${share(at, { exact })}`
  },
  spike(arrived: Tokens, baseline: number, exact: boolean): string {
    const usual = `the usual ${tokens(baseline, { exact })}`
    const times = baseline > 0 ? `, ${decimal(arrived / baseline, 1)} times ${usual}` : `, against ${usual}`
    return `${tokens(arrived, { exact })} ${arrived === 1 ? 'token' : 'tokens'} arrived${times}`
  },
  overLimit(excess: Tokens, limit: Tokens, exact: boolean): string {
    return `${tokens(excess, { exact })} tokens over the limit of ${whole(limit)}`
  },
  intoReserve(excess: Tokens, reserve: Tokens, exact: boolean): string {
    return `${tokens(excess, { exact })} tokens into the reserve of ${whole(reserve)}`
  },
  runEnds(why: string): string {
    return `${why}: the run ends`
  },
  violation(rule: string, origin: 'trace' | 'strategy'): string {
    return `${rule}, ${origin === 'trace' ? 'not caused by the strategy' : 'caused by the strategy'}`
  },
  needsLost(lost: readonly string[], needs: number, inferred: boolean): string {
    const more = lost.length > 2 ? [`${whole(lost.length - 2)} more`] : []
    const all = counted(needs, inferred ? 'inferred need' : 'need')
    return `${whole(lost.length)} of ${all} missing: ${listed([...lost.slice(0, 2), ...more])}`
  },
  /** @param added tokens by which the window grew */
  fetchedAgain(results: number, calls: number, added: Tokens, exact: boolean): string {
    return `${counted(results, 'result')} fetched again by ${counted(calls, 'call')}, ${tokens(added, { exact })} tokens added`
  },
  needOf(kind: NeedKind, inferred: boolean, block: string): string {
    // The block of such a need is the message itself.
    const isBlock = kind === 'tool_result' || (inferred && kind === 'constraint')
    return isBlock ? block : `${NEED_LABELS[kind]} in ${block}`
  },
  scoreRanked(turn: Turn, score: string | null, rank: number, candidates: number, taken: boolean): string {
    const place = `${ordinal(rank + 1)} to go of ${whole(candidates)}${taken ? ', and it went' : ''}`
    return `${turnName(turn)}: ${score === null ? place : `${score}, ${place}`}`
  },
  scoreAlong(turn: Turn): string {
    return `${turnName(turn)}: not ranked itself, evicted with another block`
  },
  scoreHeld(turn: Turn, gates: readonly string[]): string {
    return `${turnName(turn)}: protected by ${listed(gates)}`
  },
  scoreUnranked(turn: Turn): string {
    return `${turnName(turn)}: not among the candidates`
  },
  cutBetween(last: string | null, first: string | null): string {
    if (last === null && first === null) return ''
    if (first === null) return `; the last evicted block had ${last ?? dash}`
    if (last === null) return `; the first to stay had ${first}`
    return last === first ? `; the cutoff was ${first}` : `; the cutoff was between ${last} and ${first}`
  },
})

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function stopped(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
