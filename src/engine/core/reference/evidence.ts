import { firstFor } from '../number/search.ts'
import { isNumberArgument, isWholeArgument, trailersIn } from './access.ts'
import type { Holders, Ordinal } from './holders.ts'
import type { WindowMemory } from './memory.ts'
import type { Reference } from './reference.ts'
import type { Thresholds } from './strength.ts'

/** A strong token of the current block that an earlier block brought. */
interface Clue {
  readonly row: number
  readonly source: Ordinal
  readonly start: number
  readonly end: number
  /** The number of blocks that contain it: the fewer, the stronger the evidence. */
  readonly count: number
}

/** Evidence for one source: copied shingles, the longest copied passage, and tokens. */
interface Credit {
  shingles: number
  stretch: Stretch | null
  run: Stretch
  readonly tokens: Clue[]
}

interface Stretch {
  readonly start: number
  readonly end: number
}

const MOST_STRINGS = 4
/** Maximum characters of a copied passage that are quoted; the five words that prove it are shorter. */
const MOST_QUOTED = 160
/** A shorter piece of a passage could come from anywhere. */
const LEAST_QUOTED = 20

/** Gathers the evidence that one block refers to earlier ones, and decides. */
export class Evidence {
  readonly #memory: WindowMemory
  readonly #self: Ordinal
  readonly #thresholds: Thresholds
  /** The readable text of the block. */
  readonly #text: string
  readonly #isCall: boolean
  readonly #trailers: ReturnType<typeof trailersIn>
  /** Clues of this block by the block that first brought them; each token once. */
  readonly #clues = new Map<Ordinal, Map<number, Clue>>()
  readonly #credits = new Map<Ordinal, Credit>()

  /** @param text the readable text of the block */
  constructor(memory: WindowMemory, self: Ordinal, thresholds: Thresholds, text: string) {
    this.#memory = memory
    this.#self = self
    this.#thresholds = thresholds
    this.#text = text
    this.#isCall = memory.blocks[self]?.type === 'tool_call'
    this.#trailers = this.#isCall ? trailersIn(text) : []
  }

