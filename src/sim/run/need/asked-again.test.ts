import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { conversation } from '../../../testing/conversation.ts'
import { traceOf } from '../../../testing/trace.ts'
import { metrics, run, takeIn } from '../../index.ts'
import type { MetricId } from '../metric/list.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { callsAskedAgain } from './asked-again.ts'

const TALK = `
  user: fix the bug in the parser
  assistant: call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/a.ts"}
  result c: 1600 chars
  assistant: call d list {"path":"src/a.ts"}
  result d: 1600 chars
  assistant: call e read_file {"path":"src/a.ts"}
  result e: 1600 chars
  assistant: done`

const CODE = `
  assistant: call c Bash {"command":"python3 make.py"}
  result c: "ok"`

describe('REF-2 what a log asks for again', () => {
  const trace = traceOf(conversation(TALK))

  const askedIn = (talk: string): string[] => {
    const { blocks, ...rest } = takeIn(traceOf(conversation(talk)), chars4)
    return callsAskedAgain({ blocks, ...rest }).map(
      ({ call, source }) => `${blocks[call]?.call?.id} of ${blocks[source]?.call?.id}`,
    )
  }
  /** A call made again, with other calls between. */
  const again = (call: string, first: string, between: string, second: string): string[] =>
    askedIn(`
      user: fix it
      assistant: call a ${call}
      result a: "${first}"
      ${between}
      assistant: call z ${call}
      result z: "${second}"`)

  it('REF-2 is the same tool with the same arguments; its source is the newest result', () => {
    expect(askedIn(TALK)).toEqual(['c of a', 'e of c'])
  })

  const read = 'Read {"file_path":"/r/src/a.ts"}'
  const edit = (path: string): string => `
    assistant: call b Edit {"file_path":"${path}","old_string":"x","new_string":"y"}
    result b: "ok"`

  it.each([
    ['a file that another edit left as it was', read, 'x = 1', edit('/r/src/b.ts'), 'x = 1', 1],
    ['a file that was edited', read, 'x = 1', edit('/r/src/a.ts'), 'y = 1', 0],
    ['a test with nothing between', 'Bash {"command":"npm test"}', '2 failed', '', '2 failed', 1],
    ['a test after an edit', 'Bash {"command":"npm test"}', '2 failed', edit('/r/src/a.ts'), '2 failed', 0],
    ['its end', 'Bash {"command":"npm test src/a.ts | tail -3"}', 'ok', edit('/r/src/b.ts'), 'ok', 0],
    ['a file in a shell', 'Bash {"command":"cat src/a.ts | head -3"}', 'x', edit('/r/src/b.ts'), 'x', 1],
    ['a task asked how it goes', 'TaskOutput {"id":"7"}', 'running', '', 'done', 0],
    ['a list that another program changed', 'Bash {"command":"git status"}', 'clean', '', 'new file', 0],
    ['a push', 'Bash {"command":"git push"}', 'Everything up-to-date', '', 'Everything up-to-date', 0],
    ['a commit after a look', 'Bash {"command":"git status && git commit -m x"}', 'ok', '', 'ok', 0],
    ['an edit', 'Edit {"file_path":"/r/a.ts","old_string":"x","new_string":"y"}', 'ok', '', 'ok', 0],
    ['a search that nothing came between', 'Grep {"pattern":"parse"}', 'a.ts:3', '', 'a.ts:3', 1],
    ['a search after a program ran', 'Grep {"pattern":"parse"}', 'a.ts:3', CODE, 'a.ts:3', 0],
    ['output that goes to a file', 'Bash {"command":"cat /r/a.ts > /r/b.ts"}', 'x', '', 'x', 0],
  ])('REF-2 %s', (_, call, first, between, second, count) => {
    expect(again(call, first, between, second)).toHaveLength(count)
  })

  it('REF-2 counts as missing where the run no longer has it, beside the needs that were inferred', () => {
    const figures = (strategy: string, limit: number) => {
      const timeline = run(trace, {
        strategy,
        max_context_tokens: limit,
        pressure: { preemptive: false },
        eviction: { gates: { running_results: false } },
      })
      const rows = new Map(metrics(timeline).map(({ id, value }) => [id, value]))
      const inferred = timeline.data.needs.length
      expect(rows.get('needs-inferred')).toBe(inferred)
      return [rows.get('needs-observed'), rows.get('observed-missing')]
    }
    expect(figures('unmanaged', 20_000)).toEqual([2, 0])
    expect(figures('evict', 2000)).toEqual([2, 1])
  })

  it('REF-2 the least is never more than the most, in any lane, whatever a person says of it', () => {
    for (const strategy of ['evict', 'managed', 'handover', 'tiered_full', 'unmanaged'])
      for (const limit of [2000, 2500, 4000, 20_000]) {
        const reject = { kind: 'reject', turn: 4, block: 4 } as const
        for (const interventions of [[], [reject]]) {
          const timeline = run(trace, { strategy, max_context_tokens: limit }, { interventions })
          const rows = new Map(metrics(timeline).map(({ id, value }) => [id, value]))
          const of = (id: MetricId): number => rows.get(id) ?? 0
          expect(of('needs-observed')).toBeLessThanOrEqual(of('needs-inferred'))
          expect(of('observed-missing')).toBeLessThanOrEqual(of('inferred-missing'))
        }
      }
  })

  it('REF-2 is not told of a run that ended early: it came to some of them only, and the log has no fewer for that', () => {
    const long = traceOf(conversation(TALK.replaceAll('1600 chars', '4000 chars')))
    const timeline = run(long, { strategy: 'unmanaged', max_context_tokens: 2000 })
    expect(timeline.data.ended).not.toBeNull()
    const rows = new Map(metrics(timeline).map(({ id, value }) => [id, value]))
    expect([rows.get('needs-observed'), rows.get('observed-missing')]).toEqual([null, null])
  })

  it('REF-2 does not apply to a scenario, whose needs are known', () => {
    const timeline = run(scenario('axios-migration', 7), { max_context_tokens: 64_000 })
    const rows = new Map(metrics(timeline).map(({ id, value }) => [id, value]))
    expect([rows.get('needs-observed'), rows.get('needs-inferred')]).toEqual([null, null])
  })
})
