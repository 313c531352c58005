import type { BlockState, MessageIndex } from '../../../../engine/index.ts'
import type { TimelineData } from '../../../../sim/index.ts'
import { windowAt } from '../../../../view/index.ts'

/** Whether a message is in a request as it was said, shortened in any of its blocks, or not at all. */
export type Kept = 'whole' | 'shortened' | 'gone'

/** What the request of a turn holds of the messages before it; of a turn that was not sent, what the one before held. */
export function keptAt(data: TimelineData, turn: number): ReadonlyMap<MessageIndex, Kept> {
  const sent = data.turns[Math.min(turn, data.turns.length - 1)]
  if (sent === undefined) return new Map()
  const states = new Map(
    windowAt(data, sent.points.sent.tick, sent.context).map(({ block, state }) => [block, state]),
  )
  const kept = new Map<MessageIndex, Kept>()
  for (const { id, message, turn: arrived, response } of data.blocks) {
    // A reply is in the next request first.
    if (message < 0 || arrived > turn || (response && arrived === turn)) continue
    const own = keptAs(states.get(id))
    const before = kept.get(message)
    kept.set(message, before === undefined || before === own ? own : 'shortened')
  }
  return kept
}

function keptAs(state: BlockState | undefined): Kept {
  if (state === undefined || state === 'placeholder' || state === 'server_cleared') return 'gone'
  return state === 'live' ? 'whole' : 'shortened'
}
