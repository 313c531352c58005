import { useMemo, useState } from 'react'
import type { SettingRow } from '../../../../config/index.ts'
import { usualRange } from '../../../../sim/internal.ts'
import type { BestOfSearch, Range, Total } from '../../../../sim/internal.ts'
import { money, share } from '../../../../view/index.ts'
import type { Comparison } from '../../../../worker/protocol.ts'
import { valueIn } from '../../../store/choice/by-hand.ts'
import { runChoices, useChoices } from '../../../store/choice/choices.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { useDeclarations } from '../../../store/choice/declarations.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { laneText, ranConfig } from '../../../store/choice/lane-text.ts'
import { labelsByMock, MOST_LANES } from '../../../store/choice/lanes.ts'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Check } from '../../../ui/Choice.tsx'
import { CopyText } from '../../../picture/share/CopyText.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Scrolled } from '../../../ui/Scrolled.tsx'
import { Table } from '../../../ui/Table.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { LeftOut } from '../seeds/LeftOut.tsx'
import { openLane, sourcesOf } from '../seeds/conversations.ts'
import { STUDY_TEXT } from '../seeds/words.ts'
import { withSettings } from '../seeds/sweep.ts'
import { FrontPlot } from './FrontPlot.tsx'
import type { Changes, SearchResult } from './searching.ts'
import { useSearch } from './use-search.ts'
import type { Search as Searching } from './use-search.ts'
import { SEARCH_TEXT } from './words.ts'

const TRIES = [16, 32, 64, 128, 256]
const SEEDS = [4, 8, 16, 30]

/** A range between two numbers, with the setting that it is of. */
interface Knob {
  readonly row: SettingRow
  readonly range: Extract<Range, { from: number }>
  readonly on: boolean
}

/** A search over the settings of one lane, with what it found. */
export function Search({ comparison }: { readonly comparison: Comparison }) {
  const declarations = useDeclarations()
  const { lanes, source } = useChoices()
  const [chosen, choose] = useState({ index: lanes.length - 1, lane: lanes.at(-1), nth: 0 })
  if (typeof declarations === 'string') return <p className="note">{STUDY_TEXT.loading}</p>
  // The lane is followed when others come and go, and when it is changed.
  const found = lanes.findIndex((one) => one === chosen.lane)
  const index = found >= 0 ? found : Math.min(chosen.index, lanes.length - 1)
  const lane = lanes[index]
  if (lane === undefined) return null
  if (lane !== chosen.lane || index !== chosen.index) choose({ ...chosen, index, lane })
  if (sourcesOf({ source }) === null) return <p className="note">{STUDY_TEXT.live}</p>
  const labels = labelsByMock(lanes)
  return (
    <Stack gap={12}>
      <Text as="p">{SEARCH_TEXT.about}</Text>
      <LeftOut lanes={lanes} of={[index]} ofLog={source.kind === 'log'} />
      <OfLane
        key={`${chosen.nth} ${lane.policy}`}
        {...{ lane, declarations, label: labels[index] ?? '' }}
        isScenario={comparison.trace.source.kind === 'scenario'}
      >
        <Select
          name={SEARCH_TEXT.lane}
          value={String(index)}
          options={labels.map((label, at) => [String(at), label] as const)}
          onSelect={(at) => {
            choose({ index: Number(at), lane: lanes[Number(at)], nth: chosen.nth + 1 })
          }}
        />
      </OfLane>
    </Stack>
  )
}

