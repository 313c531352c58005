import { expect, it } from 'vitest'
import {
  endOfPath,
  endsOfPaths,
  isFixedPath,
  isSamePath,
  nameOfPath,
  partsOfPath,
  plainPath,
} from './path.ts'

const WEATHER = ['c:', 'Users', 'u', 'rain', 'src', 'weather.ts']

it('REF-1 slashes of both kinds, doubled ones and the case of a drive make no other path', () => {
  for (const path of [
    WEATHER.join('\\'),
    WEATHER.join('\\\\'),
    WEATHER.join('/'),
    WEATHER.join('\\').replace('c:', 'C:'),
    WEATHER.join('/').replace('src', './src'),
  ]) {
    expect(partsOfPath(path)).toEqual(WEATHER)
    expect(plainPath(path)).toBe(WEATHER.join('/'))
    expect(nameOfPath(path)).toBe('weather.ts')
    expect(endOfPath(path)).toBe('src/weather.ts')
    expect(isSamePath(path, 'src\\weather.ts')).toBe(true)
    expect(isFixedPath(path)).toBe(true)
  }
})

it('REF-1 a path is another one from its end, not from the middle of a name, nor from another root', () => {
  expect(isSamePath('/r/src/a.ts', 'src/a.ts')).toBe(true)
  expect(isSamePath('./a.ts', '/r/src/a.ts')).toBe(true)
  expect(isSamePath('/r/src/beta.ts', 'a.ts')).toBe(false)
  expect(isSamePath('/r/src/a.ts', '/src/a.ts')).toBe(false)
  expect(isSamePath('/r/src/a.ts', '')).toBe(false)
  for (const path of ['/a', '~/a', '$HOME/a', 'D:/a']) expect(isFixedPath(path)).toBe(true)
  for (const path of ['a', './a', 'C:a']) expect(isFixedPath(path)).toBe(false)
})

it('NEED-2 the end that tells of a file is longer where others end in the same way', () => {
  const [one, two, other] = ['/r/pkg/a/src/index.ts', 'D:\\r\\pkg\\b\\src\\index.ts', '/r/readme.md']
  expect([...endsOfPaths([one, two, other]).values()]).toEqual([
    'a/src/index.ts',
    'b/src/index.ts',
    'r/readme.md',
  ])
  expect(endsOfPaths(['/r/readme.md', '/r/a/b.ts'], '/r')).toEqual(
    new Map([
      ['/r/readme.md', 'readme.md'],
      ['/r/a/b.ts', 'a/b.ts'],
    ]),
  )
  // The shorter path is the same file.
  expect([...endsOfPaths([one, 'src/index.ts', 'a\\src\\index.ts']).values()]).toEqual([
    'src/index.ts',
    'src/index.ts',
    'src/index.ts',
  ])
})
