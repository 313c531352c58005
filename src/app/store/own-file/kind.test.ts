import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { completeConfig, configYaml, preset, presets } from '../../../config/index.ts'
import { encodeTimeline, run } from '../../../sim/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { libraryFile } from '../library/file.ts'
import { CONFIG_KEYS, HEAD, ownKind } from './kind.ts'

const samples = join(import.meta.dirname, '../../../../public/samples')

it('no sample of a log is taken for a file of this page', () => {
  const names = readdirSync(samples)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names)
    expect(ownKind(name, readFileSync(join(samples, name), 'utf8').slice(0, HEAD)), name).toBeNull()
  expect(ownKind('', 'user: which files?\nassistant: two')).toBeNull()
  expect(ownKind('', '{"format":"context-window-lab/other"}')).toBeNull()
  expect(ownKind('cassettes/a.yaml', 'interactions:\n- request:\n')).toBeNull()
})

it('runs, library files, configs and pages are recognised by their content', async () => {
  const text = encodeTimeline(run(scenario('bug-fix', 1), {}, { counter: chars4 }).data)
  expect(ownKind('anything.txt', text.slice(0, HEAD))).toBe('run')
  expect(ownKind('', JSON.stringify(JSON.parse(text), null, 2).slice(0, HEAD))).toBe('run')
  expect(ownKind('', await libraryFile([]).text())).toBe('library')
  expect(ownKind('', '<!DOCTYPE html><html>')).toBe('page')
  for (const name of presets) expect(ownKind('', preset(name).slice(0, HEAD)), name).toBe('config')
  expect(ownKind('', configYaml(completeConfig({}), 'Mine.').slice(0, HEAD))).toBe('config')
  expect(ownKind('mine.yml', 'whatever')).toBe('config')
  expect(ownKind('', '\uFEFF# mine\r\n\r\n  # more\r\nbudget:\r\n  turns: 3')).toBe('config')
})

it('a config may begin with any key that configs have', () => {
  expect([...CONFIG_KEYS].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    Object.keys(completeConfig({})).toSorted((a, b) => (a < b ? -1 : 1)),
  )
})
