import { ProblemError } from '../../../engine/index.ts'
import type { Comparison, ForkResult, LaneResult } from '../../../worker/protocol.ts'
import { answeredFor } from './questions.ts'
import type { RunChoices } from '../choice/choices.ts'
import { forkName, partsOfName } from '../choice/derived.ts'
import { laneRequests } from '../choice/lanes.ts'
import { simulator } from './simulator.ts'

/** Milliseconds without a change after which a moving knob counts as at rest. */
const REST = 400

/** For a comparison with later forks, the original comparison. */
const asItCame = new WeakMap<Comparison, Comparison>()

/**
 * A comparison without its later forks, the same object as long as its lanes are the same: code that uses only lanes
 * need not run again when a fork arrives.
 */
export function withoutLater(comparison: Comparison): Comparison {
  return asItCame.get(comparison) ?? comparison
}

/** The comparison in which to look a lane up: for a lane itself, the one that stays the same when a fork arrives. */
export function lookedUpIn(comparison: Comparison, name: string): Comparison {
  return partsOfName(name).fork === null ? withoutLater(comparison) : comparison
}

/** Names of the chosen forks without a result yet. */
export function missingForks({ lanes }: Pick<Comparison, 'lanes'>, chosen: RunChoices): readonly string[] {
  return lanes.flatMap(({ name, forks }, index) =>
    (chosen.lanes[index]?.forks ?? []).flatMap(({ id }) =>
      forks.some((one) => one.id === id) ? [] : [forkName(name, id)],
    ),
  )
}

/** The comparison with the result of a fork; its other lanes, and all data, stay the same objects. */
export function withFork(comparison: Comparison, lane: string, fork: ForkResult): Comparison {
  const lanes = comparison.lanes.map((one): LaneResult => {
    if (one.name !== lane) return one
    return { ...one, forks: [...one.forks.filter(({ id }) => id !== fork.id), fork] }
  })
  const made = { ...comparison, lanes }
  asItCame.set(made, withoutLater(comparison))
  return made
}

/** The current screen, for later forks. */
export interface Screen {
  readonly now: () => { readonly comparison: Comparison | null; readonly shown: RunChoices | null }
  /** Whether a comparison is running. */
  readonly isRunning: () => boolean
  readonly show: (comparison: Comparison) => void
}

/** Requests the forks of the shown comparison. */
export interface LaterForks {
  /** Records a change: if more follow soon, no fork runs until they end. */
  readonly moved: () => void
  /** Another comparison is shown. */
  readonly follow: () => void
  readonly stop: () => void
}

export function createLaterForks(screen: Screen): LaterForks {
  let asking: AbortController | null = null
  let timer = 0
  let movedAt = -Infinity
  /** Whether the last two changes came so quickly that a knob is being moved. */
  let isMoving = false

  function stop(): void {
    window.clearTimeout(timer)
    asking?.abort()
    asking = null
  }

  function follow(): void {
    stop()
    const { comparison, shown } = screen.now()
    if (comparison === null || shown === null || missingForks(comparison, shown).length === 0) return
    timer = window.setTimeout(begin, isMoving ? REST : 0)
  }

  function begin(): void {
    const { comparison, shown } = screen.now()
    if (comparison === null || shown === null) return
    if (screen.isRunning() || (isMoving && performance.now() - movedAt < REST)) {
      timer = window.setTimeout(begin, REST)
      return
    }
    const own = new AbortController()
    asking = own
    const come = (lane: string, fork: ForkResult): void => {
      const { comparison: before } = screen.now()
      if (asking === own && before?.id === comparison.id) screen.show(withFork(before, lane, fork))
    }
    ask(comparison, shown, own.signal, come).catch((failure: unknown) => {
      if (!(failure instanceof ProblemError)) return
      // A failure is shown in place of its figures.
      const { problems } = failure
      for (const { lane, id, turn } of missingOf(comparison.id))
        come(lane, { kind: 'refused', id, label: id, turn, problems })
    })
  }

  function missingOf(of: number) {
    const { comparison, shown } = screen.now()
    if (comparison?.id !== of || shown === null) return []
    return missingForks(comparison, shown).map((name) => {
      const { lane, fork } = partsOfName(name)
      const id = fork ?? ''
      const turn = shown.lanes.flatMap(({ forks = [] }) => forks).find((one) => one.id === id)?.turn ?? 0
      return { lane, id, turn }
    })
  }

  return {
    moved() {
      const now = performance.now()
      isMoving = now - movedAt < REST
      movedAt = now
    },
    follow,
    stop,
  }
}

async function ask(
  comparison: Comparison,
  { lanes }: RunChoices,
  signal: AbortSignal,
  come: (lane: string, fork: ForkResult) => void,
): Promise<void> {
  await simulator().forks(comparison, {
    signal,
    onAsk: answeredFor(laneRequests(lanes)),
    onFork: ({ lane, fork }) => {
      come(lane, fork)
    },
  })
}
