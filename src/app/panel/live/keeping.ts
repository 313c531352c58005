import { useChoices } from '../../store/choice/choices.ts'
import { chooseModel, connection } from '../../store/model/connection.ts'
import { KEPT_TEXT } from '../../store/live/words.ts'
import { resume, takeUp } from './flow.ts'
import { save } from '../../picture/share/leave.ts'
import { announce } from '../../store/library/channel.ts'
import { readConversation, writeConversation } from '../../store/library/conversations.ts'
import type { KeptConversation } from '../../store/library/conversation.ts'
import { listEntries, rawEntry, removeEntries } from '../../store/library/entries.ts'
import type { Entry } from '../../store/library/entries.ts'
import { textOfRaw } from '../../store/library/file.ts'
import { alone, lock, unlock } from '../../store/library/locks.ts'
import { freshId } from '../../store/library/record.ts'
import { keeping } from './keeping-state.ts'
import { leftOpen, noteOpen } from '../../store/live/left-open.ts'
import { shownBefore, showLive, showResumed } from './pictures.ts'
import { asOnShelf, liveState, MODEL } from '../../store/live/state.ts'
import type { Conversation } from '../../store/live/state.ts'

/** Minimum milliseconds between two writes: a crash of the tab loses at most that much of a reply. */
const PAUSE = 300
/** Pauses are this many times longer than a write. */
const SPARSE = 5

/** Conversations as saved, by their numbers. */
const saved = new Map<number, Conversation>()
let timer: ReturnType<typeof setTimeout> | null = null
let pause = PAUSE
let follows = false
/** Writes happen one after the other, so that the newest is the last. */
let writing: Promise<void> = Promise.resolve()

/** Keeps the conversation of the panel from now on. */
export async function keep(): Promise<void> {
  const { id, live } = liveState.getState()
  if (live !== null) await keepThese([id])
}

/**
 * Keeps every conversation of this page from now on, because the page is about to close.
 *
 * @throws the browser's error if its database refuses them
 */
export async function keepAll(): Promise<void> {
  const { id, live, shelf } = liveState.getState()
  await keepThese([...(live === null ? [] : [id]), ...shelf.keys()])
  const { problem } = keeping.getState()
  if (problem !== null) throw new Error(problem)
}

async function keepThese(ids: readonly number[]): Promise<void> {
  const fresh = ids.filter((id) => !keeping.getState().names.has(id)).map((id) => [id, freshId()] as const)
  keeping.setState(({ names }) => ({ names: new Map([...names, ...fresh]), problem: null }))
  follow()
  for (const [, name] of fresh) await lock(name)
  await flush()
}

/** Removes the conversation of the panel from the database. It stays in this page. */
export async function keepNoLonger(): Promise<void> {
  const { id } = liveState.getState()
  const { names, safe } = keeping.getState()
  const name = names.get(id)
  if (name === undefined) return
  saved.delete(id)
  keeping.setState({ names: without(names, id), safe: without(safe, id), problem: null })
  noteIt()
  await tried(async () => {
    await writing
    await removeEntries([name], false)
    announce()
  })
  unlock(name)
}

/** Removes a conversation that is not open in this page from the database. */
export async function forget(name: string): Promise<void> {
  await tried(async () => {
    // A tab that has it open would write it again.
    await alone(name, () => removeEntries([name], false))
    unlock(name)
    keeping.setState(({ others }) => ({ others: withoutEntry(others, name) }))
  })
}

/** Saves the entry of a name as a file, even if it is broken. */
export async function exportTo(name: string): Promise<void> {
  await tried(async () => {
    await save({ name: `${name}.json`, text: textOfRaw(await rawEntry(name)) })
  })
}

/** Loads the list of kept conversations. */
export async function look(): Promise<void> {
  await tried(async () => {
    const open = new Set(keeping.getState().names.values())
    const others = (await listEntries()).filter(
      ({ id, record }) => record?.kind === 'conversation' && !open.has(id),
    )
    keeping.setState({ others })
  })
}

