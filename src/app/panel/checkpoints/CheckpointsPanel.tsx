import { X } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { acceptCheckpoint } from '../../../engine/internal.ts'
import type { Problem } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { configAt, orphanedPlans } from '../../../sim/internal.ts'
import {
  checkpointChanges,
  checkpointRows,
  checkpointSentences,
  contextName,
  handovers,
  strategyChanges,
  turnName,
  whole,
} from '../../../view/index.ts'
import type { CheckpointRow } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { KEEPS_STATE } from '../../store/choice/strategy-facts.ts'
import { CHECKPOINT_TEXT } from './words.ts'
import { CheckpointDiff, CheckpointView } from './CheckpointView.tsx'
import { FileProblems, LoadCheckpoint } from './LoadCheckpoint.tsx'
import type { LoadedFile } from './load.ts'
import { ResumeTest } from './ResumeTest.tsx'
import { Button } from '../../ui/Button.tsx'
import './checkpoints.css'

/** Saves listed before all are requested. */
const FIRST = 12

/** The saves of the lane's task, what each one changed, and whether a request still contains it. */
export const CheckpointsPanel = memo(function CheckpointsPanel({ comparison, lane, turn }: PanelProperties) {
  const { data, label } = lane
  const { cross_window: settings, strategy: name } = configAt(data, turn)
  const rows = useMemo(() => checkpointRows(data), [data])
  const [chosen, setChosen] = useState<{ readonly of: typeof data; readonly index: number } | null>(null)
  const [file, setFile] = useState<LoadedFile | null>(null)
  // The newest one at the playhead, unless another one was chosen.
  const index = chosen?.of === data ? chosen.index : rows.findLastIndex((row) => row.turn <= turn)
  const shown = rows[index]
  const saves = KEEPS_STATE.has(name)
  const files = { markdown: settings.progress_file, json: settings.state_file }
  // Each agent has its own.
  const newest = rows.findLast(({ window }) => window === (shown?.window ?? 0))?.checkpoint ?? null
  const loaded = file?.checkpoint ?? null
  const refusal = loaded === null ? null : acceptCheckpoint(newest, loaded)
  const beside = refusal === null ? loaded : null
  const passed = useMemo(() => handovers(data), [data])
  const orphans = useMemo(() => orphanedPlans(data) ?? [], [data])
  const handover = passed.findLast((one) => one.turn <= turn)
  const at = turnName(turn)
  const isEmpty = rows.length === 0 && file === null
  return (
    <section
      className={isEmpty ? 'panel checkpoints is-empty' : 'panel checkpoints'}
      aria-labelledby="checkpoints"
    >
      <h2 id="checkpoints">{CHECKPOINT_TEXT.title(label, at)}</h2>
      <p className="note">
        {saves
          ? rows.length === 0
            ? CHECKPOINT_TEXT.noneYet
            : CHECKPOINT_TEXT.note(rows.length, settings.auto_save_threshold, settings.milestones)
          : CHECKPOINT_TEXT.none(name, rows.length, strategyChanges(data).length > 0)}
      </p>
      {rows.length > 0 && (
        <Saves
          windows={data.windows}
          rows={rows}
          shown={index}
          turn={turn}
          onChoose={(next) => {
            setChosen({ of: data, index: next })
          }}
        />
      )}
      <div className="beside">
        {shown !== undefined && (
          <CheckpointView
            title={CHECKPOINT_TEXT.own(shown.name)}
            checkpoint={shown.checkpoint}
            files={files}
          />
        )}
        {shown !== undefined && beside === null && (
          <CheckpointDiff
            changes={changesOf(rows, shown)}
            contract={shown.contract}
            problems={shown.problems}
          />
        )}
        {beside !== null && file !== null && (
          <div className="is-loaded">
            <CheckpointView
              title={CHECKPOINT_TEXT.loaded(
                checkpointSentences.name(beside.window, beside.version),
                file.name,
              )}
              checkpoint={beside}
              files={files}
            />
            <Button
              kind="icon"
              label={CHECKPOINT_TEXT.close}
              onClick={() => {
                setFile(null)
              }}
            >
              <X size={15} aria-hidden="true" />
            </Button>
          </div>
        )}
        {shown !== undefined && (
          <ResumeTest
            {...{ comparison, lane, turn }}
            checkpoint={shown.checkpoint}
            title={CHECKPOINT_TEXT.resume(shown.name, at)}
            note={CHECKPOINT_TEXT.resumeAbout}
          />
        )}
        {beside !== null && (
          <ResumeTest
            {...{ comparison, lane, turn }}
            checkpoint={beside}
            title={CHECKPOINT_TEXT.resumeLoaded(at)}
            note={CHECKPOINT_TEXT.resumeAbout}
          />
        )}
        {beside === null && handover !== undefined && handover.checkpoint !== null && (
          <ResumeTest
            {...{ comparison, lane }}
            turn={handover.turn}
            checkpoint={handover.checkpoint}
            title={CHECKPOINT_TEXT.handover(turnName(handover.turn))}
            note={CHECKPOINT_TEXT.handoverNote(
              checkpointSentences.name(handover.checkpoint.window, handover.checkpoint.version),
              orphans.flatMap((one) => (one.turn === handover.turn ? [one.title] : [])),
            )}
          />
        )}
      </div>
      <LoadCheckpoint folded={isEmpty} onRead={setFile} />
      {file !== null && <Told file={file} refusal={refusal} />}
    </section>
  )
})

