import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeConfig, presetConfig } from '../config/index.ts'
import type { Config } from '../config/index.ts'
import { guards, policies } from '../engine/index.ts'
import { placeholderFor } from '../engine/internal.ts'
import type { TokenCounter } from '../engine/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { encodeTimeline, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import type { Intake } from '../sim/index.ts'
import { countList, loadCounter, shippedCounter } from '../tokenizer/index.ts'
import type { CountList } from '../tokenizer/index.ts'

const file = join(import.meta.dirname, '../tokenizer/shipped/axios-migration-7.ts')
const trace = scenario('axios-migration', 7)

/**
 * Every policy that calls no model, with all guards and with none of the optional ones, and an unmanaged window. A
 * model's texts cannot be listed: such a lane loads the full counter.
 */
function configs(): Map<string, Config> {
  const switchable = Object.values(guards).filter((guard) => !guard.always)
  const none = Object.fromEntries(switchable.map(({ name }) => [name, false]))
  const made = new Map([['unmanaged', completeConfig({ strategy: 'unmanaged' })]])
  for (const policy of Object.keys(policies)) {
    if (policy === 'semantic_merge') continue
    made.set(policy, completeConfig(presetConfig(policy)))
    made.set(
      `naive ${policy}`,
      completeConfig({
        ...presetConfig(policy),
        eviction: { ...presetConfig(policy).eviction, policy, gates: none },
      }),
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

/**
 * Texts that the page may ask a counter for while it shows this conversation.
 *
 * @param step of the windows, in percent of the peak; 1 is every step of the slider
 */
function textsOfRuns(whole: TokenCounter, step: number): Set<string> {
  const counted = new Map<string, number>()
  const count = (text: string): number => {
    const known = counted.get(text)
    if (known !== undefined) return known
    const tokens = whole.count(text)
    counted.set(text, tokens)
    return tokens
  }
  const intake = takeIn(trace, { ...whole, count })
  for (const [nth, config] of [...configs().values()].entries()) {
    // Every other lane is shifted by half a step.
    for (let percent = 10 + (nth % 2) * Math.floor(step / 2); percent <= 120; percent += step) {
      run(trace, atShare(config, intake, percent), { intake })
    }
  }
  // The full tables of candidates need placeholders of results that no run evicted.
  for (const block of intake.blocks) {
    const call = block.call?.before ?? null
    if (block.type !== 'tool_result') continue
    placeholderFor(block, call === null ? '' : intake.text(call), intake.text(block.id), count)
  }
  return new Set(counted.keys())
}

/** Neighbouring windows write nearly the same texts, and a missing text only loads the full counter. */
const SAMPLED = 60

describe('the shipped counts', () => {
  let whole: TokenCounter
  let shipped: TokenCounter
  beforeAll(async () => {
    const found = await shippedCounter('o200k_base', 'axios-migration 7')
    if (found === null) throw new Error('no counts come with the page')
    ;[shipped, whole] = [found, await loadCounter('o200k_base')]
  })

  it('TOK-1 equal the whole counter for every text of a run without a model', async () => {
    const isShipped = (text: string): boolean => {
      try {
        return shipped.count(text) === whole.count(text)
      } catch {
        return false
      }
    }
    const missing = [...textsOfRuns(whole, SAMPLED)].filter((text) => !isShipped(text))
    expect(shipped.messageOverhead).toBe(whole.messageOverhead)
    // A missing text means that texts have changed: the list is compared with every run, and rewritten with -u.
    if (missing.length > 0)
      await expect(fileOf(countList(whole, textsOfRuns(whole, 1)))).toMatchFileSnapshot(file)
    expect(statSync(file).size).toBeLessThan(30_000)
  }, 300_000)

  it('EDIT-3 give the same bytes as the whole counter', () => {
    const [listed, counted] = [takeIn(trace, shipped), takeIn(trace, whole)]
    expect(listed.counter).toEqual({ name: 'o200k_base', exact: true })
    expect(listed.blocks).toEqual(counted.blocks)
    // Equal counts make equal runs, so a third of the lanes suffices.
    for (const [nth, config] of [...configs().values()].filter((_, at) => at % 3 === 0).entries()) {
      const percent = [10, 33, 58, 120][nth % 4] ?? 10
      const [a, b] = [listed, counted].map((intake) =>
        run(trace, atShare(config, intake, percent), { intake }),
      )
      expect(a && encodeTimeline(a.data)).toBe(b && encodeTimeline(b.data))
    }
  })
})

/** A list as a source file. */
function fileOf({ counter, exact, messageOverhead, hashes, tokens }: CountList): string {
  return `import type { CountList } from '../listed-counter.ts'

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
}
