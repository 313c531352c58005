import { taskFate, whole, xAt } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { tokenTicks } from '../lane/lane-size.ts'
import { detailOf, laneView, topOf } from '../lane/lane-view.ts'
import { plainLines, plainParts } from '../lane/plain-parts.ts'
import { scaleOf } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { pathOf } from '../plot/shape.ts'
import { endOf, paintingOf, spinesOf } from '../strata/shapes.ts'
import { PLAIN_TEXT } from '../words.ts'
import { frameOf, taskEnd, typeLegend } from './lane-stills.ts'
import { axes, box, clipped, fill, label, line, painted, stroke } from './markup.ts'
import type { Still, StillSubject } from './still.ts'

/** A step of a lesson as its picture tells it. */
export interface Told {
  /** In the file's name. */
  readonly content: string
  readonly title: string
  readonly says: string
  /** The lanes that it shows, each with what stands beside its name. */
  readonly lanes: readonly { readonly lane: LaneResult; readonly beside: string }[]
  readonly turn: number
  /** Whether the picture ends at that turn. */
  readonly hidden: boolean
}

const GAP = 20
/** Pixels of a lane's name with what stands beside it, and of the turns under its picture. */
const HEAD = 32
const UNDER = 18
/** Pixels that the names of the parts need, and those between two of them, in the size of a file's letters. */
const ROOM = { room: 136, apart: 12 }

/** The lanes of a step beside each other, in the words of the lesson: one file. */
export function toldStill(subject: StillSubject, told: Told): Still {
  const { window } = subject
  const all = told.lanes.map(({ lane }) => lane)
  const top = topOf(all, window)
  return {
    content: told.content,
    name: told.title,
    ...(all.length === 1 && all[0] !== undefined && { lane: all[0] }),
    title: told.title,
    about: told.says,
    legend: typeLegend(all, window, detailOf(top, 320)),
    draw({ width, height }) {
      const each = Math.floor((width - GAP * (all.length - 1)) / all.length)
      const scale = scaleOf(frameOf(subject, each), height - HEAD - UNDER, top)
      return told.lanes
        .map(
          ({ lane, beside }, nth) =>
            `<g transform="translate(${nth * (each + GAP)} 0)">` +
            label(0, 7, lane.label, { size: 12, bold: true, colour: '--ink' }) +
            label(0, 21, beside) +
            `<g transform="translate(0 ${HEAD})">${drawn(subject, told, lane, scale)}</g></g>`,
        )
        .join('')
    },
  }
}

function drawn(
  { comparison, window }: StillSubject,
  { turn, hidden }: Told,
  lane: LaneResult,
  scale: Scale,
): string {
  const { data } = lane
  const { left, right, width, height } = scale
  const { picture, task } = laneView(lane, window, detailOf(scale.top, height))
  const { turns } = comparison.trace
  const x = scale.x(xAt(turn, 'sent'))
  const ends = turn >= turns - 1 || !hidden
  const cover = ends ? '' : box(x, 0, Math.max(0, width - right - x), height, fill('--paper'))
  const spines = task === null ? [] : spinesOf(picture, task, scale)
  const end = task === null ? null : endOf(picture, task, scale)
  const isPast = ends || (taskFate(data, window)?.lost ?? Infinity) <= turn
  const lines = plainLines(data)
  const parts = hidden ? plainParts(data, window)({ turn, turns, x }, scale, ROOM) : null
  const words = (y: number, text: string): string => label(left + 5, y, text, { halo: true, colour: '--ink' })
  const across = (y: number): string =>
    line([[left, y], [width - right, y]], stroke('--ink-soft', 1, { dash: '2 3' })) // oxfmt-ignore
  const full = scale.y(data.limit)
  const acts = lines.acts === null ? null : scale.y(lines.acts)
  const inside = [
    painted(paintingOf(picture, [], scale).shapes),
    spines.length === 0 ? '' : `<path d="${pathOf(spines, false)}" ${stroke('--fill-user_message', 1.5)}/>`,
    cover,
    end === null || !isPast ? '' : taskEnd(end, scale, { words: ends }),
    ends ? '' : line([[x, 0], [x, height]], stroke('--accent', 1.5)), // oxfmt-ignore
    across(full + 0.5),
    words(full + 8, PLAIN_TEXT.limit(whole(data.limit))),
    ...(acts === null
      ? []
      : [
          across(acts),
          words(Math.max(acts - 7, full + 8 + ROOM.apart), PLAIN_TEXT[lines.ends ? 'ends' : 'acts'].full),
        ]),
    ...(parts?.parts ?? []).map(({ text, y, lost, shown }) =>
      shown
        ? label(x + (parts?.anchor === 'end' ? -6 : 6), y, text, {
            halo: true,
            anchor: parts?.anchor ?? 'start',
            bold: lost,
            colour: lost ? '--loss' : '--ink',
          })
        : '',
    ),
  ].join('')
  return clipped(scale, height, inside) + axes(scale, tokenTicks(data.limit, scale))
}