/** The result of loading a file. */
function Told({ file, refusal }: { readonly file: LoadedFile; readonly refusal: Problem | null }) {
  if (file.checkpoint === null)
    return <FileProblems title={CHECKPOINT_TEXT.broken(file.name)} problems={file.problems} loss />
  if (refusal !== null)
    return <FileProblems title={CHECKPOINT_TEXT.refused(file.name)} problems={[refusal]} loss />
  if (file.problems.length === 0) return null
  return <FileProblems title={CHECKPOINT_TEXT.warnings} problems={file.problems} loss={false} />
}

function changesOf(rows: readonly CheckpointRow[], shown: CheckpointRow) {
  const before = rows.slice(0, shown.index).findLast(({ window }) => window === shown.window)
  return checkpointChanges(before?.checkpoint ?? null, shown.checkpoint)
}

function Saves({
  rows,
  shown,
  turn,
  windows,
  onChoose,
}: {
  readonly rows: readonly CheckpointRow[]
  readonly windows: TimelineData['windows']
  readonly shown: number
  readonly turn: number
  readonly onChoose: (index: number) => void
}) {
  const [all, setAll] = useState(false)
  // The newest come first; of many, those around the one shown.
  const from = all ? 0 : Math.max(0, Math.min(rows.length - FIRST, shown - FIRST / 2))
  const listed = rows.slice(from, all ? rows.length : from + FIRST)
  const columns: readonly Column<CheckpointRow>[] = [
    { key: 'turn', head: CHECKPOINT_TEXT.turn, cell: (row) => <TurnLink turn={row.turn} /> },
    {
      key: 'version',
      head: CHECKPOINT_TEXT.version,
      says: true,
      number: true,
      cell: (row) => (
        <Button
          kind="row"
          aria-pressed={row.index === shown}
          label={CHECKPOINT_TEXT.shown(row.name)}
          onClick={() => {
            onChoose(row.index)
          }}
        >
          {whole(row.checkpoint.version)}
        </Button>
      ),
    },
    {
      key: 'window',
      head: CHECKPOINT_TEXT.window,
      says: true,
      number: true,
      cell: ({ checkpoint }) => whole(checkpoint.window),
    },
    ...(rows.some(({ window }) => window !== rows[0]?.window)
      ? [
          {
            key: 'context',
            head: CHECKPOINT_TEXT.context,
            cell: ({ window }: CheckpointRow) => contextName(window, windows),
          },
        ]
      : []),
    { key: 'reason', head: CHECKPOINT_TEXT.reason, mark: 'full', cell: ({ reason }) => reason },
    { key: 'changes', head: CHECKPOINT_TEXT.changes, mark: 'full', cell: ({ changes }) => changes },
  ]
  return (
    <>
      <Table
        className="stacks"
        caption={CHECKPOINT_TEXT.list}
        columns={columns}
        rows={listed}
        keyOf={({ index }) => index}
        rowAbout={(row) => ({
          className: row.index === shown ? 'is-selected' : row.turn > turn ? 'soft' : undefined,
        })}
      />
      {!all && rows.length > FIRST && (
        <Button
          kind="link"
          onClick={() => {
            setAll(true)
          }}
        >
          {CHECKPOINT_TEXT.all(rows.length)}
        </Button>
      )}
    </>
  )
}
