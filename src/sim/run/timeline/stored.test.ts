import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../../config/index.ts'
import { storedName } from '../../../engine/internal.ts'
import { filler } from '../../../testing/conversation.ts'
import { toolLoop } from '../../../testing/tiered-scene.ts'
import { traceOf } from '../../../testing/trace.ts'
import { run } from '../replay/run.ts'
import { storedResult } from './stored.ts'

const LARGE = filler(60_000)
const SMALL = 'fifteen letters'
const steps = [LARGE, SMALL, LARGE].map((result, nth) => ({
  tool: 'run_shell',
  input: { command: `nth ${nth}` },
  result,
}))
const trace = traceOf([...toolLoop(steps), { role: 'assistant', content: 'done' }], {
  system: 'Careful.',
  tools: [],
})

/** What a run stored under the name that each of its results would have, in their order. */
function foundBy(config: PartialConfig): readonly (number | null)[] {
  const { data } = run(trace, { max_context_tokens: 200_000, ...config })
  return data.blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block) => {
      const found = storedResult(data, `/home/agent/${storedName(block)}`)
      expect(found === null || (found.block === block.id && found.since === null)).toBe(true)
      return found === null ? null : (data.blocks[found.block]?.turn ?? -1)
    })
}

describe('TIER-1 results stored under a name', () => {
  it.each(['tiered', 'tiered_full', 'as_written_tiered'])(
    'TIER-1 %s: finds the stored results, and no others',
    (strategy) => {
      expect(foundBy({ strategy })).toEqual([1, null, 3])
    },
  )

  it('TIER-1 finds none with strategies that do not store', () => {
    for (const strategy of ['unmanaged', 'evict', 'context_editing', 'managed'])
      expect([strategy, foundBy({ strategy, max_context_tokens: 20_000 })]).toEqual([
        strategy,
        [null, null, null],
      ])
  })

  it('TIER-1 finds none for an unknown name', () => {
    const { data } = run(trace, { max_context_tokens: 200_000, strategy: 'tiered' })
    for (const path of [
      'a.ts',
      'tool-results/turn-1-run_shell-999.txt',
      'tool-results/turn-1-other-3.txt',
      '',
    ])
      expect(storedResult(data, path)).toBeNull()
  })
})
