import { BLOCK_TYPES } from '../../engine/internal.ts'
import type { Turn, WindowId } from '../../engine/index.ts'
import type { CacheColumns, PricesUsed, TimelineData, TraceSource } from '../../sim/index.ts'
import { ADJUSTMENT_LABEL } from '../sentence/budget-words.ts'
import type { LaneRows, MetricTableRow } from '../compare/comparison.ts'
import type { CsvCell } from './csv.ts'
import { laneEvents } from './lane-event.ts'
import type { LaneEvent } from './lane-event.ts'
import { overlapSeries } from '../layout/overlap.ts'
import type { OverlapPoint } from '../layout/overlap.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'
import { typeSeries, utilizationSeries, velocitySeries } from '../layout/series.ts'
import type { TurnRow, TypeRow, UtilizationPoint, VelocityPoint } from '../layout/series.ts'
import { byHandNotes } from '../sentence/by-hand.ts'
import { madeWith } from '../sentence/generated.ts'
import { priceLists } from '../sentence/prices.ts'
import { unusableNotes } from '../sentence/unusable.ts'
import { contextName } from '../sentence/words.ts'
import { EVENT_WORDS, POINT_LABELS, TYPE_LABELS } from '../sentence/words.ts'

/** Rows of cells, the first one with the names of the columns; `csv` writes them. */
export type Sheet = readonly (readonly CsvCell[])[]

/** The fields of a metric table row that the sheet of metrics needs. */
export type SheetMetric = Pick<MetricTableRow, 'label' | 'unit' | 'direction'> & {
  readonly kind?: MetricTableRow['kind']
  readonly cells: readonly { readonly lane: string; readonly value: number | null }[]
}

/** A lane as the sheet of metrics needs it. */
export interface SheetLane extends Pick<LaneRows, 'name' | 'label'> {
  readonly cache: Pick<CacheColumns, 'prices'>
  readonly data: Pick<TimelineData, 'asks' | 'blocks' | 'spec'>
}

/**
 * One row for each metric, one column for each lane: raw values, shares between 0 and 1, empty where one does not apply.
 * The last two columns tell whose prices a cost has. A first row of notes stands there if the figures of a lane are not
 * those of its settings alone, with the words of the report.
 */
export function metricSheet(lanes: readonly SheetLane[], rows: readonly SheetMetric[]): Sheet {
  const prices = lanes[0]?.cache.prices
  const notes = lanes.map((lane) => [...byHandNotes([lane]), ...unusableNotes([lane])].join(' ') || null)
  return [
    ['metric', 'unit', 'direction', ...lanes.map((lane) => lane.label), ...PRICE_COLUMNS],
    ...(notes.some((note) => note !== null) ? [['notes', null, null, ...notes, null, null]] : []),
    ...rows.map(({ label, unit, direction, kind, cells }) => {
      const values = new Map(cells.map((cell) => [cell.lane, cell.value]))
      return [
        label,
        unit,
        direction,
        ...lanes.map((lane) => values.get(lane.name) ?? null),
        ...priceCells(kind === 'money' ? prices : undefined),
      ]
    }),
  ]
}

/** The columns behind costs in a file, and their cells: empty where nothing is known, as in results of older versions. */
export const PRICE_COLUMNS = ['prices of', 'prices assumed'] as const

export function priceCells(prices: PricesUsed | null | undefined): readonly CsvCell[] {
  if (prices === undefined || prices === null) return [null, null]
  const { models, assumed } = prices
  return [priceLists(models).join(', '), assumed ? 'yes' : 'no']
}

interface Column<Row> {
  /** Carries the unit. */
  readonly name: string
  readonly of: (row: Row) => CsvCell
}

function sheetOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  return [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))]
}

/** One row for each turn of a lane. Names of columns carry their units; shares are between 0 and 1. */
export function turnSheet(rows: readonly TurnRow[], lane: string, windows: TimelineData['windows']): Sheet {
  return sheetOf([{ name: 'lane', of: () => lane }, ...TURN_COLUMNS, contextColumn(windows)], rows)
}

function contextColumn(windows: TimelineData['windows']): Column<{ readonly window: WindowId }> {
  return { name: 'context', of: ({ window }) => contextName(window, windows) }
}

const TURN_COLUMNS: readonly Column<TurnRow>[] = [
  { name: 'turn', of: (row) => row.turn },
  { name: 'arrived tokens', of: (row) => row.arrived },
  { name: 'offered tokens', of: (row) => row.offered },
  { name: 'sent tokens', of: (row) => row.sent },
  { name: 'responded tokens', of: (row) => row.responded },
  { name: 'share of the limit', of: (row) => row.share },
  { name: 'zone', of: (row) => row.zone },
  { name: 'velocity tokens per turn', of: (row) => row.velocity },
  { name: 'spike', of: (row) => row.spike },
  { name: 'edits', of: (row) => row.edits },
  { name: 'edited blocks', of: (row) => row.edited },
  { name: 'freed tokens', of: (row) => row.freed },
  { name: 'needs', of: (row) => row.needs },
  { name: 'lost needs', of: (row) => row.lost },
  { name: 'fetched again tokens', of: (row) => row.fetched },
  { name: 'reply tokens', of: (row) => row.reply },
]

/** One row for each event of a window, in order. */
export function eventSheet(data: Parameters<typeof laneEvents>[0], window: WindowId = MAIN_WINDOW): Sheet {
  return sheetOf(EVENT_COLUMNS, laneEvents(data, window))
}

