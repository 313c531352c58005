import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { KeptConversation } from './conversation.ts'
import { readConversation, writeConversation } from './conversations.ts'
import {
  changeEntry,
  findLog,
  listEntries,
  rawEntry,
  readEntry,
  removeEntries,
  replaceEntry,
  writeEntry,
} from './entries.ts'
import { exportEntries, importFile, settleDiffering, textOfRaw } from './file.ts'
import v1 from './fixture/v1.json' with { type: 'json' }
import v2 from './fixture/v2.json' with { type: 'json' }
import {
  attempt,
  decide,
  followLibrary,
  library,
  loadLibrary,
  remove,
  rename,
  UNDOABLE,
  undoRemoval,
} from './library.ts'
import { KINDS } from './record.ts'
import type { LibraryRecord } from './record.ts'
import { CONTENTS, CONVERSATIONS, DATABASE, RECORDS } from './schema.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('navigator', {})
  library.setState(library.getInitialState(), true)
})

afterEach(async () => {
  vi.restoreAllMocks()
  // The connection of the page closes for it.
  if ((globalThis as { indexedDB?: unknown }).indexedDB instanceof IDBFactory)
    await done(indexedDB.deleteDatabase(DATABASE))
  vi.unstubAllGlobals()
})

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error(request.error?.name))
  })
}

/** Opens the database as another page does. */
function openAs(version: number | undefined, stores: readonly string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, version)
  request.onupgradeneeded = () => {
    for (const name of stores) request.result.createObjectStore(name)
  }
  return done(request)
}

/** Writes into the database whatever a test wants to find there. */
async function lay(store: string, values: Readonly<Record<string, unknown>>, version = 2): Promise<void> {
  const opened = await openAs(version, version === 1 ? [CONVERSATIONS] : [RECORDS, CONTENTS])
  const change = opened.transaction(store, 'readwrite')
  for (const [key, value] of Object.entries(values)) change.objectStore(store).put(value, key)
  await new Promise((resolve) => {
    change.oncomplete = resolve
  })
  opened.close()
}

function recordOf(change: Partial<LibraryRecord> = {}): LibraryRecord {
  return {
    format: 2,
    id: 'one',
    kind: 'config',
    name: 'One',
    note: '',
    about: '',
    size: 10,
    hash: null,
    log: null,
    savedAt: 1,
    usedAt: 1,
    revision: 0,
    ...change,
  }
}

const names = async (): Promise<readonly (string | undefined)[]> =>
  (await listEntries()).map(({ record }) => record?.name)

/** The kept conversation of the fixture as a page of version 1 stored it. */
function storedByVersion1(): unknown {
  const { conversation, ...rest } = structuredClone(v1.stores.conversations['1a-2b-3c-4d'])
  const files = new Map(conversation.world.files as [string, string][])
  return {
    ...rest,
    conversation: {
      ...conversation,
      world: { files },
      worlds: new Map([[0, { files }]]),
      decisions: new Map(),
      drafts: new Map(),
      counts: new Map(conversation.counts as [number, object][]),
    },
  }
}

it('conversations that version 1 kept are in the library, and what could not be read then is still there', async () => {
  const { later, damaged } = v1.stores.conversations
  const stored = storedByVersion1()
  await lay(CONVERSATIONS, { '1a-2b-3c-4d': stored, later, damaged }, 1)
  const entries = await listEntries()
  expect(entries).toMatchObject([
    {
      id: '1a-2b-3c-4d',
      record: { kind: 'conversation', name: 'Find the bug', about: '2 turns', savedAt: 1_764_000_000_000 },
      broken: null,
    },
    { id: 'damaged', broken: { kind: 'wrong', said: expect.stringContaining('record.conversation') } },
    { id: 'later', broken: { kind: 'newer', version: 7 } },
  ])
  expect(await readConversation('1a-2b-3c-4d')).toEqual(stored)
  expect(textOfRaw(await rawEntry('later'))).toContain('\\"anything\\":true')
  const raw = await openAs(undefined, [])
  expect([raw.version, [...raw.objectStoreNames]]).toEqual([2, [CONTENTS, RECORDS]])
  raw.close()
})

it('a database of version 2 has every kind of entry, and each can be read', async () => {
  await lay(RECORDS, Object.fromEntries(v2.entries.map(({ record }) => [record.id, record])))
  await lay(CONTENTS, Object.fromEntries(v2.entries.map(({ record, content }) => [record.id, content])))
  const entries = await listEntries()
  expect(new Set(entries.map(({ record }) => record?.kind))).toEqual(new Set(KINDS))
  for (const { id, broken } of entries) {
    expect(broken, id).toBeNull()
    await readEntry(id)
  }
})

