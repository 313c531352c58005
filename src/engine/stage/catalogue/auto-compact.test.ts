import { describe, expect, it } from 'vitest'
import { conversation, filler } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { StageScene } from '../../../testing/stage-view.ts'
import { tieredFullSettings, toolLoop } from '../../../testing/tiered-scene.ts'
import { madeBlock } from '../compression/absorb.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import type { Message } from '../../core/message/message.ts'
import type { TieredFullSettings } from '../tiered/declaration.ts'
import type { BlockId } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { autoCompact, beginsExchange, manualCompact } from './auto-compact.ts'
import type { AutoCompactSettings } from './auto-compact.ts'
import { collapse } from './collapse.ts'
import { byShare } from '../../policy/edit-trigger.ts'
import { compactSession, manualCompactSession } from './compact-session.ts'
import { sessionLevel } from '../tiered/effective-window.ts'
import type { Stage, StageContext } from '../contract/stage.ts'

const protects = evictionSettings()
const settings: AutoCompactSettings = {
  level: ({ limit }) => 0.85 * limit,
  by: byShare('tiered.auto_compact_from', 0.85, 'effective'),
  most: ({ limit }) => limit,
  leastMessages: 4,
  summaryTokens: 2048,
  breakerAfter: 3,
}
const stage = autoCompact(settings, protects)

const TALK = conversation(`
  user: port the parser, and never touch port 5432
  assistant: 4000 chars
  user: go on
  assistant: 4000 chars
  user: and the tests?`)

function used(messages: readonly Message[]): number {
  return stageScene(messages, { limit: 1_000_000 }).view.window.used
}

/** A window filled to this share. */
function full(messages: readonly Message[], share: number, context: Partial<StageContext> = {}): StageScene {
  return stageScene(messages, { limit: Math.floor(used(messages) / share), context })
}

function run<State>(
  one: Stage<State>,
  scene: StageScene,
  answers: readonly (string | Error)[] = ['it was about the parser'],
) {
  const { result, asks } = answered(one.act(scene.view, one.initial, scene.context), answers)
  const changes = result.edits.flatMap((edit) => edit.changes)
  return { result, asks, changes, window: scene.after(changes) }
}

function inserted(changes: readonly Change[], scene: StageScene): string[] {
  return changes.flatMap((change) => (change.verb === 'insert' ? [scene.contents[change.content] ?? ''] : []))
}

