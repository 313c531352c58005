import type { Turn } from '../engine/index.ts'
import type { LaneRows, MetricTableRow } from './comparison.ts'
import type { CsvCell } from './csv.ts'
import type { TurnRow } from './series.ts'

/** Rows of cells, the first one with the names of the columns; `csv` writes them. */
export type Sheet = readonly (readonly CsvCell[])[]

/** What the sheet of metrics takes of a row of the metric table. */
export type SheetMetric = Pick<MetricTableRow, 'label' | 'unit' | 'direction'> & {
  readonly cells: readonly { readonly lane: string; readonly value: number | null }[]
}

/** One row for each metric, one column for each lane: raw values, shares between 0 and 1, empty where one does not apply. */
export function metricSheet(
  lanes: readonly Pick<LaneRows, 'name' | 'label'>[],
  rows: readonly SheetMetric[],
): Sheet {
  return [
    ['metric', 'unit', 'direction', ...lanes.map((lane) => lane.label)],
    ...rows.map(({ label, unit, direction, cells }) => {
      const values = new Map(cells.map((cell) => [cell.lane, cell.value]))
      return [label, unit, direction, ...lanes.map((lane) => values.get(lane.name) ?? null)]
    }),
  ]
}

/** One row for each turn. Names of columns carry their units; shares are between 0 and 1. */
export function turnSheet(rows: readonly TurnRow[]): Sheet {
  return [TURN_COLUMNS.map(({ name }) => name), ...rows.map((row) => TURN_COLUMNS.map(({ of }) => of(row)))]
}

const TURN_COLUMNS: readonly { readonly name: string; readonly of: (row: TurnRow) => CsvCell }[] = [
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
]

/** What a file that is taken away is about. */
export interface FileSubject {
  /** Of the comparison. */
  readonly source: {
    readonly kind: 'log' | 'scenario'
    readonly name: string
    readonly seed: number | null
    readonly filename: string | null
  }
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
  const { kind, name, seed, filename } = source
  const about =
    kind === 'scenario'
      ? safe(`${name}-seed-${seed ?? 0}`)
      : safe((filename ?? name).replace(/\.[A-Za-z0-9]{1,6}$/, ''))
  const parts = [
    about === '' ? kind : about,
    lane === undefined ? '' : safe(lane),
    turn === undefined ? '' : `turn-${turn}`,
    safe(content),
    extension,
  ]
  return parts.filter((part) => part !== '').join('.')
}

/** Letters and digits of any script, `_` and `-`; everything else, dots too, becomes one dash. */
function safe(text: string): string {
  const dashed = text.replace(/[^\p{L}\p{N}_]+/gu, '-')
  return [...dashed]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '')
}
