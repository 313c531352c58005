import { shownName } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import type { LogChoice } from '../../store/choice/choices.ts'
import { loadDeclarations } from '../../store/choice/declarations.ts'
import { laneNames } from '../../store/choice/lanes.ts'
import { laneText } from '../../store/choice/lane-text.ts'
import { LibraryFailure } from '../../store/library/database.ts'
import { findLog, logId, replaceEntry, writeEntry } from '../../store/library/entries.ts'
import type { Entry } from '../../store/library/entries.ts'
import { isSameSetup } from '../../store/library/file.ts'
import type { Item } from '../../store/library/file.ts'
import { attempt } from '../../store/library/library.ts'
import { bytesOf, freshId } from '../../store/library/record.ts'
import type { AboutLog, Kind, LibraryRecord } from '../../store/library/record.ts'
import { LIBRARY_VERSION } from '../../store/library/schema.ts'
import { runText } from '../../store/own-file/run.ts'
import { addressToCopy } from '../../store/page-state/address.ts'
import { readPageState } from '../../store/page-state/now.ts'
import { contentHash } from '../../store/run/content-hash.ts'
import { hashOfLog, knownHash, textOfLog } from '../../store/run/log-texts.ts'
import { currentComparison } from '../../store/run/session.ts'
import { playhead } from '../../store/look/playhead.ts'
import { LIBRARY_UI } from './library-words.ts'

/** What can be kept of the page as it is: a live conversation is kept by its own panel. */
export function kindsNow(source: Comparison['trace']['source']['kind']): readonly SavedKind[] {
  if (source === 'log') return ['state', 'log', 'run', 'config']
  return source === 'live' ? ['run', 'config'] : ['state', 'run', 'config']
}

export type SavedKind = Exclude<Kind, 'conversation'>

/** A name for what is to be kept, until a person gives another. */
export function suggestedName(
  kind: SavedKind,
  { trace, lanes }: Comparison,
  lane: LaneResult,
  turn: number,
): string {
  const about = shownName(trace.source.filename ?? trace.title, 60)
  switch (kind) {
    case 'log':
      return trace.source.filename ?? about
    case 'state':
      return `${about}: ${lanes.length === 1 ? lane.label : `${lanes.length} lanes`}, turn ${turn}`
    case 'run':
      return `${about}: ${lane.label}`
    case 'config':
      return lane.label
  }
}

/** What another page holds to show the lanes as they are, without controls. */
export async function frameNow(): Promise<string> {
  const address = (await addressToCopy('embed.html')) ?? ''
  return `<iframe src="${address}" title="Context Window Lab" width="100%" height="640" loading="lazy"></iframe>\n`
}

/** What would be written, under a name. @throws if something of it cannot be read any more */
export async function itemNow(
  kind: SavedKind,
  name: string,
  comparison: Comparison,
  lane: LaneResult,
  withLog: boolean,
): Promise<Item> {
  const { source } = useChoices.getState()
  const isAbout = source.kind === 'log' && (kind === 'state' || kind === 'run')
  const log = isAbout ? await aboutLog(source) : null
  const content = await contentNow(kind, comparison, lane, withLog)
  return newItem(
    { kind, name, about: aboutNow(kind, comparison, lane), log, ...(kind === 'log' && setupNow()) },
    content,
  )
}

async function newItem(
  known: Pick<LibraryRecord, 'kind' | 'name' | 'about' | 'log' | 'setup'>,
  content: string,
): Promise<Item> {
  const hash = await contentHash(content)
  const now = Date.now()
  const id = known.kind === 'log' ? logId(hash) : freshId()
  const size = bytesOf(content)
  return {
    record: {
      ...known,
      format: LIBRARY_VERSION,
      id,
      note: '',
      size,
      hash,
      savedAt: now,
      usedAt: now,
      revision: 0,
    },
    content,
  }
}

/** What a person added to the log on the screen. */
function setupNow(): Pick<LibraryRecord, 'setup'> {
  const { source } = useChoices.getState()
  return source.kind === 'log' && source.setup !== undefined ? { setup: source.setup } : {}
}

async function aboutLog({ id, name, size }: LogChoice): Promise<AboutLog> {
  return { name, size, hash: await hashOfLog(id) }
}

