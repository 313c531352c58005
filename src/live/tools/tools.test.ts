import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../engine/index.ts'
import type { World } from '../live.ts'
import { repository } from '../repository/repository.ts'
import { tools } from './list.ts'

const small: World = {
  files: new Map([
    ['a.ts', 'one\ntwo\nthree\n'],
    ['docs/b.md', 'two words\ntwofold\n'],
    ['empty', ''],
  ]),
}

function use(name: string, input: Json, world: World = small) {
  const tool = tools[name]
  if (tool === undefined) throw new Error(name)
  return tool.run(input, world)
}
const textOf = (name: string, input: Json): string => use(name, input).text
const shell = (command: string, world: World = repository()) => use('run_shell', { command }, world)

describe('tools, by hand', () => {
  it('read_file says which lines it gives', () => {
    expect(textOf('read_file', { path: 'a.ts' })).toBe('a.ts, lines 1 to 3 of 3\none\ntwo\nthree')
    expect(textOf('read_file', { path: './a.ts', offset: 2, limit: 1 })).toBe('a.ts, lines 2 to 2 of 3\ntwo')
    expect(textOf('read_file', { path: 'empty' })).toBe('empty, lines 1 to 1 of 1\n')
    expect(textOf('read_file', { path: 'a.ts', offset: 4 })).toMatch(/offset cannot be 4$/)
    expect(textOf('read_file', { path: 'a.ts', limit: 1, unit: 'lines' })).toMatch(
      /^a\.ts, lines 1 to 1 of 3/,
    )
    expect(use('read_file', { path: 'a.ts', unit: 'characters' })).toMatchObject({
      text: 'read_file: a file is read by lines, not by "characters"',
      failed: true,
    })
  })

  it('grep_search finds a literal text, a whole word on request, and a prefix of paths', () => {
    expect(textOf('grep_search', { text: 'two' })).toBe(
      '3 matches of "two"\na.ts:2: two\ndocs/b.md:1: two words\ndocs/b.md:2: twofold',
    )
    expect(textOf('grep_search', { text: 'two', word: true, path: 'docs/' })).toBe(
      '1 match of "two"\ndocs/b.md:1: two words',
    )
    expect(textOf('grep_search', { text: '(two|three)+$' })).toBe('0 matches of "(two|three)+$"')
    expect(use('grep_search', { text: 'MOORING' }, repository()).text).toMatch(/^\d+ matches/)
    expect(use('grep_search', { text: ' WARN ', path: 'logs/' }, repository()).text).toMatch(
      /… and \d+ more; name a path to see them$/,
    )
  })

  it('list_files counts lines', () => {
    expect(textOf('list_files', {})).toBe('3 files\na.ts (3 lines)\ndocs/b.md (2 lines)\nempty (1 lines)')
    expect(textOf('list_files', { path: 'docs/' })).toBe('1 file\ndocs/b.md (2 lines)')
    expect(textOf('list_files', { path: 'x' })).toMatch(/begins with "x"$/)
  })

  it('MSG-2 edit_file changes one place in a new world', () => {
    const { text, world, failed } = use('edit_file', { path: 'a.ts', old_text: 'two', new_text: '$& and $1' })
    expect([text, failed, world.files.get('a.ts')]).toEqual([
      'a.ts was changed at line 2',
      false,
      'one\n$& and $1\nthree\n',
    ])
    expect(small.files.get('a.ts')).toBe('one\ntwo\nthree\n')
    expect(textOf('edit_file', { path: 'docs/b.md', old_text: 'two', new_text: '' })).toMatch(
      /2 times: "two"$/,
    )
    expect(textOf('edit_file', { path: 'a.ts', old_text: '', new_text: '' })).toMatch(/not ""$/)
    expect(textOf('edit_file', { path: 'z', old_text: 'a', new_text: '' })).toMatch(/no such file: "z"$/)
  })

  it('MSG-2 write_file creates a file at its place in the order', () => {
    const { text, world } = use('write_file', { path: 'b.ts', content: 'x' })
    expect([text, [...world.files.keys()]]).toEqual([
      'b.ts was made, 1 characters',
      ['a.ts', 'b.ts', 'docs/b.md', 'empty'],
    ])
    expect(use('write_file', { path: 'b.ts', content: '' }, world).text).toBe(
      'b.ts was written anew, 0 characters',
    )
    for (const path of ['../x', '/x', '', 'a//b']) {
      expect(use('write_file', { path, content: '' })).toMatchObject({ failed: true, world: small })
    }
  })

  it('a wrong input is reported with its value', () => {
    expect(textOf('read_file', 'a.ts')).toBe('read_file: the input must be an object, not "a.ts"')
    expect(textOf('read_file', {})).toBe('read_file: path must be a text, not nothing')
    expect(textOf('read_file', { path: 'a.ts', limit: 0 })).toMatch(/a whole number from 1 on, not 0$/)
    expect(textOf('read_file', { path: 'a.ts', line: 3 })).toBe(
      'read_file takes path, offset, limit, unit, not "line"',
    )
    expect(textOf('grep_search', { text: 'a', word: 'yes' })).toMatch(/true or false, not "yes"$/)
  })
})

