import { BLOCK_TYPES, ZONES } from '../../../engine/internal.ts'
import type { BlockType, WindowId } from '../../../engine/index.ts'
import {
  atPrices,
  counted,
  lifelines,
  sentenceText,
  divergenceParts,
  tokensShort,
  TYPE_LABELS,
  TYPE_LETTERS,
  whole,
  ZONE_LABELS,
} from '../../../view/index.ts'
import { occurring } from '../block/occurring.ts'
import { CACHE_PARTS, cachePaths, cacheFigures } from '../lane/CacheRibbon.tsx'
import { tokenTicks } from '../lane/lane-size.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { detailOf, fittedTop, laneView, topOf } from '../lane/lane-view.ts'
import { zonePath } from '../lane/Ribbon.tsx'
import { endOfRow, lettersOfBars, paintingOfBars, rowsOver } from '../lifelines/bars.ts'
import { HATCHES, pathOf } from '../plot/shape.ts'
import { scaleOf } from '../plot/scale.ts'
import type { Frame, Scale } from '../plot/scale.ts'
import { capLetters, isNearRight, isToldEnd, roomOfTaskEnd } from '../strata/caps.ts'
import { isUnderLabel, lineLabels } from '../strata/line-labels.ts'
import type { LineLabel } from '../strata/line-labels.ts'
import { drawnLines, reserveHatch } from '../strata/Lines.tsx'
import { endOf, lettersOf, paintingOf, spinesOf } from '../strata/shapes.ts'
import type { Letter } from '../strata/shapes.ts'
import { LANE_TEXT, PICTURE_TEXT } from '../words.ts'
import { axes, box, clipped, fill, label, painted, stroke } from './markup.ts'
import type { LegendEntry, Still, StillSubject } from './still.ts'

/** Pixels left of a plot, for figures, and right of it; below it, for the zones and the turns. */
const LEFT = 44
const RIGHT = 8
const ZONES_HEIGHT = 8
const UNDER = ZONES_HEIGHT + 4 + 18
/** The dark types have light letters. */
const DARK: ReadonlySet<BlockType> = new Set(['assistant_response', 'summary'])

/** The pictures of a lane: its stacked context, its block timeline, and its cache. */
export function laneStills(subject: StillSubject): readonly Still[] {
  return [stacked(subject), timeline(subject), cache(subject)]
}

/** `frame` of a picture of this width. */
export function frameOf({ range }: StillSubject, width: number, left = LEFT): Frame {
  return { width, left, right: RIGHT, from: range.from, to: range.to }
}

/** What the comparison found, and for a lane beside others also what the picture shows. */
function titleOf({ comparison, lane }: StillSubject): string {
  const { lanes, firstDivergence } = comparison
  const [first] = lanes
  if (firstDivergence !== null && firstDivergence.lanes.includes(lane.name))
    return sentenceText(divergenceParts(firstDivergence, lanes))
  const figure = lane.rows.find(({ id }) => id === 'need-hit-rate')
  const evicted = lane.rows.find(({ id }) => id === 'evicted-blocks')
  if (typeof figure?.value === 'number' && typeof evicted?.value === 'number')
    return `${lane.label}: ${figure.text} of the needed context present, ${counted(evicted.value, 'eviction')}`
  return first === undefined ? lane.label : sentenceText(divergenceParts(firstDivergence, lanes))
}

function stacked(subject: StillSubject): Still {
  const { comparison, lane, window, range, fitted } = subject
  const { lanes } = comparison
  const top = (fitted ? fittedTop(lanes, window, range) : null) ?? topOf(lanes, window)
  return {
    content: 'stacked-context',
    name: PICTURE_TEXT.pictures.strata,
    lane,
    title: titleOf(subject),
    about: `${lane.label}: the prompt of every ${subject.steps === true ? 'step' : 'turn'}, a band for each block in prompt order, as tall as its tokens`,
    legend: blockLegend(subject, detailOf(top, 320), true),
    draw({ width, height: room }) {
      const height = room - UNDER
      const scale = scaleOf(frameOf(subject, width), height, top)
      const view = laneView(lane, window, detailOf(top, height))
      const { picture } = view
      const lines = picture.lines.filter(({ kind }) => kind !== 'finer')
      const labels = lineLabels({ lines }, scale)
      const letters = lettersOf(picture, scale).filter((letter) => !isUnderLabel(labels, letter))
      const end = view.task === null ? null : endOf(picture, view.task, scale)
      const ends = capLetters(picture.caps, scale, [...letters, ...roomOfTaskEnd(end, scale)]).filter(
        (letter) => !isUnderLabel(labels, letter),
      )
      const task = view.task === null ? [] : spinesOf(picture, view.task, scale)
      const hatch = pathOf(reserveHatch(picture.reserve, scale), true)
      const inside = [
        painted(paintingOf(picture, view.stale, scale).shapes),
        hatch === '' ? '' : `<path fill="url(#${HATCHES.reserve.id})" d="${hatch}"/>`,
        ...drawnLines(lines, labels, scale, new Set()).map(
          ({ zone, kind, x1, x2, y }) => `<path d="M${x1} ${y}H${x2}" ${lineLook(zone ?? kind)}/>`,
        ),
        typeLetters(letters),
        task.length === 0 ? '' : `<path d="${pathOf(task, false)}" ${stroke('--fill-user_message', 1.5)}/>`,
        ...ends.map(({ x, y, text, lost }) =>
          label(x, y, text, {
            size: 8.5,
            anchor: 'middle',
            bold: true,
            colour: lost ? '--loss' : '--ink-soft',
          }),
        ),
        end === null ? '' : taskEnd(end, scale),
        ...labels.flatMap((one) => (one.asked ? [] : [lineLabel(one)])),
      ].join('')
      return (
        clipped(scale, height, inside) +
        zones(lane, window, scale, height + 3) +
        axes(scale, tokenTicks(lane.data.limit, scale), height + ZONES_HEIGHT + 5, subject.steps)
      )
    },
  }
}