describe('TIER-2 auto-compact', () => {
  it('TIER-2 at .85 nothing, above it only the summary and the current user message stay', () => {
    const at = stageScene(TALK, { limit: Math.ceil(used(TALK) / 0.85) })
    expect(run(stage, at, []).result.note?.code).toBe('below_trigger')
    const scene = full(TALK, 0.851)
    const { changes, window, asks, result } = run(stage, scene)
    expect(scene.shown(window)).toBe('summary2 message2')
    expect(asks[0]?.maxTokens).toBeLessThanOrEqual(2048)
    expect(inserted(changes, scene)).toEqual([
      '[Summary of turns 0 to 1, of what is no longer here.]\n' +
        'The task, word for word:\nport the parser, and never touch port 5432\n' +
        'it was about the parser',
    ])
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'tokens',
      value: scene.view.window.used,
      allowed: Math.floor(0.85 * scene.view.limit),
      by: { key: 'tiered.auto_compact_from', written: '0.85', of: 'effective' },
    })
  })

  it('TIER-2 with fewer than four messages nothing, and a system message does not count', () => {
    const three = conversation('user: 4000 chars\nassistant: 4000 chars\nuser: go on')
    expect(run(stage, full(three, 0.9), []).result.note?.code).toBe('nothing_to_compress')
    const four: Message[] = [{ role: 'system', content: 'be brief' }, ...three]
    expect(run(stage, full(four, 0.9), []).result.note?.code).toBe('nothing_to_compress')
    const scene = full([{ role: 'system', content: 'be brief' }, ...TALK], 0.9)
    expect(scene.shown(run(stage, scene).window)).toBe('prompt0 summary2 message2')
    const more = autoCompact({ ...settings, leastMessages: 6 }, protects)
    expect(run(more, full(TALK, 0.9), []).result.edits).toEqual([])
  })

  const loop = (shape: 'anthropic' | 'openai') => [
    ...TALK.slice(0, 4),
    ...toolLoop(
      [
        { tool: 'read_file', result: filler(2000) },
        [
          { tool: 'read_file', result: filler(800) },
          { tool: 'run_shell', result: filler(800) },
        ],
      ],
      { ask: 'and the tests?', shape },
    ),
  ]

  it.each(['anthropic', 'openai'] as const)(
    'TIER-2 inside an exchange only over the window, and the running cycle stays (%s)',
    (shape) => {
      const messages = loop(shape)
      expect(run(stage, full(messages, 0.99), []).result.note?.code).toBe('below_trigger')
      const scene = full(messages, 1.01)
      const { window } = run(stage, scene)
      expect(scene.shown(window)).toBe('summary4 message2 call3 call3 result4 result4')
    },
  )

  it('TIER-2 list content opens an exchange like text, a result in the same message does not', () => {
    const picture = '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}'
    const ends = (last: string) => beginsExchange(stageScene(conversation(last), { limit: 9999 }).view)
    expect(ends('user: hello')).toBe(true)
    expect(ends(`user: text look + json ${picture}`)).toBe(true)
    expect(ends('user: go\nassistant: call a run\nresult a: done')).toBe(false)
    const aside: Message[] = toolLoop([{ tool: 'run', result: 'done' }])
    const both = {
      role: 'user',
      content: [...(aside[2]?.content ?? []), { type: 'text', text: 'hurry' }],
    } as Message
    expect(beginsExchange(stageScene([...aside.slice(0, 2), both], { limit: 9999 }).view)).toBe(false)
  })

  it('TIER-2 the next one includes the previous summary, and carries the task over', () => {
    const scene = full(TALK, 0.9)
    const first = run(stage, scene)
    // The conversation continues in the window that the first summary left.
    const view = { ...scene.viewAfter(first.changes), limit: 1 }
    const again = autoCompact({ ...settings, leastMessages: 1, level: () => 0 }, protects)
    const { result } = answered(again.act(view, null, scene.context), [])
    // Nothing new arrived, and a summary alone is not summarized again.
    expect(result.note?.code).toBe('nothing_to_compress')
  })

  it('TIER-2 the next one has room for the content of the previous one, up to summary_tokens and a quarter of the limit', () => {
    const scene = stageScene(TALK, { limit: 100_000, context: { manual: ['compact'] } })
    const first = run(manualCompact(settings, protects), scene, ['known '.repeat(180)])
    // About 150 tokens of new messages beside a summary of 280.
    const more = conversation(`
      user: 400 chars
      assistant: 200 chars
      user: go on`)
    const text = inserted(first.changes, scene)[0] ?? ''
    const grown = stageScene([...conversation('user: 40 chars'), ...more], { limit: 100_000 })
    const summary = grown.context.makeBlock(
      madeBlock('summary', grown.context.count(text), { turn: 0, window: 0 }),
    )
    const tokens = grown.context.count(text)
    const content = grown.context.store(text)
    const view = grown.viewAfter([{ verb: 'insert', block: summary.id, content, tokens, after: null }])
    const roomOf = (summaryTokens: number, limit: number): number => {
      const stage = manualCompact({ ...settings, leastMessages: 1, summaryTokens }, protects)
      const context = { ...grown.context, manual: ['compact' as const] }
      return answered(stage.act({ ...view, limit }, null, context), ['so be it']).asks[0]?.maxTokens ?? 0
    }
    expect(tokens).toBeGreaterThan(270)
    expect(roomOf(2048, 100_000)).toBeGreaterThan(tokens)
    expect(roomOf(200, 100_000)).toBeLessThanOrEqual(200)
    expect(roomOf(2048, 1000)).toBeLessThanOrEqual(250)
  })

  it('COMP-3 a failing, empty or longer answer changes nothing', () => {
    const cases = [new ModelFailure('timeout', 'late'), '  ', 'x'.repeat(40_000)]
    const verdicts = cases.map((answer) => {
      const { result } = run(stage, full(TALK, 0.9), [answer])
      expect([result.edits, result.note?.code]).toEqual([[], 'summary_discarded'])
      return result.verdicts
    })
    expect(verdicts).toEqual([['failed'], ['empty'], ['not_smaller']])
  })

  it('COMP-3 an open breaker asks no model, but a person may', () => {
    const broken = { breaker: { failures: 3, open: true } }
    expect(run(stage, full(TALK, 0.9, broken), []).result.note?.code).toBe('breaker_open')
    const byHand = full(TALK, 0.1, { ...broken, manual: ['compact'] })
    expect(run(manualCompact(settings, protects), byHand).result.outcome).toBe('done')
  })

  it('TIER-2 a manual compaction needs no threshold, and a reset is not one', () => {
    const manual = manualCompact(settings, protects)
    const scene = full(TALK, 0.05, { manual: ['compact'] })
    expect(scene.shown(run(manual, scene).window)).toBe('summary2 message2')
    expect(run(manual, full(TALK, 0.05, { manual: ['reset'] }), []).result.edits).toEqual([])
    expect(run(manual, full(TALK.slice(0, 3), 0.05, { manual: ['compact'] }), []).result.edits).toEqual([])
  })

  it('EVI-3 a pinned block stays with its pair, and without the guard the task is not carried over', () => {
    const scene = full(loop('anthropic'), 1.01, { pinned: new Set<BlockId>([5]) })
    const { window, result } = run(stage, scene)
    expect(scene.shown(window)).toBe('summary4 message2 call2 result3 call3 call3 result4 result4')
    expect(result.edits[0]?.kept?.gated).toContainEqual({ block: 5, gates: ['pinned'] })
    const open = autoCompact(settings, evictionSettings({ gates: { task: false } }))
    const free = full(TALK, 0.9)
    expect(inserted(run(open, free).changes, free)[0]).not.toContain('port 5432')
  })

  it('PAIR-2 an open call stays', () => {
    const messages = conversation(`
      user: 4000 chars
      assistant: call a run
      user: 4000 chars
      assistant: 4000 chars
      user: go on`)
    const scene = full(messages, 0.9)
    // The task stays, because it has more than half of the tokens that a summary may have here.
    expect(scene.shown(run(stage, scene).window)).toBe('message0 call0 summary2 message2')
  })
})

