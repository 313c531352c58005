import { useMemo, useState } from 'react'
import type { FigureName, LaneSummary } from '../../../../sim/internal.ts'
import { runChoices, useChoices } from '../../../store/choice/choices.ts'
import { labelsByMock } from '../../../store/choice/lanes.ts'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Scrolled } from '../../../ui/Scrolled.tsx'
import { Table } from '../../../ui/Table.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { LeftOut } from './LeftOut.tsx'
import { Compared } from './Compared.tsx'
import { assumptionsOf, PREVIEW_SEEDS, reuseTrials, SEEDS, seedTrials, summaryNow } from './seed-trials.ts'
import { useTrials } from './use-trials.ts'
import { STUDY_TEXT } from './words.ts'

/** A lane of the table. */
interface LaneRow {
  readonly at: number
  readonly label: string
  readonly summary: LaneSummary
}

/** The lanes over many seeds of the scenario. */
export function Seeds() {
  const { source, seed, budget, counter, lanes, prices } = useChoices()
  const choices = useMemo(
    () => runChoices({ source, seed, budget, counter, lanes, prices }),
    [source, seed, budget, counter, lanes, prices],
  )
  const trials = useMemo(() => seedTrials(choices, SEEDS), [choices])
  const less = useMemo(() => reuseTrials(choices, 0.5), [choices])
  const more = useMemo(() => reuseTrials(choices, 1.5), [choices])
  const run = useTrials(trials)
  const reuse = useTrials(less)
  const [chosen, setBaseline] = useState(0)
  const baseline = chosen < lanes.length ? chosen : 0
  const labels = labelsByMock(lanes)
  const { done } = run
  // `done` counts the results that the summary is made from.
  const summary = useMemo(() => (done === 0 ? null : summaryNow(trials, baseline)), [trials, baseline, done])
  const [wanted, setWanted] = useState(SEEDS)
  return (
    <>
      <p>{STUDY_TEXT.about(SEEDS)}</p>
      <Row wrap gap={12}>
        {run.running ? (
          <>
            <progress value={done} max={wanted} aria-label={STUDY_TEXT.progress(done, wanted)} />
            <Text as="output" figures>
              {STUDY_TEXT.progress(done, wanted)}
            </Text>
            <Button onClick={run.cancel}>{STUDY_TEXT.cancel}</Button>
          </>
        ) : (
          <>
            {done < PREVIEW_SEEDS && (
              <Button
                onClick={() => {
                  setWanted(PREVIEW_SEEDS)
                  run.start(trials.slice(0, PREVIEW_SEEDS))
                }}
              >
                {STUDY_TEXT.preview(PREVIEW_SEEDS)}
              </Button>
            )}
            {done < SEEDS && (
              <Button
                kind="strong"
                onClick={() => {
                  setWanted(SEEDS)
                  run.start(trials)
                }}
              >
                {done === 0
                  ? STUDY_TEXT.run(SEEDS)
                  : `${STUDY_TEXT.goOn}: ${STUDY_TEXT.progress(done, SEEDS)}`}
              </Button>
            )}
          </>
        )}
        {lanes.length > 1 && (
          <Select
            name={STUDY_TEXT.baseline}
            value={String(baseline)}
            options={labels.map((label, at) => [String(at), label] as const)}
            onSelect={(at) => {
              setBaseline(Number(at))
            }}
          />
        )}
      </Row>
      <LeftOut lanes={lanes} of={lanes.keys()} />
      {run.changed && !run.running && (
        <p className="note" aria-live="polite">
          {STUDY_TEXT.changed}
        </p>
      )}
      {run.failed !== null && <p className="note">{STUDY_TEXT.failed(run.failed)}</p>}
      {summary !== null && (
        <>
          {summary.seeds < SEEDS && <p className="callout">{STUDY_TEXT.isPreview(summary.seeds)}</p>}
          <Answer rows={summary.lanes} labels={labels} baseline={baseline} seeds={summary.seeds} />
          <Scrolled label={STUDY_TEXT.caption}>
            <Table
              caption={STUDY_TEXT.caption}
              className="study-lanes"
              columns={columnsOf(summary.seeds, summary.lanes[baseline])}
              rows={summary.lanes.map((lane, at): LaneRow => ({
                at,
                label: labels[at] ?? '',
                summary: lane,
              }))}
              keyOf={({ at }) => at}
              rowAbout={({ label }) => ({ 'data-lane': label })}
            />
          </Scrolled>
          <p className="note">
            {STUDY_TEXT.note} {STUDY_TEXT.mock}
          </p>
          {lanes.length > 1 && (
            <Stack gap={4}>
              <h3>{STUDY_TEXT.assumptions}</h3>
              <ul className="bare">
                {assumptionsOf(trials, less, more).map(({ id, flips: all }) => {
                  const flips = all?.filter(({ clear }) => clear) ?? null
                  return (
                    <li key={id} data-assumption={id}>
                      <Text strong>{STUDY_TEXT.assumed[id]}</Text>:{' '}
                      {flips === null
                        ? STUDY_TEXT.notRun
                        : flips.length === 0
                          ? STUDY_TEXT.noFlip
                          : flips
                              .map((flip) =>
                                STUDY_TEXT.flip(flip, labels[flip.now] ?? '', labels[flip.before] ?? ''),
                              )
                              .join('; ')}
                    </li>
                  )
                })}
              </ul>
              <Row gap={12}>
                {reuse.running ? (
                  <Button onClick={reuse.cancel}>{STUDY_TEXT.cancel}</Button>
                ) : (
                  <Button
                    onClick={() => {
                      reuse.start([...less, ...more])
                    }}
                  >
                    {STUDY_TEXT.tryReuse}
                  </Button>
                )}
                {reuse.failed !== null && <Text tone="soft">{STUDY_TEXT.failed(reuse.failed)}</Text>}
              </Row>
              <p className="note">{STUDY_TEXT.cannot}</p>
            </Stack>
          )}
        </>
      )}
    </>
  )
}