function OfLane({
  lane,
  label,
  declarations,
  isScenario,
  children,
}: {
  readonly lane: LaneChoice
  readonly label: string
  readonly declarations: Declarations
  readonly isScenario: boolean
  readonly children: React.ReactNode
}) {
  const { source, seed, budget, counter, lanes, prices } = useChoices()
  const choices = useMemo(
    () => runChoices({ source, seed, budget, counter, lanes, prices }),
    [source, seed, budget, counter, lanes, prices],
  )
  const config = useMemo(() => ranConfig(lane, declarations), [lane, declarations])
  const read = useMemo(() => declarations.numbersRead(config), [config, declarations])
  const [knobs, setKnobs] = useState<readonly Knob[]>(() =>
    declarations.mainSettings(config).flatMap((row) => knobOf(row, config)),
  )
  const [tries, setTries] = useState(32)
  const [seeds, setSeeds] = useState(8)
  const ranges = knobs.flatMap(({ on, range }) => (on ? [range] : []))
  const search = useSearch({
    source,
    seed,
    budget,
    counter,
    prices,
    lane,
    config,
    ranges,
    tries,
    seeds: isScenario ? seeds : 1,
  })
  const others = read.filter(({ key }) => knobs.every(({ row }) => row.key !== key))
  const wrong =
    ranges.length === 0
      ? SEARCH_TEXT.none
      : ranges.some(({ from, to }) => from >= to)
        ? SEARCH_TEXT.badRange
        : null
  if (read.length === 0)
    return (
      <>
        <Row>{children}</Row>
        <p className="note">{SEARCH_TEXT.noKnobs}</p>
      </>
    )
  return (
    <>
      <Row wrap gap={12}>
        {children}
        <Select
          name={SEARCH_TEXT.tries}
          value={String(tries)}
          options={TRIES.map((one) => [String(one), String(one)] as const)}
          onSelect={(one) => {
            setTries(Number(one))
          }}
        />
        {isScenario && (
          <Select
            name={SEARCH_TEXT.seeds}
            value={String(seeds)}
            options={SEEDS.map((one) => [String(one), String(one)] as const)}
            onSelect={(one) => {
              setSeeds(Number(one))
            }}
          />
        )}
      </Row>
      <Knobs {...{ knobs, config }} onChange={setKnobs} />
      <Row wrap gap={12}>
        {others.length > 0 && (
          <Select
            name={SEARCH_TEXT.add}
            value=""
            options={[['', SEARCH_TEXT.choose] as const, ...others.map(({ key }) => [key, key] as const)]}
            onSelect={(key) => {
              const row = others.find((one) => one.key === key)
              if (row !== undefined) setKnobs([...knobs, ...knobOf(row, config)])
            }}
          />
        )}
        <Text size="small" tone="soft">
          {SEARCH_TEXT.fixed(read.length - ranges.length)}
        </Text>
      </Row>
      <Controls {...{ search, tries, wrong }} />
      {search.result !== null && (
        <Found
          result={search.result}
          keys={ranges.map(({ key }) => key)}
          nowOf={(key) => valueIn(config, key.split('.'))}
          {...{ label, isScenario }}
          textOf={(changes) =>
            changes.length === 0
              ? laneText(lane, declarations)
              : (laneWith(lane, changes, declarations)?.text ?? '')
          }
          onOpen={
            choices.lanes.length >= MOST_LANES
              ? null
              : (changes) => {
                  const opened = laneWith(lane, changes, declarations)
                  if (opened !== null) openLane(choices, opened, 'search')
                }
          }
        />
      )}
    </>
  )
}

function knobOf(row: SettingRow, config: Parameters<typeof usualRange>[0]): readonly Knob[] {
  const range = usualRange(config, row)
  return range === null ? [] : [{ row, range, on: true }]
}

function laneWith(lane: LaneChoice, changes: Changes, declarations: Declarations): LaneChoice | null {
  return withSettings(
    lane,
    changes.map(([key, value]) => ({ path: key.split('.'), value })),
    declarations,
  )
}