const full_ = (given: Partial<TieredFullSettings> = {}) => tieredFullSettings({ restoreFiles: 0, ...given })

describe('TIER-3 collapse', () => {
  const one = collapse(full_({ collapseKeepMessages: 2 }), protects, 3)

  it('TIER-3 at .75 nothing, above it older messages are folded and stay in the window', () => {
    expect(run(one, full(TALK, 0.75), []).result.edits).toEqual([])
    const scene = full(TALK, 0.76)
    const { window, changes } = run(one, scene)
    // The task stays in the prompt, because the summary would have to repeat it.
    expect(scene.shown(window)).toBe('message0 summary2 response0:folded message1:folded response1 message2')
    expect(window.entries.filter(({ state }) => state === 'folded').every(({ tokens }) => tokens === 0)).toBe(
      true,
    )
    expect(window.used).toBeLessThan(scene.view.window.used)
    expect(changes.map(({ verb }) => verb)).toEqual(['fold', 'fold', 'insert'])
  })

  it('TIER-3 the number of messages that stay is a setting', () => {
    const scene = full(TALK, 0.8)
    const { window } = run(collapse(full_({ collapseKeepMessages: 3 }), protects, 3), scene)
    expect(scene.shown(window)).toBe('message0 summary2 response0:folded message1 response1 message2')
  })

  it('VALID-3 the reply that separates a loop with thinking from results that stay is not folded', () => {
    const talk = conversation(`
      user: port the parser
      assistant: 4000 chars
      user: go on
      assistant: call a f
      result a: 1
      assistant: 4000 chars
      user: and the tests?
      assistant: think[s] hm + call b f
      result b: 2`)
    const shown = (pinned: readonly BlockId[]): string => {
      const scene = full(talk, 0.8, { pinned: new Set(pinned) })
      return scene.shown(run(one, scene).window)
    }
    // Everything between the task and the running loop.
    expect(shown([])).toBe(
      'message0 summary4 response0:folded message1:folded call1:folded result2:folded response2:folded message3 thinking3 call3 result4',
    )
    // Without the reply, the user's text would stand beside a result, and the loop would begin at the pinned call.
    expect(shown([3])).toBe(
      'message0 summary4 response0:folded message1:folded call1 result2 response2 message3 thinking3 call3 result4',
    )
  })

  it('COMP-3 a failing model leaves the window unchanged', () => {
    expect(run(one, full(TALK, 0.8), [new ModelFailure('error', 'no')]).result.edits).toEqual([])
  })
})

