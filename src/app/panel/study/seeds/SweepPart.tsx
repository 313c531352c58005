import { useMemo, useState } from 'react'
import type { CSSProperties } from 'react'
import { money, share } from '../../../../view/index.ts'
import type { Comparison } from '../../../../worker/protocol.ts'
import { runChoices, useChoices } from '../../../store/choice/choices.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import { useDeclarations } from '../../../store/choice/declarations.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { writeSettings } from '../../../store/choice/lane-text.ts'
import { labelsByMock, MOST_LANES } from '../../../store/choice/lanes.ts'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Scrolled } from '../../../ui/Scrolled.tsx'
import { Select } from '../../../ui/Select.tsx'
import { LeftOut } from './LeftOut.tsx'
import { openLane, sourcesOf } from './conversations.ts'
import { SavePicture } from '../../../picture/still/SavePicture.tsx'
import { gridOf, isAllowed, knobsOf, narrowed, sweepTrials, withSettings, withValue } from './sweep.ts'
import { knownTrial } from './trials.ts'
import type { Trial } from './trials.ts'
import type { Cell, CellResult, Knob } from './sweep.ts'
import { useTrials } from './use-trials.ts'
import { STUDY_TEXT } from './words.ts'

/** Seeds of each cell. */
const SWEEP_SEEDS = 5
/** What is varied at first, where the lane has it. */
const FIRST_ACROSS = 'pressure.thresholds.orange'
const FIRST_DOWN = 'eviction.target'

/** Two settings of a lane varied together. */
export function SweepPart({ comparison }: { readonly comparison: Comparison }) {
  const declarations = useDeclarations()
  const { source, seed, budget, counter, lanes, prices } = useChoices()
  const choices = useMemo(
    () => runChoices({ source, seed, budget, counter, lanes, prices }),
    [source, seed, budget, counter, lanes, prices],
  )
  const [chosen, setLane] = useState(lanes.length - 1)
  if (typeof declarations === 'string') return <p className="note">{STUDY_TEXT.loading}</p>
  const index = Math.min(chosen, lanes.length - 1)
  const lane = lanes[index]
  if (lane === undefined) return null
  return (
    <Stack gap={12}>
      <Row wrap gap={12}>
        <Select
          name={STUDY_TEXT.sweepLane}
          value={String(index)}
          options={labelsByMock(lanes).map((label, at) => [String(at), label] as const)}
          onSelect={(at) => {
            setLane(Number(at))
          }}
        />
      </Row>
      <LeftOut lanes={lanes} of={[index]} ofLog={source.kind === 'log'} />
      <Sweep
        key={`${index} ${lane.policy}`}
        {...{ choices, lane, index, declarations, isScenario: comparison.trace.source.kind === 'scenario' }}
      />
    </Stack>
  )
}

