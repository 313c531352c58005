import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { stageScene } from '../../testing/stage-view.ts'
import { DROPPED, REPLACED } from './candidate.ts'
import { scoreCandidates, sizesLeaving } from './group-score.ts'
import type { Policy, Signal, SignalContext } from './signals/signal.ts'
import { columnsOf } from './window/columns.ts'
import { toolGroups } from './window/tool-groups.ts'

describe('EVI-2 scores of groups', () => {
  it('EVI-2 of a group that leaves whole, at the front too, are the mean of its members weighted by tokens', () => {
    // 0 call a · 1 result a, of 100 tokens · 2 go · 3 sure · 4 call b · 5 result b, of 10 tokens
    const { view } = stageScene(
      conversation(`
        assistant: call a f
        result a: 400 chars
        & go
        assistant: sure + call b f
        result b: 40 chars`),
      { limit: 1000 },
    )
    const columns = columnsOf(view)
    const groups = toolGroups(columns, view.turn)
    const candidates = {
      positions: Int32Array.of(1, 3, 5),
      fates: Uint8Array.of(DROPPED, DROPPED, REPLACED),
    }
    expect([...sizesLeaving(candidates, groups)]).toEqual([2, 1, 1])
    const asked: number[] = []
    const signal: Signal = {
      name: 'place',
      label: '',
      meaning: '',
      values(blocks) {
        asked.push(...blocks.map(({ id }) => id))
        return Float64Array.from(blocks, ({ id }) => id / 8)
      },
      keys: (blocks) => Float64Array.from(blocks, ({ id }) => -id),
    }
    const policy: Policy = { name: 'one', label: '', meaning: '', terms: [{ signal, weight: 1 }] }
    const [call = NaN] = columns.content
    const { values, scores, keys } = scoreCandidates(
      policy,
      candidates,
      columns,
      groups,
      (at) => view.blocks[at] as never,
      {} as SignalContext,
    )
    expect(asked).toEqual([0, 1, 3, 5])
    // The call has the value 0, its result one eighth.
    const mean = (100 * 0.125) / (call + 100)
    const expected: unknown[] = [expect.closeTo(mean, 12), 0.375, 0.625]
    expect([[...(values[0] ?? [])], [...scores]]).toEqual([expected, expected])
    expect([...keys]).toEqual([expect.closeTo(-8 * mean, 12), -3, -5])
  })
})
