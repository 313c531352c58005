import type { Turn } from '../engine/index.ts'
import type { EndReason } from './end-words.ts'
import { figure, say, turnLink } from './sentence.ts'
import type { SentencePart } from './sentence.ts'

type Parts = readonly SentencePart[]

/** What a lane does with a block: why its stretch ended there, or that it was put in. */
export type Doing = EndReason | 'inserted'

/** Words before and after the block that something is done with. */
export type Around = readonly [before: string, after: string]

/** What a lane does, in the present. */
const DOES: Readonly<Record<Doing, Around>> = Object.freeze({
  evicted: ['takes out', ''],
  replaced: ['takes out', ''],
  clipped: ['clips', ''],
  summarized: ['shortens', ''],
  absorbed: ['summarizes', ''],
  cleared: ['has', ' cleared by the provider'],
  folded: ['folds', ' away'],
  delegated: ['hands', ' to a sub-agent'],
  merged: ['merges', ''],
  renewed: ['replaces', ''],
  left: ['leaves', ' behind at a new window'],
  inserted: ['puts in', ''],
  moved: ['moves', ''],
  repaired: ['changes', ''],
  rewritten: ['has', ' rewritten by hand'],
})

/** Sentences about where lanes part, of parts that carry links. */
export const partings = Object.freeze({
  sameThroughout(): string {
    return 'All lanes do the same in every turn.'
  },
  /** What happened from a turn on. */
  parting(turn: Turn, what: Parts): SentencePart[] {
    return turn === 0
      ? say`Different from the ${figure('first turn', 0)} on: ${what}.`
      : say`The same until ${turnLink(turn - 1)}, then ${what}.`
  },
  laneEnds(lane: string): SentencePart[] {
    return say`${lane} overflows and ends`
  },
  laneDoes(lane: string, doing: Doing, what: Parts): SentencePart[] {
    const [before, after] = DOES[doing]
    return say`${lane} ${before} ${what}${after}`
  },
  leftAlone(taken: Parts, other: string): SentencePart[] {
    return say`${taken}, which ${other} leaves alone`
  },
  both(first: Parts, second: Parts): SentencePart[] {
    return say`${first}, and ${second}`
  },
  differently(first: string, second: string, block: Parts): SentencePart[] {
    return say`${first} and ${second} leave different remains of ${block}`
  },
  andOthers(what: Parts, others: SentencePart): SentencePart[] {
    return say`${what} and ${others}`
  },

  headSame(lane: string): SentencePart[] {
    return say`same as ${lane} throughout`
  },
  headUntil(lane: string, turn: Turn, does: Parts): SentencePart[] {
    return turn === 0
      ? say`differs from ${lane} from ${turnLink(0)} on: ${does}`
      : say`same as ${lane} until ${turnLink(turn - 1)}, then ${does}`
  },
  headBoth(does: Parts, keeps: Parts): SentencePart[] {
    return say`${does} and ${keeps}`
  },
  does(doing: Doing, block: Parts): SentencePart[] {
    const [before, after] = DOES[doing]
    return say`${before} ${block}${after}`
  },
  keeps(block: Parts): SentencePart[] {
    return say`keeps ${block}`
  },
  editsDifferently(block: Parts): SentencePart[] {
    return block.length === 0 ? say`edits differently` : say`keeps other remains of ${block}`
  },
  runsOutOfRoom(): SentencePart[] {
    return say`overflows and ends`
  },
  goesOnWithout(lane: string): SentencePart[] {
    return say`goes on where ${lane} ends`
  },
})
