import { BLOCK_TYPES, ZONES } from '../../../engine/internal.ts'
import {
  binRows,
  binSeries,
  inRange,
  limitLines,
  reserveOfRun,
  TYPE_LABELS,
  typeSeries,
  velocitySeries,
  ZONE_LABELS,
} from '../../../view/index.ts'
import { scaleOf } from '../../picture/plot/scale.ts'
import type { Scale } from '../../picture/plot/scale.ts'
import { HATCHES, pathOf } from '../../picture/plot/shape.ts'
import { frameOf, swatch } from '../../picture/still/lane-stills.ts'
import { axes, box, clipped, fill, label, line, stroke } from '../../picture/still/markup.ts'
import type { LegendEntry, Still, StillSubject } from '../../picture/still/still.ts'
import { reserveHatch } from '../../picture/strata/Lines.tsx'
import { roundAbove, shareTicks, tokenTicks } from './chart-axis.ts'
import {
  drawnOut,
  laneSeries,
  largestInSight,
  longestOf,
  runsInSight,
  sameArrivals,
  grownIn,
  titleIn,
} from './chart-series.ts'
import type { LaneSeries } from './chart-series.ts'
import { typesTitle, utilizationTitle, velocityAbout, velocityTitle, zonesTitle } from './chart-tips.ts'
import { CHART_TEXT } from './words.ts'

/** Room above the highest line, and below the plot for the turns. */
const HEADROOM = 1.05
const UNDER = 18
/** Dashes of the other lanes, in their order, as in the style sheet of the charts. */
const DASHES = ['5 3', '1.5 2.5', '8 2 1.5 2', '10 4', '4 2 1 2 1 2']

/** The four charts as pictures. */
export function chartStills(subject: StillSubject): readonly Still[] {
  const lanes = subject.comparison.lanes.map((lane) => laneSeries(lane, subject.window))
  const detail = lanes.find(({ lane }) => lane.name === subject.lane.name)
  if (detail === undefined) return []
  return [
    utilization(subject, lanes, detail),
    velocity(subject, lanes, detail),
    zones(subject, lanes, detail),
    types(subject, detail),
  ]
}

type In = (width: number, height: number, top: number) => Scale

function scaleIn(subject: StillSubject): In {
  return (width, height, top) => scaleOf(frameOf(subject, width), height, top)
}

function figures(ticks: readonly { readonly value: number; readonly text: string }[], scale: Scale) {
  return ticks.map(({ value, text }) => ({ text, y: scale.y(value) }))
}

