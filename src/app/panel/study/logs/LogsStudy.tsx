import { useEffect, useMemo, useRef, useState } from 'react'
import { AIMS } from '../../../../sim/internal.ts'
import type { Aim, WindowChoice } from '../../../../sim/internal.ts'
import {
  AIM_TEXT,
  bestSentence,
  copiesSentence,
  keepsMost,
  shownName,
  windowOfLogs,
} from '../../../../view/index.ts'
import type { AnswerPart } from '../../../../view/index.ts'
import type { ProgressReport } from '../../../../worker/protocol.ts'
import { useChoices } from '../../../store/choice/choices.ts'
import type { LogChoice } from '../../../store/choice/choices.ts'
import { useDeclarations } from '../../../store/choice/declarations.ts'
import {
  closeFolder,
  isInFolder,
  openFolder,
  showBesideFolder,
  useFolder,
} from '../../../store/run/folder.ts'
import { contentOfLog } from '../../../store/run/log-texts.ts'
import { openFiles } from '../../../store/run/open-files.ts'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Check } from '../../../ui/Choice.tsx'
import { PickFiles } from '../../../ui/PickFiles.tsx'
import { Select } from '../../../ui/Select.tsx'
import { LeftOut } from '../seeds/LeftOut.tsx'
import { candidatesOf, otherThresholds, requestsOf, USUAL } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { Config } from './Config.tsx'
import { LaneTable } from './LaneTable.tsx'
import { LogTable } from './LogTable.tsx'
import { Prices } from './Prices.tsx'
import type { Sort } from './LogTable.tsx'
import { forgetOthers, useMeasuring } from './measuring.ts'
import type { Measure, Measuring } from './measuring.ts'
import { openLog } from './open-log.ts'
import { copiedWindow, studyOf, withoutWindow } from './study-of-logs.ts'
import type { StudiedLog, StudyOfLogs } from './study-of-logs.ts'
import { Unread } from './Unread.tsx'
import { WindowSelect } from './WindowSelect.tsx'
import type { WindowKind } from './WindowSelect.tsx'
import { Outliers, Versions } from './Worst.tsx'
import { LOGS_TEXT } from './words.ts'
import { modelChosen, requestPrices, withoutModel } from '../../../store/model/prices.ts'

/** The lanes over a folder of logs of a person. */
export function LogsStudy({ opened }: { readonly opened: number }) {
  const { files } = useFolder()
  const source = useChoices((state) => state.source)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // 0: nothing was brought yet.
    if (opened > 0) place.current?.closest('section')?.scrollIntoView()
  }, [opened])
  useEffect(() => {
    forgetOthers(files)
  }, [files])
  return (
    <div ref={place} className="stack gap-12">
      {files.length === 0 ? (
        <>
          <p>{LOGS_TEXT.empty}</p>
          <Row wrap>
            {source.kind === 'log' && <StudyShown log={source} />}
            <PickFiles text={LOGS_TEXT.folder} folder strong={source.kind !== 'log'} onFiles={openFolder} />
            <PickFiles text={LOGS_TEXT.files} onFiles={(files) => void openFiles(files)} />
          </Row>
          {opened > 0 && <Unread outcomes={[]} />}
        </>
      ) : (
        <Opened key={opened} />
      )}
    </div>
  )
}

/** Studies the log on the page. */
function StudyShown({ log }: { readonly log: LogChoice }) {
  return (
    <Button
      kind="strong"
      onClick={() => {
        openFolder([new File([contentOfLog(log.id)], log.name)], log)
      }}
    >
      {LOGS_TEXT.shown}
    </Button>
  )
}

/** Says that the page shows a log that is not among those that were studied. */
function AnotherShown() {
  const folder = useFolder()
  const source = useChoices((state) => state.source)
  if (source.kind !== 'log' || isInFolder(folder, source)) return null
  return (
    <Row as="output" wrap gap={12} className="callout">
      <span>
        <bdi>{shownName(source.name)}</bdi> {LOGS_TEXT.notStudied(folder.files.length)}
      </span>
      <StudyShown log={source} />
    </Row>
  )
}

const LINEUPS = ['usual', 'page'] as const

/** What a person chooses of the study. */
function useSettings() {
  const { lanes, counter, prices } = useChoices()
  const [lineup, setLineup] = useState<(typeof LINEUPS)[number]>('usual')
  const [more, setMore] = useState<readonly Candidate[]>([])
  const [kind, setKind] = useState<WindowKind>('suggested')
  const [tokens, setTokens] = useState(200_000)
  const [isOther, setOther] = useState(false)
  const [aim, setAim] = useState<Aim>('safe')
  const [regret, setRegret] = useState(false)
  /** The prices chosen for the page hold here, too, until a person wants each log's own. */
  const [isOwnPrices, setOwnPrices] = useState(false)
  const chosenModel = prices === null ? undefined : modelChosen(prices.model)
  const candidates = useMemo(
    () => candidatesOf(lineup === 'usual' ? USUAL : lanes, more),
    [lineup, lanes, more],
  )
  const window = useMemo(
    (): WindowChoice => (kind === 'tokens' ? { kind, tokens } : { kind }),
    [kind, tokens],
  )
  const measure = useMemo(
    (): Measure => ({
      lanes: requestsOf(candidates),
      window,
      counter,
      regret,
      ...requestPrices(isOwnPrices ? withoutModel(prices) : prices),
    }),
    [candidates, window, counter, regret, prices, isOwnPrices],
  )
  return {
    candidates,
    measure,
    window,
    aim,
    setAim,
    kind,
    setKind,
    tokens,
    setTokens,
    isOther,
    setOther,
    lineup,
    setLineup,
    regret,
    setRegret,
    chosenModel,
    isOwnPrices,
    setOwnPrices,
    add: (added: readonly Candidate[]) => {
      setMore((before) => [...before, ...added])
    },
  }
}

