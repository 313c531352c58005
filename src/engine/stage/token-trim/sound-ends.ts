import type { LoopStep, Rows } from '../trimming/row.ts'

/** How the newest tool loop of a list began; `running`: it is the one that the whole list goes on with. */
type Loop = 'none' | 'thinks' | 'without' | 'running'

/** How a list ends: who spoke last, the user alone or with results, and the loop that a reply would go on with. */
interface End {
  readonly last: 'asks' | 'results' | 'reply'
  readonly loop: Loop
}

const LOOPS: readonly Loop[] = ['none', 'thinks', 'without', 'running']
const ENDS: readonly End[] = (['asks', 'results', 'reply'] as const).flatMap((last) =>
  LOOPS.map((loop) => ({ last, loop })),
)
const START = 0

/**
 * Of every cut of a list that goes back in time, whether the model can go on behind it (VALID-1): with what the user said,
 * with a tool loop that began with thinking, or with the one that runs in the whole list. Otherwise the replies that come
 * would go on with a loop that was over, and that began without thinking. Rows that are held stay behind the cut.
 * Linear.
 *
 * @returns says it of the cut before a row
 */
export function soundEnds({ list, groups, groupOf }: Rows): (cut: number) => boolean {
  const running = runningFrom(list)
  const before = [START]
  for (const [at, { step }] of list.entries())
    before.push(endAfter(before[at] as number, step, at === running))
  const isSound: boolean[] = []
  // What comes of each end by what is held behind the cut, from the last cut to the first.
  let becomes = ENDS.map((_, end) => end)
  for (let cut = list.length; cut >= 0; cut--) {
    const isHeld = groups[groupOf[cut] ?? -1]?.held === true
    const { step } = list[cut] ?? {}
    if (isHeld) becomes = ENDS.map((_, end) => becomes[endAfter(end, step, cut === running)] as number)
    const { last, loop } = ENDS[becomes[before[cut] as number] as number] as End
    isSound[cut] = last === 'asks' || loop !== 'without'
  }
  return (cut) => isSound[cut] === true
}

/** The end of a list after one more row, both as places in `ENDS`. */
function endAfter(end: number, step: LoopStep | undefined, isRunning: boolean): number {
  if (step === undefined) return end
  const { last, loop } = ENDS[end] as End
  // A text beside results belongs to the loop.
  if (step === 'asks') return last === 'results' ? end : placeOf('asks', loop)
  if (step === 'results') return placeOf('results', loop)
  if (!opens(end)) return placeOf('reply', loop)
  return placeOf('reply', isRunning ? 'running' : step === 'thinks' ? 'thinks' : 'without')
}

/** Whether a reply would begin a loop. */
function opens(end: number): boolean {
  const { last, loop } = ENDS[end] as End
  return last === 'asks' || loop === 'none'
}

function placeOf(last: End['last'], loop: Loop): number {
  return ENDS.findIndex((end) => end.last === last && end.loop === loop)
}

/** The row of the reply that the running loop of a list began with, −1 where none runs. */
function runningFrom(list: Rows['list']): number {
  let end = START
  let from = -1
  for (const [at, { step }] of list.entries()) {
    if ((step === 'thinks' || step === 'replies') && opens(end)) from = at
    end = endAfter(end, step, false)
  }
  return (ENDS[end] as End).last === 'asks' ? -1 : from
}