const EVENT_COLUMNS: readonly Column<LaneEvent>[] = [
  { name: 'turn', of: (event) => event.turn },
  { name: 'position in turns', of: (event) => event.x },
  { name: 'event', of: (event) => EVENT_WORDS[event.kind].label },
  { name: 'what happened', of: (event) => event.label },
  { name: 'loss', of: (event) => event.loss },
  { name: 'zone', of: (event) => event.zone ?? null },
  { name: 'share of the limit', of: (event) => event.share ?? null },
  { name: 'tokens', of: (event) => event.tokens ?? null },
]

/** One row for each turn: tokens sent, by type. */
export function typeSheet(
  data: Pick<TimelineData, 'turns' | 'blocks' | 'spans'>,
  window: WindowId = MAIN_WINDOW,
): Sheet {
  const rows = typeSeries(data, window)
  const more = [
    ...(rows.some(({ unexplained }) => unexplained !== 0) ? [UNEXPLAINED_COLUMN] : []),
    ...(rows.some(({ adjustment }) => adjustment !== 0) ? [ADJUSTMENT_COLUMN] : []),
  ]
  return sheetOf([...TYPE_COLUMNS, ...more], rows)
}

const TYPE_COLUMNS: readonly Column<TypeRow>[] = [
  { name: 'turn', of: (row) => row.turn },
  { name: 'sent tokens', of: (row) => row.used },
  ...BLOCK_TYPES.map((type): Column<TypeRow> => {
    return { name: `${TYPE_LABELS[type]} tokens`, of: (row) => row.byType[type] }
  }),
]

/** Of the system prompt's tokens, for a log whose prompts had more than its blocks. */
const UNEXPLAINED_COLUMN: Column<TypeRow> = {
  name: 'of them unexplained growth tokens',
  of: (row) => row.unexplained,
}

/** For a log whose prompts had less than their blocks: with it the types sum to what was sent. */
const ADJUSTMENT_COLUMN: Column<TypeRow> = {
  name: `${ADJUSTMENT_LABEL.toLowerCase()} tokens`,
  of: (row) => row.adjustment,
}

/** One row for each turn: how fast the window fills. */
export function velocitySheet(data: Pick<TimelineData, 'turns'>, window: WindowId = MAIN_WINDOW): Sheet {
  return sheetOf(VELOCITY_COLUMNS, velocitySeries(data, window))
}

const VELOCITY_COLUMNS: readonly Column<VelocityPoint>[] = [
  { name: 'turn', of: (point) => point.turn },
  { name: 'velocity tokens per turn', of: (point) => point.velocity },
  { name: 'velocity class', of: (point) => point.velocityClass },
  { name: 'arrived tokens', of: (point) => point.arrived },
  { name: 'baseline tokens per turn', of: (point) => point.baseline },
  { name: 'spike', of: (point) => point.spike },
  { name: 'turns until red', of: (point) => point.turnsUntilRed },
]

/** One row for each point of each turn: how full the window is. */
export function utilizationSheet(
  data: Pick<TimelineData, 'turns' | 'limit'>,
  window: WindowId = MAIN_WINDOW,
): Sheet {
  return sheetOf(UTILIZATION_COLUMNS, utilizationSeries(data, window))
}

const UTILIZATION_COLUMNS: readonly Column<UtilizationPoint>[] = [
  { name: 'turn', of: (row) => row.turn },
  { name: 'point of the turn', of: (row) => POINT_LABELS[row.point] },
  { name: 'used tokens', of: (row) => row.tokens },
  { name: 'share of the limit', of: (row) => row.share },
]

/** One row for each turn that both lanes reached, of every context: how far their prompts are the same. */
export function overlapSheet(
  first: Parameters<typeof overlapSeries>[0] & Pick<TimelineData, 'windows'>,
  second: Parameters<typeof overlapSeries>[1],
): Sheet {
  const { windows } = first
  const points = windows.flatMap(({ id }) =>
    overlapSeries(first, second, id).map((point) => ({ ...point, window: id })),
  )
  return sheetOf(
    [...OVERLAP_COLUMNS, contextColumn(windows)],
    points.toSorted((a, b) => a.turn - b.turn),
  )
}

const OVERLAP_COLUMNS: readonly Column<OverlapPoint>[] = [
  { name: 'turn', of: (point) => point.turn },
  { name: 'tokens in both', of: (point) => point.both },
  { name: 'tokens only in the first', of: (point) => point.onlyFirst },
  { name: 'tokens only in the second', of: (point) => point.onlySecond },
]

/** The subject of an exported file. */
export interface FileSubject {
  /** Of the comparison. */
  readonly source: Omit<TraceSource, 'title' | 'conversation'>
  readonly lane?: string
  readonly turn?: Turn
  /** What is in it: `figures`, `turns`, `run`, `anthropic`, `openai`. */
  readonly content: string
  /** Without a dot. */
  readonly extension: string
}

/** Letters of a log's name that stay; longer names are cut. */
const LONGEST = 60

/** A name for a file, safe on every system: `axios-migration-seed-7.fifo.turn-23.anthropic.json`. */
export function fileName({ source, lane, turn, content, extension }: FileSubject): string {
  const { kind, name, filename } = source
  const about =
    kind === 'scenario'
      ? inFileName(`${name}-${madeWith(source)}`)
      : inFileName((filename ?? name).replace(/\.[A-Za-z0-9]{1,6}$/, ''))
  const parts = [
    about === '' ? kind : about,
    lane === undefined ? '' : inFileName(lane),
    turn === undefined ? '' : `turn-${turn}`,
    inFileName(content),
    extension,
  ]
  return parts.filter((part) => part !== '').join('.')
}

/** A text in the name of a file: letters and digits of any script, `_` and `-`; all else, dots too, becomes one dash. */
export function inFileName(text: string): string {
  const dashed = text.replace(/[^\p{L}\p{N}_]+/gu, '-')
  return [...dashed]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '')
}
