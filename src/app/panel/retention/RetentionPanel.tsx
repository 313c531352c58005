import { memo, useCallback, useMemo } from 'react'
import {
  besideRows,
  csv,
  fileName,
  RETENTION_AGES,
  retentionRows,
  retentionSentences,
  retentionSheet,
  share,
  unusableNotes,
} from '../../../view/index.ts'
import type { BesideRow, RetentionRow } from '../../../view/index.ts'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { retentionOfLane } from '../../store/run/questions.ts'
import { Row } from '../../ui/Box.tsx'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { SavePicture } from '../../picture/still/SavePicture.tsx'
import { useAnswer } from '../../ui/later.ts'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import type { PanelProperties } from '../panel.ts'
import { Curve } from './Curve.tsx'
import { PlantedTable } from './PlantedTable.tsx'
import './retention.css'
import { BESIDE_TEXT, PLANTED_TEXT, RETENTION_TEXT } from './words.ts'

/** How long what was told stays in the prompts of a lane, by kind, by position, and by compactions. */
export const RetentionPanel = memo(function RetentionPanel({ comparison, lane }: PanelProperties) {
  const { name } = lane
  const ask = useCallback(async () => retentionOfLane(comparison, name), [comparison, name])
  const { answer, failed } = useAnswer(ask)
  const rows = useMemo(() => (answer === null ? [] : retentionRows(answer)), [answer])
  const beside = useMemo(() => (answer === null ? [] : besideRows(answer)), [answer])
  const compacts = rows.some(({ compacted: [, ...after] }) => after.some((kept) => kept !== null))
  return (
    <section
      className="panel stack gap-12 retention"
      aria-labelledby="retention"
      aria-busy={answer === null && !failed}
    >
      <Row gap={12}>
        <h2 id="retention">{RETENTION_TEXT.title}</h2>
        {rows.length > 0 && (
          <FileButton
            text={RETENTION_TEXT.file}
            name={RETENTION_TEXT.fileName}
            file={() => {
              const { source } = comparison.trace
              const file = fileName({ source, lane: name, content: 'retention', extension: 'csv' })
              return { name: file, text: csv(retentionSheet(rows)) }
            }}
          />
        )}
        {answer !== null && rows.length > 0 && (
          <SavePicture
            name={RETENTION_TEXT.title}
            lane={name}
            make={async (subject) =>
              (await import('./stills.ts')).retentionStills(subject, answer)[0] ?? null
            }
          />
        )}
      </Row>
      {unusableNotes([lane]).map((note) => (
        <p key={note} className="callout is-bad">
          {note}
        </p>
      ))}
      {failed && <p className="note">{RETENTION_TEXT.failed}</p>}
      {answer === null && !failed && <p className="note">{RETENTION_TEXT.loading}</p>}
      {answer !== null && (
        <>
          {retentionSentences(answer).map((sentence) => (
            <p key={sentence}>
              <LinkedTurns text={sentence} />
            </p>
          ))}
          {rows.length > 0 && (
            <Scrolled label={RETENTION_TEXT.caption}>
              <Table
                caption={RETENTION_TEXT.caption}
                columns={filled(COLUMNS, compacts, rows)}
                rows={rows}
                keyOf={({ id }) => id}
                rowAbout={({ id, overall }) => ({ 'data-group': id, 'data-kept': overall ?? '' })}
              />
            </Scrolled>
          )}
          {rows.length > 0 && (
            <>
              <Scrolled label={BESIDE_TEXT.caption}>
                <Table
                  caption={BESIDE_TEXT.caption}
                  columns={filled(BESIDE, compacts, beside)}
                  rows={beside}
                  keyOf={({ way }) => way}
                  rowAbout={({ way, end }) => ({ 'data-beside': way, 'data-kept': end ?? '' })}
                />
              </Scrolled>
              <p className="note">{BESIDE_TEXT.about}</p>
            </>
          )}
          <p className="note">
            {RETENTION_TEXT.about} {answer.inferred ? RETENTION_TEXT.extracted : RETENTION_TEXT.planted}
          </p>
        </>
      )}
      <PlantedTable />
    </section>
  )
})

/** Without what a lane that has no compaction would fill with dashes, and one that has no old values with zeros. */
function filled<Line extends { readonly stale: number | null }>(
  columns: readonly Column<Line>[],
  compacts: boolean,
  rows: readonly Line[],
): readonly Column<Line>[] {
  const isStale = rows.some(({ stale }) => (stale ?? 0) > 0)
  return columns.filter(
    ({ key }) => (compacts || !key.startsWith('compacted')) && (isStale || key !== 'stale'),
  )
}

const figure = (
  key: string,
  head: string,
  of: (row: RetentionRow) => number | null | undefined,
  title?: string,
): Column<RetentionRow> => ({ key, head, title, number: true, cell: (row) => share(of(row) ?? null) })

const COLUMNS: readonly Column<RetentionRow>[] = [
  { key: 'group', head: RETENTION_TEXT.group, names: true, cell: ({ label }) => label },
  { key: 'told', head: RETENTION_TEXT.told, number: true, cell: ({ told }) => told },
  {
    key: 'curve',
    head: RETENTION_TEXT.curve,
    title: RETENTION_TEXT.curveTitle,
    cell: ({ curve }) => <Curve points={curve} />,
  },
  ...RETENTION_AGES.map((age, at) =>
    figure(`after-${age}`, RETENTION_TEXT.after(age), ({ after }) => after[at]),
  ),
  ...RETENTION_TEXT.compacted.map((head, at) =>
    figure(`compacted-${at}`, head, ({ compacted }) => compacted[at], RETENTION_TEXT.compactedTitle),
  ),
  figure('overall', RETENTION_TEXT.overall, ({ overall }) => overall),
  figure('end', RETENTION_TEXT.end, ({ end }) => end),
  figure('stale', RETENTION_TEXT.stale, ({ stale }) => stale),
]

const besideFigure = (key: 'compacted' | 'end' | 'stale', head: string): Column<BesideRow> => ({
  key,
  head,
  number: true,
  cell: (row) => share(row[key]),
})

const BESIDE: readonly Column<BesideRow>[] = [
  {
    key: 'way',
    head: PLANTED_TEXT.way,
    names: true,
    cell: ({ way }) => (way === 'lane' ? BESIDE_TEXT.lane : PLANTED_TEXT.names[way]),
  },
  besideFigure('compacted', BESIDE_TEXT.compacted),
  besideFigure('end', RETENTION_TEXT.end),
  besideFigure('stale', RETENTION_TEXT.stale),
]
