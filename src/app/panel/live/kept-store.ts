import { createStore, del, entries, get, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { RunChoices } from '../../store/choice/choices.ts'
import { wrongInKept } from './kept-shape.ts'
import { isRecord } from './shape.ts'
import type { Conversation } from '../../store/live/state.ts'

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
  /** Why it cannot be taken up: another version of this page wrote it, or what is wrong with it and where; null where it can. */
  readonly broken: 'other-version' | { readonly wrong: string } | null
}

let opened: UseStore | null = null

function store(): UseStore {
  return (opened ??= createStore('context-window-lab', 'conversations'))
}

/** Everything that is kept, the newest first. @throws what the browser says where it has no database for this page */
export async function listKept(): Promise<readonly KeptEntry[]> {
  const found = await entries<string, unknown>(store())
  return found.map(([name, value]) => entryOf(String(name), value)).toSorted(newestFirst)
}

/** Null where it is gone, or cannot be taken up. */
export async function readKept(name: string): Promise<KeptConversation | null> {
  const found: unknown = await get(name, store())
  return brokenOf(found) === null ? (found as KeptConversation) : null
}

/** What lies under a name as JSON, whatever it is. Maps are lists of their entries there. */
export async function exportKept(name: string): Promise<string> {
  const found: unknown = await get(name, store())
  const plain = (_: string, value: unknown): unknown =>
    value instanceof Map ? [...value] : typeof value === 'bigint' ? String(value) : value
  return `${JSON.stringify(found ?? null, plain, 2)}\n`
}

/** @throws what the browser says where it has no room */
export async function writeKept(name: string, kept: Omit<KeptConversation, 'format'>): Promise<void> {
  await set(name, { format: FORMAT, ...kept } satisfies KeptConversation, store())
}

export async function forgetKept(name: string): Promise<void> {
  await del(name, store())
}

function brokenOf(value: unknown): KeptEntry['broken'] {
  const format = isRecord(value) ? value['format'] : undefined
  if (typeof format === 'number' && format !== FORMAT) return 'other-version'
  const wrong = wrongInKept(value)
  return wrong === null ? null : { wrong }
}

function entryOf(name: string, value: unknown): KeptEntry {
  const broken = brokenOf(value)
  if (broken !== null) return { name, title: '', turns: 0, savedAt: 0, broken }
  const { conversation, savedAt } = value as KeptConversation
  const turns = conversation.live?.trace.turns.length ?? 0
  return { name, title: conversation.title, turns, savedAt, broken }
}

function newestFirst(a: KeptEntry, b: KeptEntry): number {
  return b.savedAt - a.savedAt || (a.name < b.name ? -1 : 1)
}