it('entries are listed by their last use, renamed, noted, deleted and put back', async () => {
  await writeEntry(recordOf({ id: 'a', name: 'A', usedAt: 1 }), 'strategy: evict')
  await writeEntry(recordOf({ id: 'b', name: 'B', usedAt: 2 }), 'strategy: managed')
  expect(await names()).toEqual(['B', 'A'])
  const a = await changeEntry('a', null, { usedAt: 3 })
  expect(await names()).toEqual(['A', 'B'])
  expect(await rename(a, { name: 'Mine', note: 'look at turn 12' })).toBe(true)
  expect((await readEntry('a')).record).toMatchObject({ name: 'Mine', note: 'look at turn 12', revision: 1 })
  const { entries } = library.getState()
  await remove(entries ?? [])
  expect(await names()).toEqual([])
  await undoRemoval()
  expect(await names()).toEqual(['Mine', 'B'])
  expect(await readEntry('b')).toEqual({
    record: recordOf({ id: 'b', name: 'B', usedAt: 2 }),
    content: 'strategy: managed',
  })
})

it('each deletion can be taken back, the last one first, as far as memory allows', async () => {
  for (const name of ['A', 'B', 'C']) await writeEntry(recordOf({ id: name, name }), name)
  const entryOf = async (name: string) => {
    await loadLibrary()
    const found = library.getState().entries?.find(({ record }) => record?.name === name)
    return found === undefined ? [] : [found]
  }
  library.setState({ removed: [] })
  for (const name of ['A', 'B', 'C']) await remove(await entryOf(name))
  expect(await names()).toEqual([])
  await undoRemoval()
  expect(await names()).toEqual(['C'])
  await undoRemoval()
  await undoRemoval()
  expect(new Set(await names())).toEqual(new Set(['A', 'B', 'C']))
  expect(library.getState().removed).toEqual([])
  // Two that are too large together: the first is gone for good.
  for (const name of ['A', 'B']) {
    const [entry] = await entryOf(name)
    if (entry?.record) await remove([{ ...entry, record: { ...entry.record, size: 0.6 * UNDOABLE } }])
  }
  await undoRemoval()
  await undoRemoval()
  expect(new Set(await names())).toEqual(new Set(['B', 'C']))
})

it('what another tab changed meanwhile is neither overwritten nor lost', async () => {
  await writeEntry(recordOf(), 'strategy: evict')
  const { record } = await readEntry('one')
  await changeEntry('one', record, { name: 'Theirs' })
  // This tab still has the old revision.
  expect(await rename(record, { name: 'Mine' })).toBe(false)
  expect(library.getState().trouble?.why).toBe('changed')
  await expect(writeEntry(recordOf(), 'strategy: managed', record.revision)).rejects.toMatchObject({
    why: 'changed',
  })
  await expect(writeEntry(recordOf(), 'strategy: managed')).rejects.toMatchObject({ why: 'changed' })
  expect(await readEntry('one')).toMatchObject({ record: { name: 'Theirs' }, content: 'strategy: evict' })
  // Having seen it, the person may.
  const [now] = library.getState().entries ?? []
  expect(
    now?.record !== null && now?.record !== undefined && (await rename(now.record, { name: 'Mine' })),
  ).toBe(true)
  await removeEntries(['one'])
  await expect(changeEntry('one', null, { name: 'x' })).rejects.toMatchObject({ why: 'gone' })
})

it('a conversation is renamed while its page writes it, unless another tab renamed it meanwhile', async () => {
  const stored = storedByVersion1() as KeptConversation
  await writeConversation('live', stored)
  const { record: seen } = await readEntry('live')
  await writeConversation('live', { ...stored, savedAt: stored.savedAt + 1 })
  expect(await rename(seen, { name: 'Mine' })).toBe(true)
  expect(await rename(seen, { name: 'Another' })).toBe(false)
  expect((await readEntry('live')).record).toMatchObject({ name: 'Mine', savedAt: stored.savedAt + 1 })
})

it('what would replace an entry that another tab changed is added beside it', async () => {
  await writeEntry(recordOf({ note: 'mine' }), 'strategy: evict')
  const { record: seen } = await readEntry('one')
  const next = recordOf({ id: 'two', name: 'One' })
  expect(await replaceEntry(seen, next, 'strategy: managed')).toBeNull()
  expect(await readEntry('one')).toMatchObject({ record: { note: 'mine' }, content: 'strategy: managed' })
  expect(await replaceEntry(seen, next, 'strategy: pipeline')).toBe('One (2)')
  expect((await readEntry('one')).content).toBe('strategy: managed')
  expect(await readEntry('two')).toMatchObject({ record: { name: 'One (2)' }, content: 'strategy: pipeline' })
})

