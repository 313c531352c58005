import { useChoices } from '../../store/choice/choices.ts'
import { chooseModel, connection } from '../../store/model/connection.ts'
import { KEPT_TEXT } from '../../store/live/words.ts'
import { resume } from './flow.ts'
import { download } from '../../ui/download.ts'
import { exportKept, forgetKept, listKept, readKept, writeKept } from './kept-store.ts'
import type { KeptConversation, KeptEntry } from './kept-store.ts'
import { keeping } from './keeping-state.ts'
import { leftOpen, noteOpen } from '../../store/live/left-open.ts'
import { shownBefore, showResumed } from './pictures.ts'
import { asOnShelf, liveState, MODEL } from '../../store/live/state.ts'
import type { Conversation } from '../../store/live/state.ts'

/** Milliseconds between two writings at least: what comes of a reply in that time is lost with a tab that breaks down. */
const PAUSE = 300
/** Pauses are so many times longer than a writing takes. */
const SPARSE = 5

/** Conversations as they lie in the database, by their numbers. */
const lying = new Map<number, Conversation>()
/** What lets go of a name, so that another tab may take it up. */
const locks = new Map<string, () => void>()
let timer: ReturnType<typeof setTimeout> | null = null
let pause = PAUSE
let follows = false
/** One writing after the other: the newest is the last. */
let writing: Promise<void> = Promise.resolve()

/** Keeps the conversation of the panel from now on. */
export async function keep(): Promise<void> {
  const { id, live } = liveState.getState()
  if (live !== null) await keepThese([id])
}

/**
 * Keeps every conversation of this page from now on, because the page is about to go.
 *
 * @throws what the browser says where its database takes them not
 */
export async function keepAll(): Promise<void> {
  const { id, live, shelf } = liveState.getState()
  await keepThese([...(live === null ? [] : [id]), ...shelf.keys()])
  const { problem } = keeping.getState()
  if (problem !== null) throw new Error(problem)
}

async function keepThese(ids: readonly number[]): Promise<void> {
  const fresh = ids.filter((id) => !keeping.getState().names.has(id)).map((id) => [id, freshName()] as const)
  keeping.setState(({ names }) => ({ names: new Map([...names, ...fresh]), problem: null }))
  follow()
  for (const [, name] of fresh) await lock(name)
  await flush()
}

/** Takes the conversation of the panel out of the database. It stays in this page. */
export async function keepNoLonger(): Promise<void> {
  const { id } = liveState.getState()
  const { names, safe } = keeping.getState()
  const name = names.get(id)
  if (name === undefined) return
  lying.delete(id)
  keeping.setState({ names: without(names, id), safe: without(safe, id), problem: null })
  noteIt()
  await tried(async () => {
    await writing
    await forgetKept(name)
  })
  unlock(name)
}

/** Takes a conversation that is not open in this page out of the database. */
export async function forget(name: string): Promise<void> {
  await tried(async () => {
    // The tab that has it open would write it again.
    await alone(name, () => forgetKept(name))
    unlock(name)
    keeping.setState(({ others }) => ({ others: withoutEntry(others, name) }))
  })
}

/** Saves what lies under a name as a file, be it broken. */
export async function exportTo(name: string): Promise<void> {
  await tried(async () => {
    download(`${name}.json`, await exportKept(name))
  })
}

/** Looks what is kept. */
export async function look(): Promise<void> {
  await tried(async () => {
    const open = new Set(keeping.getState().names.values())
    const others = (await listKept()).filter((entry) => !open.has(entry.name))
    keeping.setState({ others })
  })
}

/** Goes on with a kept conversation, on the screen as it was. */
export async function takeUpKept(name: string): Promise<void> {
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
    // Another model would not be what the person left.
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
  const kept = await readKept(name)
  if (kept === null) throw new Error(KEPT_TEXT.unreadable)
  return kept
}

/** Does something to a kept conversation that no other tab has open, and holds it; where it comes to nothing, not. */
async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!(await lock(name))) throw new Error(KEPT_TEXT.elsewhere)
  try {
    return await act()
  } catch (failure) {
    unlock(name)
    throw failure
  }
}

/** Does something with the database, and says in words what came of it. */
async function tried(act: () => Promise<void>): Promise<void> {
  try {
    await act()
    keeping.setState({ problem: null })
  } catch (failure) {
    keeping.setState({ problem: failure instanceof Error ? failure.message : String(failure) })
  }
}

/** Writes what changes, at most once in a while, and what is left when the page is. */
function follow(): void {
  noteIt()
  if (follows) return
  follows = true
  liveState.subscribe((now, before) => {
    if (now.id !== before.id) noteIt()
    // What was said is written as soon as the move is made, what comes of a reply from time to time.
    if (now.revision !== before.revision || now.step !== before.step) queueMicrotask(() => void flush())
    else soon()
  })
  useChoices.subscribe(soon)
  // A browser may drop what is written while the page goes, so it begins before that where it can.
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
  // What is to be written is taken here and not when it is its turn: the page may be gone by then.
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

/** What is to be written of a conversation; nothing where it lies there as it is. */
function dueOf(id: number, name: string): readonly Due[] {
  const state = liveState.getState()
  const own = state.id === id ? asOnShelf(state) : state.shelf.get(id)
  if (own === undefined || lying.get(id) === own) return []
  const { id: _, began, ...conversation } = own
  const lasted = Math.round(performance.now() - began)
  const kept = { savedAt: Date.now(), conversation, lasted, shown: shownBefore(id) }
  return [{ id, name, conversation: own, kept }]
}

async function write({ id, name, conversation, kept }: Due): Promise<void> {
  await writeKept(name, kept)
  if (keeping.getState().names.get(id) !== name) return
  lying.set(id, conversation)
  keeping.setState(({ safe }) => ({ safe: new Map(safe).set(id, conversation.revision) }))
}

function without<Value>(map: ReadonlyMap<number, Value>, id: number): ReadonlyMap<number, Value> {
  return new Map([...map].filter(([own]) => own !== id))
}

function withoutEntry(entries: readonly KeptEntry[] | null, name: string): readonly KeptEntry[] | null {
  return entries?.filter((entry) => entry.name !== name) ?? null
}

/** Whether this page alone goes on with a kept conversation from here on; where a browser has no locks it is taken so. */
function lock(name: string): Promise<boolean> {
  const { locks: manager } = navigator as { readonly locks?: LockManager }
  if (manager === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    void manager.request(`context-window-lab ${name}`, { ifAvailable: true }, async (held) => {
      resolve(held !== null)
      if (held !== null) await new Promise<void>((end) => locks.set(name, end))
    })
  })
}

function unlock(name: string): void {
  locks.get(name)?.()
  locks.delete(name)
}

/** One that no other has; `randomUUID` is missing where a page came without https. */
function freshName(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

/** Tells the tab's next load whether the conversation of the panel is a kept one. */
function noteIt(): void {
  const { id, written } = liveState.getState()
  const name = keeping.getState().names.get(id)
  noteOpen(name === undefined ? null : { name, written })
}