/** What varies, from where to where. */
function Knobs({
  knobs,
  config,
  onChange,
}: {
  readonly knobs: readonly Knob[]
  readonly config: object
  readonly onChange: (knobs: readonly Knob[]) => void
}) {
  const set = (knob: Knob, change: Partial<Knob>): void => {
    onChange(knobs.map((one) => (one === knob ? { ...one, ...change } : one)))
  }
  const end = (which: 'from' | 'to'): Column<Knob> => ({
    key: which,
    head: SEARCH_TEXT[which],
    says: true,
    cell: (knob) => (
      <input
        className="number-box"
        type="number"
        step="any"
        min={knob.row.range?.min}
        max={knob.row.range?.max}
        // What a person wrote and the range refused is written back.
        key={knob.range[which]}
        defaultValue={knob.range[which]}
        disabled={!knob.on}
        aria-label={SEARCH_TEXT[`${which}Of`](knob.row.key)}
        onBlur={({ currentTarget }) => {
          const value = currentTarget.valueAsNumber
          if (Number.isFinite(value) && currentTarget.validity.valid)
            set(knob, { range: { ...knob.range, [which]: knob.range.integer ? Math.round(value) : value } })
          else currentTarget.value = String(knob.range[which])
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    ),
  })
  const columns: readonly Column<Knob>[] = [
    {
      key: 'setting',
      head: SEARCH_TEXT.setting,
      names: true,
      mark: 'full',
      cell: (knob) => (
        <Check
          checked={knob.on}
          title={knob.row.meaning}
          onCheck={(on) => {
            set(knob, { on })
          }}
        >
          <code>{knob.row.key}</code>
        </Check>
      ),
    },
    end('from'),
    end('to'),
    {
      key: 'now',
      head: SEARCH_TEXT.now,
      says: true,
      number: true,
      cell: ({ row }) => String(valueIn(config, row.path)),
    },
  ]
  return (
    <Scrolled label={SEARCH_TEXT.varied}>
      <Table
        caption={SEARCH_TEXT.varied}
        columns={columns}
        rows={knobs}
        keyOf={({ row }) => row.key}
        className="search-knobs stacks"
      />
    </Scrolled>
  )
}

function Controls({
  search: { running, progress, failed, result, start, stop },
  tries,
  wrong,
}: {
  readonly search: Searching
  readonly tries: number
  /** Why the search cannot start; null if it can. */
  readonly wrong: string | null
}) {
  return (
    <>
      <Row wrap gap={12}>
        {running ? (
          <>
            <progress value={progress?.done ?? 0} max={progress?.all ?? 1} aria-label={STUDY_TEXT.search} />
            <Text as="output" figures>
              {progress !== null && SEARCH_TEXT.progress(progress.done, progress.all)}
            </Text>
            <Button onClick={stop}>{SEARCH_TEXT.stop}</Button>
          </>
        ) : (
          result === null && (
            <>
              <Button kind="strong" disabled={wrong !== null} onClick={start}>
                {progress === null
                  ? SEARCH_TEXT.run(tries)
                  : `${SEARCH_TEXT.goOn}: ${SEARCH_TEXT.progress(progress.done, progress.all)}`}
              </Button>
              {wrong !== null && <Text tone="soft">{wrong}</Text>}
            </>
          )
        )}
      </Row>
      {failed !== null && (
        <p className="loss" role="alert">
          {SEARCH_TEXT.failed(failed)}
        </p>
      )}
    </>
  )
}

/** A row of the table: a lane of the front, or the lane as it is where others beat it. */
type FoundRow = Total & { readonly changes: Changes; readonly number: number | null }

function Found({
  result,
  keys,
  nowOf,
  label,
  isScenario,
  textOf,
  onOpen,
}: {
  readonly result: SearchResult
  readonly keys: readonly string[]
  /** The value of a setting in the lane as it is. */
  readonly nowOf: (key: string) => unknown
  readonly label: string
  readonly isScenario: boolean
  readonly textOf: (changes: Changes) => string
  /** Null: there is no room for another lane. */
  readonly onOpen: ((changes: Changes) => void) | null
}) {
  const { front, own, candidates, seeds } = result
  if (front.length === 0) return <p className="callout">{SEARCH_TEXT.unfit}</p>
  const found = front.filter(({ lane }) => lane.length > 0)
  const rows: readonly FoundRow[] = [
    ...(found.length < front.length ? [] : [{ ...own, changes: [], number: null }]),
    ...front.map(({ lane, ...figures }, at) => ({ ...figures, changes: lane, number: at + 1 })),
  ]
  return (
    <Stack gap={12} className="search-found">
      <Stack gap={4} aria-live="polite">
        <p className="study-answer strong">
          {SEARCH_TEXT.answer(candidates, seeds, found.length, isScenario)}
        </p>
        <p>{SEARCH_TEXT.beside(label, own, cheaperThan(own, front))}</p>
      </Stack>
      <FrontPlot result={result} />
      <Scrolled label={SEARCH_TEXT.caption}>
        <Table
          caption={SEARCH_TEXT.caption}
          columns={columnsOf(keys, nowOf, textOf, onOpen)}
          rows={rows}
          keyOf={({ number }) => number ?? 0}
          rowAbout={({ number }) => ({ 'data-point': number ?? 'own' })}
        />
      </Scrolled>
      <p className="note">{SEARCH_TEXT.note}</p>
    </Stack>
  )
}

/** The cheapest of the front that keeps as much as the lane as it is; null if that is the lane itself. */
function cheaperThan(own: Total, front: readonly BestOfSearch<Changes>[]): Total | null {
  const found = front.find(({ needed }) => (needed ?? 1) >= (own.needed ?? 1))
  return found === undefined || found.cost >= own.cost ? null : found
}

function columnsOf(
  keys: readonly string[],
  nowOf: (key: string) => unknown,
  textOf: (changes: Changes) => string,
  onOpen: ((changes: Changes) => void) | null,
): readonly Column<FoundRow>[] {
  return [
    {
      key: 'number',
      head: SEARCH_TEXT.number,
      names: true,
      cell: ({ number, changes }) =>
        changes.length > 0 ? number : number === null ? SEARCH_TEXT.own : `${number}, ${SEARCH_TEXT.ownBest}`,
    },
    { key: 'cost', head: SEARCH_TEXT.cost, number: true, cell: ({ cost }) => money(cost) },
    { key: 'needed', head: SEARCH_TEXT.needed, number: true, cell: ({ needed }) => share(needed) },
    {
      key: 'lost',
      head: SEARCH_TEXT.lost,
      title: SEARCH_TEXT.lostTitle,
      number: true,
      cell: ({ lost }) => lost,
    },
    {
      key: 'use',
      head: <span className="unseen">{SEARCH_TEXT.open}</span>,
      cell: ({ changes, number }) =>
        number !== null && changes.length > 0 ? (
          <Row gap={4}>
            <Button
              small
              label={SEARCH_TEXT.openName(number)}
              disabled={onOpen === null}
              title={onOpen === null ? SEARCH_TEXT.full : undefined}
              onClick={() => {
                onOpen?.(changes)
              }}
            >
              {SEARCH_TEXT.open}
            </Button>
            <CopyText
              text={async () => textOf(changes)}
              label={SEARCH_TEXT.copy}
              name={SEARCH_TEXT.copyName(number)}
              done={SEARCH_TEXT.copied}
            />
          </Row>
        ) : null,
    },
    ...keys.map((key): Column<FoundRow> => ({
      key,
      head: <code>{key}</code>,
      number: true,
      cell: ({ changes }) => String(changes.find(([one]) => one === key)?.[1] ?? nowOf(key)),
    })),
  ]
}
