import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeConfig, presetConfig } from '../config/index.ts'
import type { Config } from '../config/index.ts'
import { gates, placeholderFor, policies } from '../engine/index.ts'
import type { TokenCounter } from '../engine/index.ts'
import { encodeTimeline, run, scenario, takeIn, unmanagedPeak } from '../sim/index.ts'
import type { Intake } from '../sim/index.ts'
import { countList, listedCounter, loadCounter } from '../tokenizer/index.ts'
import type { CountList } from '../tokenizer/index.ts'

const file = join(import.meta.dirname, '../tokenizer/shipped/axios-migration-7.ts')
const trace = scenario('axios-migration', 7)

/**
 * Every policy that asks no model, with all gates and with none that can be switched off, and a window that nobody
 * manages. What a model writes cannot be listed: such a lane loads the whole counter.
 */
function configs(): Map<string, Config> {
  const switchable = Object.values(gates).filter((gate) => !gate.always)
  const none = Object.fromEntries(switchable.map(({ name }) => [name, false]))
  const made = new Map([['unmanaged', completeConfig({ strategy: 'unmanaged' })]])
  for (const policy of Object.keys(policies)) {
    if (policy === 'semantic_merge') continue
    made.set(policy, completeConfig(presetConfig(policy)))
    made.set(
      `naive ${policy}`,
      completeConfig({ ...presetConfig(policy), eviction: { policy, gates: none } }),
    )
  }
  return made
}

function atShare(config: Config, intake: Intake, percent: number): Config {
  return {
    ...config,
    max_context_tokens: Math.max(2000, Math.round((percent / 100) * unmanagedPeak(intake))),
  }
}

/** Texts that a counter is asked for while the page could show this conversation. */
function textsOfAllRuns(whole: TokenCounter): Set<string> {
  const counts = new Map<string, number>()
  const count = (text: string): number => {
    const known = counts.get(text)
    if (known !== undefined) return known
    const tokens = whole.count(text)
    counts.set(text, tokens)
    return tokens
  }
  const intake = takeIn(trace, { ...whole, count })
  for (const config of configs().values()) {
    for (let percent = 10; percent <= 120; percent++) {
      run(trace, atShare(config, intake, percent), { intake })
    }
  }
  // Full candidate tables ask for placeholders of results that no run evicted.
  for (const block of intake.blocks) {
    const call = block.call?.before ?? null
    if (block.type !== 'tool_result') continue
    placeholderFor(block, call === null ? '' : intake.text(call), intake.text(block.id), count)
  }
  return new Set(counts.keys())
}

describe('the counts that come with the page', () => {
  let whole: TokenCounter
  let list: CountList
  beforeAll(async () => {
    whole = await loadCounter('o200k_base')
    list = countList(whole, textsOfAllRuns(whole))
  }, 300_000)

  it('TOK-1 are those of the whole counter, for every text that a run without a model can need', async () => {
    const { counter, exact, messageOverhead, hashes, tokens } = list
    const text = `import type { CountList } from '../listed-counter.ts'

/** Scenario axios-migration, seed 7. Written anew by npx vitest run src/worker/shipped-counts.test.ts -u. */
export const counts: CountList = {
  counter: '${counter}',
  exact: ${exact},
  messageOverhead: ${messageOverhead},
  hashes:
    '${hashes}',
  tokens:
    '${tokens}',
}
`
    expect(Buffer.byteLength(text)).toBeLessThan(30_000)
    await expect(text).toMatchFileSnapshot(file)
  })

  it('EDIT-3 give the same bytes as the whole counter', () => {
    const [listed, counted] = [takeIn(trace, listedCounter(list)), takeIn(trace, whole)]
    expect(listed.counter).toEqual({ name: 'o200k_base', exact: true })
    expect(listed.blocks).toEqual(counted.blocks)
    for (const config of configs().values()) {
      for (const percent of [10, 33, 58, 120]) {
        const [a, b] = [listed, counted].map((intake) =>
          run(trace, atShare(config, intake, percent), { intake }),
        )
        expect(a && encodeTimeline(a.data)).toBe(b && encodeTimeline(b.data))
      }
    }
  })
})
