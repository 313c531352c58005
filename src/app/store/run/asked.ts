import type { OnAsk } from '../../../worker/client.ts'
import type { LaneRequest } from '../../../worker/protocol.ts'
import { partsOfName } from '../choice/derived.ts'

/** Answers what lanes and their forks ask of a model, by the model of each lane. What calls it is fetched when one asks. */
export function answeredFor(lanes: readonly LaneRequest[]): OnAsk {
  return async (asking, signal) => {
    const { answerAsking } = await import('../model/answer.ts')
    const own = partsOfName(asking.lane).lane
    const lane = lanes.find(({ name }) => name === own)
    const by = { model: lane?.model?.name ?? '', label: lane?.label ?? asking.lane }
    return answerAsking(asking, by, signal)
  }
}
