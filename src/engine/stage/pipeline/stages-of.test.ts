import { describe, expect, it } from 'vitest'
import { completeConfig, configSpec, strategySettings } from '../../../config/internal.ts'
import type { PartialConfig } from '../../../config/internal.ts'
import { conversation } from '../../../testing/conversation.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import { ProblemError } from '../../core/problem.ts'
import { stages } from '../catalogue/list.ts'
import type { Setting } from '../../core/setting.ts'
import type { Stage } from '../contract/stage.ts'
import { strategies } from '../strategy/list.ts'
import { step } from '../strategy/strategy.ts'
import { sectionsOf, stagesOf } from './stages-of.ts'

function settingsOf(config: PartialConfig) {
  return strategySettings(completeConfig(config))
}

const usual = settingsOf({})

/** Four reads of 400 tokens and a question: 1,677 tokens by chars4. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars`)

function edits(stage: Stage | undefined, limit: number): number {
  if (stage === undefined) throw new Error('there is a stage')
  const scene = stageScene(READS, { limit })
  return answered(stage.act(scene.view, stage.initial, scene.context), ['a summary']).result.edits.length
}

describe('the list of stages', () => {
  it.each(Object.entries(stages))('PIPE-1 %s matches its entry', (name, entry) => {
    const stage = entry.build(usual, null)
    expect([stage.name, stage.phase]).toEqual([name, entry.phase])
    expect([entry.label, entry.meaning]).toEqual([
      expect.stringMatching(/^[A-Z][^.]*$/),
      expect.stringMatching(/^[A-Z].*\.$/),
    ])
    const at = entry.at?.(usual) ?? 0
    expect(at >= 0 && at <= 1).toBe(true)
  })

  it('PIPE-1 CONF-3 every key that an entry reads is declared', () => {
    for (const [name, { settings }] of Object.entries(stages)) {
      for (const key of settings) {
        let found: Setting | undefined = { kind: 'group', meaning: '', settings: configSpec }
        for (const part of key.split('.')) found = found?.kind === 'group' ? found.settings[part] : undefined
        expect([name, key, found === undefined]).toEqual([name, key, false])
      }
    }
  })

  it('PIPE-1 a stage has a threshold exactly if another one changes it', () => {
    const settings = settingsOf({ eviction: { target: 0.0005 } })
    const moved = Object.entries(stages).flatMap(([name, entry]) => {
      const reached = [0.001, 0.999].map((share) => {
        const stage = entry.build(settings, share)
        const scene = stageScene(READS, { limit: 40_000 })
        const answers = Array.from({ length: 20 }, () => 'short')
        const { result } = answered(stage.act(scene.view, stage.initial, scene.context), answers)
        return result.note?.code ?? result.outcome
      })
      return reached[0] === reached[1] ? [] : [name]
    })
    const having = Object.values(stages).flatMap(({ name, at }) => (at === undefined ? [] : [name]))
    expect(moved).toEqual(having)
  })

  it('CONF-4 the sections of a plan are those of its stages, with the built-in model if one asks', () => {
    expect(sectionsOf([step('clip')])).toEqual(['eviction'])
    expect(sectionsOf([step('take_notes')])).toEqual([])
    // A step below orange must pay for the cache; orange is a setting of pressure.
    expect(sectionsOf([step('clip'), step('compact')]).toSorted()).toEqual([
      'budget',
      'compression',
      'eviction',
      'mock_llm',
      'pressure',
    ])
  })

  it('CONF-4 every strategy names the sections that the stages of its plan read', () => {
    const always = ['pressure', 'budget', 'health_monitoring']
    const missing = Object.values(strategies).flatMap(({ name, sections, plan }) =>
      sectionsOf(plan?.(usual) ?? [])
        .filter((section) => !always.includes(section) && !sections.includes(section))
        .map((section) => `${name} reads ${section}`),
    )
    expect(missing).toEqual([])
  })
})

describe('stagesOf', () => {
  it('PIPE-1 each step has its own threshold: eviction begins where at says', () => {
    // 1,677 of 2,800 is .599: below orange, above .55.
    const [orange, early] = stagesOf([step('evict'), step('evict', { at: 0.55 })], {
      ...usual,
      eviction: { ...usual.eviction, target: 0.4, preemptive: false },
    })
    expect([edits(orange, 2800), edits(early, 2800)]).toEqual([0, 1])
    expect([edits(orange, 2200), edits(early, 2200)]).toEqual([1, 1])
    const late = stagesOf([step('evict', { at: 0.8 })], usual)[0]
    // .776 is orange. A later threshold prevents it, except in an overflow.
    expect([edits(late, 2160), edits(late, 1600)]).toEqual([0, 1])
  })

  it('EDIT-1 a decision shows where its step begins, unless that is orange', () => {
    const scene = stageScene(READS, { limit: 2800 })
    const [early] = stagesOf([step('evict', { at: 0.55 })], {
      ...usual,
      eviction: { ...usual.eviction, target: 0.4 },
    })
    const { result } = answered(early?.act(scene.view, null, scene.context) ?? unexpected())
    const trigger = result.edits[0]?.decision?.()?.trigger
    expect(trigger).toMatchObject({ cause: 'zone', zone: 'yellow', from: 0.55 })
  })

  it('PIPE-1 a stage acts when its own trigger and its condition are true', () => {
    const [both, neither, always] = stagesOf(
      [step('evict', { when: 'results >= 4' }), step('evict', { when: 'results > 4' }), step('evict')],
      usual,
    )
    expect([edits(both, 2200), edits(neither, 2200)]).toEqual([1, 0])
    // Its own trigger still applies.
    expect(edits(both, 28_000)).toBe(0)
    expect(both?.name).toBe('evict')
    expect(always?.phase).toBe(both?.phase)
  })

  it('PIPE-1 a step with settings of its own uses them, and no other step does', () => {
    const own = { ...usual, eviction: { ...usual.eviction, gates: { ...usual.eviction.gates, task: false } } }
    const plain = stagesOf([step('clip')], usual)[0]
    const [kept, mine] = stagesOf(
      [
        step('evict'),
        { ...step('evict'), settings: { ...own, eviction: { ...own.eviction, policy: 'lru' } } },
      ],
      usual,
    )
    expect(plain?.name).toBe('clip')
    const scene = stageScene(READS, { limit: 2200 })
    const policyOf = (stage: Stage | undefined) =>
      answered(stage?.act(scene.view, null, scene.context) ?? unexpected()).result.edits[0]?.decision?.()
        ?.policy
    expect([policyOf(kept), policyOf(mine)]).toEqual(['hybrid', 'lru'])
  })

  it.each([
    [{ ...step('evict'), stage: 'evcit' }, 'there is no stage called evcit'],
    [{ ...step('evict'), stage: 'constructor' }, 'there is no stage called constructor'],
    [
      step('evict', { when: 'used > red' }),
      'a condition needs a number or the name of one at character 8, but this has red',
    ],
  ])('PIPE-1 %j cannot be made: %s', (one, message) => {
    expect(() => stagesOf([one], usual)).toThrow(ProblemError)
    expect(() => stagesOf([one], usual)).toThrow(message)
  })
})

function unexpected(): never {
  throw new Error('there is a stage')
}