type Settings = ReturnType<typeof useSettings>

function Opened() {
  const { files, alone } = useFolder()
  const settings = useSettings()
  const ofPage = useChoices((state) => state.lanes)
  const { candidates, measure, aim, window } = settings
  const measuring = useMeasuring(files, measure)
  const { outcomes, done } = measuring
  const known = outcomes.filter((one) => one !== null).length
  const lanes = JSON.stringify(candidates.map(({ key }) => key))
  // The outcomes of the files are what the study is made from; they only grow.
  const study = useMemo(
    () => studyOf(files, outcomes, candidates, aim),
    // oxlint-disable-next-line react/exhaustive-deps -- an array that is new each time, with the same content
    [files, known, done, lanes, aim, window, measure],
  )
  return (
    <>
      <Row wrap gap={12}>
        <WindowSelect settings={settings} />
        <Select
          name={LOGS_TEXT.aim}
          value={aim}
          options={AIMS.map((one) => [one, LOGS_TEXT.aims[one]] as const)}
          onSelect={(one) => {
            settings.setAim(one as Aim)
          }}
        />
        <Select
          name={LOGS_TEXT.lanes}
          value={settings.lineup}
          options={LINEUPS.map((one) => [one, LOGS_TEXT.lineups[one]] as const)}
          onSelect={(one) => {
            settings.setLineup(one as (typeof LINEUPS)[number])
          }}
        />
        <Row wrap>
          <PickFiles text={LOGS_TEXT.another} folder small onFiles={openFolder} />
          {alone && (
            <Button small onClick={showBesideFolder}>
              {LOGS_TEXT.beside}
            </Button>
          )}
          <Button small onClick={closeFolder}>
            {LOGS_TEXT.close}
          </Button>
        </Row>
      </Row>
      <Text as="p" size="small" tone="soft">
        {LOGS_TEXT.windowNote[settings.kind]}
        {study !== null &&
          settings.kind === 'model' &&
          withoutWindow(study) > 0 &&
          ` ${LOGS_TEXT.withoutModel(withoutWindow(study), study.logs.length)}`}
      </Text>
      {settings.lineup === 'page' && <LeftOut lanes={ofPage} of={ofPage.keys()} />}
      <AnotherShown />
      <Progress measuring={measuring} known={done} all={files.length} />
      {study === null ? (
        known === files.length && <p>{LOGS_TEXT.none}</p>
      ) : (
        <Found {...{ study, settings }} done={known} all={files.length} />
      )}
      <Unread outcomes={outcomes} />
    </>
  )
}

function Progress({
  measuring: { underWay, failed, stop, goOn },
  known,
  all,
}: {
  readonly measuring: Measuring
  readonly known: number
  readonly all: number
}) {
  if (known === all) return null
  return (
    <>
      <Row wrap gap={12}>
        <progress
          value={known + partOf(underWay?.report ?? null)}
          max={all}
          aria-label={LOGS_TEXT.progress}
        />
        {underWay === null ? (
          <>
            <Text as="output">{LOGS_TEXT.stopped(known, all)}</Text>
            <Button kind="strong" onClick={goOn}>
              {LOGS_TEXT.goOn}
            </Button>
          </>
        ) : (
          <>
            <Text as="output">{LOGS_TEXT.reading(known, all, underWay.path, underWay.report)}</Text>
            <Button onClick={stop}>{LOGS_TEXT.stop}</Button>
          </>
        )}
      </Row>
      {failed !== null && (
        <p className="loss" role="alert">
          {LOGS_TEXT.failed(failed)}
        </p>
      )}
    </>
  )
}

function partOf(report: ProgressReport | null): number {
  return report === null || report.total === 0 ? 0 : Math.min(1, report.done / report.total) * 0.9
}