function Sweep({
  choices,
  lane,
  index,
  declarations,
  isScenario,
}: {
  readonly choices: RunChoices
  readonly lane: LaneChoice
  readonly index: number
  readonly declarations: Declarations
  readonly isScenario: boolean
}) {
  const knobs = useMemo(() => knobsOf(lane, declarations), [lane, declarations])
  const [keys, setKeys] = useState({ across: FIRST_ACROSS, down: FIRST_DOWN })
  const [figure, setFigure] = useState<'cost' | 'needed'>('cost')
  const [cell, setCell] = useState<Cell | null>(null)
  const [across, down] = useMemo(() => {
    const first = knobs.find(({ key }) => key === keys.across) ?? knobs[0]
    const second =
      knobs.find(({ key }) => key === keys.down && key !== first?.key) ??
      knobs.find(({ key }) => key !== first?.key)
    const able = (knob: Knob | undefined): Knob | undefined =>
      knob &&
      narrowed(knob, (value) => isAllowed(lane, declarations, withValue(lane.byHand ?? {}, knob.path, value)))
    return [able(first), able(second)]
  }, [knobs, keys, lane, declarations])
  const trials = useMemo(() => {
    const sources = sourcesOf(choices)
    if (across === undefined || down === undefined || sources === null) return []
    return sweepTrials(choices, lane, sources, isScenario ? SWEEP_SEEDS : 1, across, down, (byHand) =>
      isAllowed(lane, declarations, byHand),
    )
  }, [choices, lane, declarations, isScenario, across, down])
  const run = useTrials(trials)
  const lanesOf = (some: readonly Trial[]): number =>
    some.reduce((sum, { request }) => sum + request.lanes.length, 0)
  if (across === undefined || down === undefined) return <p className="note">{STUDY_TEXT.noKnobs}</p>
  const grid = gridOf(trials, across, down)
  const edits = (of: Cell) => [
    { path: across.path, value: of.across },
    { path: down.path, value: of.down },
  ]
  const options = knobs.map(({ key }) => [key, key] as const)
  const failed = run.failed
  if (sourcesOf(choices) === null) return <p className="note">{STUDY_TEXT.live}</p>
  return (
    <Stack gap={12}>
      <Text as="p">{STUDY_TEXT.sweepAbout(isScenario ? SWEEP_SEEDS : 1)}</Text>
      <Row wrap gap={12}>
        <Select
          name={STUDY_TEXT.across}
          value={across.key}
          options={options.filter(([key]) => key !== down.key)}
          onSelect={(key) => {
            setKeys({ ...keys, across: key, down: down.key })
          }}
        />
        <Select
          name={STUDY_TEXT.down}
          value={down.key}
          options={options.filter(([key]) => key !== across.key)}
          onSelect={(key) => {
            setKeys({ across: across.key, down: key })
          }}
        />
        {run.running ? (
          <>
            <progress value={run.done} max={trials.length} aria-label={STUDY_TEXT.sweep} />
            <Text as="output" figures>
              {STUDY_TEXT.sweepProgress(
                lanesOf(trials.filter((trial) => knownTrial(trial) !== null)),
                lanesOf(trials),
              )}
            </Text>
            <Button onClick={run.cancel}>{STUDY_TEXT.cancel}</Button>
          </>
        ) : (
          run.done < trials.length && (
            <Button
              kind="strong"
              onClick={() => {
                run.start(trials)
              }}
            >
              {run.done > 0
                ? STUDY_TEXT.goOn
                : STUDY_TEXT.sweepRun(lanesOf(trials) / (isScenario ? SWEEP_SEEDS : 1))}
            </Button>
          )
        )}
      </Row>
      {failed !== null && <p className="note">{STUDY_TEXT.failed(failed)}</p>}
      {grid.length > 0 && (
        <>
          <Choice
            legend={STUDY_TEXT.shown}
            options={['cost', 'needed'] as const}
            isOn={(one) => one === figure}
            text={(one) => STUDY_TEXT.figures[one]}
            onPress={setFigure}
          />
          <Grid {...{ grid, across, down, figure, cell, onCell: setCell }} />
          <Row>
            <SavePicture
              name={STUDY_TEXT.figures[figure]}
              make={async () =>
                (await import('../../../picture/still/seen.ts')).seenStill(
                  document.querySelector('.sweep-grid')?.parentElement ?? null,
                  {
                    content: `heat-map-${figure}`,
                    name: STUDY_TEXT.figures[figure],
                    title: `${STUDY_TEXT.figures[figure]}: ${labelsByMock(choices.lanes)[index] ?? ''}`,
                    about: `${down.key} ↓, ${across.key} →. ${STUDY_TEXT.pareto}`,
                  },
                )
              }
            />
          </Row>
          <p className="note">
            {STUDY_TEXT.pareto} {isScenario && STUDY_TEXT.robust}
          </p>
          <Row wrap gap={12}>
            <Button
              disabled={cell === null}
              onClick={() => {
                if (cell !== null) writeSettings(index, edits(cell), 'sweep')
              }}
            >
              {STUDY_TEXT.use}
            </Button>
            <Button
              disabled={cell === null || choices.lanes.length >= MOST_LANES}
              title={choices.lanes.length >= MOST_LANES ? STUDY_TEXT.full : undefined}
              onClick={() => {
                const opened = cell === null ? null : withSettings(lane, edits(cell), declarations)
                if (opened !== null) openLane(choices, opened, 'sweep')
              }}
            >
              {STUDY_TEXT.open}
            </Button>
          </Row>
        </>
      )}
    </Stack>
  )
}

/** The heat map, which is a table of buttons: deeper is more, and the letters say what is best. */
function Grid({
  grid,
  across,
  down,
  figure,
  cell,
  onCell,
}: {
  readonly grid: readonly CellResult[]
  readonly across: Knob
  readonly down: Knob
  readonly figure: 'cost' | 'needed'
  readonly cell: Cell | null
  readonly onCell: (cell: Cell) => void
}) {
  const values = grid.map((one) => one[figure])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const depth = (value: number): number => (most === least ? 0 : ((value - least) / (most - least)) * 45)
  return (
    <Scrolled label={STUDY_TEXT.figures[figure]}>
      <table className="sweep-grid">
        <caption>
          {STUDY_TEXT.figures[figure]}: {down.key} ↓, {across.key} →
        </caption>
        <thead>
          <tr>
            <th scope="col">{down.key}</th>
            {across.values.map((x) => (
              <th key={x} scope="col">
                {x}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.values.map((y) => (
            <tr key={y}>
              <th scope="row" className="number">
                {y}
              </th>
              {across.values.map((x) => {
                const found = grid.find((one) => one.across === x && one.down === y)
                if (found === undefined) return <td key={x}>–</td>
                const text = figure === 'cost' ? money(found.cost) : share(found.needed)
                const marks = `${found.pareto ? ' P' : ''}${found.robust ? ' R' : ''}`
                return (
                  <td key={x}>
                    <button
                      type="button"
                      className="sweep-cell"
                      style={{ '--deep': `${depth(found[figure])}%` } as CSSProperties}
                      data-pareto={found.pareto}
                      data-robust={found.robust}
                      aria-pressed={cell?.across === x && cell.down === y}
                      title={STUDY_TEXT.cell(
                        across.key,
                        x,
                        down.key,
                        y,
                        `${money(found.cost)}, ${share(found.needed)}${found.fit ? '' : `, ${STUDY_TEXT.unfit}`}`,
                      )}
                      onClick={() => {
                        onCell({ across: x, down: y })
                      }}
                    >
                      {text}
                      {!found.fit && ' ✗'}
                      <b>{marks}</b>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}