it('a change in one tab is seen in the list of another', async () => {
  await loadLibrary()
  const stop = followLibrary()
  const other = new BroadcastChannel('context-window-lab library')
  await writeEntry(recordOf(), 'strategy: evict')
  other.postMessage('changed')
  await vi.waitFor(() => expect(library.getState().entries).toHaveLength(1), { timeout: 2000, interval: 20 })
  other.close()
  stop()
})

it('without room nothing is lost: neither the old entry nor half of the new one', async () => {
  await writeEntry(recordOf(), 'strategy: evict')
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (
    this: IDBObjectStore,
    ...all: unknown[]
  ) => IDBRequest<IDBValidKey>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...all) {
    // The record would still fit, its content does not.
    if (this.name === CONTENTS) throw new DOMException('no room is left', 'QuotaExceededError')
    return Reflect.apply(put, this, all)
  })
  expect(await attempt(() => writeEntry(recordOf({ name: 'Larger', revision: 1 }), 'x'.repeat(100), 0))).toBe(
    false,
  )
  expect(library.getState()).toMatchObject({
    trouble: { why: 'full' },
    closed: null,
    entries: [{ record: { name: 'One', revision: 0 }, broken: null }],
  })
  expect(await attempt(() => writeEntry(recordOf({ id: 'two' }), 'strategy: managed'))).toBe(false)
  expect(await names()).toEqual(['One'])
  expect((await readEntry('one')).content).toBe('strategy: evict')
})

it('without a database the library says so, and nothing throws', async () => {
  for (const none of [
    undefined,
    null,
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    },
  ]) {
    vi.stubGlobal('indexedDB', none)
    await loadLibrary()
    expect(library.getState()).toMatchObject({ entries: null, closed: { why: 'none' } })
    expect(await attempt(() => writeEntry(recordOf(), 'strategy: evict'))).toBe(false)
    await expect(findLog('0123456789abcdef')).rejects.toMatchObject({ why: 'none' })
  }
})

it('a database that lost its stores is made anew', async () => {
  ;(await openAs(2, [])).close()
  await loadLibrary()
  expect(library.getState()).toMatchObject({ entries: [], closed: null })
  expect(await attempt(() => writeEntry(recordOf(), 'strategy: evict'))).toBe(true)
})

it('a tab with an older version of the page blocks the library until it is closed', async () => {
  // Older versions did not listen for it.
  const older = await openAs(1, [CONVERSATIONS])
  await loadLibrary()
  expect(library.getState().closed).toMatchObject({
    why: 'blocked',
    message: expect.stringContaining('Close or reload that tab'),
  })
  older.close()
  await vi.waitUntil(async () => {
    await loadLibrary()
    return library.getState().closed === null
  })
  expect(library.getState().entries).toEqual([])
})

it('what a newer page made is used as far as it can be read, and a tab of it is not blocked', async () => {
  await writeEntry(recordOf(), 'strategy: evict')
  const newer = await openAs(9, ['more'])
  newer.close()
  await lay(RECORDS, { later: { format: 9, id: 'later' } }, 9)
  expect(await listEntries()).toMatchObject([
    { id: 'one', broken: null },
    { id: 'later', record: null, broken: { kind: 'newer', version: 9 } },
  ])
  expect(JSON.parse(textOfRaw(await rawEntry('later')))).toEqual({
    record: { format: 9, id: 'later' },
    content: null,
  })
  await done(indexedDB.deleteDatabase(DATABASE))
  ;(await openAs(9, ['something-else'])).close()
  await loadLibrary()
  expect(library.getState().closed).toMatchObject({ why: 'newer' })
})

const DAMAGE: readonly (readonly [string, unknown, unknown, string])[] = [
  ['null', null, 'x', 'record should be an object, and is null'],
  ['name', { ...recordOf(), name: 3 }, 'x', 'record.name should be a text, and is 3'],
  [
    'kind',
    { ...recordOf(), kind: 'film' },
    'x',
    'record.kind should be one of state, log, run, config, conversation, and is "film"',
  ],
  ['format', { ...recordOf(), format: 1 }, 'x', 'record.format should be 2, and is 1'],
  ['no content', recordOf(), undefined, 'its content is missing'],
  ['content', recordOf(), { a: 1 }, 'its content should be a text, and is object'],
  ['state', recordOf({ kind: 'state' }), '{"version":1', 'JSON'],
  ['empty', recordOf(), ' ', 'its content is empty'],
  ['no record', undefined, 'strategy: evict', 'its name and kind are missing'],
]

