import type { Stage } from '../stage/contract/stage.ts'

/**
 * What stages remember when others take their place: the state of the stage of the same name before, by number
 * where several share it, else the stage's first.
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
