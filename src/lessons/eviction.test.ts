import { describe, expect, it } from 'vitest'
import { blockOf, contextAt, referenceOf } from '../testing/blocks.ts'
import { conversation } from '../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../testing/stage-view.ts'
import { policyOf, validate } from '../engine/index.ts'
import { score, evictStage, mergeStage } from '../engine/internal.ts'
import type { Block, Change, Policy, Stage } from '../engine/index.ts'
import { evictAsWritten } from './evict-stage.ts'
import { constantOf, setPolicyAsWritten } from './eviction.ts'
import { asWrittenPolicies } from './lru.ts'
import defects from './defects.json' with { type: 'json' }

/** At turn 10: a file used in this turn, one used nine turns ago, and one never used. */
function lastUses(policy: Policy) {
  const blocks = [
    blockOf({ id: 0, type: 'user_message', turn: 0 }),
    blockOf({ id: 1, turn: 0 }),
    blockOf({ id: 2, turn: 0 }),
    blockOf({ id: 3, turn: 0 }),
    blockOf({ id: 4, type: 'user_message', turn: 1 }),
    blockOf({ id: 5, type: 'user_message', turn: 10 }),
  ]
  const [, now, before, , first, second] = blocks as [Block, Block, Block, Block, Block, Block]
  const references = [referenceOf(before, first), referenceOf(now, second)]
  const history = { blocks, texts: ['go', 'one', 'two', 'three', 'more', 'again'], references, seed: 1 }
  const { scores } = score(policy, blocks.slice(1, 4), contextAt(history, 10))
  const order = ['just used', 'used long ago', 'never used']
    .map((name, index) => ({ name, score: scores[index] ?? NaN }))
    .sort((a, b) => a.score - b.score)
  return { scores: [...scores], order: order.map(({ name }) => name) }
}

describe('the last use', () => {
  it('EVI-1 lru_inverted: a block that was just used has the score 0 and is evicted first; here it has 1 and is evicted last', () => {
    const article = lastUses(asWrittenPolicies.lru_as_written)
    expect(article.scores).toEqual([0, expect.closeTo(1 - Math.exp(-9 / 5), 12), 0.3])
    expect(article.order).toEqual(['just used', 'never used', 'used long ago'])
    const here = lastUses(policyOf('lru'))
    expect(here.scores).toEqual([
      1,
      expect.closeTo(Math.exp(-9 / 5), 12),
      expect.closeTo(0.3 * Math.exp(-10 / 5), 12),
    ])
    expect(here.order).toEqual(['never used', 'used long ago', 'just used'])
  })
})

describe('the choice of a policy', () => {
  const start = { policy: 'hybrid', scorer: 'hybrid' }

  it('EVI-2 set_policy_keeps_hybrid: setting fifo changes the label, but hybrid decides; here fifo decides', () => {
    expect(setPolicyAsWritten(start, 'fifo')).toEqual({ policy: 'fifo', scorer: 'hybrid' })
    expect(setPolicyAsWritten(start, constantOf('fifo'))).toEqual({
      policy: 'fifo',
      scorer: 'fifo',
    })
    expect(policyOf('fifo').terms.map(({ signal }) => signal.name)).toEqual(['recency'])
    expect(() => policyOf('fofi')).toThrow(/not fofi/)
  })

  it('EVI-6 merge_without_scorer: the constant has no scorer either; here duplicates score lower', () => {
    const fifo = setPolicyAsWritten(start, constantOf('fifo'))
    expect(setPolicyAsWritten(fifo, constantOf('semantic_merge'))).toEqual({
      policy: 'semantic_merge',
      scorer: 'fifo',
    })
    expect(policyOf('semantic_merge').terms.map(({ signal }) => signal.name)).toContain('duplication')
  })

  it('EVI-6 merge_without_scorer: the port in the oldest of four polls only is lost; here it is in the merged one', () => {
    const poll = (own: string) =>
      JSON.stringify(
        `${'service api is healthy with three replicas behind the balancer in zone west '.repeat(14)}${own}`,
      )
    const messages = conversation(`
      user: watch the deployment
      assistant: call a status {"of":"api"}
      result a: ${poll('listening on port 8443')}
      assistant: call b status {"of":"api"}
      result b: ${poll('uptime 20 s')}
      assistant: call c status {"of":"api"}
      result c: ${poll('uptime 40 s')}
      assistant: ok
      user: and now?`)
    const scene = stageScene(messages, { limit: 1100 })
    const text = (changes: readonly Change[]) =>
      scene
        .after(changes)
        .entries.map(({ block, content }) =>
          content < 0 ? scene.context.text(block) : scene.context.stored(content),
        )
        .join('\n')
    const label = setPolicyAsWritten({ policy: 'fifo', scorer: 'fifo' }, 'semantic_merge')
    const article = answered(
      evictAsWritten(policyOf(label.scorer), evictionSettings()).act(scene.view, null, scene.context),
    ).result
    expect(text(article.edits[0]?.changes ?? [])).not.toContain('8443')
    const here = answered(
      mergeStage(evictionSettings({ policy: 'semantic_merge' })).act(scene.view, null, scene.context),
      ['api: three replicas, port 8443, uptime 20 s, then 40 s'],
    )
    expect(here.asks).toHaveLength(1)
    expect(text(here.result.edits[0]?.changes ?? [])).toContain('8443')
  })
})