it('a damaged entry says what is wrong, leaves as it lies, and can be deleted; the others work', async () => {
  await writeEntry(recordOf({ id: 'whole', name: 'Whole' }), 'strategy: evict')
  for (const [id, record, content] of DAMAGE) {
    if (record !== undefined) await lay(RECORDS, { [id]: record })
    if (content !== undefined) await lay(CONTENTS, { [id]: content })
  }
  const entries = await listEntries()
  for (const [id, record, content, said] of DAMAGE) {
    const entry = entries.find((one) => one.id === id)
    expect(entry?.broken, id).toMatchObject({ kind: 'wrong', said: expect.stringContaining(said) })
    expect(JSON.parse(textOfRaw(await rawEntry(id))), id).toEqual({
      record: record ?? null,
      content: content ?? null,
    })
    await expect(readEntry(id), id).rejects.toMatchObject({ name: 'LibraryFailure' })
  }
  const { file, leftOut } = await exportEntries(entries)
  expect(leftOut).toHaveLength(DAMAGE.length)
  expect(await file.text()).toContain('"Whole"')
  await remove(entries.filter(({ broken }) => broken !== null))
  expect(library.getState()).toMatchObject({ trouble: null, entries: [{ id: 'whole', broken: null }] })
})

it('a run or a log that was damaged is found when it is opened', async () => {
  await writeEntry(recordOf({ kind: 'run' }), '{"format":"something"}')
  await expect(readEntry('one')).rejects.toMatchObject({
    why: 'unreadable',
    message: 'its content is not a run of this page',
  })
})

it('a file of version 2 is added, and the same again changes nothing', async () => {
  const text = JSON.stringify(v2)
  const all = v2.entries.map(({ record }) => record.name)
  expect(await importFile('mine.json', text)).toEqual({
    file: 'mine.json',
    added: all,
    same: [],
    refused: [],
    differing: [],
  })
  expect(await importFile('mine.json', text)).toMatchObject({
    added: [],
    same: all,
    refused: [],
    differing: [],
  })
  for (const { record, content } of v2.entries) {
    const { size } = (await readEntry(record.id)).record
    expect(size, record.kind).toBe(Buffer.byteLength(content))
  }
})

it('an entry that differs from that of a file is not overwritten until a person decides', async () => {
  const config = v2.entries.find(({ record }) => record.kind === 'config')
  if (config === undefined) throw new Error('the fixture has no config')
  const { id, name } = config.record
  const file = JSON.stringify({ ...v2, entries: [config] })
  const mine = recordOf({ id, name: 'Mine', revision: 4 })
  for (const [how, after] of [
    ['copy', ['Mine', name]],
    ['replace', [name]],
  ] as const) {
    await removeEntries((await listEntries()).map((one) => one.id))
    await writeEntry(mine, 'strategy: managed')
    const report = await importFile('mine.json', file)
    if ('wrong' in report) throw new Error(report.wrong)
    expect([report.added, report.differing.map(({ known }) => known)]).toEqual([[], ['Mine']])
    expect((await readEntry(id)).content).toBe('strategy: managed')
    await settleDiffering(report.differing, how)
    expect(new Set(await names())).toEqual(new Set(after))
  }
})

it('a log that differs by what was added to it is asked about, and stays the only one of its text', async () => {
  const log = v2.entries.find(({ record }) => record.kind === 'log')
  if (log === undefined) throw new Error('the fixture has no log')
  const setup = { system: 'You are careful.' }
  const file = JSON.stringify({ ...v2, entries: [{ ...log, record: { ...log.record, setup } }] })
  await importFile('mine.json', JSON.stringify({ ...v2, entries: [log] }))
  const report = await importFile('mine.json', file)
  if ('wrong' in report) throw new Error(report.wrong)
  const { name } = log.record
  expect([report.same, report.differing.map(({ known }) => known)]).toEqual([[], [name]])
  library.setState({ report })
  await decide('copy')
  expect(library.getState().report).toMatchObject({ added: [], same: [name], differing: [] })
  expect(await names()).toEqual([name])
  library.setState({ report })
  await decide('replace')
  expect((await findLog(log.record.hash ?? ''))?.record.setup).toEqual(setup)
})