function utilization(subject: StillSubject, lanes: readonly LaneSeries[], detail: LaneSeries): Still {
  const { data, label: name } = detail.lane
  const highest = lanes.reduce((most, one) => Math.max(most, one.highest), 0)
  const top = subject.fitted
    ? lanes.reduce(
        (most, { points }) =>
          Math.max(
            most,
            largestInSight(points, subject.range, (it) => it.share),
          ),
        0.02,
      )
    : Math.max(1, highest)
  const others = lanes.filter((one) => one !== detail)
  const look = (one: LaneSeries): string =>
    one === detail
      ? stroke('--ink', 1.5)
      : stroke('--ink-soft', 1, { dash: DASHES[others.indexOf(one)] ?? '' })
  return {
    content: CHART_TEXT.contents.utilization,
    name: CHART_TEXT.names.utilization,
    title: titleIn(utilizationTitle(detail.lane, detail.points), detail.lane, subject.window),
    about: CHART_TEXT.about.utilization(data.limit, highest > 1 ? grownIn(lanes, data.exact) : null),
    legend: lanes.map((one) => ({
      text: one === detail && lanes.length > 1 ? CHART_TEXT.detail(name) : one.lane.label,
      sign: `<path d="M0 7H26" ${look(one)}/>`,
      width: 26,
    })),
    draw({ width, height: room }) {
      const scale = scaleIn(subject)(width, room - UNDER, top * HEADROOM)
      const { left, right } = scale
      const limits = limitLines(data).filter(({ share: part }) => part <= scale.top)
      const reserve = reserveOfRun(data)
      const hatch = pathOf(
        reserveHatch(reserve, { ...scale, y: (tokens) => scale.y(tokens / reserve.high) }),
        true,
      )
      const inside = [
        hatch === '' ? '' : `<path fill="url(#${HATCHES.reserve.id})" d="${hatch}"/>`,
        ...limits.map(({ zone, share: part, from = 0, to = Infinity }) => {
          const [x1, x2] = [Math.max(left, scale.x(from)), Math.min(width - right, scale.x(to))]
          const how = zone === null ? stroke('--ink') : stroke('--ink-soft', 1, { dash: '2 3', opacity: 0.7 })
          return x1 < x2 ? line([[x1, scale.y(part)], [x2, scale.y(part)]], how) : ''
        }),
        ...[...others, detail].map((one) =>
          line(
            binSeries(inRange(one.points, scale), ({ tokens }) => tokens).map(({ x, share: part }) => [scale.x(x), scale.y(part)]),
            look(one),
          ),
        ),
        ...limits.map(({ key, zone, share: part, from = 0 }) =>
          zone === null
            ? label(width - right - 4, scale.y(part) + 8, CHART_TEXT.key(key, part), { anchor: 'end', halo: true })
            : label(Math.max(left, scale.x(from)) + 4, scale.y(part) - 6, CHART_TEXT.key(key, part), { halo: true }),
        ),
      ].join('') // oxfmt-ignore
      return clipped(scale, scale.height, inside) + axes(scale, figures(shareTicks(scale.top), scale))
    },
  }
}

function velocity(subject: StillSubject, lanes: readonly LaneSeries[], detail: LaneSeries): Still {
  const { window, range, fitted } = subject
  const same = sameArrivals(lanes, window)
  const { lane } = same ? longestOf(lanes, detail) : detail
  const points = velocitySeries(lane.data, window)
  const largest = fitted
    ? largestInSight(points, range, ({ arrived }) => arrived)
    : points.reduce((most, { arrived }) => Math.max(most, arrived), 0)
  const most = roundAbove(Math.max(1, largest))
  return {
    content: CHART_TEXT.contents.velocity,
    name: CHART_TEXT.names.velocity,
    ...(same ? {} : { lane }),
    title: titleIn(velocityTitle(points, lane.data.exact), lane, window),
    about: velocityAbout(lane.data, Math.floor(range.from), same ? null : lane.label),
    legend: [
      { text: CHART_TEXT.arrivals, sign: box(3, 0, 8, 14, fill('--hairline-strong')), width: 14 },
      { text: CHART_TEXT.velocity, sign: `<path d="M0 7H26" ${stroke('--accent', 1.5)}/>`, width: 26 },
    ],
    draw({ width, height: room }) {
      const scale = scaleIn(subject)(width, room - UNDER, most * HEADROOM)
      const bar = Math.max(1, Math.min(24, (scale.x(1) - scale.x(0)) / 2))
      const inside = [
        ...binSeries(inRange(points, scale), ({ arrived }) => arrived).map(({ x, arrived }) =>
          box(
            scale.x(x) - bar / 2,
            scale.y(arrived),
            bar,
            scale.height - scale.y(arrived),
            fill('--hairline-strong'),
          ),
        ),
        line(
          binSeries(inRange(points, scale), (one) => one.velocity).map((one) => [
            scale.x(one.x),
            scale.y(one.velocity),
          ]),
          stroke('--accent', 1.5),
        ),
      ].join('')
      return clipped(scale, scale.height, inside) + axes(scale, figures(tokenTicks(most), scale))
    },
  }
}

