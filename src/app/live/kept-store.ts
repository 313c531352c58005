import { createStore, del, entries, get, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { RunChoices } from '../state/choices.ts'
import type { Conversation } from './state.ts'

/** Grows when what is written below can no longer be read by what is written here. */
const FORMAT = 1

/** A conversation as it lies in the browser's database. The key of a person is no part of it. */
export interface KeptConversation {
  readonly format: typeof FORMAT
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** Without its number and its beginning, which mean something in one page alone. */
  readonly conversation: Omit<Conversation, 'id' | 'began'>
  /** Milliseconds that it had lasted. */
  readonly lasted: number
  /** How the pictures showed it; null where they never did. */
  readonly shown: RunChoices | null
}

/** What is told of a kept conversation before it is taken up. */
export interface KeptEntry {
  /** Its name in the database. */
  readonly name: string
  readonly title: string
  readonly turns: number
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** False where it was written by another version of this page. */
  readonly readable: boolean
}

let opened: UseStore | null = null

function store(): UseStore {
  return (opened ??= createStore('context-window-lab', 'conversations'))
}

/** Everything that is kept, the newest first. @throws what the browser says where it has no database for this page */
export async function listKept(): Promise<readonly KeptEntry[]> {
  const found = await entries<string, unknown>(store())
  return found.map(([name, value]) => entryOf(name, value)).toSorted(newestFirst)
}

/** Null where it is gone, or was written by another version of this page. */
export async function readKept(name: string): Promise<KeptConversation | null> {
  const found: unknown = await get(name, store())
  return isKept(found) ? found : null
}

/** @throws what the browser says where it has no room */
export async function writeKept(name: string, kept: Omit<KeptConversation, 'format'>): Promise<void> {
  await set(name, { format: FORMAT, ...kept } satisfies KeptConversation, store())
}

export async function forgetKept(name: string): Promise<void> {
  await del(name, store())
}

function isKept(value: unknown): value is KeptConversation {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT
}

function entryOf(name: string, value: unknown): KeptEntry {
  if (!isKept(value)) return { name, title: '', turns: 0, savedAt: 0, readable: false }
  const { conversation, savedAt } = value
  const turns = conversation.live?.trace.turns.length ?? 0
  return { name, title: conversation.title, turns, savedAt, readable: true }
}

function newestFirst(a: KeptEntry, b: KeptEntry): number {
  return b.savedAt - a.savedAt || (a.name < b.name ? -1 : 1)
}