function Found({
  study,
  settings,
  done,
  all,
}: {
  readonly study: StudyOfLogs
  readonly settings: Settings
  readonly done: number
  readonly all: number
}) {
  const declarations = useDeclarations()
  const { files } = useFolder()
  const [focused, setFocused] = useState<string | null>(null)
  const [sort, setSort] = useState<Sort>('name')
  const [open, setOpen] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const logTable = useRef<HTMLDetailsElement>(null)
  const { best, lanes, logs } = study
  const [only] = logs
  const found = lanes.findIndex(({ candidate }) => candidate.key === focused)
  const answered = lanes.map((lane) => ({ label: lane.candidate.label, summary: lane, lost: lane.lost }))
  const parts = bestSentence({
    best,
    aim: settings.aim,
    logs: logs.length,
    ...(only !== undefined &&
      logs.length === 1 && { name: LOGS_TEXT.nth(only.file.path, only.conversation) }),
    window: windowOfLogs(logs.flatMap(({ lanes: [lane] }) => lane ?? [])),
    lanes: answered,
    baseline: 0,
    baselineName: LOGS_TEXT.baseline(logs.length),
  })
  // Where nothing is better than what was sent, the detail is about the strategy that the sentence names, or keeps most.
  const named = parts.find(({ about }) => about === 'lane')?.lane ?? keepsMost(answered, 0)?.lane ?? 1
  const detail = found > 0 ? found : named
  const shown = lanes[detail]
  const winner = lanes[best.lane]
  const used = found > 0 ? found : best.lane
  const show = ({ about, lane }: AnswerPart): void => {
    if (about === 'lost' || about === 'needed' || about === 'logs') {
      if (about !== 'logs') setSort('lost')
      setFocused(lanes[lane ?? best.lane]?.candidate.key ?? null)
      setOpen(true)
      requestAnimationFrame(() => logTable.current?.scrollIntoView({ block: 'nearest' }))
      return
    }
    setFocused(lanes[lane ?? best.lane]?.candidate.key ?? null)
    document.getElementById('study-of-logs')?.scrollIntoView({ block: 'nearest' })
  }
  const openOne = (log: StudiedLog, turn: number | null): void => {
    setRefused(null)
    const others = [shown, winner, ...lanes].flatMap((lane) => lane?.candidate.choice ?? [])
    const wanted = [...new Set([...(lanes[0] === undefined ? [] : [lanes[0].candidate.choice]), ...others])]
    const { file, conversation } = log
    const { window } = settings
    const budget =
      window.kind === 'tokens'
        ? { kind: 'tokens' as const, tokens: window.tokens }
        : window.kind === 'model'
          ? { kind: 'start' as const, from: 'model' as const }
          : { kind: 'start' as const }
    void openLog({ file, files, conversation, lanes: wanted, budget, turn }).then(setRefused)
  }
  const copies = copiesSentence(logs.map(({ log }) => log))
  const idle = lanes.filter(({ acts }, at) => at > 0 && acts === 0)
  return (
    <>
      <Stack gap={4} className="study-best card" aria-live="polite">
        {done < all && <Text tone="soft">{LOGS_TEXT.soFar(done, all)}</Text>}
        <p className="study-answer strong large">
          {parts.map((part) =>
            part.beside ? (
              <span key={part.text} className="besides">
                {part.text}
              </span>
            ) : part.about === undefined ? (
              part.text
            ) : (
              <Button
                key={`${part.about} ${part.text}`}
                kind="link"
                onClick={() => {
                  show(part)
                }}
              >
                {part.text}
              </Button>
            ),
          )}
        </p>
        <Text as="p" size="small" tone="soft">
          {LOGS_TEXT.aimIs(AIM_TEXT[settings.aim])} {LOGS_TEXT.inferred}
        </Text>
        <Prices logs={logs} {...settings} />
        {copies !== null && <p className="note">{copies}</p>}
        {lanes[used] !== undefined && (
          <Config
            label={lanes[used].candidate.label}
            choice={used === 0 ? null : lanes[used].candidate.choice}
            window={copiedWindow(study)}
            declarations={typeof declarations === 'string' ? null : declarations}
          />
        )}
      </Stack>
      <LaneTable study={study} detail={detail} regret={settings.regret} onDetail={setFocused} />
      {idle.map(({ candidate: { key, label }, fit }) => (
        <p key={key} className="note">
          {LOGS_TEXT.never(label, logs.length - fit)}
        </p>
      ))}
      {shown !== undefined && (
        <>
          <Row wrap gap={12}>
            <Button
              small
              disabled={typeof declarations === 'string'}
              onClick={() => {
                if (typeof declarations !== 'string')
                  settings.add(otherThresholds(shown.candidate, declarations))
              }}
            >
              {LOGS_TEXT.thresholds(shown.candidate.label)}
            </Button>
            <Check checked={settings.regret} onCheck={settings.setRegret}>
              {LOGS_TEXT.regret}
            </Check>
          </Row>
          <Outliers study={study} lane={detail} label={shown.candidate.label} onOpen={openOne} />
          <Versions study={study} lane={detail} />
        </>
      )}
      {refused !== null && (
        <p className="loss" role="alert">
          {refused}
        </p>
      )}
      <details
        ref={logTable}
        open={open}
        onToggle={(event) => {
          setOpen(event.currentTarget.open)
        }}
      >
        <summary>{LOGS_TEXT.detail}</summary>
        {open && shown !== undefined && (
          <LogTable
            study={study}
            lane={detail}
            label={shown.candidate.label}
            sort={sort}
            onSort={setSort}
            onOpen={openOne}
          />
        )}
      </details>
    </>
  )
}