function zones(subject: StillSubject, lanes: readonly LaneSeries[], detail: LaneSeries): Still {
  const entries: LegendEntry[] = ZONES.map((zone, index) => ({
    text: ZONE_LABELS[zone],
    sign: box(0, 14 - 3.5 * (index + 1), 14, 3.5 * (index + 1), fill(`--zone-${zone}`)),
    width: 14,
  }))
  return {
    content: 'zones',
    name: CHART_TEXT.names.zones,
    title: titleIn(zonesTitle(detail.lane.label, detail.rows.values()), detail.lane, subject.window),
    about: CHART_TEXT.about.zones,
    legend: entries,
    draw({ width, height: room }) {
      const each = Math.min(150, (room - UNDER) / Math.max(1, lanes.length))
      const scale = scaleIn(subject)(width, each * lanes.length, 1)
      const tallest = each - 18
      const rows = lanes.map((one, index) => {
        const base = each * (index + 1) - 2
        const parts = ZONES.map((zone, place) => {
          const high = (tallest * (place + 1)) / ZONES.length
          return runsInSight(one.zones, scale)
            .filter((run) => run.zone === zone)
            .map(({ from, to }) => {
              const x = scale.x(Math.max(from, scale.from))
              const wide = Math.max(0.8, scale.x(Math.min(to, scale.to)) - x)
              return box(x, base - high, wide, high, fill(`--zone-${zone}`))
            })
            .join('')
        })
        const name = label(scale.left, each * index + 8, one.lane.label, {
          size: 10,
          colour: '--ink',
          bold: one === detail,
        })
        return parts.join('') + name
      })
      return clipped(scale, scale.height, rows.join('')) + axes(scale, [])
    },
  }
}

function types(subject: StillSubject, { lane }: LaneSeries): Still {
  const { window, range, fitted } = subject
  const { data } = lane
  const rows = typeSeries(data, window)
  const shown = BLOCK_TYPES.filter((type) => rows.some(({ byType }) => byType[type] > 0))
  const most = fitted
    ? Math.max(
        1,
        largestInSight(rows, range, ({ used }) => used),
      )
    : rows.reduce((top, { used }) => Math.max(top, used), data.limit)
  return {
    content: CHART_TEXT.contents.types,
    name: CHART_TEXT.names.types,
    lane,
    title: titleIn(typesTitle(lane.label, rows, data.exact), lane, window),
    about: CHART_TEXT.about.types(lane.label, data.limit),
    legend: shown.map((type) => ({ text: TYPE_LABELS[type], sign: swatch(type), width: 14 })),
    draw({ width, height: room }) {
      const scale = scaleIn(subject)(width, room - UNDER, most * HEADROOM)
      const drawn = binRows(inRange(drawnOut(rows), scale))
      const below = drawn.map(() => 0)
      const areas = shown.map((type) => {
        const low = drawn.map(({ x }, at): [number, number] => [scale.x(x), scale.y(below[at] ?? 0)])
        const high = drawn.map(({ x, byType }, at): [number, number] => {
          below[at] = (below[at] ?? 0) + byType[type]
          return [scale.x(x), scale.y(below[at] ?? 0)]
        })
        const path = pathOf(
          [[...low, ...high.toReversed()].flat().map((value) => Math.round(value * 10) / 10)],
          true,
        )
        const hatch =
          type === 'tool_definition' || type === 'tool_call'
            ? `<path d="${path}" fill="url(#${HATCHES.plain.id})"/>`
            : ''
        return `<path d="${path}" ${fill(`--fill-${type}`)}/>${hatch}`
      })
      const limit = scale.y(data.limit)
      const inside = [
        ...areas,
        line([[scale.left, limit], [width - scale.right, limit]], stroke('--ink')),
        line(drawn.map(({ x, used }) => [scale.x(x), scale.y(used)]), stroke('--ink', 1.5)),
      ].join('') // oxfmt-ignore
      const ticks = tokenTicks(fitted ? most : data.limit)
      return clipped(scale, scale.height, inside) + axes(scale, figures(ticks, scale))
    },
  }
}
