import { describe, expect, it } from 'vitest'
import { configJsonSchema, parseConfig } from './index.ts'

const kept = (yaml: string) => {
  const { config, problems } = parseConfig(`strategy: rolling_summary\n${yaml}`)
  return {
    kept: config?.rolling_summary.keep_recent_exchanges ?? null,
    codes: problems.map(({ code }) => code),
  }
}

describe('ROLL-1 keep_recent_turns is another name of keep_recent_exchanges', () => {
  it.each([
    ['the alias', 'rolling_summary:\n  keep_recent_turns: 2\n', 2],
    ['the key', 'rolling_summary:\n  keep_recent_exchanges: 3\n', 3],
    ['the key before the alias', 'rolling_summary:\n  keep_recent_turns: 2\n  keep_recent_exchanges: 4\n', 4],
    ['neither', 'rolling_summary: {}\n', 5],
  ])('%s', (_, yaml, expected) => {
    expect(kept(yaml)).toEqual({ kept: expected, codes: [] })
  })

  it('an error is shown at its place', () => {
    const { problems } = parseConfig(
      'strategy: rolling_summary\nrolling_summary:\n  keep_recent_turns: many\n',
    )
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ path: ['rolling_summary', 'keep_recent_turns'], line: 3 })
  })

  it('an editor offers both names', () => {
    const schema = JSON.stringify(configJsonSchema())
    expect(schema).toContain('"keep_recent_turns"')
    expect(schema).toContain('"keep_recent_exchanges"')
  })
})
