import { describe, expect, test } from 'vitest'
import { policies, strategies } from '../engine/index.ts'
import { CASCADE_STEPS, defaultsOf } from '../engine/internal.ts'
import { asWrittenStrategies } from '../lessons/index.ts'
import { ALWAYS_READ } from './declaration.ts'
import { completeConfig, configSpec, parseConfig, settingRows, settingsReference } from './internal.ts'

describe('settingsReference', () => {
  test('CONF-3 REFERENCE.md matches the declarations', async () => {
    await expect(settingsReference()).toMatchFileSnapshot('./REFERENCE.md')
  })

  test('CONF-3 every key has its line, and every choice its own below', () => {
    const lines = settingsReference().split('\n')
    for (const { key, choices } of settingRows()) {
      const at = lines.findIndex((line) => line.startsWith(`- \`${key}\` — `))
      expect([key, at >= 0]).toEqual([key, true])
      const below = lines.slice(at + 1, at + 1 + choices.length)
      expect(below).toEqual(choices.map(({ name, meaning }) => `  - \`${name}\` — ${meaning}`))
    }
  })

  test('CONF-4 every section says which strategies read it', () => {
    for (const { name, sections } of Object.values({ ...strategies, ...asWrittenStrategies })) {
      for (const section of sections) {
        const [, text = ''] = settingsReference().split(`## ${section}\n`)
        const readers = ALWAYS_READ.includes(section) ? 'Read by every strategy.' : `\`${name}\``
        expect([section, text.slice(0, 400)]).toEqual([section, expect.stringContaining(readers)])
      }
    }
    expect(settingsReference()).not.toContain('Read by no strategy')
  })
})

describe('settingRows', () => {
  const rows = settingRows()

  test('CONF-3 a row for every value of the default config, in its order', () => {
    const leaves = rows.map(({ path }) => path.join('/'))
    expect(new Set(leaves).size).toBe(leaves.length)
    expect(leaves).toEqual(pathsOf(defaultsOf(configSpec), []))
  })

  test('CONF-3 the default of a row, put into the YAML, is the default', () => {
    const start = completeConfig({})
    for (const row of rows.filter((row) => row.default !== '')) {
      const yaml = row.path.map((key, depth) => `${'  '.repeat(depth)}${key}:`).join('\n')
      const { config, problems } = parseConfig(`${yaml} ${row.default}\n`)
      // A section that the default strategy does not read gets a note, whatever its content.
      const wrong = problems.filter(({ severity }) => severity !== 'note')
      expect([row.key, config, wrong]).toEqual([row.key, start, []])
    }
    expect(rows.filter((row) => row.default === '').map(({ key }) => key)).toEqual(['eviction.weights'])
  })

  test('CONF-3 each has a meaning, and numbers have a unit and a range that contains the default', () => {
    for (const { key, meaning, kind, unit, range, default: value } of rows) {
      expect([key, meaning]).toEqual([key, expect.stringMatching(/^[A-Z].*\.$/)])
      if (kind !== 'number') continue
      expect([key, unit]).not.toEqual([key, ''])
      expect([key, (range?.min ?? 1) <= Number(value) && Number(value) <= (range?.max ?? 0)]).toEqual([
        key,
        true,
      ])
    }
  })

  test('CONF-3 choices are those of the engine, in its order', () => {
    const namesAt = (key: string) => rows.find((row) => row.key === key)?.choices.map(({ name }) => name)
    expect(namesAt('eviction.policy')).toEqual(Object.keys(policies))
    expect(namesAt('strategy')).toEqual([...Object.keys(strategies), ...Object.keys(asWrittenStrategies)])
    expect(namesAt('compression.cascade')).toEqual([...CASCADE_STEPS])
  })
})

/** Paths of all values, including mappings that are not groups. */
function pathsOf(value: unknown, path: readonly string[]): string[] {
  const here = path.join('/')
  const whole = rowsWithMappings.has(here)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || whole) return [here]
  return Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))
}

const rowsWithMappings = new Set(['eviction/weights', 'eviction/type_ttl', 'compression/cascade'])
