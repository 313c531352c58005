import type { BlockId, Ratio, Tick, Tokens, Turn, TurnEvent, WindowId } from '../../engine/index.ts'
import { asObeyedAt, clientsCall } from '../../sim/internal.ts'
import type { EditRecord, RunAsk, TimelineData, TurnRecord } from '../../sim/index.ts'
import { VERDICT_LABELS } from './asks.ts'
import { AUDIT_LABELS, auditSentences } from './audit-words.ts'
import type { AuditKind, AuditVerb } from './audit-words.ts'
import { checkpointSentences } from './checkpoints.ts'
import { dueBase, dueKey, dueShort, dueOf } from '../decision/due.ts'
import { told } from '../sentence/event-words.ts'
import { healthSentences, SEVERITY_LABELS } from './health.ts'
import { noteContext } from './lane-event.ts'
import { noteKind, noteWords } from './notes.ts'
import type { Sheet } from './sheet.ts'
import { isByHand, stageWords } from '../sentence/stage-words.ts'
import { isStageWith } from '../../engine/internal.ts'

/** One entry of the audit log (MAN-4). */
export interface AuditRow {
  /** Place in the order of the run, from 0. */
  readonly id: number
  readonly turn: Turn
  readonly window: WindowId
  readonly kind: AuditKind
  /** The stage that did it; '' for what the turn loop itself records. */
  readonly stage: string
  readonly what: string
  readonly blocks: readonly BlockId[]
  /** Tokens of the window; null for an entry without a change. `before − freed + added = after` (LED-1). */
  readonly before: Tokens | null
  readonly freed: Tokens | null
  readonly added: Tokens | null
  readonly after: Tokens | null
  /** Ratios of a compression with what it kept (COMP-4); null for every other entry. */
  readonly compression: AuditCompression | null
  /** The outcome; '' if there is none to judge. */
  readonly verdict: string
  /** Index in `timeline.asks`, null for all except requests. */
  readonly ask: number | null
  /** True for something lost or refused: an unused request, an overflow, an open circuit breaker. */
  readonly bad: boolean
}

export interface AuditCompression {
  readonly spanRatio: Ratio
  readonly windowRatio: Ratio
  readonly probes: number
  readonly kept: number
  readonly requests: number
  readonly input: Tokens
  readonly output: Tokens
  readonly text: string
  readonly cost: string
}

type AuditData = Pick<
  TimelineData,
  'turns' | 'edits' | 'asks' | 'checkpoints' | 'limit' | 'reserve' | 'exact' | 'ended' | 'blocks' | 'spec'
>

/**
 * Everything that a run did, as one list in the order of the run (MAN-4): a request comes before its edit, a checkpoint
 * after the request that wrote it.
 */
export function auditRows(data: AuditData): AuditRow[] {
  const rows: AuditRow[] = []
  for (const record of data.turns) {
    for (const row of rowsOfTurn(record, data)) rows.push({ id: rows.length, ...row })
  }
  return rows
}

type Entry = Omit<AuditRow, 'id'>

function rowsOfTurn(record: TurnRecord, data: AuditData): Entry[] {
  const edits = record.edits.flatMap((index) => data.edits[index] ?? [])
  const asks = record.asks.flatMap((index) => data.asks[index] ?? [])
  const entry = entryOf(record)
  const before = (tick: Tick) => (edit: EditRecord) => edit.tick <= tick
  const onArrival = edits.filter(before(record.points.offered.tick))
  const acting = edits.filter((edit) => !onArrival.includes(edit))
  const opening = record.events.filter(isOpening)
  const closing = record.events.filter(isClosing)
  // The remaining events happened while the stages acted. A saved checkpoint follows the request that wrote it.
  const saves = record.events.filter(({ kind }) => kind === 'checkpoint')
  const acted = record.events.filter(
    (event) => !isOpening(event) && !isClosing(event) && event.kind !== 'checkpoint',
  )
  const queue = asks.slice()
  const rows: Entry[] = []

  const putAsks = (upTo: number): void => {
    while (queue[0] !== undefined && queue[0].ask <= upTo) {
      const ask = queue.shift()
      if (ask === undefined) break
      rows.push(askEntry(ask, data, entry))
      if (ask.kind !== 'extract' || ask.verdict !== 'used') continue
      const saved = saves.shift()
      if (saved !== undefined) rows.push(eventEntry(saved, record, data, entry))
    }
  }
  const putEdits = (some: readonly EditRecord[]): void => {
    for (const edit of some) {
      putAsks(Math.max(-1, ...(edit.compression?.asks ?? []), savedBefore(edit, queue)))
      rows.push(editEntry(edit, data, entry))
      if (edit.opened === null) continue
      const at = acted.findIndex((event) => event.kind === 'window' && event.to === edit.opened)
      for (const event of at < 0 ? [] : acted.splice(at, 1)) rows.push(eventEntry(event, record, data, entry))
    }
  }
  putEdits(onArrival)
  for (const event of opening) rows.push(eventEntry(event, record, data, entry))
  putEdits(acting.filter(({ stage }) => stage !== 'repair'))
  putAsks(Infinity)
  for (const event of [...saves, ...acted]) rows.push(eventEntry(event, record, data, entry))
  putEdits(acting.filter(({ stage }) => stage === 'repair'))
  for (const event of closing) rows.push(eventEntry(event, record, data, entry))
  return rows
}

