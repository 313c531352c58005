import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { cacheColumns } from '../../../sim/internal.ts'
import { invalidations, whole, why } from '../../../view/index.ts'
import { cacheCost, countedSentences } from './Aftermath.tsx'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)

function told(
  strategy: string,
  share: number,
): { readonly edits: number; readonly tokens: number | null; readonly text: string }[] {
  const max_context_tokens = Math.round(unmanagedPeak(intake) * share)
  const { data } = run(trace, { strategy, max_context_tokens, eviction: { policy: 'hybrid' } }, { intake })
  const list = invalidations({ data, cache: cacheColumns(data) })
  return data.blocks.flatMap(({ id }) => {
    const answer = why(data, id)
    if (answer?.outcome !== 'changed') return []
    const edits = data.edits.filter((edit) => edit.turn === answer.turn).length
    const tokens = list.find((one) => one.turn === answer.turn)?.tokens ?? null
    return [{ edits, tokens, text: cacheCost(answer, data, list) ?? '' }]
  })
}

it('NEED-2 needs of turns that a run never reached are among the missing, and first', () => {
  const need = (turn: number, resolution: 'full' | 'unreached' | 'lost') =>
    ({
      turn,
      kind: 'goal',
      resolution,
      refetchable: false,
      inferred: false,
      sentence: `turn ${turn}`,
    }) as const
  const said = countedSentences({ aftermath: [need(1, 'full'), need(2, 'unreached'), need(3, 'lost')] })
  expect(said.map(({ turn, lost }) => [turn, lost])).toEqual([
    [2, true],
    [3, true],
    [1, false],
  ])
})

describe('the effect of an edit on a prompt cache', () => {
  it('LED-1 tokens that a whole turn invalidated are reported for all its edits', () => {
    // The manager also takes notes with every batch; in an `evict` run the eviction is the only edit of its turn.
    const answers = [...told('managed', 0.1), ...told('managed', 0.5), ...told('evict', 0.2)]
    for (const { edits, tokens, text } of answers) {
      expect(text.startsWith(edits > 1 ? 'The edits of this turn ' : 'This edit ')).toBe(true)
      expect(text).toContain(
        tokens === null ? 'lost nothing that the prompt cache held' : `≈ ${whole(tokens)} tokens`,
      )
    }
    for (const several of [true, false]) {
      expect(answers.some(({ edits, tokens }) => edits > 1 === several && tokens !== null)).toBe(true)
    }
  })

  it('is not reported if no edit is', () => {
    expect(cacheCost({ turn: 3, outcome: 'stayed' }, { turns: [], exact: true }, [])).toBeNull()
    expect(cacheCost({ turn: null, outcome: 'changed' }, { turns: [], exact: true }, [])).toBeNull()
  })
})
