import type { Cap, EndReason } from '../../../view/index.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'
import type { Line } from '../plot/shape.ts'

/** The letter of a reason beside its caps. */
export interface CapLetter {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly text: string
  readonly lost: boolean
}

/** A place that a letter occupies, by its centre. */
export interface Taken {
  readonly x: number
  readonly y: number
}

/** Room of a letter, and the minimum height of caps that get one. */
const WIDTH = 9
const HEIGHT = 10
const LEAST = 7
/** Pixels between two caps that look like one. */
const GAP = 1.5
/** Pixels from a cap to the middle of its letter. */
const BESIDE = 6
const MOST_LETTERS = 200

/** Where blocks ended: `lost` for final evictions, `reduced` for the rest. */
export function capLines(
  caps: readonly Cap[],
  scale: Scale,
): { readonly lost: Line[]; readonly reduced: Line[] } {
  const lost: Line[] = []
  const reduced: Line[] = []
  for (const cap of caps) {
    if (cap.x < scale.from || cap.x > scale.to) continue
    const x = round(scale.x(cap.x))
    const line = [x, round(scale.y(cap.low)), x, round(scale.y(cap.high))]
    if (isLoss(cap)) lost.push(line)
    else reduced.push(line)
  }
  return { lost, reduced }
}

function isLoss({ final, reason }: Cap): boolean {
  return final && reason === 'evicted'
}

/** Adjacent caps with one edit and one reason. */
interface Run {
  readonly x: number
  readonly text: string
  readonly lost: boolean
  bottom: number
  top: number
}

/**
 * One letter for each run of caps that is tall enough, the tallest first, without overlap with each other or a taken
 * place.
 */
export function capLetters(caps: readonly Cap[], scale: Scale, taken: readonly Taken[]): CapLetter[] {
  const runs = runsOf(caps, scale)
    .filter(({ bottom, top }) => bottom - top >= LEAST)
    .sort((a, b) => b.bottom - b.top - (a.bottom - a.top) || a.x - b.x || a.top - b.top)
  const places: Taken[] = [...taken]
  const letters: CapLetter[] = []
  for (const { x, text, lost, bottom, top } of runs) {
    if (letters.length >= MOST_LETTERS) break
    const y = round((bottom + top) / 2)
    const sides = [x - BESIDE, x + BESIDE].filter((at) => at > scale.left + 4)
    const free = sides.find((at) =>
      places.every((one) => Math.abs(one.x - at) >= WIDTH || Math.abs(one.y - y) >= HEIGHT),
    )
    if (free === undefined) continue
    places.push({ x: free, y })
    letters.push({ key: `${x} ${top} ${text}`, x: round(free), y, text, lost })
  }
  return letters
}

function runsOf(caps: readonly Cap[], scale: Scale): Run[] {
  const runs: Run[] = []
  const open = new Map<string, Run>()
  const inSight = caps.filter(({ x }) => x >= scale.from && x <= scale.to)
  for (const cap of inSight.sort((a, b) => a.edit - b.edit || a.low - b.low || a.block - b.block)) {
    const { letter, edit } = cap
    const [bottom, top] = [scale.y(cap.low), scale.y(cap.high)]
    const lost = isLoss(cap)
    const key = `${edit} ${letter} ${lost ? 'lost' : ''}`
    const run = open.get(key)
    if (run !== undefined && run.top - bottom <= GAP) {
      run.top = Math.min(run.top, top)
      continue
    }
    const next = { x: scale.x(cap.x), text: letter, lost, bottom, top }
    open.set(key, next)
    runs.push(next)
  }
  return runs
}

/** Pixels that the words at the end of the task need, and the distance of the points that represent them. */
const WORDS = { lost: 90, told: 132 }
const APART = 8
const ABOVE = 6

/** Where the task ended, and how. */
interface TaskEnding extends Taken {
  readonly reason: EndReason
}

/** Whether a task is in a summary, and so not lost. */
export function isToldEnd(reason: EndReason): boolean {
  return reason === 'absorbed' || reason === 'folded'
}

function wordsOf({ reason }: TaskEnding): number {
  return isToldEnd(reason) ? WORDS.told : WORDS.lost
}

/** Whether there is no room for the words to the right of the cross, and more to the left of it. */
export function isNearRight(
  end: TaskEnding,
  { width, left, right }: Pick<Scale, 'width' | 'left' | 'right'>,
): boolean {
  const room = width - right - end.x
  return room < wordsOf(end) && end.x - left > room
}

/** The places of a cross and its words, which letters must avoid. */
export function roomOfTaskEnd(
  end: TaskEnding | null,
  scale: Pick<Scale, 'width' | 'left' | 'right'>,
): readonly Taken[] {
  if (end === null) return []
  const side = isNearRight(end, scale) ? -1 : 1
  const room: Taken[] = [end]
  for (let away = APART; away <= wordsOf(end); away += APART)
    room.push({ x: end.x + side * away, y: end.y - ABOVE })
  return room
}
