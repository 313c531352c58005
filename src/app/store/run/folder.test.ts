import { expect, test } from 'vitest'
import { filesOfDrop, isInFolder } from './folder.ts'

type Reading<T> = (done: (found: T) => void, failed: (why: Error) => void) => void

const file = (path: string, reading: Reading<File>) => ({ fullPath: path, isFile: true, file: reading })
const folder = (path: string, readEntries: Reading<readonly object[]>) => ({
  fullPath: path,
  name: path.split('/').at(-1),
  isDirectory: true,
  createReader: () => ({ readEntries }),
})
const dropped = (...entries: readonly object[]) =>
  entries.map((entry) => ({ webkitGetAsEntry: () => entry as FileSystemEntry }))

test('a file that the browser does not give is named, and the rest of the folder is given', async () => {
  const parts = [
    [file('/logs/a.json', (done) => done(new File([], 'a.json')))],
    [file('/logs/b.json', (_done, failed) => failed(new Error('it is gone')))],
    [folder('/logs/shut', (_done, failed) => failed(new Error('it is shut')))],
    [file('/logs/c.json', (done) => done(new File([], 'c.json')))],
    [],
  ]
  const said: unknown[] = []
  const files = await filesOfDrop(dropped(folder('/logs', (done) => done(parts.shift()!))), (path, why) =>
    said.push([path, String(why)]),
  )
  expect(files?.map(({ name }) => name)).toEqual(['a.json', 'c.json'])
  expect(said).toEqual([
    ['logs/b.json', 'Error: it is gone'],
    ['logs/shut', 'Error: it is shut'],
  ])
})

test('a log is among the files by its number, or by name and size', () => {
  const files = [{ id: 1, path: 'logs/a.json', file: new File(['abc'], 'a.json') }]
  const log = (id: number, name: string, size: number) => ({ kind: 'log' as const, id, name, size })
  expect(isInFolder({ files, shown: [7] }, log(7, 'decoded', 9))).toBe(true)
  expect(isInFolder({ files, shown: [] }, log(8, 'a.json', 3))).toBe(true)
  expect(isInFolder({ files, shown: [7] }, log(8, 'a.json', 4))).toBe(false)
  expect(isInFolder({ files, shown: [7] }, log(8, 'b.json', 3))).toBe(false)
})
