import { binSeries, turnName, whole } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { label, line, stroke } from './markup.ts'
import type { Still } from './still.ts'

/** A value over all turns of a run, as a small line of a table shows it. */
export interface Course {
  readonly name: string
  /** About its values, under the name. */
  readonly told: string
  readonly points: readonly { readonly x: number; readonly value: number }[]
  /** The value at the top. */
  readonly most: number
  /** A value with a line of its own; null for none. */
  readonly line: number | null
}

const COLUMNS = 3
/** Pixels between two, above for the texts, and below for the turns. */
const GAP = 28
const ABOVE = 40
const UNDER = 24
/** The most points of a line. */
const MOST_POINTS = 400

/** What a panel says of its picture. */
interface Words {
  readonly picture: string
  readonly pictureTitle: string
  /** What the dotted lines are. */
  readonly pictureLine: string
  readonly overTitle: string
}

/** The small lines of a table as one picture, side by side. */
export function coursesStill(
  content: string,
  lane: LaneResult,
  words: Words,
  courses: readonly Course[],
): Still {
  const { turns } = lane.data
  const last = Math.max(1, turns.length)
  return {
    content,
    name: words.picture,
    lane,
    title: `${lane.label}: ${words.pictureTitle}`,
    about: words.overTitle,
    legend: [
      {
        text: words.pictureLine,
        sign: `<path d="M0 7H26" ${stroke('--ink-soft', 1, { dash: '2 3' })}/>`,
        width: 26,
      },
    ],
    draw({ width, height }) {
      const rows = Math.ceil(courses.length / COLUMNS)
      const [wide, tall] = [(width - GAP * (COLUMNS - 1)) / COLUMNS, height / rows]
      const high = tall - ABOVE - UNDER
      return courses
        .map((course, index) => {
          const left = (index % COLUMNS) * (wide + GAP)
          const top = Math.floor(index / COLUMNS) * tall + ABOVE
          const x = (at: number): number => left + (at / last) * wide
          const y = (value: number): number =>
            top + high * (1 - Math.min(course.most, value) / Math.max(course.most, 1e-9))
          const level = (value: number, look: string): string =>
            line(
              [
                [left, y(value)],
                [left + wide, y(value)],
              ],
              look,
            )
          return [
            label(left, top - 30, course.name, { size: 11, bold: true, colour: '--ink' }),
            label(left, top - 15, course.told),
            level(0, stroke('--hairline-strong')),
            course.line === null || course.line > course.most
              ? ''
              : level(course.line, stroke('--ink-soft', 1, { dash: '2 3' })),
            ...pieces(course).map((piece) =>
              line(
                piece.map((point) => [x(point.x), y(point.value)] as const),
                stroke('--accent', 1.5),
              ),
            ),
            label(left, top + high + 10, turnName(0), { size: 8 }),
            label(left + wide, top + high + 10, whole(Math.max(0, turns.length - 1)), {
              size: 8,
              anchor: 'end',
            }),
          ].join('')
        })
        .join('')
    },
  }
}

/** The points that follow each other: where a turn has no value, the line has a gap. */
function pieces({ points }: Course): readonly (readonly Course['points'][number][])[] {
  const drawn = binSeries(points, ({ value }) => value, MOST_POINTS)
  const found: Course['points'][number][][] = []
  for (const [index, point] of drawn.entries()) {
    const before = drawn[index - 1]
    const gap = before === undefined || (drawn.length === points.length && point.x - before.x > 1.5)
    if (gap) found.push([point])
    else found.at(-1)?.push(point)
  }
  return found
}