async function contentNow(
  kind: SavedKind,
  comparison: Comparison,
  lane: LaneResult,
  withLog: boolean,
): Promise<string> {
  const { source, lanes } = useChoices.getState()
  switch (kind) {
    case 'log':
      return source.kind === 'log' ? textOfLog(source.id) : ''
    case 'run':
      return runText(comparison, lane)
    case 'config': {
      const choice = lanes[laneNames(lanes).indexOf(lane.name)]
      const declarations = await loadDeclarations()
      return choice === undefined
        ? declarations.configYaml(lane.data.spec.config, declarations.presetMeaning('default'))
        : laneText(choice, declarations)
    }
    case 'state': {
      // What a person typed about a log may be text of the log, which is kept only if they ask for it.
      const state = readPageState({ ownText: withLog || source.kind !== 'log' })
      if (state === null) throw new LibraryFailure('failed', LIBRARY_UI.noState)
      return JSON.stringify(state)
    }
  }
}

function aboutNow(kind: SavedKind, { trace, lanes }: Comparison, { label, data }: LaneResult): string {
  switch (kind) {
    case 'log':
      return LIBRARY_UI.aboutTurns(trace.turns)
    case 'state':
      return [
        shownName(trace.source.filename ?? trace.title, 60),
        LIBRARY_UI.aboutWindow(data.limit),
        LIBRARY_UI.aboutTurn(playhead.getState().turn),
        lanes.map((lane) => lane.label).join(', '),
      ].join(' · ')
    case 'run':
      return `${label}, ${LIBRARY_UI.aboutTurns(data.turns.length)}`
    case 'config':
      return LIBRARY_UI.aboutWindow(data.limit)
  }
}

/** The entry that something would be kept over: one of its kind and name, or the same log. */
export function existing(
  entries: readonly Entry[],
  { id, kind, name }: Pick<LibraryRecord, 'id' | 'kind' | 'name'>,
): LibraryRecord | null {
  const records = entries.flatMap(({ record, broken }) =>
    record === null || broken !== null ? [] : [record],
  )
  return (
    records.find((one) => one.id === id) ??
    records.find((one) => one.kind === kind && one.name === name && kind !== 'log') ??
    null
  )
}

/**
 * Writes an item, and the log that goes with it.
 *
 * @param over the entry that a person wants to replace; if another tab changed it since they saw it, the item is kept
 *   beside it
 * @returns what to say; null if it did not work, which the library then shows
 */
export async function keepItem(
  item: Item,
  over: LibraryRecord | null,
  withLog: boolean,
): Promise<string | null> {
  const { record, content } = item
  let said = LIBRARY_UI.saved(record.name)
  const isDone = await attempt(async () => {
    if (withLog) await keepLogNow()
    if (over === null) await writeEntry(record, content)
    else {
      const added = await replaceEntry(over, record, content)
      if (added !== null) said = LIBRARY_UI.savedCopy(added)
    }
  })
  return isDone ? said : null
}

/** Keeps the log on the screen, unless it is kept already. @throws LibraryFailure */
async function keepLogNow(): Promise<void> {
  const { source } = useChoices.getState()
  if (source.kind !== 'log') return
  const about = LIBRARY_UI.aboutTurns(currentComparison()?.trace.turns ?? 0)
  const { record, content } = await newItem(
    { kind: 'log', name: source.name, about, log: null, ...setupNow() },
    await textOfLog(source.id),
  )
  const before = record.hash === null ? null : await findLog(record.hash)
  if (before === null) await writeEntry(record, content)
  else if (!isSameSetup(before.record.setup, record.setup)) {
    const { setup: _, ...known } = before.record
    await writeEntry({ ...known, ...setupNow(), revision: known.revision + 1 }, content, known.revision)
  }
}

/** Whether the log on the screen is in the library, and what was added to it as well. */
export function keptOf(
  { id: log, setup }: LogChoice,
  entries: readonly Entry[] | null,
): 'no' | 'without-setup' | 'yes' {
  const hash = knownHash(log)
  const kept = (entries ?? []).find(
    ({ id, broken }) => broken === null && hash !== null && id === logId(hash),
  )
  if (kept === undefined) return 'no'
  return isSameSetup(kept.record?.setup, setup) ? 'yes' : 'without-setup'
}

/** Keeps the log on the screen. Returns whether it worked. */
export function keepShownLog(): Promise<boolean> {
  return attempt(keepLogNow)
}