function timeline(subject: StillSubject): Still {
  const { lane, window } = subject
  return {
    content: 'block-timeline',
    name: PICTURE_TEXT.pictures.lifelines,
    lane,
    title: titleOf(subject),
    about: `${lane.label}: a row for each block in order of arrival, from the turn in which it arrived to its end`,
    legend: blockLegend(subject, 0, false),
    draw({ width, height: room }) {
      const height = room - UNDER
      const lives = lifelines(lane.data, window)
      const scale = scaleOf(frameOf(subject, width), height, 1)
      const rows = rowsOver(height, lives.rows.length)
      const { types, ends } = lettersOfBars(lives, scale, rows)
      const task = laneView(lane, window, 1).task
      const end = endOfRow(lives, task, scale, rows)
      const inside = [
        painted(paintingOfBars(lives, scale, rows).shapes),
        typeLetters(types),
        ...ends.map(({ x, y, text }) => label(x, y, text, { size: 8.5, anchor: 'middle', bold: true })),
        end === null ? '' : taskEnd(end, scale, { below: true }),
      ].join('')
      const last = Math.max(0, lives.rows.length - 1)
      return (
        clipped(scale, height, inside) +
        zones(lane, window, scale, height + 3) +
        axes(
          scale,
          [...new Set([0, last])].map((row) => ({ y: (row + 0.5) * rows.pitch, text: whole(row + 1) })),
          height + ZONES_HEIGHT + 5,
        )
      )
    },
  }
}

function cache(subject: StillSubject): Still {
  const { comparison, lane, window } = subject
  const most = comparison.lanes.reduce(
    (all, { data }) => data.turns.reduce((top, { used }) => Math.max(top, used), all),
    0,
  )
  return {
    content: 'cache',
    name: 'Prompt cache',
    lane,
    title: LANE_TEXT.cacheTitle(lane.label, atPrices(lane.cache.prices), ...cacheFigures(lane, window)),
    about:
      'The prompt of each turn: what is read from the cache, what was sent before and is paid for again, and what is new',
    legend: CACHE_PARTS.map((part) => ({
      text: LANE_TEXT.cacheParts[part],
      sign: box(0, 0, 14, 14, fill(CACHE_COLOURS[part])),
      width: 14,
    })),
    draw({ width, height: room }) {
      const height = room - UNDER
      const scale = scaleOf(frameOf(subject, width), height, most)
      const paths = cachePaths(lane, window, scale, most, height)
      return (
        clipped(
          scale,
          height,
          CACHE_PARTS.map((part) => `<path d="${paths[part]}" ${fill(CACHE_COLOURS[part])}/>`).join(''),
        ) +
        axes(
          scale,
          [0, most / 2, most].map((tokens) => ({ y: scale.y(tokens), text: tokensShort(tokens) })),
        )
      )
    },
  }
}

export const CACHE_COLOURS = Object.freeze({
  read: '--hairline-strong',
  again: '--zone-orange',
  fresh: '--accent',
})

function zones(lane: StillSubject['lane'], window: WindowId, scale: Scale, y: number): string {
  const { zones: runs } = laneView(lane, window, 1e9)
  const paths = ZONES.map((zone) => `<path d="${zonePath(runs, zone, scale)}" ${fill(`--zone-${zone}`)}/>`)
  return `<g transform="translate(0 ${y})">${clipped(scale, ZONES_HEIGHT, paths.join(''))}</g>`
}

function lineLook(kind: string): string {
  if (kind === 'limit') return stroke('--ink')
  const dash = kind === 'own' ? '1 4' : '2 3'
  return stroke('--ink-soft', 1, { dash, opacity: 0.8 })
}