it('what was decided about some entries before the room was used up is not done again', async () => {
  const config = v2.entries.find(({ record }) => record.kind === 'config')
  if (config === undefined) throw new Error('the fixture has no config')
  const entries = ['a', 'b', 'c'].map((id) => ({
    ...config,
    record: { ...config.record, id, name: `New ${id}` },
  }))
  for (const how of ['replace', 'copy'] as const) {
    await removeEntries((await listEntries()).map(({ id }) => id))
    for (const id of ['a', 'b', 'c'])
      await writeEntry(recordOf({ id, name: `Old ${id}` }), 'strategy: managed')
    const report = await importFile('mine.json', JSON.stringify({ ...v2, entries }))
    if ('wrong' in report) throw new Error(report.wrong)
    library.setState({ report })
    const left = () => {
      const { report: now } = library.getState()
      return now !== null && 'added' in now
        ? [now.added, now.differing.map(({ record }) => record.name)]
        : null
    }
    const put = Reflect.get(IDBObjectStore.prototype, 'put') as (
      this: IDBObjectStore,
      ...all: unknown[]
    ) => IDBRequest<IDBValidKey>
    let contents = 0
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...all
    ) {
      if (this.name === CONTENTS && ++contents > 1)
        throw new DOMException('no room is left', 'QuotaExceededError')
      return Reflect.apply(put, this, all)
    })
    await decide(how)
    full.mockRestore()
    expect(library.getState().trouble?.why).toBe('full')
    expect(left()).toEqual([['New a'], ['New b', 'New c']])
    await decide(how)
    expect(library.getState().trouble).toBeNull()
    expect(left()).toEqual([['New a', 'New b', 'New c'], []])
    const old = how === 'copy' ? ['Old a', 'Old b', 'Old c'] : []
    expect(new Set(await names())).toEqual(new Set(['New a', 'New b', 'New c', ...old]))
  }
})

it('what is wrong in a file is told with its place, and the rest is added', async () => {
  const [first] = v2.entries
  const log = v2.entries.find(({ record }) => record.kind === 'log')
  const entries = [
    first,
    { record: { ...first?.record, id: 'x', size: 'big' }, content: 'x' },
    { record: { ...log?.record, name: 'Cut off' }, content: 'cut' },
    { record: { ...first?.record, id: 'y', kind: 'run', name: 'No run' }, content: '{}' },
    { record: { format: 3 } },
    7,
  ]
  const report = await importFile('mine.json', JSON.stringify({ ...v2, entries }))
  expect(report).toMatchObject({
    added: [first?.record.name],
    refused: [
      { why: 'entries[1].record.size should be a number, and is "big"' },
      {
        name: 'Cut off',
        why: expect.stringContaining('entries[2].content: the content was changed or cut off'),
      },
      { name: 'No run', why: 'entries[3].content: its content is not a run of this page' },
      { name: 'entries[4]', why: 'a newer version of this page saved it (format 3)' },
      { name: 'entries[5]', why: 'entries[5].record should be an object, and is nothing' },
    ],
  })
  for (const [text, wrong] of [
    ['{', 'this is not JSON'],
    ['{"format":"other"}', 'this is not a library file'],
    [
      '{"format":"context-window-lab/library","version":99,"entries":[]}',
      'version 99, and this page reads versions up to 2',
    ],
    [
      '{"format":"context-window-lab/library","version":"2"}',
      'version should be a whole number from 1 on, and is "2"',
    ],
    ['{"format":"context-window-lab/library","version":2}', 'entries should be a list'],
  ] as const)
    expect(await importFile('x', text)).toMatchObject({ wrong: expect.stringContaining(wrong) })
})

const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })

it('an exported library is imported as it was, whatever names, notes and texts it has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.record({ id: fc.uuid(), name: texts, note: texts, content: texts, usedAt: fc.nat() }),
        {
          maxLength: 4,
          selector: ({ id }) => id,
        },
      ),
      async (made) => {
        await removeEntries((await listEntries()).map(({ id }) => id))
        const whole = made.map(({ content, ...record }) => ({
          record: recordOf(record),
          // A content of white space is no config.
          content: `strategy: ${content}`,
        }))
        for (const { record, content } of whole) await writeEntry(record, content)
        const before = await listEntries()
        const { file, leftOut } = await exportEntries(before)
        expect(leftOut).toEqual([])
        const text = await file.text()
        await removeEntries(before.map(({ id }) => id))
        expect(await importFile('all.json', text)).toMatchObject({ refused: [], differing: [] })
        for (const { record, content } of whole) {
          const now = await readEntry(record.id)
          expect(now.content).toBe(content)
          expect(now.record).toMatchObject({ name: record.name, note: record.note, usedAt: record.usedAt })
        }
      },
    ),
    { numRuns: 25 },
  )
})
