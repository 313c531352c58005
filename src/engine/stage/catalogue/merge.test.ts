import { completeConfig, strategySettings } from '../../../config/index.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import { step } from '../strategy/strategy.ts'
import { stagesOf } from '../pipeline/stages-of.ts'
import { chars4 } from '../../core/tokens/counter.ts'
import { applyChanges } from '../../core/window/change.ts'
import { mergeStage } from './merge.ts'

const SERVICES = 'gateway billing ledger search mailer cache queue auth'.split(' ')

/** A status report of about 245 tokens on one topic; two on the same topic are near-duplicates. */
function report(topic: string, round: number): string {
  const words = ['instance', 'healthy', 'latency', 'nominal', 'replicas', 'ready', 'disk', 'fine']
  // Topics share no word.
  const lines = SERVICES.map((name) => [name, ...words].map((word) => `${word}_${topic}`).join(' '))
  return JSON.stringify(`${lines.join('. ')}. round${round}`)
}

/** Four reports on two topics, in turns 1 to 4, and a question: 1,041 tokens, orange in a window of 1,330. */
const REPORTS = conversation(`
  user: watch the services
  assistant: call a status {"of":"north"}
  result a: ${report('north', 1)}
  assistant: call b status {"of":"south"}
  result b: ${report('south', 2)}
  assistant: call c status {"of":"north"}
  result c: ${report('north', 3)}
  assistant: call d status {"of":"south"}
  result d: ${report('south', 4)}
  assistant: all good
  user: and now?`)

function merged(
  answers: readonly (string | Error)[],
  options: Partial<SceneOptions> = {},
  given: Partial<EvictionSettings> = {},
  messages = REPORTS,
) {
  const scene = stageScene(messages, { limit: 1330, ...options })
  const settings = evictionSettings({ policy: 'semantic_merge', target: 0.4, ...given })
  const { result, asks } = answered(mergeStage(settings).act(scene.view, null, scene.context), answers)
  const [edit] = result.edits
  return {
    scene,
    result,
    asks,
    edit,
    changes: edit?.changes ?? [],
    decision: edit?.decision?.() ?? null,
    window: scene.after(edit?.changes ?? []),
  }
}