function lineLabel({ x, y, text, kind, end, leader, line }: LineLabel): string {
  const path =
    leader === null
      ? ''
      : `<path d="M${end + 2} ${y}H${leader}l8 ${line - y}" ${stroke('--ink-soft', 0.75)}/>`
  const strong = kind === 'limit'
  return (
    path +
    label(x, y, text, { mono: true, halo: true, bold: strong, colour: strong ? '--ink' : '--ink-soft' })
  )
}

function typeLetters(letters: readonly Letter[]): string {
  return letters
    .map(({ x, y, text, type }) =>
      label(x, y, text, {
        size: 8.5,
        anchor: 'middle',
        bold: true,
        colour: DARK.has(type) ? '--on-type-dark' : '--on-type',
      }),
    )
    .join('')
}

export function taskEnd(
  end: { readonly x: number; readonly y: number; readonly reason: Parameters<typeof isToldEnd>[0] },
  scale: Scale,
  { below = false, words = true } = {},
): string {
  const { x, y, reason } = end
  const told = isToldEnd(reason)
  const colour = told ? '--ink' : '--loss'
  const before = isNearRight(end, scale)
  return (
    `<path transform="translate(${x} ${y})" d="M-3 -3L3 3M-3 3L3 -3" ${stroke(colour, 2)}/>` +
    (words
      ? label(x + (before ? -7 : 7), y + (below ? 12 : -9), told ? LANE_TEXT.taskTold : LANE_TEXT.taskLost, {
          anchor: before ? 'end' : 'start',
          colour,
          bold: true,
          halo: true,
        })
      : '')
  )
}

/** The types of blocks in these lanes. */
export function typeLegend(
  lanes: readonly LaneResult[],
  window: WindowId,
  smallerThan: number,
): readonly LegendEntry[] {
  const { types } = occurring(lanes, window, smallerThan)
  return BLOCK_TYPES.filter((type) => types.has(type)).map((type) => ({
    text: TYPE_LABELS[type],
    sign: swatch(type, false),
    width: 14,
  }))
}

/** The types of blocks, and the marks that occur. */
function blockLegend(
  { lane, window }: StillSubject,
  smallerThan: number,
  isStacked: boolean,
): readonly LegendEntry[] {
  const found = occurring([lane], window, smallerThan)
  const mark = (text: string, sign: string): LegendEntry => ({ text, sign, width: 14 })
  const letter = (text: string, colour = '--ink-soft'): string =>
    label(7, 7.5, text, { size: 8.5, anchor: 'middle', bold: true, colour })
  const band = (type: string, opacity = 1): string => box(0, 0, 14, 14, fill(`--fill-${type}`, opacity))
  const hatched = (id: string): string => `<rect width="14" height="14" fill="url(#${id})"/>`
  return [
    ...BLOCK_TYPES.filter((type) => found.types.has(type)).map((type) =>
      mark(TYPE_LABELS[type], swatch(type)),
    ),
    ...(isStacked && found.small ? [mark(LANE_TEXT.mixed, band('mixed'))] : []),
    ...(found.evicted
      ? [
          mark(
            LANE_TEXT.evicted,
            `<path d="M2 0V14" ${stroke('--loss', 1.5)}/>${isStacked ? letter('E', '--loss') : ''}`,
          ),
        ]
      : []),
    ...(found.reduced || found.cleared
      ? [
          mark(
            found.cleared ? LANE_TEXT.reducedOrCleared : LANE_TEXT.reduced,
            band('tool_result', 0.55) + hatched(HATCHES.dense.id),
          ),
        ]
      : []),
    ...(!isStacked && found.unsent
      ? [mark(LANE_TEXT.unsent, band('tool_result', 0.12) + hatched(HATCHES.unsent.id))]
      : []),
    ...(isStacked && found.joined
      ? [mark(LANE_TEXT.summarized, `<path d="M1 3C7 3 6 11 13 11" ${stroke('--ink', 1)}/>`)]
      : []),
    ...(isStacked && found.stale ? [mark(LANE_TEXT.stale, hatched(HATCHES.stale.id))] : []),
    ...ZONES.map((zone, index) =>
      mark(ZONE_LABELS[zone], box(0, 12 - 3 * (index + 1), 14, 3 * (index + 1), fill(`--zone-${zone}`))),
    ),
  ]
}

/** The sign of a type: its fill, with the letter that bands have where they have one. */
export function swatch(type: BlockType, hasLetter = true): string {
  const hatch =
    type === 'tool_definition' || type === 'tool_call'
      ? `<rect width="14" height="14" fill="url(#${HATCHES.plain.id})"/>`
      : ''
  return (
    box(0, 0, 14, 14, fill(`--fill-${type}`)) +
    hatch +
    (hasLetter
      ? label(7, 7.5, TYPE_LETTERS[type], {
          size: 8.5,
          anchor: 'middle',
          bold: true,
          colour: DARK.has(type) ? '--on-type-dark' : '--on-type',
        })
      : '')
  )
}
