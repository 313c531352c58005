import type { Autopsy } from '../../../sim/index.ts'
import { copiedSentence, csv, shownName, versionRows, versionSheet } from '../../../view/index.ts'
import type { AutopsiedLog, VersionRow } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { PickFiles } from '../../ui/PickFiles.tsx'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { useAddedLogs } from './added-logs.ts'
import type { AddedLog } from './added-logs.ts'
import { AUTOPSY_TEXT } from './words.ts'

/** Rules by client and version, over the log of the page and those that a person adds. */
export function Versions({
  comparison,
  lane,
  own,
}: {
  readonly comparison: Comparison
  readonly lane: string
  readonly own: Autopsy | null
}) {
  const { logs, add, remove } = useAddedLogs(comparison, lane)
  const read: readonly AutopsiedLog[] = [
    ...(own === null ? [] : [{ name: own.title, autopsies: [own] }]),
    ...logs.map(({ file, autopsies = [] }) => ({ name: file.name, autopsies })),
  ]
  const rows = versionRows(read)
  return (
    <section className="stack gap-4" aria-labelledby="autopsy-versions">
      <Row gap={12} wrap>
        <h3 id="autopsy-versions">{AUTOPSY_TEXT.versions}</h3>
        <PickFiles text={AUTOPSY_TEXT.add} small onFiles={add} />
        {logs.length > 0 && rows.length > 0 && (
          <FileButton
            text={AUTOPSY_TEXT.file}
            name={AUTOPSY_TEXT.csvName}
            file={() => ({ name: 'compactions-by-version.csv', text: csv(versionSheet(rows)) })}
          />
        )}
      </Row>
      <p className="note">
        {AUTOPSY_TEXT.versionsNote} {copiedSentence(read)}
      </p>
      {logs.length > 0 && rows.length > 0 && (
        <Scrolled label={AUTOPSY_TEXT.versionsTable}>
          <Table
            caption={AUTOPSY_TEXT.versionsTable}
            columns={rows.some(({ user }) => user.unknown > 0) ? WITH_UNKNOWN : COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            rowAbout={({ version }) => ({ 'data-version': version ?? '' })}
          />
        </Scrolled>
      )}
      {logs.length > 0 && <Added logs={logs} />}
      {logs.length > 0 && (
        <Row>
          <Button kind="link" onClick={remove}>
            {AUTOPSY_TEXT.remove}
          </Button>
        </Row>
      )}
    </section>
  )
}

/** The added logs: first those that cannot be read, with what is wrong; the others on demand. */
function Added({ logs }: { readonly logs: readonly AddedLog[] }) {
  const read = logs.filter(({ autopsies }) => autopsies !== undefined)
  const failed = logs.filter(({ problems }) => problems !== undefined)
  const waiting = logs.length - read.length - failed.length
  return (
    <>
      {waiting > 0 && <p aria-live="polite">{AUTOPSY_TEXT.reading(waiting)}</p>}
      <ul className="bare">
        {failed.map(({ id, file, problems = [] }) => (
          <li key={id} data-log={file.name}>
            <Name file={file} />{' '}
            {problems.map(({ code, line, column, message }) => (
              <Text key={`${code} ${line} ${column}`} tone="loss">
                {line !== undefined && AUTOPSY_TEXT.place(line, column ?? 1)}
                {message}{' '}
              </Text>
            ))}
          </li>
        ))}
      </ul>
      {read.length > 0 && (
        <details>
          <summary>{AUTOPSY_TEXT.read(read.length, read.filter(hasCompaction).length)}</summary>
          <ul className="bare">
            {read.map(({ id, file, autopsies = [] }) => (
              <li key={id} data-log={file.name}>
                <Name file={file} /> <Text tone="soft">{readAs(autopsies)}</Text>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Name({ file: { name } }: { readonly file: File }) {
  return (
    <>
      <bdi title={name}>{shownName(name)}</bdi>:
    </>
  )
}

function hasCompaction({ autopsies = [] }: AddedLog): boolean {
  return autopsies.some(({ compactions }) => compactions.length > 0)
}

function readAs(autopsies: readonly Autopsy[]): string {
  const count = autopsies.reduce((sum, { compactions }) => sum + compactions.length, 0)
  const clients = [...new Set(autopsies.map(({ client }) => client))].join(', ')
  return `${clients}, ${count === 0 ? AUTOPSY_TEXT.noCompaction : AUTOPSY_TEXT.compactions(count)}`
}

const { columns: HEADS } = AUTOPSY_TEXT

const figure = (
  key: string,
  head: string,
  cell: (row: VersionRow) => number | string,
  title?: string,
): Column<VersionRow> => ({ key, head, title, number: true, cell })

const COLUMNS: readonly Column<VersionRow>[] = [
  { key: 'client', head: HEADS.client, names: true, cell: ({ client }) => client },
  { key: 'version', head: HEADS.version, cell: ({ version }) => version ?? HEADS.noVersion },
  figure('logs', HEADS.logs, ({ logs }) => logs),
  figure('compactions', HEADS.compactions, ({ compactions }) => compactions),
  figure('rules', HEADS.rules, ({ user }) => user.all),
  figure('kept', HEADS.kept, ({ user }) => user.kept),
  figure('weakened', HEADS.weakened, ({ user }) => user.weakened),
  figure('gone', HEADS.gone, ({ user }) => user.gone),
  figure('said-again', HEADS.saidAgain, ({ user }) => user.saidAgain),
  figure(
    'contradicted',
    HEADS.contradicted,
    ({ user }) => HEADS.of(user.broken, user.checkable),
    HEADS.contradictedTitle,
  ),
  figure(
    'injected',
    HEADS.injected,
    ({ injected }) => HEADS.of(injected.kept, injected.all),
    HEADS.injectedTitle,
  ),
  figure(
    'back',
    HEADS.back,
    ({ injected }) => HEADS.of(injected.sentAgain, injected.weakened + injected.gone),
    HEADS.backTitle,
  ),
]

/** Where a log lacks a summary. */
const WITH_UNKNOWN: readonly Column<VersionRow>[] = COLUMNS.toSpliced(
  8,
  0,
  figure('unknown', HEADS.unknown, ({ user }) => user.unknown),
)