  /**
   * Records a known strong token: it is a clue, unless it is boilerplate or explained by the blocks just before. A
   * token that only calls brought is none where it is a whole argument of the same tool, whose vocabulary it is
   * (`"command": "str_replace"`), or a number that is a whole argument of any (`"timeout": 120000`).
   */
  token(row: number, start: number, end: number): void {
    const { tokens } = this.#memory
    if ((tokens.origin[row] as Ordinal) < 0 || this.#isCommon(tokens, row)) return
    const source = this.#memory.holderOf(row)
    if (!this.#isFar(source)) return
    if (this.#isVocabulary(source, start, end)) return
    if (this.#isDictated(tokens.origin[row] as Ordinal, start, end)) return
    const group = this.#memory.originOf(row)
    let clues = this.#clues.get(group)
    if (clues === undefined) this.#clues.set(group, (clues = new Map<number, Clue>()))
    if (!clues.has(row)) clues.set(row, { row, source, start, end, count: tokens.count[row] as number })
  }

  /** Records a known shingle; overlapping shingles of one source grow into a passage. */
  shingle(row: number, start: number, end: number): void {
    const { shingles } = this.#memory
    if ((shingles.origin[row] as Ordinal) < 0 || this.#isCommon(shingles, row)) return
    const source = this.#memory.newest(shingles.holder[row] as Ordinal)
    if (!this.#isFar(source)) return
    if (this.#isDictated(shingles.origin[row] as Ordinal, start, end)) return
    const credit = this.#credit(source)
    credit.shingles++
    credit.run = { start: start < credit.run.end ? credit.run.start : start, end }
    if (credit.stretch === null || lengthOf(credit.run) > lengthOf(credit.stretch))
      credit.stretch = credit.run
  }

  /** The references of the block by source. */
  references(): Reference[] {
    const memory = this.#memory
    const block = memory.blocks[this.#self]
    if (block === undefined) return []
    for (const [group, clues] of this.#clues) this.#judge(group, clues)
    const references: Reference[] = []
    for (const [source, credit] of this.#credits) {
      const copied = credit.shingles >= this.#thresholds.shingles
      const from = memory.blocks[source]
      if (from === undefined || (!copied && credit.tokens.length === 0)) continue
      references.push({
        source: from.id,
        by: block.id,
        turn: block.turn,
        visible: block.response ? block.turn + 1 : block.turn,
        evidence: quotes(this.#text, copied ? credit.stretch : null, credit.tokens),
      })
    }
    return references.sort((a, b) => a.source - b.source)
  }

  /** Credits the sources of clues that entered the window together, if there are enough of them. */
  #judge(group: Ordinal, clues: Map<number, Clue>): void {
    const { tokens, inCall: neededInCall } = this.#thresholds
    const soFar = this.#memory.cluesOfTurn(group)
    for (const clue of clues.values()) soFar.set(clue.row, clue.source)
    if (this.#isCall && clues.size >= neededInCall) {
      for (const clue of clues.values()) this.#credit(clue.source).tokens.push(clue)
      return
    }
    if (soFar.size < tokens) return
    const source = this.#sourceOf(group, soFar)
    for (const clue of clues.values()) this.#credit(source).tokens.push(clue)
  }

  /** The latest block that alone holds enough of the tokens, else the block that first brought them all. */
  #sourceOf(group: Ordinal, clues: ReadonlyMap<number, Ordinal>): Ordinal {
    const counts = new Map<Ordinal, number>()
    for (const source of clues.values()) counts.set(source, (counts.get(source) ?? 0) + 1)
    let best: Ordinal = -1
    let latest: Ordinal = -1
    for (const [source, count] of counts) {
      if (count >= this.#thresholds.tokens && source > best) best = source
      if (source > latest) latest = source
    }
    if (best >= 0) return best
    return this.#isFar(group) ? group : latest
  }

  #credit(source: Ordinal): Credit {
    let credit = this.#credits.get(source)
    if (credit === undefined) {
      credit = { shingles: 0, stretch: null, run: { start: 0, end: 0 }, tokens: [] }
      this.#credits.set(source, credit)
    }
    return credit
  }

  /** A block explains what is said in its own turn and the next; only later uses show that it is still needed. */
  #isFar(source: Ordinal): boolean {
    return this.#memory.turnsBetween(source, this.#self) >= 2
  }

  #isVocabulary(source: Ordinal, start: number, end: number): boolean {
    if (!this.#isCall || this.#memory.blocks[source]?.type !== 'tool_call') return false
    const text = this.#text
    return (
      isNumberArgument(text, start, end) || (isWholeArgument(text, start, end) && this.#isSameTool(source))
    )
  }

  /** In the last lines of a commit message, what no user said is the client's own wording. */
  #isDictated(origin: Ordinal, start: number, end: number): boolean {
    const trailers = this.#trailers
    const next = trailers[firstFor(0, trailers.length, (at) => (trailers[at]?.[1] ?? 0) > start)]
    return next !== undefined && next[0] < end && this.#memory.blocks[origin]?.type !== 'user_message'
  }

  #isSameTool(source: Ordinal): boolean {
    const { blocks } = this.#memory
    return blocks[source]?.call?.name === blocks[this.#self]?.call?.name
  }

  #isCommon(holders: Holders, row: number): boolean {
    const { commonFrom, commonShare } = this.#thresholds
    return (holders.count[row] as number) > Math.max(commonFrom, commonShare * this.#memory.blocks.length)
  }
}

function lengthOf(stretch: Stretch): number {
  return stretch.end - stretch.start
}

/** The copied passage, then the tokens, rare and long ones first. */
function quotes(text: string, stretch: Stretch | null, clues: readonly Clue[]): string[] {
  const strings = stretch === null ? [] : [quote(text.slice(stretch.start, stretch.end))]
  const byStrength = clues
    .slice()
    .sort((a, b) => a.count - b.count || b.end - b.start - (a.end - a.start) || a.start - b.start)
  for (const clue of byStrength) {
    const token = text.slice(clue.start, clue.end)
    if (strings.length < MOST_STRINGS && !strings.includes(token)) strings.push(token)
  }
  return strings
}

/** The longest piece of the passage without a line break or quotation mark, if it is long enough. */
function quote(stretch: string): string {
  const pieces = stretch.split(/\s{2,}|[\n\t\r\\]+/)
  let longest = ''
  for (const piece of pieces) if (piece.length > longest.length) longest = piece
  const quoted = longest.length >= LEAST_QUOTED ? longest : stretch.replace(/\s+/g, ' ')
  return quoted
    .slice(0, MOST_QUOTED)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