describe('EVI-6 semantic_merge', () => {
  it('COMP-3 asks until the configured number of failures in a row, not until three', () => {
    const context = { breaker: { failures: 3, open: false } }
    const scene = stageScene(REPORTS, { limit: 1330, context })
    const asked = (breakerAfter: number): number => {
      const settings = strategySettings(
        completeConfig({ eviction: { target: 0.4 }, compression: { breaker_after: breakerAfter } }),
      )
      const [merge] = stagesOf([step('merge')], settings)
      if (merge === undefined) throw new Error('merging comes first')
      return answered(merge.act(scene.view, null, scene.context), ['north', 'south']).asks.length
    }
    expect([asked(3), asked(5)]).toEqual([0, 2])
  })

  it('EVI-6 the older become pointers, the newest gets the merged text, the calls stay', () => {
    const { scene, asks, changes, window, result } = merged(['north and healthy', 'south and healthy'])
    expect(result.outcome).toBe('done')
    expect(result.verdicts).toEqual(['used', 'used'])
    expect(scene.shown(window)).toBe(
      'message0 call0 result1:placeholder call1 result2:placeholder call2 result3:summarized call3 result4:summarized response4 message5',
    )
    expect(asks.map((ask) => ask.sources.map(({ turn }) => turn))).toEqual([
      [1, 3],
      [2, 4],
    ])
    const texts = changes.map((change) => scene.contents['content' in change ? change.content : -1])
    expect(texts[0]).toBe('[Merged into the result of turn 3, status, which says nearly the same.]')
    expect(texts[2]).toBe('[Merged from 2 near-duplicates of turns 1 to 3]\nnorth and healthy')
    const head = scene.view.blocks.filter(({ type }) => type === 'tool_result')[2]?.id
    expect(changes[0]).toMatchObject({ verb: 'replace', into: head })
  })

  it('EVI-6 the question names its sources and the task, and asks for no more than the longest of them', () => {
    const { asks, scene } = merged(['north', 'south'])
    const [ask] = asks
    const longest = Math.max(...(ask?.sources ?? []).map(({ text }) => chars4.count(text)))
    expect(ask).toMatchObject({
      kind: 'merge',
      stage: 'merge',
      turn: 5,
      window: 0,
      task: 'watch the services',
    })
    expect(ask?.previous).toBeNull()
    expect(ask?.maxTokens).toBeLessThan(longest)
    expect(ask?.maxTokens).toBeGreaterThan(longest - 20)
    expect(ask?.sources[0]).toMatchObject({ type: 'tool_result', tool: 'status', args: '{"of":"north"}' })
    expect(ask?.sources[0]?.text).toBe(scene.context.text(ask?.sources[0]?.block ?? -1))
  })

  it('EVI-6 takes only as many clusters as the target needs, the greatest saving first', () => {
    // The target of .6 is reached with one cluster; that of .4 is not.
    const { asks, decision, window } = merged(['merged'], {}, { target: 0.6 })
    expect(asks).toHaveLength(1)
    expect(decision?.victims).toHaveLength(1)
    expect(decision?.survivors).toHaveLength(1)
    expect(window.used).toBeLessThanOrEqual(798)
    const [first, second] = [...(decision?.victims ?? []), ...(decision?.survivors ?? [])]
    expect(first?.key).toBeLessThanOrEqual(second?.key ?? NaN)
  })

  it('EVI-6 the decision lists the clusters, and its figures are those of the window', () => {
    const { decision, scene, window, edit } = merged(['north', 'south'])
    expect(decision).toMatchObject({
      stage: 'merge',
      policy: 'semantic_merge',
      candidates: 2,
      cut: 2,
      terms: [],
    })
    expect(decision?.victims.map(({ block, blocks }) => blocks.indexOf(block))).toEqual([0, 0])
    expect(decision?.freed).toBe(scene.view.window.used - window.used)
    expect(decision?.victims.reduce((sum, { frees }) => sum + frees, 0)).toBe(decision?.freed)
    expect(decision?.shortfall).toBe(Math.max(0, window.used - 532))
    expect(edit?.compression).toMatchObject({ step: 'semantic_merge', asks: 2 })
    expect((edit?.compression?.before ?? 0) - (edit?.compression?.after ?? 0)).toBe(decision?.freed)
  })

  it.each([
    ['empty', ' \n ', 'empty'],
    ['failed', new ModelFailure('timeout', 'no answer'), 'failed'],
    ['longer than what it replaces', 'word '.repeat(4000), 'not_smaller'],
  ] as const)('COMP-3 an answer that is %s keeps the originals, and is reported', (_, answer, verdict) => {
    const both = merged([answer, answer])
    expect(both.result).toMatchObject({ edits: [], outcome: 'skipped', note: { code: 'summary_discarded' } })
    expect(both.result.verdicts).toEqual([verdict, verdict])
    const one = merged([answer, 'the second'])
    expect(one.result.verdicts).toEqual([verdict, 'used'])
    expect(one.changes).toHaveLength(2)
    expect(one.decision).toMatchObject({ candidates: 2, cut: 1 })
    expect(one.decision?.survivors).toHaveLength(1)
  })

  it('COMP-3 an error that is not the model’s is passed on', () => {
    expect(() => merged([new TypeError('a bug')])).toThrow('a bug')
  })

  it('COMP-3 an open breaker asks nothing, and three failures in a row end the asking', () => {
    const open = merged([], { context: { breaker: { failures: 3, open: true } } })
    expect(open.result.note?.code).toBe('breaker_open')
    const failed = new ModelFailure('error', 'no')
    const { asks } = merged([failed], { context: { breaker: { failures: 2, open: false } } })
    expect(asks).toHaveLength(1)
  })

  it('EVI-4 it acts when eviction would, and no sooner', () => {
    expect(merged([], { limit: 2000 }).result.note?.code).toBe('below_trigger')
    const soon = { turnsUntilRed: 1, spike: false }
    const given = { preemptive: true, target: 0.3 }
    expect(merged([], { limit: 2000, reading: soon }, { target: 0.3 }).result.edits).toEqual([])
    const { decision } = merged(['north'], { limit: 2000, reading: soon }, given)
    expect(decision?.trigger.cause).toBe('preemptive')
  })

  it('EVI-4 clusters that promise less than min_free_tokens cause no request', () => {
    const { result, asks } = merged([], {}, { minFreeTokens: 100_000 })
    expect(result.note).toMatchObject({ code: 'held_back', heldBack: { why: 'gain', least: 100_000 } })
    expect(result.note?.tokens).toBeGreaterThan(100)
    expect(asks).toEqual([])
  })

  it('EVI-6 without similar blocks no request', () => {
    const { result } = merged([], {}, { mergeSimilarity: 0.999 })
    expect(result.note?.code).toBe('nothing_to_compress')
  })

  it('EVI-6 the task, calls and thinking are never changed, with or without guards; a guard excludes the rest', () => {
    const text = report('north', 1)
    const messages = conversation(`
      user: ${text}
      assistant: think[s] ${JSON.parse(text) as string} + call a status {"of":"${SERVICES.join(' ')}"}
      result a: ${report('north', 2)}
      assistant: think[s] ${JSON.parse(text) as string} + call b status {"of":"${SERVICES.join(' ')}"}
      result b: ${report('north', 3)}
      assistant: ok
      user: ${text}
      assistant: ok
      user: go on`)
    const off = { task: false, current_user_message: false, running_results: false, pinned: false }
    const { changes, scene } = merged(['both'], {}, { gates: off, target: 0.2 }, messages)
    const touched = changes.map(({ block }) => scene.view.block(block))
    expect(touched.map(({ type }) => type)).toEqual(['tool_result', 'tool_result'])
    const pinned = new Set(touched.slice(0, 1).map(({ id }) => id))
    expect(merged([], { context: { pinned } }, { target: 0.2 }, messages).result.note?.code).toBe(
      'nothing_to_compress',
    )
  })

  it('EVI-6 for any similar blocks: pairs stay whole, pointers are short, each change makes its cluster smaller', () => {
    const round = fc.record({ topic: fc.constantFrom('north', 'south', 'east'), says: fc.boolean() })
    let clusters = 0
    fc.assert(
      fc.property(
        fc.array(round, { minLength: 2, maxLength: 12 }),
        fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
        (rounds, dice) => {
          const lines = rounds.map(({ topic, says }, at) => {
            const prose = says ? `${report(topic, at)} + ` : ''
            return `assistant: ${prose}call c${at} status {"of":"${topic}"}\nresult c${at}: ${report(topic, at)}`
          })
          const messages = conversation(`user: watch\n${lines.join('\n')}`)
          const kinds = ['', 'short', 'word '.repeat(9000)]
          const answers = dice.map((one) =>
            one === 3 ? new ModelFailure('error', 'no') : (kinds[one] ?? ''),
          )
          const limit = Math.ceil(stageScene(messages, { limit: 1000 }).view.window.used * 1.1)
          const { scene, changes, window, decision, result, asks } = merged(answers, { limit }, {}, messages)
          const { view } = scene
          expect(window.entries.map(({ block }) => block)).toEqual(
            view.window.entries.map(({ block }) => block),
          )
          const applied = applyChanges(view.window, changes, 4, view.block)
          expect(applied.before - applied.after).toBe(decision?.freed ?? 0)
          expect(result.verdicts?.length ?? 0).toBe(asks.length)
          for (const change of changes) {
            const { type } = view.block(change.block)
            expect(['tool_result', 'assistant_response']).toContain(type)
            if (change.verb !== 'replace') continue
            expect(change.tokens).toBeLessThanOrEqual(50)
            const into = change.into ?? -1
            expect(view.block(into).type).toBe(type)
            expect(changes.find((other) => other.block === into)?.verb).toBe('summarize')
          }
          clusters += decision?.victims.length ?? 0
          for (const row of decision?.victims ?? []) expect(row.frees).toBeGreaterThan(0)
        },
      ),
      { numRuns: 24 },
    )
    expect(clusters).toBeGreaterThan(3)
  })
})