/** Continues a kept conversation, shown as it was. One that this page has is continued as it is here. */
export async function takeUpKept(name: string): Promise<void> {
  const { id: now, live, shelf } = liveState.getState()
  const here = [...keeping.getState().names].find(
    ([id, own]) => own === name && (id === now || shelf.has(id)),
  )
  if (here !== undefined) {
    if (here[0] !== now) takeUp(here[0])
    else if ((live?.trace.turns.length ?? 0) > 0) showLive()
    return
  }
  await tried(async () => {
    const { conversation, lasted, savedAt, shown } = await alone(name, () => found(name))
    const left = leftOpen()
    const more =
      left?.name === name &&
      conversation.live?.next === 'model' &&
      left.written.startsWith(conversation.written)
    const away = Math.max(0, Date.now() - savedAt)
    const id = resume(more ? { ...conversation, written: left.written } : conversation, lasted + away)
    const { agent, model } = conversation
    // With another model it would not be the same conversation.
    if (agent === MODEL && model !== null && model.name !== connection.getState().model)
      chooseModel(model.name, model.label)
    keeping.setState(({ names, others }) => ({
      names: new Map(names).set(id, name),
      others: withoutEntry(others, name),
    }))
    follow()
    showResumed(shown)
  })
}

async function found(name: string): Promise<KeptConversation> {
  const kept = await readConversation(name)
  if (kept === null) throw new Error(KEPT_TEXT.unreadable)
  return kept
}

/** Does something with the database, and reports problems in words. */
async function tried(act: () => Promise<void>): Promise<void> {
  try {
    await act()
    keeping.setState({ problem: null })
  } catch (failure) {
    keeping.setState({ problem: failure instanceof Error ? failure.message : String(failure) })
  }
}

/** Writes changes at intervals, and the rest when the page closes. */
function follow(): void {
  noteIt()
  if (follows) return
  follows = true
  liveState.subscribe((now, before) => {
    if (now.id !== before.id) noteIt()
    // Messages are written after each step, a streaming reply at intervals.
    if (now.revision !== before.revision || now.step !== before.step) queueMicrotask(() => void flush())
    else soon()
  })
  useChoices.subscribe(soon)
  // A browser may drop writes during page close, so writing begins earlier if possible.
  for (const leaving of ['beforeunload', 'pagehide'])
    window.addEventListener(leaving, () => {
      noteIt()
      void flush()
    })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flush()
  })
}

function soon(): void {
  timer ??= setTimeout(() => void flush(), pause)
}

async function flush(): Promise<void> {
  if (timer !== null) clearTimeout(timer)
  timer = null
  // The data is collected now and not later in the queue: the page may be gone by then.
  const due = [...keeping.getState().names].flatMap(([id, name]) => dueOf(id, name))
  if (due.length === 0) return
  writing = writing.then(() =>
    tried(async () => {
      const began = performance.now()
      await Promise.all(due.map(write))
      pause = Math.max(PAUSE, SPARSE * (performance.now() - began))
    }),
  )
  await writing
}

interface Due {
  readonly id: number
  readonly name: string
  readonly conversation: Conversation
  readonly kept: Omit<KeptConversation, 'format'>
}

/** What to write for a conversation; empty if it is already saved. */
function dueOf(id: number, name: string): readonly Due[] {
  const state = liveState.getState()
  const own = state.id === id ? asOnShelf(state) : state.shelf.get(id)
  if (own === undefined || saved.get(id) === own) return []
  const { id: _, began, ...conversation } = own
  const lasted = Math.round(performance.now() - began)
  const kept = { savedAt: Date.now(), conversation, lasted, shown: shownBefore(id) }
  return [{ id, name, conversation: own, kept }]
}

async function write({ id, name, conversation, kept }: Due): Promise<void> {
  await writeConversation(name, kept)
  announce()
  if (keeping.getState().names.get(id) !== name) return
  saved.set(id, conversation)
  keeping.setState(({ safe }) => ({ safe: new Map(safe).set(id, conversation.revision) }))
}

function without<Value>(map: ReadonlyMap<number, Value>, id: number): ReadonlyMap<number, Value> {
  return new Map([...map].filter(([own]) => own !== id))
}

function withoutEntry(entries: readonly Entry[] | null, name: string): readonly Entry[] | null {
  return entries?.filter(({ id }) => id !== name) ?? null
}

/** Whether the conversation of the panel is kept, stored for the tab's next load. */
function noteIt(): void {
  const { id, written } = liveState.getState()
  const name = keeping.getState().names.get(id)
  noteOpen(name === undefined ? null : { name, written })
}
