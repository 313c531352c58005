import type { Block, BlockType } from '../message/block.ts'
import type { Turn, WindowId } from '../units.ts'
import { fileAccess, readable } from './access.ts'
import { Evidence } from './evidence.ts'
import { KNOWN_BEFORE } from './holders.ts'
import type { Holders, Ordinal } from './holders.ts'
import { WindowMemory } from './memory.ts'
import type { Reference, ReferenceDetector } from './reference.ts'
import { eachShingle } from './shingle.ts'
import { STRENGTHS } from './strength.ts'
import type { Strength } from './strength.ts'
import { eachStrongToken, tokenHash } from './token.ts'

/**
 * Finds which earlier blocks a block refers to, by strings they share (REF-1), without look-ahead and in one pass
 * (EVI-7). Precision is good and recall is not: a paraphrase, a decision against something, or a fact known by heart
 * leave no string behind.
 *
 * How REF-1 is applied:
 *
 * - **Speakers** (user, assistant, thinking, tool call) write having seen the window, so they refer to it. **Carriers**
 *   (tool result, memory injection, summary) bring text that somebody else wrote, so they never refer. The system
 *   prompt and the tools are known before everything else: their strings are no evidence, and they are no sources.
 * - *First seen in b* decides whether there is a reference: the tokens counted together must have entered the window
 *   with the same block b, so that b was needed for at least one of the later uses.
 * - *The latest earlier holder* decides which block is the source: if a carrier has brought those tokens again since,
 *   an agent that lost b still has them there, so the newer copy is the source. A speaker who repeats a token does not
 *   hold it: that is a use of the source, and dropping the source would still hurt.
 * - Evidence whose latest holder is of this turn or the previous one is explained by it and counts for no block. Turns
 *   are counted within the window, so that a sub-agent's turns in between do not increase the distance.
 * - *The newest version of a file*: the path of a file that was read means the newest result of reading it, wherever
 *   else the path is mentioned. A result replaces an older one of the same call, or of the same file after a write, and
 *   takes over its credit.
 * - The last lines of a commit message (`Co-authored-by: …`) are dictated by a client's system prompt, which a log seldom
 *   has: they refer only to a user who asked for them.
 * - *Boilerplate* is a string found in many blocks so far. A string that the model made up counts each time it says it,
 *   because a habit is not a dependence. A shingle needs two significant words, and one from the model's own prose
 *   needs a strong token, because models repeat their own phrases.
 *
 * A token known since the previous block costs one look-up, so the whole is linear in the text. A text over 256 K
 * characters stores one in m of its tokens, one over 64 K characters one in m of its shingles, chosen by hash, where m
 * is the number of such parts in the block. Uses of them are found less often; repetitions are still found.
 */
export function createReferenceDetector(options: { readonly strength?: Strength } = {}): ReferenceDetector {
  const thresholds = STRENGTHS[options.strength ?? 'normal']
  const windows = new Map<WindowId, WindowMemory>()
  const turns = new TurnCount()

  return {
    observe(block, text) {
      let memory = windows.get(block.window)
      if (memory === undefined) windows.set(block.window, (memory = new WindowMemory()))
      const self = memory.enter(block, turns.elsewhere(block))
      const content = readable(block, text)
      const evidence =
        PARTS[block.type] === 'speaker' ? new Evidence(memory, self, thresholds, content) : null
      readTokens(memory, block, self, content, evidence)
      readShingles(memory, block, self, content, evidence)
      if (block.type === 'tool_result') memory.answered(block, self)
      return evidence === null ? NONE : evidence.references()
    },
  }
}

/** Counts the turns of each window, as far as blocks show them. */
class TurnCount {
  #all = 0
  #last: Turn | null = null
  readonly #own = new Map<WindowId, { count: number; last: Turn | null }>()

  /** Adds a block; returns how many turns so far had only blocks of other windows. */
  elsewhere({ window, turn }: Block): Turn {
    if (turn !== this.#last) this.#all++
    this.#last = turn
    let own = this.#own.get(window)
    if (own === undefined) this.#own.set(window, (own = { count: 0, last: null }))
    if (turn !== own.last) own.count++
    own.last = turn
    return this.#all - own.count
  }
}

const NONE: readonly Reference[] = Object.freeze([])

const PARTS: Readonly<Record<BlockType, 'known' | 'carrier' | 'speaker'>> = Object.freeze({
  system_prompt: 'known',
  tool_definition: 'known',
  memory_injection: 'carrier',
  user_message: 'speaker',
  assistant_response: 'speaker',
  thinking: 'speaker',
  tool_call: 'speaker',
  tool_result: 'carrier',
  summary: 'carrier',
})

const UNSAMPLED_TOKENS = 256 * 1024
const UNSAMPLED_SHINGLES = 64 * 1024

function readTokens(
  memory: WindowMemory,
  block: Block,
  self: Ordinal,
  text: string,
  evidence: Evidence | null,
): void {
  const every = Math.ceil(text.length / UNSAMPLED_TOKENS)
  const access = block.type === 'tool_call' ? fileAccess(block, text) : null
  const reads: number[] = []
  const writes: number[] = []
  eachStrongToken(text, (start, end, kind) => {
    const high = tokenHash(text, start, end, kind, 1)
    const low = tokenHash(text, start, end, kind, 2)
    let row = memory.tokens.find(high, low)
    if (row >= 0) {
      evidence?.token(row, start, end)
      meet(memory, memory.tokens, row, block, self)
    } else if ((low >>> 0) % every === 0) row = memory.tokens.add(high, low, originFor(block, self), self)
    if (access === null || row < 0 || kind !== 'path') return
    const use = access(start, end)
    if (use === 'read') reads.push(row)
    else if (use === 'write') writes.push(row)
  })
  if (access !== null) memory.called(block, text, reads, writes)
}

function readShingles(
  memory: WindowMemory,
  block: Block,
  self: Ordinal,
  text: string,
  evidence: Evidence | null,
): void {
  const every = Math.ceil(text.length / UNSAMPLED_SHINGLES)
  eachShingle(text, (start, end, high, low, telling, strong) => {
    if (!telling) return
    const row = memory.shingles.find(high, low)
    if (row >= 0) {
      evidence?.shingle(row, start, end)
      meet(memory, memory.shingles, row, block, self)
    } else if ((low >>> 0) % every === 0 && (strong || !block.response))
      memory.shingles.add(high, low, originFor(block, self), self)
  })
}

function originFor(block: Block, self: Ordinal): Ordinal {
  return PARTS[block.type] === 'known' ? KNOWN_BEFORE : self
}

/** A known string is in one more block: a carrier is its holder from now on; a speaker only repeats it. */
function meet(memory: WindowMemory, holders: Holders, row: number, block: Block, self: Ordinal): void {
  const origin = holders.origin[row] as Ordinal
  if (origin === KNOWN_BEFORE || holders.counted[row] === self) return
  const carrier = PARTS[block.type] === 'carrier'
  if (carrier) holders.holder[row] = self
  else if (!block.response || memory.blocks[origin]?.response !== true) return
  holders.counted[row] = self
  holders.count[row] = (holders.count[row] as number) + 1
}