describe('the shell', () => {
  const changed = use(
    'edit_file',
    { path: 'package.json', old_text: '2.3.0', new_text: '2.3.1' },
    repository(),
  ).world

  it('prints, lists, counts', () => {
    expect(shell('cat "config/production.yaml"').text).toMatch(/^# Read by the unit file/)
    expect(shell('ls src').text).toBe(
      'berths/\nharbour/\nlog.ts\nreservations/\nroutes/\nserver.ts\nsettings.ts\ntime/',
    )
    expect(shell('ls -la src/time/').text).toBe('clock.ts\nunits.ts')
    expect(shell('wc -l src/time/units.ts').text).toBe('10 src/time/units.ts')
    expect(shell('cat nowhere')).toMatchObject({
      text: 'cat: no such file: nowhere\nexit code 1',
      failed: true,
    })
  })

  it('shows what was changed since the beginning', () => {
    expect(shell('git status').text).toBe('nothing changed')
    expect(shell('git diff').text).toBe('')
    expect(shell('git status --short', changed).text).toBe(' M package.json')
    expect(shell('git diff', changed).text).toBe(
      [
        'diff --git a/package.json b/package.json',
        '--- a/package.json',
        '+++ b/package.json',
        '@@ -1,6 +1,6 @@',
        ' {',
        '   "name": "mooring",',
        '-  "version": "2.3.0",',
        '+  "version": "2.3.1",',
        '   "private": true,',
        '   "type": "module",',
        '   "scripts": {',
      ].join('\n'),
    )
    const more = use('write_file', { path: 'NEW.md', content: 'hi' }, changed).world
    expect(shell('git status', more).text).toBe('?? NEW.md\n M package.json')
    expect(shell('git diff NEW.md', more).text).toBe('')
  })

  it.each([
    'npm install',
    'cd src && ls',
    'cat a | wc -l',
    'rm -rf .',
    'git commit -m x',
    'ls *',
    'cat -n a.ts',
    '',
    'constructor',
    'npm',
  ])('it refuses what it cannot do: %s', (command) => {
    expect(shell(command)).toEqual({
      text: `not available in this sandbox: ${command}\nexit code 127`,
      failed: true,
      world: repository(),
    })
  })

  it('runs the tests of one file or of all', () => {
    expect(shell('npm test').failed).toBe(true)
    expect(shell('npm run test -- test/price.test.ts').text).toContain('ℹ pass 3')
    expect(shell('npm test nowhere').text).toMatch(/^no file of tests: nowhere/)
  })
})

describe('every tool', () => {
  it.each(Object.entries(tools))(
    '%s is called by its own name and accepts any input without a throw',
    (name, tool) => {
      expect(tool.definition.name).toBe(name)
      const keys = [
        'path',
        'text',
        'command',
        'content',
        'old_text',
        'new_text',
        'offset',
        'limit',
        'unit',
        'word',
        '__proto__',
      ]
      const value = fc.oneof(
        fc.constantFrom<Json>(
          'a.ts',
          'docs/b.md',
          'npm test',
          'cat a.ts',
          'git diff',
          'two',
          0,
          1,
          true,
          null,
        ),
        fc.jsonValue().map((any) => JSON.parse(JSON.stringify(any)) as Json),
        fc.string(),
      )
      fc.assert(
        fc.property(fc.oneof(fc.dictionary(fc.constantFrom(...keys), value), value), (input) => {
          const before = [...small.files]
          const { text, world, failed } = tool.run(input, small)
          if (failed) expect(world).toBe(small)
          else expect(text).not.toMatch(new RegExp(`^${name}(?:: .* must | takes )`))
          expect([...small.files]).toEqual(before)
          expect([...world.files.keys()]).toEqual(
            [...world.files.keys()].toSorted((a, b) => (a < b ? -1 : 1)),
          )
        }),
      )
    },
  )
})

describe('the repository', () => {
  it('is large enough to fill a small window, and the same each time', () => {
    const { files } = repository()
    const size = [...files.values()].reduce((total, text) => total + text.length, 0)
    expect(size).toBeGreaterThan(60_000)
    expect(size).toBeLessThan(120_000)
    expect(repository()).toBe(repository())
    expect([...files.keys()]).toEqual([...files.keys()].toSorted((a, b) => (a < b ? -1 : 1)))
    expect([...files.values()].every((text) => text.endsWith('\n'))).toBe(true)
  })

  it('its log mentions only existing places', () => {
    const { files } = repository()
    const places = new Set(
      [...(files.get('logs/error.log') ?? '').matchAll(/\((src\/\S+?):(\d+):(\d+)\)/g)].map(
        ([, path, line, column]) => `${path} ${line} ${column}`,
      ),
    )
    const shown = [...places].map((place) => {
      const [path = '', line, column] = place.split(' ')
      return files
        .get(path)
        ?.split('\n')
        [Number(line) - 1]?.slice(Number(column) - 1, Number(column) + 13)
    })
    expect(shown).toEqual(["'hold is over'", 'book.reserve(h'])
  })
})