/** Three reads of 400 tokens each; the last is not answered yet. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars`)

function evicted<State>(stage: Stage<State | null>, limit: number, messages = READS) {
  const scene = stageScene(messages, { limit })
  const changes = answered(stage.act(scene.view, null, scene.context)).result.edits[0]?.changes ?? []
  return { changes, window: scene.after(changes), shown: scene.shown(scene.after(changes)), scene }
}

describe('what an eviction leaves', () => {
  const settings = evictionSettings({ target: 0.4 })

  it('EVI-5 placeholders_never_made: two calls are left without a result; here they have two placeholders', () => {
    // Three results of 400 tokens in 1,500 are orange; reaching 600 takes two of them.
    const article = evicted(evictAsWritten(policyOf('type_based'), settings), 1500)
    expect(article.shown).toBe('message0 call0 call1 call2 result3')
    expect(article.changes.filter(({ verb }) => verb === 'replace')).toEqual([])
    const sent = READS.flatMap((message, index) => (index === 2 || index === 4 ? [] : [message]))
    expect(validate(sent, 'anthropic').map(({ rule }) => rule)).toEqual([
      'unanswered-call',
      'unanswered-call',
    ])

    const here = evicted(evictStage(policyOf('type_based'), settings), 1500)
    expect(here.shown).toBe('message0 call0 result1:placeholder call1 result2:placeholder call2 result3')
  })

  it('EVI-3 only_system_protected: the task and the newest result are evicted; here they stay', () => {
    const messages = conversation(`
      system: be brief
      user: 1200 chars
      assistant: call a read_file {"path":"src/a.ts"}
      result a: 4000 chars`)
    const fifo = policyOf('fifo')
    // More than 1,300 tokens of 1,500: everything except the system prompt is a candidate.
    const article = evicted(evictAsWritten(fifo, evictionSettings({ target: 0.1 })), 1500, messages)
    expect(article.shown).toBe('prompt0')
    const here = evicted(evictStage(fifo, evictionSettings({ target: 0.1 })), 1500, messages)
    expect(here.changes).toEqual([])
  })

  it('LED-1 the reported freed tokens equal what the window loses', () => {
    const scene = stageScene(READS, { limit: 1500 })
    const { result } = answered(
      evictAsWritten(asWrittenPolicies.hybrid_as_written, settings).act(scene.view, null, scene.context),
    )
    const [edit] = result.edits
    const decision = edit?.decision?.()
    expect(decision?.freed).toBe(scene.view.window.used - scene.after(edit?.changes ?? []).used)
    const victims = decision?.victims.map(({ block }) => block) ?? []
    expect(victims.toSorted((a, b) => a - b)).toEqual(edit?.changes.map(({ block }) => block))
    expect(decision?.terms.map(({ signal }) => signal)).toEqual([
      'fifo',
      'lru_as_written',
      'priority',
      'type',
    ])
  })

  it('EVI-4 it waits for the same trigger, and says when only the system prompt is left', () => {
    const stage = evictAsWritten(policyOf('fifo'), settings)
    expect(evicted(stage, 4000).changes).toEqual([])
    const scene = stageScene(conversation('system: 4000 chars'), { limit: 1010 })
    expect(answered(stage.act(scene.view, null, scene.context)).result.note?.code).toBe('nothing_evictable')
  })

  it('each names the article and the rule', () => {
    expect(defects.eviction.map((entry) => [entry.name, entry.rule])).toEqual([
      ['lru_inverted', 'EVI-1'],
      ['set_policy_keeps_hybrid', 'EVI-2'],
      ['merge_without_scorer', 'EVI-6'],
      ['placeholders_never_made', 'EVI-5'],
      ['only_system_protected', 'EVI-3'],
    ])
  })
})
