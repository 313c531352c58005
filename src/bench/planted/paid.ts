import { ModelFailure } from '../../engine/index.ts'
import type { Answer, Ask } from '../../engine/index.ts'
import { cacheTermOf, costOf, upperCost } from '../../llm/index.ts'
import type { ModelFacts, Usd } from '../../llm/index.ts'
import { money } from '../../sim/internal.ts'
import { answerOf, askCall, CallFailure } from '../../provider/index.ts'
import type { Call, Client } from '../../provider/index.ts'

/** A real model that answers until the next call could exceed a sum. */
export interface Paid {
  /**
   * @throws LimitReached if the call could exceed the limit, ModelFailure for an answer that was cut off, and a
   *   CallFailure
   */
  readonly answer: (ask: Ask) => Promise<Answer>
  /** Calls answered, and what they cost; with the most that tries without a bill may have cost. */
  readonly spent: () => { readonly calls: number; readonly usd: Usd }
}

/** The limit does not allow the next call. */
export class LimitReached extends Error {}

/** Reasons to stop before an answer is complete: half a summary would replace everything that it leaves out. */
const CUT_OFF: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal'])

/** For what a provider adds around the texts of a request without tools. */
const AROUND = 256

/**
 * @param limit in US dollars, for all calls together
 * @param client each of its tries is checked against the limit
 */
export function paidModel(client: Client, facts: ModelFacts, limit: Usd): Paid {
  let [calls, usd] = [0, 0]
  return {
    spent: () => ({ calls, usd }),
    async answer(ask) {
      const call = askCall(facts.id, ask)
      const most = mostOf(call, facts)
      const holdBack = (): void => {
        if (usd + most > limit)
          throw new LimitReached(
            `the next call may cost ${money(most)}, and ${money(usd)} of ${money(limit)} are spent`,
          )
        // Until it is answered, it counts with the most that it may cost; a broken stream may have been billed.
        usd += most
      }
      const refused = (failure: unknown): void => {
        if (failure instanceof CallFailure && !failure.mayBeBilled) usd -= most
      }
      holdBack()
      let isUnderWay = true
      const onRetry = (failure: CallFailure): void => {
        refused(failure)
        isUnderWay = false
        holdBack()
        isUnderWay = true
      }
      const reply = await client.send(call, { onRetry }).catch((failure: unknown) => {
        if (isUnderWay) refused(failure)
        throw failure
      })
      if (reply.usage !== null) usd += costOf(reply.usage, facts) - most
      calls += 1
      if (CUT_OFF.has(reply.stopReason ?? '')) throw new ModelFailure('error', `cut off: ${reply.stopReason}`)
      return answerOf(reply)
    },
  }
}

/** No tokenizer makes more tokens than the bytes of a text. */
function mostOf({ request, maxTokens }: Call, facts: ModelFacts): Usd {
  const bytes = new TextEncoder().encode(JSON.stringify(request)).length
  return upperCost(Math.min(facts.window, bytes + AROUND), maxTokens, facts, cacheTermOf(request))
}