/** A checkpoint is saved before anything leaves the window, whatever the turn's other requests were for. */
function savedBefore(edit: EditRecord, queue: readonly RunAsk[]): number {
  if (edit.opened !== null) return queue.findLast(({ stage }) => stage === edit.stage)?.ask ?? -1
  const [first] = queue
  return first !== undefined && isStageWith('saves', first.stage) ? first.ask : -1
}

function isOpening(event: TurnEvent): boolean {
  return (
    event.kind === 'spike' || event.kind === 'budget' || (event.kind === 'zone' && event.point === 'offered')
  )
}

function isClosing(event: TurnEvent): boolean {
  return (
    event.kind === 'overflow' || event.kind === 'alert' || (event.kind === 'zone' && event.point === 'sent')
  )
}

function entryOf({ turn, window }: TurnRecord): Entry {
  return {
    turn,
    window,
    kind: 'edit',
    stage: '',
    what: '',
    blocks: [],
    before: null,
    freed: null,
    added: null,
    after: null,
    compression: null,
    verdict: '',
    ask: null,
    bad: false,
  }
}

function askEntry(ask: RunAsk, { exact }: AuditData, entry: Entry): Entry {
  return {
    ...entry,
    kind: 'request',
    stage: ask.stage,
    what: auditSentences.asked(ask, exact),
    blocks: ask.sources,
    verdict: VERDICT_LABELS[ask.verdict],
    ask: ask.ask,
    bad: ask.verdict !== 'used',
  }
}

function editEntry(edit: EditRecord, data: AuditData, entry: Entry): Entry {
  const { stage, blocks, before, freed, added, after } = edit
  const verbs = new Map<AuditVerb, number>()
  for (const { verb } of blocks) verbs.set(verb, (verbs.get(verb) ?? 0) + 1)
  const repair = stage === 'repair'
  const compression = compressionOf(edit, data)
  const shorter =
    edit.compression === null
      ? ''
      : `: ${auditSentences.compressed(edit.compression.before, edit.compression.after, data.exact)}`
  const { logged } = edit
  const inLog = logged === undefined ? '' : auditSentences.logged(logged.before, logged.after)
  return {
    ...entry,
    kind: repair ? 'repair' : 'edit',
    stage,
    what: repair
      ? auditSentences.repaired(Math.max(1, edit.repairs.length))
      : `${auditSentences.edit(stage, [...verbs])}${shorter}${inLog}${dueWords(edit, data)}`,
    verdict: isByHand(stage) ? 'by hand' : isStageWith('from_log', stage) ? 'from the log' : '',
    blocks: blocks.map(({ block }) => block),
    before,
    freed,
    added,
    after,
    compression,
  }
}

/** What exceeded what, with its key: ` (27 messages, 25 allowed, atomic_window.max_messages: 25)`. */
function dueWords(edit: EditRecord, data: AuditData): string {
  const due = dueOf(asObeyedAt(data, edit.turn), edit)
  if (due === null) return ''
  const parts = [dueShort(due, data.exact), dueBase(due), dueKey(due)]
  return ` (${parts.filter((part) => part !== '').join(', ')})`
}

function noteEntry(
  event: Extract<TurnEvent, { kind: 'note' }>,
  record: TurnRecord,
  data: AuditData,
  entry: Entry,
): Entry {
  const { stage, note } = event
  const context = noteContext(event, record, data)
  const refused = noteKind(note, context) === 'refused'
  const blocks = note.block === undefined ? [] : [note.block]
  const verdict = refused ? 'refused' : ''
  return { ...entry, kind: 'note', stage, what: noteWords(note, context), blocks, verdict, bad: refused }
}

function compressionOf(edit: EditRecord, { asks, exact }: AuditData): AuditCompression | null {
  if (edit.compression === null) return null
  const { spanRatio, windowRatio, probes, kept, subagent } = edit.compression
  const requests = edit.compression.asks.flatMap((ask) => asks[ask] ?? [])
  const byClient = clientsCall(edit)
  const input = requests.reduce((sum, ask) => sum + ask.input, byClient?.input ?? 0)
  const output = requests.reduce((sum, ask) => sum + ask.output, byClient?.output ?? 0)
  return {
    spanRatio,
    windowRatio,
    probes,
    kept,
    requests: requests.length + (byClient === null ? 0 : 1),
    input: input + (subagent?.input ?? 0),
    output: output + (subagent?.output ?? 0),
    text: auditSentences.ratios(spanRatio, windowRatio, kept, probes),
    cost:
      subagent === null
        ? auditSentences.requests(requests.length, input, output, exact, byClient !== null)
        : auditSentences.subagent(subagent.calls, subagent.input, subagent.output, exact),
  }
}

