import type { AnthropicRequest, BlockId, Provider, Tick, Tokens, Turn } from '../../../engine/index.ts'
import type {
  BlockReferences,
  Explanation,
  FidelityQuestions,
  RequestAt,
  RunCost,
  Retention,
  Savings,
  ScorePoint,
  Unmoved,
} from '../../../sim/index.ts'
import type { Instead } from '../../../sim/internal.ts'
import type { SearchOptions, OnAsk } from '../../../worker/client.ts'
import type { Comparison, LaneCost, LaneRequest, Questions } from '../../../worker/protocol.ts'
import { askedOnce } from './asked-once.ts'
import { simulator } from './simulator.ts'
import { partsOfName } from '../choice/derived.ts'

/** Every decision of a turn with its full tables, from the worker. */
export async function explainTurn(comparison: Comparison, lane: string, turn: Turn): Promise<Explanation> {
  return simulator().ask('explain', comparison, lane, { turn })
}

/** The request of a turn to a provider, with its repairs. */
export async function sentRequest<To extends Provider>(
  comparison: Comparison,
  lane: string,
  turn: Turn,
  provider: To,
): Promise<RequestAt<To>> {
  const request = await simulator().ask('request', comparison, lane, { turn, provider })
  // the answer is of the provider that was asked for
  return request as unknown as RequestAt<To>
}

/** The same without the repairs. */
export async function requestOfTurn(
  comparison: Comparison,
  lane: string,
  turn: Turn,
  provider: Provider,
): Promise<Omit<RequestAt, 'repairs'>> {
  const { repairs: _repairs, ...request } = await sentRequest(comparison, lane, turn, provider)
  return request
}

/** What the model sees of that request, after the provider's own edits. */
export async function promptOfTurn(
  comparison: Comparison,
  lane: string,
  turn: Turn,
): Promise<AnthropicRequest> {
  return simulator().ask('prompt', comparison, lane, { turn })
}

/** What a person chose to price a lane with; missing: as the conversation's own model is. */
export type Pricing = Omit<Questions['cost']['about'], 'brief'>

/** The cost of a lane. */
export async function costOfLane(comparison: Comparison, lane: string, by: Pricing = {}): Promise<LaneCost> {
  return simulator().ask('cost', comparison, lane, by)
}

/** The same of every lane, without its calls. */
export async function costOfLanes(
  comparison: Comparison,
  by: Pricing,
): Promise<readonly { readonly name: string; readonly label: string; readonly cost: RunCost }[]> {
  return Promise.all(
    comparison.lanes.map(async ({ name, label }) => {
      const { cost } = await simulator().ask('cost', comparison, name, { ...by, brief: true })
      return { name, label, cost }
    }),
  )
}

/** Tokens of the request of a turn by every counter, without calibration. */
export async function sizesOfTurn(
  comparison: Comparison,
  lane: string,
  turn: Turn,
): Promise<Readonly<Record<string, Tokens>>> {
  return simulator().ask('sizes', comparison, lane, { turn })
}

/** Text of a block, original or at a tick; the worker keeps it. */
export async function blockText(
  comparison: Comparison,
  lane: string,
  block: BlockId,
  tick?: Tick,
): Promise<string> {
  return simulator().ask('text', comparison, lane, { block, tick })
}

/** What the best known plan would have dropped instead of a block that a turn evicted. */
export async function insteadOfBlock(
  comparison: Comparison,
  lane: string,
  block: BlockId,
  turn: Turn,
): Promise<Instead | null> {
  return simulator().ask('instead', comparison, lane, { block, turn })
}

/** The place of a block in every decision while it was in the window. A new question cancels this one. */
export async function scoreHistory(
  comparison: Comparison,
  lane: string,
  block: BlockId,
  signal?: AbortSignal,
): Promise<readonly ScorePoint[]> {
  return simulator().ask('scores', comparison, lane, { block }, signal === undefined ? {} : { signal })
}

const retentions = askedOnce<Retention>()
let lastRetention: { readonly of: Comparison; readonly ended: Promise<unknown> } | null = null

/**
 * How long what was told stays in the prompts of a lane. The worker cancels a question of this kind for a newer one, so
 * one about another lane waits, and only one about a newer comparison cancels it.
 */
export async function retentionOfLane(comparison: Comparison, lane: string): Promise<Retention> {
  return retentions(comparison, lane, async () => {
    const before = lastRetention?.of === comparison ? lastRetention.ended : Promise.resolve()
    const question = before.then(async () => simulator().ask('retention', comparison, lane, {}))
    lastRetention = { of: comparison, ended: question.catch(() => undefined) }
    return question
  })
}

/** The blocks from `from` on that contain words. A new question cancels this one. */
export async function blocksWith(
  comparison: Comparison,
  lane: string,
  words: string,
  from: BlockId,
  signal: AbortSignal,
): Promise<readonly BlockId[]> {
  return simulator().ask('find', comparison, lane, { words, from }, { signal })
}

/** Which blocks refer to a block, which it refers to, and the other half of its pair. */
export async function referencesOfBlock(
  comparison: Comparison,
  lane: string,
  block: BlockId,
): Promise<BlockReferences> {
  return simulator().ask('references', comparison, lane, { block })
}

/**
 * What would have saved a block from the edits of a turn (default: the last that removed it). A new question cancels
 * this one.
 */
export async function savingsOf(
  comparison: Comparison,
  lane: string,
  block: BlockId,
  turn?: Turn,
  options: SearchOptions = {},
): Promise<Savings> {
  return simulator().ask('savings', comparison, lane, { block, turn }, options)
}

/** Whether another value of a number would change any decision of a run. A new question cancels this one. */
export async function unmovedKnob(
  comparison: Comparison,
  lane: string,
  path: readonly string[],
  options: SearchOptions = {},
): Promise<Unmoved> {
  return simulator().ask('unmoved', comparison, lane, { path }, options)
}

/** The questions about a compression, and their sources. A new question of this kind cancels this one. */
export async function fidelityQuestionsOf(
  comparison: Comparison,
  lane: string,
  edit: number,
  signal?: AbortSignal,
): Promise<FidelityQuestions> {
  return simulator().ask('fidelity', comparison, lane, { edit }, signal === undefined ? {} : { signal })
}

/**
 * Answers the requests of lanes and their forks by each lane's model. The code that calls it is loaded on first use.
 */
export function answeredFor(lanes: readonly LaneRequest[]): OnAsk {
  return async (asking, signal) => {
    const { answerAsking } = await import('../model/answer.ts')
    const own = partsOfName(asking.lane).lane
    const lane = lanes.find(({ name }) => name === own)
    const by = { model: lane?.model?.name ?? '', label: lane?.label ?? asking.lane }
    return answerAsking(asking, by, signal)
  }
}
