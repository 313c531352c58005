import { useChoices } from '../state/choices.ts'
import { chooseModel, connection } from '../model/connection.ts'
import { KEPT_TEXT } from '../words/live.ts'
import { resume } from './flow.ts'
import { forgetKept, listKept, readKept, writeKept } from './kept-store.ts'
import { keeping } from './keeping-state.ts'
import { leftOpen, noteOpen } from './left-open.ts'
import { shownBefore, showResumed } from './pictures.ts'
import { asOnShelf, isBusy, liveState } from './state.ts'
import type { Conversation } from './state.ts'

/** Milliseconds between two writings at least: what comes of a reply in that time is lost with a tab that breaks down. */
const PAUSE = 300
/** Pauses are so many times longer than a writing takes. */
const SPARSE = 5

/** Conversations as they were written last. */
const written = new Map<number, Conversation>()
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
  if (live === null || keeping.getState().names.has(id)) return
  const name = freshName()
  keeping.setState(({ names }) => ({ names: new Map(names).set(id, name), problem: null }))
  follow()
  await lock(name)
  await flush()
}

/** Takes the conversation of the panel out of the database. It stays in this page. */
export async function keepNoLonger(): Promise<void> {
  const { id } = liveState.getState()
  const name = keeping.getState().names.get(id)
  if (name === undefined) return
  letGo(id, name)
  await tried(async () => {
    await writing
    await forgetKept(name)
  })
}

/** Takes a conversation that is not open in this page out of the database. */
export async function forget(name: string): Promise<void> {
  await tried(async () => {
    // The tab that has it open would write it again.
    if (!(await lock(name))) throw new Error(KEPT_TEXT.elsewhere)
    await forgetKept(name)
    unlock(name)
    keeping.setState(({ others }) => ({ others: others?.filter((entry) => entry.name !== name) ?? null }))
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
    if (!(await lock(name))) throw new Error(KEPT_TEXT.elsewhere)
    const found = await readKept(name)
    if (found === null) {
      unlock(name)
      throw new Error(KEPT_TEXT.unreadable)
    }
    const { conversation, lasted, shown, model } = found
    const left = leftOpen()
    const more = left?.name === name && isBusy(conversation) && left.written.startsWith(conversation.written)
    const id = resume(more ? { ...conversation, written: left.written } : conversation, lasted)
    // The model that it was held with: another one would not be what the person left.
    if (model.name !== connection.getState().model) chooseModel(model.name, model.label)
    keeping.setState(({ names, others }) => ({
      names: new Map(names).set(id, name),
      others: others?.filter((entry) => entry.name !== name) ?? null,
    }))
    follow()
    showResumed(shown)
  })
}

function letGo(id: number, name: string): void {
  written.delete(id)
  unlock(name)
  keeping.setState(({ names }) => {
    const left = new Map(names)
    left.delete(id)
    return { names: left, problem: null }
  })
  noteIt()
}

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
    // What was said is written at once, what comes of a reply from time to time.
    if (now.revision !== before.revision) void flush()
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
  const due = [...keeping.getState().names].flatMap(([id, name]) => writingOf(id, name))
  writing = writing.then(() =>
    tried(async () => {
      const began = performance.now()
      await Promise.all(due.map((one) => one()))
      pause = Math.max(PAUSE, SPARSE * (performance.now() - began))
    }),
  )
  await writing
}

function writingOf(id: number, name: string): (() => Promise<void>)[] {
  const state = liveState.getState()
  const found = state.id === id ? asOnShelf(state) : state.shelf.get(id)
  if (found === undefined || (written.get(id) === found && state.id !== id)) return []
  written.set(id, found)
  const { id: _, began, ...conversation } = found
  const { model, label } = connection.getState()
  const kept = {
    savedAt: Date.now(),
    conversation,
    lasted: Math.round(performance.now() - began),
    shown: shownBefore(id),
    model: { name: model, label },
  }
  return [() => writeKept(name, kept)]
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