describe('TIER-3 compact a session', () => {
  it.each([
    // limit, compact at, share, margin, level
    [200_000, 'share', 0.855, 33_000, 171_000],
    [200_000, 'margin', 0.855, 33_000, 167_000],
    [200_000, 'share', 0.9, 33_000, 180_000],
    [200_000, 'margin', 0.855, 13_000, 187_000],
    [20_000, 'margin', 0.855, 33_000, 10_000],
    [16_000, 'share', 0.855, 33_000, 12_000],
  ] as const)('TIER-3 of %i at %s (%f, %i): above %i', (limit, compactAt, compactShare, margin, level) => {
    const reserve = limit === 200_000 ? 10_000 : limit / 4
    const given = { compactAt, compactShare, compactMarginTokens: margin }
    expect(sessionLevel({ limit, reserve }, given)).toBe(level)
  })

  it('TIER-3 asks in two stages and keeps only the summary', () => {
    const scene = full(TALK, 0.9)
    const answer = '<analysis>first this, then that</analysis><summary>## Current work\n- tests</summary>'
    const { changes, asks, window } = run(compactSession(full_(), protects, 3), scene, [answer])
    expect(asks[0]?.kind).toBe('summarize_session')
    expect(scene.shown(window)).toBe('summary2 message2')
    expect(inserted(changes, scene)[0]).toMatch(/## Current work\n- tests$/)
    expect(inserted(changes, scene)[0]).not.toContain('first this')
  })

  it('COMP-3 an analysis alone is unreadable, and nothing changes', () => {
    const { result } = run(compactSession(full_(), protects, 3), full(TALK, 0.9), ['<analysis>hm</analysis>'])
    expect([result.edits, result.verdicts]).toEqual([[], ['unreadable']])
  })

  const files = (count: number) => [
    ...toolLoop(
      Array.from({ length: count }, (_, nth) => ({
        tool: 'read_file',
        input: { path: `src/${nth}.ts` },
        result: `file ${nth} ${filler(3000)}`,
      })),
    ),
    ...conversation('assistant: done\nuser: and now?'),
  ]
  const restoring = (given: Partial<TieredFullSettings>, messages = files(7)) => {
    const scene = stageScene(messages, { limit: 40_000, context: { manual: ['compact'] } })
    const { changes, window } = run(manualCompactSession(tieredFullSettings(given), protects, 3), scene)
    return { texts: inserted(changes, scene).slice(1), shown: scene.shown(window) }
  }

  it('TIER-3 the five newest files are restored after the summary, newest first', () => {
    const { texts, shown } = restoring({})
    expect(shown).toBe('summary8 injection8 injection8 injection8 injection8 injection8 message8')
    expect(
      texts.map((text) => /^\[Restored: (\S+) as of turn (\d+)\.\]\nfile (\d)/.exec(text)?.slice(1)),
    ).toEqual([6, 5, 4, 3, 2].map((nth) => [`src/${nth}.ts`, String(nth + 1), String(nth)]))
  })

  it('TIER-3 their number, and the size of each, are settings', () => {
    expect(restoring({ restoreFiles: 2 }).texts.length).toBe(2)
    expect(restoring({ restoreFiles: 0 }).texts).toEqual([])
    const { texts } = restoring({ restoreFileTokens: 200 })
    expect(texts.length).toBe(5)
    for (const text of texts) expect(Math.ceil(text.length / 4)).toBeLessThanOrEqual(200)
    expect(texts[0]).toContain('characters left out')
  })

  it('TIER-3 a written file is restored as written, an edited one says so, one read twice is restored once', () => {
    const messages = [
      ...toolLoop([
        { tool: 'read_file', input: { path: 'a.ts' }, result: filler(2000) },
        { tool: 'read_file', input: { path: 'b.ts' }, result: filler(2000) },
        { tool: 'read_file', input: { path: 'a.ts' }, result: `newer ${filler(2000)}` },
        {
          tool: 'write_file',
          input: { path: 'c.ts', content: `const c = 1 // ${filler(400)}` },
          result: 'ok',
        },
        { tool: 'edit_file', input: { path: 'b.ts', old_string: 'x', new_string: 'y' }, result: 'ok' },
      ]),
      ...conversation('assistant: done\nuser: and now?'),
    ]
    expect(restoring({}, messages).texts.map((text) => text.slice(0, 70).replaceAll('\n', '|'))).toEqual([
      expect.stringMatching(/^\[Restored: b\.ts as of turn 2, before later edits of it\.\]/),
      expect.stringMatching(/^\[Restored: c\.ts as of turn 3\.\]\|const c = 1/),
      expect.stringMatching(/^\[Restored: a\.ts as of turn 3\.\]\|newer/),
    ])
  })

  it('TIER-3 files that would fill the window again are left out', () => {
    const messages = files(7)
    const scene = full(messages, 0.9)
    const { changes, window } = run(compactSession(tieredFullSettings(), protects, 3), scene)
    expect(inserted(changes, scene).length).toBeGreaterThan(1)
    expect(inserted(changes, scene).length).toBeLessThan(6)
    expect(window.used).toBeLessThanOrEqual(0.855 * scene.view.limit * 0.5)
  })

  it('COMP-3 the breaker follows the config', () => {
    const scene = full(TALK, 0.9, { breaker: { failures: 2, open: false } })
    expect(run(compactSession(full_(), protects, 2), scene, []).result.note?.code).toBe('breaker_open')
    expect(run(compactSession(full_(), protects, 3), scene).result.outcome).toBe('done')
  })
})

describe('a summary that carries the task', () => {
  /** A task of `task` tokens, then a talk longer than any summary may be. */
  const talk = (task: number) =>
    conversation(`
      user: ${4 * task} chars
      assistant: 24000 chars
      user: go on
      assistant: 24000 chars
      user: and now`)

  it.each([100, 800, 1023])('TIER-2 has no more tokens than allowed, including a task of %i', (task) => {
    const scene = full(talk(task), 0.9)
    const { asks, changes } = run(stage, scene)
    const [text = ''] = inserted(changes, scene)
    expect(text).toContain('The task, word for word')
    const beside = scene.context.count(text) - scene.context.count('it was about the parser')
    expect(beside + (asks[0]?.maxTokens ?? 0)).toBeLessThanOrEqual(2048 + 2)
  })

  it('TIER-2 a task of more than half of it stays as its own message', () => {
    const scene = full(talk(1030), 0.9)
    const { changes, window } = run(stage, scene)
    expect(inserted(changes, scene)[0]).not.toContain('The task, word for word')
    expect(scene.shown(window)).toBe('message0 summary2 message2')
  })
})
