import { describe, expect, it } from 'vitest'
import { functionIn, searchReport, Workspace } from './workspace.ts'

function small(): Workspace {
  const workspace = new Workspace()
  workspace.put('src/b.ts', 'one\ntwo axios\nthree\n')
  workspace.put('src/a/c.ts', 'axios\naxios\n')
  workspace.put('srcery.ts', 'axios\n')
  return workspace
}

describe('Workspace', () => {
  it('shows numbered lines, or a range of them with its position', () => {
    expect(small().show('src/b.ts')).toBe('     1\tone\n     2\ttwo axios\n     3\tthree')
    expect(small().show('src/b.ts', 2, 1)).toBe('     2\ttwo axios\n(lines 2 to 2 of 3)')
  })

  it('finds text below a folder, sorted by path and line', () => {
    expect(small().search('axios', 'src')).toEqual([
      { path: 'src/a/c.ts', line: 1, text: 'axios' },
      { path: 'src/a/c.ts', line: 2, text: 'axios' },
      { path: 'src/b.ts', line: 2, text: 'two axios' },
    ])
    expect(small().search('fetch')).toEqual([])
  })

  it('reports matches with their number, and shortens the list', () => {
    expect(searchReport(small().search('axios', 'src'), 60)).toBe(
      '3 matches in 2 files\nsrc/a/c.ts:1:axios\nsrc/a/c.ts:2:axios\nsrc/b.ts:2:two axios',
    )
    expect(searchReport(small().search('axios', 'src'), 1)).toBe(
      '3 matches in 2 files\nsrc/a/c.ts:1:axios\n(2 more, narrow the path to see them)',
    )
    expect(searchReport(small().search('three'), 9)).toBe('1 match in 1 file\nsrc/b.ts:3:three')
    expect(searchReport([], 9)).toBe('No matches.')
  })

  it('lists sizes and paths, sorted by code units', () => {
    expect(small().list('.')).toBe('     12  src/a/c.ts\n     20  src/b.ts\n      6  srcery.ts')
  })

  it('edits a text that occurs exactly once, and nothing else', () => {
    const workspace = small()
    expect(workspace.edit('src/b.ts', 'two axios', 'two\nfetch $&')).toBe(
      'Edited src/b.ts: line 2, 1 lines replaced by 2. The file has 4 lines.',
    )
    expect(workspace.text('src/b.ts')).toBe('one\ntwo\nfetch $&\nthree\n')
    expect(workspace.edit('src/a/c.ts', 'axios', 'fetch')).toBeNull()
    expect(workspace.edit('src/b.ts', 'axios', 'fetch')).toBeNull()
    expect(workspace.text('src/a/c.ts')).toBe('axios\naxios\n')
  })

  it('names an unknown path in the error', () => {
    expect(() => small().text('src/d.ts')).toThrow(/src\/d\.ts$/)
  })
})

describe('functionIn', () => {
  const text =
    '/** Why. */\nexport function a(x: X): Y {\n  if (x) {\n    y()\n  }\n}\n\nasync function* b() {\n}\n'

  it('finds lines, position and comment of a function', () => {
    expect(functionIn(text, 'a')).toEqual({
      first: 2,
      lines: ['export function a(x: X): Y {', '  if (x) {', '    y()', '  }', '}'],
      comment: '/** Why. */\n',
    })
    expect(functionIn(text, 'b')).toEqual({ first: 8, lines: ['async function* b() {', '}'], comment: '' })
    expect(functionIn(text, 'c')).toBeNull()
    expect(functionIn(text, 'x')).toBeNull()
  })
})
