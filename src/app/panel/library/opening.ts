import { fileName } from '../../../view/index.ts'
import type { SetupChoice } from '../../store/choice/choices.ts'
import { readEntry, rawEntry } from '../../store/library/entries.ts'
import type { Entry } from '../../store/library/entries.ts'
import { exportEntries, libraryFile, textOfRaw, withNewHashes } from '../../store/library/file.ts'
import { attempt, library, noteUse } from '../../store/library/library.ts'
import type { Kind } from '../../store/library/record.ts'
import { openOwn } from '../../store/own-file/open.ts'
import { openPageState } from '../../store/page-state/open.ts'
import { save } from '../../picture/share/leave.ts'

/** What other panels do with an entry. */
export interface Openers {
  readonly openLog: (text: string, name: string, setup?: SetupChoice) => void
  readonly continueLive: (id: string) => Promise<void>
}

/** Opens an entry on the page. Returns whether it worked. */
export async function openEntry({ id }: Entry, { openLog, continueLive }: Openers): Promise<boolean> {
  const isOpen = await attempt(async () => {
    const { record, content } = await readEntry(id)
    switch (record.kind) {
      case 'state':
        await openPageState(JSON.parse(content), { from: 'library' })
        break
      case 'log':
        openLog(content, record.name, record.setup)
        break
      case 'run':
      case 'config':
        await openOwn(record.kind, record.name, content, 'library')
        break
      case 'conversation':
        await continueLive(id)
    }
  })
  // A conversation is noted by its own panel each time it is written.
  if (isOpen) await noteUse(id)
  return isOpen
}

/** File endings of the contents that are files by themselves; the others leave as library files. */
const ENDINGS: Readonly<Partial<Record<Kind, string>>> = { run: 'json', config: 'yaml' }

/** Downloads an entry; one that cannot be read leaves as it lies in the database. */
export async function takeEntry({ id, record, broken }: Entry): Promise<void> {
  await attempt(async () => {
    if (broken !== null || record === null) {
      const name = record?.name ?? id
      await save({ name: `${safeName(name)}.json`, text: textOfRaw(await rawEntry(id)), names: [name] })
      return
    }
    const item = await readEntry(id)
    const ending = ENDINGS[record.kind]
    const names = [record.name]
    if (record.kind === 'log') await save({ name: logName(record.name), text: item.content, names })
    else if (ending === undefined) await saveItems(safeName(record.name), libraryFile([item]))
    else await save({ name: `${safeName(record.name)}.${ending}`, text: item.content, names })
  })
}

/** Downloads entries as a library file. */
export async function saveItems(name: string, file: Blob): Promise<void> {
  await save({ name: `${name}.library.json`, text: await file.text(), finish: withNewHashes })
}

/** Downloads all entries as one file. Returns how many could not be read, and were left out. */
export async function takeAll(): Promise<number> {
  let leftOut = 0
  await attempt(async () => {
    const found = await exportEntries(library.getState().entries ?? [])
    leftOut = found.leftOut.length
    await saveItems('context-window-lab', found.file)
  })
  return leftOut
}

/** A name without what file systems refuse. */
export function safeName(name: string): string {
  const source = { kind: 'log', name, seed: null, filename: null } as const
  return fileName({ source, content: '', extension: '' })
}

/** The name of a log’s file, which has an ending already. */
function logName(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,6}$/.exec(name)?.[0] ?? '.txt'
  return `${safeName(name)}${ending}`
}