const FIGURES = ['cost', 'needed', 'constraints'] as const satisfies readonly FigureName[]

/** The answer in a sentence: a lane that is better in something and worse in nothing. */
export function Answer({
  rows,
  labels,
  baseline,
  seeds,
}: {
  readonly rows: readonly LaneSummary[]
  readonly labels: readonly string[]
  readonly baseline: number
  readonly seeds: number
}) {
  if (rows.length < 2 || seeds < PREVIEW_SEEDS) return null
  const best = (
    sign: 1 | -1,
    of: (lane: LaneSummary) => number,
  ): readonly [labels: readonly string[], value: number] => {
    // A lane that ended in more seeds than another costs less because it ended.
    const most = Math.max(...rows.map(({ fit }) => fit))
    const values = rows.map((lane) => (lane.fit === most ? of(lane) : -sign * Infinity))
    const value = sign * Math.max(...values.map((one) => sign * one))
    return [labels.filter((_, at) => values[at] === value), value]
  }
  const [keepers, kept] = best(1, ({ needed }) => needed.estimate?.value ?? 0)
  const [savers, paid] = best(-1, ({ cost }) => cost.estimate?.value ?? Infinity)
  const isSaving = rows.some(
    ({ cost }) => cost.estimate?.value === paid && cost.difference?.verdict !== 'unclear',
  )
  const better = rows.flatMap((lane, at) => {
    const verdicts = FIGURES.map((name) => lane[name].difference?.verdict)
    const isBetter =
      at !== baseline &&
      verdicts.includes('better') &&
      // Beside runs that ended early, nothing is worse.
      (!verdicts.includes('worse') || lane.reached > (rows[baseline]?.reached ?? 0)) &&
      lane.fit >= (rows[baseline]?.fit ?? 0)
    return isBetter ? [labels[at] ?? ''] : []
  })
  const name = labels[baseline] ?? ''
  return (
    <p className="study-answer strong">
      {STUDY_TEXT.most(seeds, keepers, kept, isSaving ? savers : null, paid, name)}{' '}
      {better.length === 0 ? STUDY_TEXT.noAnswer(name) : STUDY_TEXT.answer(better, name)}
    </p>
  )
}

function columnsOf(seeds: number, base: LaneSummary | undefined): readonly Column<LaneRow>[] {
  const figure = (name: FigureName): Column<LaneRow> => ({
    key: name,
    head: STUDY_TEXT[name],
    cell: ({ summary }) => (
      <Figure
        name={name}
        summary={summary}
        fit={summary.fit >= (base?.fit ?? 0)}
        base={base !== undefined && base.reached >= summary.reached}
      />
    ),
  })
  return [
    { key: 'lane', head: STUDY_TEXT.lane, names: true, cell: ({ label }) => label },
    figure('cost'),
    figure('needed'),
    figure('constraints'),
    {
      key: 'regret',
      head: STUDY_TEXT.regret,
      title: STUDY_TEXT.regretTitle,
      cell: ({ summary: { regret } }) =>
        regret.atLeast === null || regret.atMost === null
          ? '–'
          : STUDY_TEXT.range(STUDY_TEXT.share(regret.atLeast).value, STUDY_TEXT.share(regret.atMost).value),
    },
    {
      key: 'fit',
      head: STUDY_TEXT.fit,
      title: STUDY_TEXT.fitTitle,
      number: true,
      cell: ({ summary: { fit } }) => STUDY_TEXT.fitOf(fit, seeds),
    },
  ]
}

function Figure({
  name,
  summary,
  fit,
  base,
}: {
  readonly name: FigureName
  readonly summary: LaneSummary
  readonly fit: boolean
  readonly base: boolean
}) {
  const { estimate, difference } = summary[name]
  if (estimate === null) return '–'
  const { value, range } = name === 'cost' ? STUDY_TEXT.money(estimate) : STUDY_TEXT.share(estimate)
  return (
    <Stack gap={0}>
      <span>
        <Text strong figures>
          {value}
        </Text>{' '}
        <Text size="small" tone="soft" figures>
          {estimate.n > 1 && range}
        </Text>
      </span>
      <Compared difference={difference} what="seed" fit={fit} base={base} />
    </Stack>
  )
}
