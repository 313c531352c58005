import type { Answer, Ask, AskSource } from '../../core/llm/ask.ts'
import type { Asking } from '../contract/asking.ts'
import type { Compression, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { Intended } from '../contract/worth.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { sourceAt, taskText } from './source.ts'
import { whereAsked } from '../contract/trigger.ts'

/** A block that is to be replaced by a shorter text about itself. */
export interface Shortening {
  readonly position: number
  readonly aim: Tokens
}

export interface InPlaceRequest {
  readonly stage: string
  readonly kind: 'summarize_result' | 'summarize_block'
  readonly step: Compression['step']
  readonly list: readonly Shortening[]
  /** Tokens to free; the rest of the list is left alone. */
  readonly goal: Tokens
  /** Whether a summary is made from the original or from the current text. */
  readonly from: 'original' | 'current'
}

export interface InPlaceResult {
  readonly changes: readonly Change[]
  readonly compression: Compression
  readonly done: readonly BlockId[]
}

/**
 * Tokens that shortening a list would free: as many of its blocks as reach the goal, if every text has its maximum
 * length.
 */
export function promisedBy(
  { window }: WindowView,
  { list, goal }: Pick<InPlaceRequest, 'list' | 'goal'>,
): Intended {
  const touched = new Set<number>()
  let frees = 0
  for (const { position, aim } of list) {
    if (frees >= goal) break
    const entry = window.entries[position]
    if (entry === undefined) continue
    touched.add(position)
    frees += entry.tokens - entry.overhead - aim
  }
  return { frees, changes: (position) => touched.has(position) }
}

/** Tokens of the shortest heading with a little text behind it: below that, a summary is useless. */
const LEAST_AIM: Tokens = 4

/**
 * Asks for a summary of each block in turn until the goal is reached. A summary that does not make its block smaller is
 * discarded and the block stays (COMP-3).
 */
export function* shorten(
  view: WindowView,
  context: StageContext,
  asking: Asking,
  request: InPlaceRequest,
): Generator<Ask, InPlaceResult, Answer> {
  const changes: Change[] = []
  const sources: AskSource[] = []
  const done: BlockId[] = []
  let before = 0
  let after = 0
  let asks = 0
  const task = taskText(view, context)
  for (const { position, aim } of request.list) {
    if (before - after >= request.goal || !asking.allowed()) break
    const entry = view.window.entries[position]
    if (entry === undefined) continue
    const source = sourceAt(view, position, context, request.from)
    const heading = headingOf(source)
    asks += 1
    const answer = yield* asking.ask({
      kind: request.kind,
      ...whereAsked(view, context, request.stage),
      sources: [source],
      task,
      previous: null,
      update: 'regenerate',
      maxTokens: Math.max(LEAST_AIM, aim - context.count(heading)),
    })
    if (answer === null) continue
    const text = heading + answer
    const tokens = context.count(text)
    const content = entry.tokens - entry.overhead
    if (tokens >= content) {
      asking.settle('not_smaller')
      continue
    }
    asking.settle('used')
    changes.push({ verb: 'summarize', block: entry.block, content: context.store(text), tokens })
    sources.push(source)
    done.push(entry.block)
    before += content
    after += tokens
  }
  return {
    changes,
    compression: { step: request.step, sources, before, after, asks, subagent: null },
    done,
  }
}

/** Marks a shortened text as shortened, so that nobody takes it for the original. */
function headingOf({ type, turn, tool }: AskSource): string {
  return type === 'tool_result' ? `[Summary, turn ${turn}${tool === '' ? '' : `, ${tool}`}]\n` : '[Summary] '
}
