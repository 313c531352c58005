import type { ThinkingConfig } from '../core/message/message.ts'
import { repaired } from '../validity/repair.ts'
import { violationsOf } from '../validity/validate.ts'
import { MESSAGES_ALONE, WRITTEN_LATER } from './validity.ts'
import type { Violation } from '../validity/rule/violation.ts'
import type { BlockId, Turn, WindowId } from '../core/units.ts'
import type { Assembled } from '../core/window/assemble.ts'
import type { TurnResources } from './turn-input.ts'
import type { Stage } from '../stage/contract/stage.ts'

/**
 * Whether a violation was already in the conversation (VALID-3): the unmanaged request of the same turn has it at the
 * same blocks. That request is made only when an unknown violation turns up, which is rare.
 *
 * @param unmanaged the request of a turn if nothing had been removed
 * @param thinking how the request of a turn lets the model think
 */
export function inheritedFrom(
  unmanaged: (window: WindowId, turn: Turn) => Assembled,
  thinking: (turn: Turn) => ThinkingConfig | undefined = () => undefined,
): TurnResources['inherited'] {
  const known = new Set<string>()
  const checked = new Set<string>()
  return (violation, blocks, window, turn) => {
    // It concerns the whole loop, not the reply that opens the rest of it.
    const isLoops = violation.rule === 'loop-thinking' || violation.rule === 'disabled-thinking'
    const key = isLoops ? `${violation.rule} in ${window} ${turn}` : keyOf(violation, blocks)
    // A pair that arrived broken stays the conversation's fault, whatever rule it breaks after part of it left.
    const isKnown = (): boolean => known.has(key) || violation.ids.some((id) => known.has(`call ${id}`))
    if (isKnown()) return true
    const place = `${window} ${turn}`
    if (!checked.has(place)) {
      checked.add(place)
      const request = unmanaged(window, turn)
      const asked = thinking(turn)
      const judged = { messages: request.messages, ...(asked === undefined ? {} : { thinking: asked }) }
      for (const own of violationsOf(judged, 'anthropic', MESSAGES_ALONE)) {
        known.add(`${own.rule} in ${place}`)
        const parts = request.origin[own.index] ?? []
        const part = own.part === undefined ? undefined : parts[own.part]
        known.add(keyOf(own, part === undefined ? parts : [part]))
        for (const id of own.ids) known.add(`call ${id}`)
      }
      // After broken pairs are repaired, another message may open the loop: that is the conversation's fault as well.
      if (isLoops && !known.has(key)) {
        const { request: mended } = repaired(request.messages, 'anthropic', WRITTEN_LATER)
        const loops = violationsOf({ ...judged, messages: mended }, 'anthropic', MESSAGES_ALONE)
        for (const { rule } of loops) known.add(`${rule} in ${place}`)
      }
    }
    return isKnown()
  }
}

function keyOf(violation: Violation, blocks: readonly BlockId[]): string {
  return `${violation.rule} ${blocks.join(',')} ${violation.ids.join(',')}`
}

/**
 * The states of new stages: that of the previous stage with the same name, matched by number if several share it, else
 * the stage's initial state.
 */
export function carriedStates(
  stages: readonly Pick<Stage, 'name' | 'initial'>[],
  before: readonly Pick<Stage, 'name'>[],
  states: readonly unknown[],
): readonly unknown[] {
  if (stages === before) return states
  const waiting = new Map<string, unknown[]>()
  before.forEach(({ name }, index) => {
    const list = waiting.get(name)
    if (list === undefined) waiting.set(name, [states[index]])
    else list.push(states[index])
  })
  return stages.map(({ name, initial }) => {
    const list = waiting.get(name)
    return list === undefined || list.length === 0 ? initial : list.shift()
  })
}
