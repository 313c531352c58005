import type { Block } from '../message/block.ts'
import { inConversation } from '../window/window.ts'
import type { Entry } from '../window/window.ts'
import type { WindowView } from '../stage/stage.ts'
import type { BlockId, Tokens } from '../units.ts'
import type { GateTable } from './gates/list.ts'
import { PLACEHOLDER_LIMIT } from './placeholder.ts'

/** Something a policy may rank: a block, what happens to it, and the blocks that go with it. */
export interface Candidate {
  /** The block that is scored: of a tool group, its result (EVI-2). */
  readonly block: Block
  readonly verb: 'drop' | 'replace'
  /** Every entry that ends, `block`'s included. */
  readonly entries: readonly Entry[]
  /** Makes the placeholder, for `replace`. Asked for victims only: making one for each of 10,000 results takes longer than all the rest. */
  readonly placeholder: (() => Placeholder) | null
}

export interface Placeholder {
  readonly text: string
  readonly tokens: Tokens
}

interface Pairs {
  readonly calls: ReadonlyMap<string, readonly Entry[]>
  readonly results: ReadonlyMap<string, readonly Entry[]>
}

/** Entries of calls and of results by call id. */
export function pairsOf(view: WindowView): Pairs {
  const calls = new Map<string, Entry[]>()
  const results = new Map<string, Entry[]>()
  for (const entry of view.window.entries) {
    const block = view.block(entry.block)
    if (block.call === null) continue
    const side = block.type === 'tool_call' ? calls : results
    const list = side.get(block.call.id)
    if (list === undefined) side.set(block.call.id, [entry])
    else list.push(entry)
  }
  return { calls, results }
}

/**
 * What a policy may choose from, in prompt order (EVI-4). Prose and thinking are dropped. A result
 * that still has its content gives way to a placeholder if that is smaller; its call stays.
 */
export function firstCandidates(
  view: WindowView,
  gates: GateTable,
  pairs: Pairs,
  placeholder: ((block: Block) => Placeholder) | null,
): Candidate[] {
  const candidates: Candidate[] = []
  const seen = new Set<string>()
  for (const entry of view.window.entries) {
    const block = view.block(entry.block)
    if (!inConversation(block) || block.type === 'tool_call') continue
    if (block.type === 'tool_result') {
      if (placeholder === null) {
        const pair = pairOf(block, pairs, view)
        if (pair === null || seen.has(block.call?.id ?? '')) continue
        seen.add(block.call?.id ?? '')
        if (free(pair, 'drop', gates)) {
          candidates.push({ block, verb: 'drop', entries: pair, placeholder: null })
        }
      } else if (entry.state !== 'placeholder' && free([entry], 'replace', gates)) {
        const content = entry.tokens - entry.overhead
        const smaller = content > PLACEHOLDER_LIMIT || placeholder(block).tokens < content
        if (smaller) {
          candidates.push({ block, verb: 'replace', entries: [entry], placeholder: () => placeholder(block) })
        }
      }
      continue
    }
    if (entry.state === 'live' && free([entry], 'drop', gates)) {
      candidates.push({ block, verb: 'drop', entries: [entry], placeholder: null })
    }
  }
  return candidates
}

/**
 * What is left when every result is a placeholder already and the target is still not met: whole
 * pairs, the call with its placeholder (or with a result too small to replace), and old markers.
 */
export function lastCandidates(view: WindowView, gates: GateTable, pairs: Pairs, taken: ReadonlySet<BlockId>): Candidate[] {
  const candidates: Candidate[] = []
  const seen = new Set<string>()
  for (const entry of view.window.entries) {
    const block = view.block(entry.block)
    if (block.type !== 'tool_result' || block.call === null || seen.has(block.call.id)) continue
    seen.add(block.call.id)
    const pair = pairOf(block, pairs, view)
    if (pair === null || pair.some((member) => taken.has(member.block)) || !free(pair, 'drop', gates)) continue
    candidates.push({ block, verb: 'drop', entries: pair, placeholder: null })
  }
  return candidates
}

/**
 * A result with its call. Null where the call is missing (the trace's own violation), and for a pair
 * of this turn: the request must end with what the user side said last.
 */
function pairOf(block: Block, pairs: Pairs, view: WindowView): readonly Entry[] | null {
  if (block.call === null) return null
  const calls = pairs.calls.get(block.call.id)
  const results = pairs.results.get(block.call.id)
  if (calls === undefined || results === undefined) return null
  if (results.some((entry) => view.block(entry.block).turn === view.turn)) return null
  return [...calls, ...results]
}

function free(entries: readonly Entry[], verb: 'drop' | 'replace', gates: GateTable): boolean {
  for (const entry of entries) {
    const held = gates.guarded.get(entry.block)
    if (held !== undefined && held.some((gate) => gate.forbids.includes(verb))) return false
  }
  return true
}
