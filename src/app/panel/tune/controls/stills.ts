import { share, TYPE_LABELS } from '../../../../view/index.ts'
import type { LaneResult } from '../../../../worker/protocol.ts'
import { box, fill, label, line, stroke } from '../../../picture/still/markup.ts'
import type { LegendEntry, Still } from '../../../picture/still/still.ts'
import { heightOf } from './aging.ts'
import type { AgeStretch, AgingCurve } from './aging.ts'
import { SETTINGS_TEXT } from './words.ts'
import type { WeightRow } from './weights.ts'

/** Pixels for the names of signals, and for a figure behind a bar. */
const NAMES = 190
const FIGURE = 60
const BAR = 44

/** What each signal is of the score. */
export function weightStill(lane: LaneResult, rows: readonly WeightRow[]): Still {
  const most = Math.max(...rows.map((row) => row.share), Number.EPSILON)
  return {
    content: 'weights',
    name: SETTINGS_TEXT.weights,
    lane,
    title: SETTINGS_TEXT.weightsTitle(lane.label),
    about: SETTINGS_TEXT.weightsMeaning,
    legend: [],
    draw({ width, height }) {
      const tall = Math.min(BAR, height / rows.length)
      return rows
        .map((row, index) => {
          const long = (row.share / most) * (width - NAMES - FIGURE)
          const middle = (index + 0.5) * tall
          return [
            label(NAMES - 8, middle, row.label, { size: 12, anchor: 'end', colour: '--ink' }),
            box(NAMES, middle - tall * 0.3, long, tall * 0.6, fill('--accent')),
            label(NAMES + long + 8, middle, share(row.share), { size: 12, bold: true, colour: '--ink' }),
          ].join('')
        })
        .join('')
    },
  }
}

const LEFT = 30
const UNDER = 22
const DASHES = ['', '5 3', '2 3']

/** How the score of a block falls with its age: by signal, and by type with the lifetime of each. */
export function agingStill(
  lane: LaneResult,
  curves: readonly AgingCurve[],
  lifetimes: Readonly<Record<string, number>>,
  end: number,
): Still {
  const plain = curves.filter(({ type }) => type === null)
  const looks = curves.map((curve) =>
    curve.type === null
      ? stroke('--ink', 2, { dash: DASHES[plain.indexOf(curve)] ?? '' })
      : stroke(`--fill-${curve.type}`, 2.5),
  )
  return {
    content: 'aging',
    name: SETTINGS_TEXT.aging,
    lane,
    title: SETTINGS_TEXT.agingTitle(lane.label),
    about: SETTINGS_TEXT.agingMeaning,
    legend: curves.map(({ type, label: name }, index): LegendEntry => ({
      text: type === null ? name : `${TYPE_LABELS[type]}, ${SETTINGS_TEXT.turns(lifetimes[type] ?? 0)}`,
      sign: `<path d="M0 7H26" ${looks[index] ?? ''}/>`,
      width: 26,
    })),
    draw({ width, height }) {
      const [wide, high] = [width - LEFT - 40, height - UNDER - 8]
      const x = (turn: number): number => LEFT + (turn / end) * wide
      const y = (score: number): number => 8 + (1 - score) * high
      const flat = (score: number): readonly (readonly [number, number])[] => [
        [x(0), y(score)],
        [x(end), y(score)],
      ]
      return [
        line(flat(0), stroke('--hairline-strong')),
        line(flat(1), stroke('--hairline')),
        label(LEFT - 6, y(1), '1', { anchor: 'end' }),
        label(LEFT - 6, y(0), '0', { anchor: 'end' }),
        turnTicks(end, x, y(0) + 12),
        ...curves.map(({ values }, index) =>
          line(
            values.slice(0, end + 1).map((value, turn) => [x(turn), y(value)] as const),
            looks[index] ?? '',
          ),
        ),
      ].join('')
    },
  }
}

/** To which share a block is shortened at which age. */
export function shorteningStill(lane: LaneResult, stretches: readonly AgeStretch[], end: number): Still {
  return {
    content: 'shortening',
    name: SETTINGS_TEXT.shortening,
    lane,
    title: SETTINGS_TEXT.shorteningTitle(lane.label),
    about: SETTINGS_TEXT.shorteningMeaning,
    legend: [],
    draw({ width, height }) {
      const [wide, high] = [width - LEFT - 60, height - UNDER - 8]
      const x = (turn: number): number => LEFT + 20 + (turn / end) * wide
      const y = (part: number): number => 8 + heightOf(part) * high
      const grade = (part: number): string =>
        [
          line(
            [
              [x(0), y(part)],
              [x(end), y(part)],
            ],
            stroke('--hairline'),
          ),
          label(x(0) - 6, y(part), share(part).replace('.0', ''), { anchor: 'end' }),
        ].join('')
      const steps = stretches.flatMap(({ from, to, share: part }): readonly (readonly [number, number])[] => [
        [x(Math.max(0, from - 0.5)), y(part)],
        [x(to === null ? end : to + 0.5), y(part)],
      ])
      return (
        [1, 0.1, 0.01].map(grade).join('') +
        turnTicks(end, x, 8 + high + 12) +
        line(steps, stroke('--ink', 2))
      )
    },
  }
}

function turnTicks(end: number, x: (turn: number) => number, y: number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((part) => {
      const named = part === 1 ? ` ${SETTINGS_TEXT.turnsAxis}` : ''
      return label(x(part * end), y, `${Number((part * end).toFixed(1))}${named}`, { anchor: 'middle' })
    })
    .join('')
}
