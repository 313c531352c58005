import { describe, expect, it } from 'vitest'
import type { Block } from '../../core/message/block.ts'
import { fileOfCall } from './file-of-call.ts'

function call(name: string): Block {
  return { id: 0, type: 'tool_call', call: { id: 'c', name, before: null } } as Block
}

function told(name: string, input: unknown): string | null {
  const file = fileOfCall(call(name), () => (typeof input === 'string' ? input : JSON.stringify(input)))
  return file === null ? null : [file.access, file.path, file.content].join(' ').trim()
}

describe('TIER-1 the file of a call', () => {
  it.each([
    ['read_file', { path: 'src/a.ts' }, 'read src/a.ts'],
    ['Read', { file_path: '/repo/Makefile', offset: 10 }, 'read /repo/Makefile'],
    ['write_file', { path: 'src/a.ts', content: 'x' }, 'write src/a.ts x'],
    ['Edit', { file_path: 'src/a.ts', old_string: 'x', new_string: 'y' }, 'write src/a.ts'],
    ['str_replace_editor', { command: 'view', path: 'src/a.ts' }, 'read src/a.ts'],
    ['str_replace_editor', { command: 'create', path: 'src/a.ts', file_text: 'x' }, 'write src/a.ts x'],
    ['run_shell', { command: 'cat src/a.ts' }, 'read src/a.ts'],
    ['run_shell', { command: 'cat src/a.ts src/b.ts' }, null],
    ['run_shell', { command: 'npm test' }, null],
    ['grep_search', { pattern: 'x', path: 'src/a.ts' }, null],
    ['list_files', { path: 'src' }, null],
    ['read_file', '{"path": broken', null],
    ['constructor', { __proto__: null, path: 'a' }, null],
  ])('TIER-1 %s %j', (name, input, expected) => {
    expect(told(name, input)).toBe(expected)
  })
})