function eventEntry(event: TurnEvent, record: TurnRecord, data: AuditData, entry: Entry): Entry {
  const { exact, limit } = data
  switch (event.kind) {
    case 'zone': {
      const share = record.points[event.point].used / limit
      const what = auditSentences.zone(event.from, event.to, share, event.point === 'offered', exact)
      return { ...entry, kind: 'zone', what }
    }
    case 'spike':
      return { ...entry, kind: 'spike', what: auditSentences.spike(event.arrived, event.baseline, exact) }
    case 'note':
      return noteEntry(event, record, data, entry)
    case 'overflow': {
      const ends = data.ended?.turn === record.turn
      const what = auditSentences.overflow(event.used, event.limit, event.reserve, exact)
      return {
        ...entry,
        kind: 'overflow',
        what,
        verdict: ends ? 'the run ends' : 'sent anyway',
        bad: true,
      }
    }
    case 'budget': {
      const verdict = auditSentences.budgetVerdict(event.event)
      return { ...entry, kind: 'budget', what: auditSentences.budget(event.event, exact), verdict }
    }
    case 'alert': {
      const { alert } = event
      const what = `${healthSentences.measured(alert, exact)}. ${healthSentences.action(alert)}`
      return { ...entry, kind: 'alert', what, verdict: SEVERITY_LABELS[alert.severity] }
    }
    case 'breaker':
      return {
        ...entry,
        kind: 'breaker',
        what: auditSentences.breaker(event.failures),
        verdict: 'open',
        bad: true,
      }
    case 'checkpoint':
      return {
        ...entry,
        kind: 'checkpoint',
        what: auditSentences.checkpoint(
          event.window,
          event.version,
          checkpointSentences.named(event.changes ?? []),
        ),
        verdict: 'saved',
      }
    case 'window':
      return { ...entry, kind: 'window', what: auditSentences.opened(event.from, event.to) }
    case 'cache_break':
      return { ...entry, kind: 'cache', what: told.cacheLabel(event, exact) }
  }
}

/** Which entries are shown. */
export interface AuditFilter {
  /** Empty for all kinds. */
  readonly kinds: ReadonlySet<AuditKind>
  /** '' for all stages. */
  readonly stage: string
  /** Words that must all occur in an entry, in any order and case. */
  readonly text: string
  /** Null for all turns. */
  readonly turn: Turn | null
}

export function filterAudit(rows: readonly AuditRow[], filter: AuditFilter): readonly AuditRow[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter((row) => {
    if (filter.kinds.size > 0 && !filter.kinds.has(row.kind)) return false
    if (filter.stage !== '' && row.stage !== filter.stage) return false
    if (filter.turn !== null && row.turn !== filter.turn) return false
    const text = searched(row)
    return words.every((word) => text.includes(word))
  })
}

function searched({ turn, kind, stage, what, verdict, compression }: AuditRow): string {
  return `turn ${turn} ${AUDIT_LABELS[kind]} ${stage} ${stageWords(stage)} ${what} ${verdict} ${compression?.text ?? ''}`.toLowerCase()
}

/** Entries as rows of a file. Names of columns carry their units. */
export function auditSheet(rows: readonly AuditRow[]): Sheet {
  return [
    [
      'turn',
      'window',
      'kind',
      'stage',
      'what',
      'blocks',
      'tokens before',
      'tokens removed',
      'tokens added',
      'tokens after',
      'compressed part: tokens before / after',
      'window: tokens before / after',
      'questions',
      'questions kept',
      'requests',
      'input tokens of requests',
      'output tokens of requests',
      'verdict',
    ],
    ...rows.map((row) => {
      const { compression } = row
      return [
        row.turn,
        row.window,
        AUDIT_LABELS[row.kind],
        row.stage,
        row.what,
        row.blocks.join(' '),
        row.before,
        row.freed,
        row.added,
        row.after,
        compression?.spanRatio ?? null,
        compression?.windowRatio ?? null,
        compression?.probes ?? null,
        compression?.kept ?? null,
        compression?.requests ?? null,
        compression?.input ?? null,
        compression?.output ?? null,
        row.verdict,
      ]
    }),
  ]
}

/** The whole log as the text of a JSON file, requests with their answers. */
export function auditJson(
  data: Pick<TimelineData, 'title' | 'hash' | 'limit' | 'reserve' | 'asks' | 'contents' | 'blocks'>,
  rows: readonly AuditRow[],
): string {
  const entries = rows.map(({ id, bad: _bad, ask, ...row }) => {
    const request = ask === null ? undefined : data.asks[ask]
    if (request === undefined) return { entry: id, ...row }
    const { kind, input, output, maxTokens, failure, answer } = request
    const text = answer === null ? null : (data.contents[answer] ?? '')
    return { entry: id, ...row, request: { kind, input, output, maxTokens, failure, answer: text } }
  })
  const { title, hash, limit, reserve } = data
  return `${JSON.stringify({ format: 'context-window-lab/audit', version: 1, title, run: hash, limit, reserve, entries }, null, 2)}\n`
}
