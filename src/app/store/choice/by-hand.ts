import type { BlockId, Turn } from '../../../engine/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import type { LaneChoice } from './choices.ts'
import { useChoices } from './choices.ts'
import { alter } from './history.ts'
import { isVerdict, laneNames } from './lanes.ts'
import type { NeedVerdict } from './lanes.ts'

type Mapping = Readonly<Record<string, unknown>>

/** The lane with a name among those chosen now, with its index; null if it is gone. */
export function chosenLane(
  lanes: readonly LaneChoice[],
  name: string,
): { readonly index: number; readonly choice: LaneChoice } | null {
  const index = laneNames(lanes).indexOf(name)
  const choice = lanes[index]
  return choice === undefined ? null : { index, choice }
}

/** The value at a path; undefined if there is none. */
export function valueIn(config: unknown, path: readonly string[]): unknown {
  let found: unknown = config
  for (const key of path) {
    if (!isMapping(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found
}

/** The number of settings that a person changed. */
export function changesIn(byHand: unknown): number {
  if (!isMapping(byHand)) return byHand === undefined ? 0 : 1
  return Object.values(byHand).reduce<number>((sum, value) => sum + changesIn(value), 0)
}

/** Adds an action at its turn, or removes it if it is there already. */
export function toggleAction(index: number, action: Intervention): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined) return
  if (isVerdict(action)) {
    const { turn, block, kind } = action
    judgeNeed(turn, block, lane.actions?.some((one) => sameVerdict(one, action)) === true ? null : kind)
    return
  }
  const { actions = [], ...rest } = lane
  const others = actions.filter((one) => JSON.stringify(one) !== JSON.stringify(action))
  const next =
    others.length < actions.length ? others : [...actions, action].toSorted((a, b) => a.turn - b.turn)
  alter({ lanes: lanes.with(index, next.length === 0 ? rest : { ...rest, actions: next }) })
}

function sameVerdict(one: Intervention, { turn, block, kind }: NeedVerdict): boolean {
  return isVerdict(one) && one.turn === turn && one.block === block && one.kind === kind
}

/** Confirms or rejects the inferred need of a turn on a block, in every lane; null takes that back. */
export function judgeNeed(turn: Turn, block: BlockId, kind: NeedVerdict['kind'] | null): void {
  const { lanes } = useChoices.getState()
  alter({
    lanes: lanes.map(({ actions = [], ...lane }) => {
      const others = actions.filter((one) => !isVerdict(one) || one.turn !== turn || one.block !== block)
      const next = kind === null ? others : [...others, { turn, kind, block }]
      return next.length === 0 ? lane : { ...lane, actions: next.toSorted((a, b) => a.turn - b.turn) }
    }),
  })
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
