import { expect, test } from 'vitest'
import * as declarations from '../../../../config/internal.ts'
import type { PartialConfig } from '../../../../config/index.ts'
import { differenceRows, neededBefore, withOwnWeights } from './difference-rows.ts'
import type { Difference } from './difference-rows.ts'
import { plainYaml } from './plain-yaml.ts'

const { completeConfig, parseConfig, preset, presetConfig, presets, sectionsRead, settingRows } = declarations

function rows(here: PartialConfig, there: PartialConfig): readonly Difference[] {
  return differenceRows(
    withOwnWeights(completeConfig(here), declarations),
    withOwnWeights(completeConfig(there), declarations),
    settingRows(),
  )
}

function told(here: PartialConfig, there: PartialConfig): Record<string, readonly unknown[]> {
  return Object.fromEntries(rows(here, there).map((row) => [row.key, [row.here, row.there]]))
}

test('CONF-2 each setting that differs has a row, and so has each name of a mapping in both', () => {
  const here = { eviction: { target: 0.5, type_ttl: { tool_result: 3 } } }
  expect(told(here, {})).toEqual({ 'eviction.target': [0.5, 0.6], 'eviction.type_ttl.tool_result': [3, 8] })
  expect(told({ pressure: { preemptive: false } }, { pressure: { preemptive: false } })).toEqual({})
})

test('the window is shared by all lanes and differs from nothing', () => {
  expect(rows({ max_context_tokens: 9_000 }, {})).toEqual([])
})

test('weights that a text writes out as in the policy do not differ', () => {
  const written = parseConfig(preset('hybrid')).config
  expect(written?.eviction.weights).not.toBeNull()
  expect(rows(written ?? {}, presetConfig('hybrid'))).toEqual([])
})

test('the sections in which each preset differs from the defaults are those of a plain comparison', () => {
  for (const name of presets) {
    const here = completeConfig(presetConfig(name))
    const differing = new Set(rows(presetConfig(name), {}).map(({ path: [section = ''] }) => section))
    // A naive comparison: the sections whose JSON differs, without the window and the weights.
    const plain = (config: typeof here): Record<string, unknown> => ({
      ...config,
      max_context_tokens: 0,
      eviction: { ...config.eviction, weights: null },
    })
    const [ours, usual] = [plain(here), plain(completeConfig({}))]
    const naive = Object.keys(ours).filter((key) => JSON.stringify(ours[key]) !== JSON.stringify(usual[key]))
    expect([...differing].filter((section) => !naive.includes(section) && section !== 'eviction')).toEqual([])
    for (const section of naive) expect(differing, `${name} ${section}`).toContain(section)
  }
})

test('CONF-2 taking the other lane’s values one by one leaves no difference and no error', () => {
  for (const [mine, theirs] of [
    ['hybrid', 'naive_fifo'],
    ['fifo', 'hybrid'],
    ['handover', 'compaction_first'],
  ] as const) {
    let text = preset(mine)
    const left = () => rows(parseConfig(text).config ?? {}, presetConfig(theirs))
    for (let step = 0; step < 60; step++) {
      const all = left()
      const first = all.find((one) => neededBefore(one, all) === null)
      if (first === undefined) break
      const written = declarations.writeSettings(text, [{ path: first.path, value: first.there }])
      if ('refused' in written) throw new Error(`${mine} to ${theirs}, ${first.key}: ${written.refused}`)
      text = written.text
      expect(
        parseConfig(text).problems.filter(({ severity }) => severity === 'error'),
        `${mine} to ${theirs}, ${first.key}`,
      ).toEqual([])
    }
    expect(
      left().map(({ key }) => key),
      `${mine} to ${theirs}`,
    ).toEqual([])
  }
})

test('CONF-2 taking the policy changes only that word, and its weights follow later', () => {
  for (const [theirs, word] of [
    ['naive_fifo', 'fifo'],
    ['hybrid_scorers', 'hybrid_scorers'],
    ['hybrid_equal', 'hybrid_equal'],
  ] as const) {
    const text = preset('hybrid')
    const all = rows(parseConfig(text).config ?? {}, presetConfig(theirs))
    const policy = all.find(({ key }) => key === 'eviction.policy')
    expect(policy?.there).toBe(word)
    const written = declarations.writeSettings(text, [{ path: policy?.path ?? [], value: policy?.there }])
    const before = text.match(/^ {2}policy: hybrid$/gm)
    expect(before).toHaveLength(1)
    expect('text' in written && written.text).toBe(text.replace(/^ {2}policy: hybrid$/m, `  policy: ${word}`))
    const weights = all.find(({ key }) => key === 'eviction.weights')
    const waiting = all.filter((one) => neededBefore(one, all) !== null)
    expect(waiting).toEqual(weights === undefined ? [] : [weights])
    expect(waiting.map((one) => neededBefore(one, all))).toEqual(waiting.map(() => policy))
  }
})

test('CONF-2 a config without comments is read back as the same config', () => {
  // One of each set of sections; the others have other values of the same kinds.
  const kinds = new Map(
    presets.map((name) => [sectionsRead(completeConfig(presetConfig(name))).join(), name]),
  )
  expect(kinds.size).toBeGreaterThan(8)
  for (const name of kinds.values()) {
    const config = withOwnWeights(completeConfig(presetConfig(name)), declarations)
    const text = plainYaml(config, settingRows(), new Set(sectionsRead(config)))
    expect(text).not.toContain('#')
    expect(
      parseConfig(text).problems.filter(({ severity }) => severity === 'error'),
      name,
    ).toEqual([])
    const read = withOwnWeights(parseConfig(text).config ?? completeConfig({}), declarations)
    for (const section of sectionsRead(config)) {
      expect(
        Object.entries(read).find(([key]) => key === section),
        `${name} ${section}`,
      ).toEqual(Object.entries(config).find(([key]) => key === section))
    }
  }
})
