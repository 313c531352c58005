import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import type { Message } from '../../core/message/message.ts'
import { replayRecordedStage } from './replay-recorded.ts'
import type { RecordedAct } from '../contract/stage.ts'

/**
 * By chars4: 104 for the first request, 4 + 106 and 404 for a pair, 4 + 3 for the answer, 4 + 5 for the new request.
 */
const TALK = conversation(`
  user: 400 chars
  assistant: 400 chars + call a read_file {"path":"a.ts"}
  result a: 1600 chars
  assistant: it is fixed
  user: now the lexer, please`)

const COMPACTION: RecordedAct = {
  kind: 'compaction',
  summary: 'They fixed the parser.',
  tokensBefore: 9000,
  tokensAfter: null,
  cleared: [],
  tokensFreed: null,
}

function replayed(
  acts: readonly RecordedAct[],
  messages: readonly Message[] = TALK,
  options: Partial<SceneOptions> = {},
  state: 'silent' | 'heard' = 'silent',
) {
  const scene = stageScene(messages, {
    limit: 10_000,
    ...options,
    context: { ...options.context, recordedActs: acts },
  })
  const { result } = answered(replayRecordedStage.act(scene.view, state, scene.context))
  const window = scene.after(result.edits[0]?.changes ?? [])
  const texts = window.entries.map((entry) =>
    entry.content < 0 ? scene.context.text(entry.block) : (scene.contents[entry.content] ?? ''),
  )
  return { scene, result, window, shown: scene.shown(window), texts }
}

describe('a compaction', () => {
  it('REC-1 earlier messages are replaced by the recorded summary, word for word and counted; the new request stays', () => {
    const { result, shown, texts, window } = replayed([COMPACTION])
    expect(shown).toBe('summary2 message2')
    expect(texts).toEqual(['They fixed the parser.', 'now the lexer, please'])
    // 22 characters are 6 tokens; 21 are 6, and 4 for the message.
    expect(window.used).toBe(6 + 10)
    expect(result).toMatchObject({ outcome: 'done', note: null, state: 'heard' })
    expect(result.edits[0]?.compression).toMatchObject({ step: 'own_summary', after: 6, asks: 0 })
  })

  it('REC-1 PAIR-2 results that arrive now leave with their calls, and an open call stays', () => {
    const running = conversation(`
      user: 400 chars
      assistant: 400 chars + call a read_file {"path":"a.ts"} + call b read_file {"path":"b.ts"}
      result a: 1600 chars
      result b: 80 chars`)
    expect(replayed([COMPACTION], running).shown).toBe('summary1')
    const open = conversation(`
      user: 4000 chars
      assistant: done + call z wait {}
      user: go on`)
    expect(replayed([COMPACTION], open).shown).toBe('summary1 response0 call0 message1')
  })

  it('REC-1 VALID-1 in the middle of a tool loop with thinking, the loop leaves whole', () => {
    const loop = conversation(`
      user: 400 chars
      assistant: think 80 chars + call a read_file {"path":"a.ts"}
      result a: 1600 chars
      assistant: think 80 chars + call b read_file {"path":"b.ts"}
      result b: 80 chars`)
    expect(replayed([COMPACTION], loop).shown).toBe('summary2')
  })

  it('REC-1 a pinned block stays, with what it needs', () => {
    const { scene } = replayed([COMPACTION])
    const result = scene.view.blocks.find(({ type }) => type === 'tool_result')?.id ?? -1
    const { shown } = replayed([COMPACTION], TALK, { context: { pinned: new Set([result]) } })
    expect(shown).toBe('summary2 response0 call0 result1 message2')
  })

  it('REC-1 PAIR-2 what the log says stayed does, behind the summary, and a call with its results', () => {
    const { blocks } = replayed([COMPACTION]).scene.view
    const idsOf = (...types: readonly string[]) =>
      blocks.filter(({ type, message }) => types.includes(type) && message < 4).map(({ id }) => id)
    const [, answer] = idsOf('assistant_response')
    expect(replayed([{ ...COMPACTION, stays: [answer ?? -1] }]).shown).toBe('summary2 response1 message2')
    const said = blocks.filter(({ message }) => message === 1).map(({ id }) => id)
    expect(replayed([{ ...COMPACTION, stays: said }]).shown).toBe('summary2 response0 call0 result1 message2')
    // Of a message that did not stay whole, nothing does.
    expect(replayed([{ ...COMPACTION, stays: idsOf('tool_call') }]).shown).toBe('summary2 message2')
  })

  it('REC-1 a mark in a text did not protect it from the client, but a pin does', () => {
    const marked = conversation(`
      user: 400 chars
      assistant: DO_NOT_EVICT the port is 5432
      user: DO_NOT_EVICT and never change it
      assistant: call a read_file {"path":"a.ts"}
      result a: DO_NOT_EVICT ${'long '.repeat(40)}
      assistant: it is fixed
      user: now the lexer, please`)
    expect(replayed([COMPACTION], marked).shown).toBe('summary3 message3')
    const { shown } = replayed([COMPACTION], marked, { context: { pinned: new Set<number>([1]) } })
    expect(shown).toBe('summary3 response0 message3')
    const clearing: RecordedAct = { ...COMPACTION, kind: 'microcompaction', summary: null, cleared: ['a'] }
    expect(replayed([clearing], marked).result.edits[0]?.changes).toMatchObject([
      { verb: 'replace', block: 4 },
    ])
  })

  it('REC-1 the previous summary is part of the next, and of two before one call the last counts', () => {
    const later = { ...COMPACTION, summary: 'They also fixed the lexer.' }
    expect(replayed([COMPACTION, later]).texts[0]).toBe('They also fixed the lexer.')
    expect(replayed([COMPACTION, later]).result.edits).toHaveLength(1)
  })

  it('REC-1 a summary without text in the log is a block of the size that the usage leaves for it', () => {
    const { result, texts, window } = replayed([{ ...COMPACTION, summary: null, tokensAfter: 200 }])
    expect(texts[0]).toBe(
      '[Here the client that wrote the log put a summary of 9000 tokens; the log does not hold its words.]',
    )
    expect(window.used).toBe(200)
    expect(result.note).toEqual({ code: 'not_recorded', tokens: 200 - 10 })
    const [block] = window.entries
    expect(result.edits[0]?.compression?.after).toBe((block?.tokens ?? 0) + 0)
  })

  it('REC-1 without usage such a block has its stated size', () => {
    const { texts, window, scene } = replayed([{ ...COMPACTION, summary: null, tokensBefore: null }])
    expect(texts[0]).toBe(
      '[Here the client that wrote the log put a summary; the log does not hold its words.]',
    )
    expect(window.used).toBe(scene.context.count(texts[0] ?? '') + 10)
  })

  it('REC-1 usage beyond the summary is a block of its own, marked as inferred', () => {
    const { result, shown, window } = replayed([{ ...COMPACTION, tokensAfter: 300 }])
    expect(shown).toBe('summary2 injection2 message2')
    expect(window.used).toBe(300)
    expect(result.note).toEqual({ code: 'not_recorded', tokens: 300 - 16 })
    // A counter may be off by a twentieth of the usage.
    expect(replayed([{ ...COMPACTION, tokensAfter: 16 }]).shown).toBe('summary2 message2')
    expect(replayed([{ ...COMPACTION, tokensAfter: 10 }]).window.used).toBe(16)
  })

  it('COMP-3 a replacement that would not be smaller is not made', () => {
    const long = { ...COMPACTION, summary: 'x'.repeat(4000) }
    expect(replayed([long]).result).toMatchObject({ edits: [], note: { code: 'summary_discarded' } })
    const grown = { ...COMPACTION, tokensAfter: 9_000 }
    expect(replayed([grown]).result).toMatchObject({ edits: [], note: { code: 'summary_discarded' } })
  })

  it('REC-1 a window that begins with the compaction has nothing to replace', () => {
    const begun = conversation('user: They fixed the parser.')
    expect(replayed([COMPACTION], begun).result).toMatchObject({
      edits: [],
      note: { code: 'nothing_to_compress' },
    })
  })
})

describe('a microcompaction', () => {
  const MICRO: RecordedAct = { ...COMPACTION, kind: 'microcompaction', summary: null, cleared: ['a'] }

  it('REC-1 PAIR-3 the results of the recorded calls are cleared; the calls stay', () => {
    const { shown, texts, result } = replayed([MICRO])
    expect(shown).toBe('message0 response0 call0 result1:placeholder response1 message2')
    expect(texts[3]).toBe('[Cleared by the client that wrote the log.]')
    expect(result.note).toBeNull()
  })

  it.each<[why: string, cleared: readonly string[], code: string]>([
    ['the log tells neither which nor how much', [], 'not_recorded'],
    ['it names none that stands here', ['elsewhere', '__proto__'], 'nothing_to_compress'],
  ])('REC-1 nothing is cleared if %s', (_, cleared, code) => {
    expect(replayed([{ ...MICRO, cleared }]).result).toMatchObject({ edits: [], note: { code } })
  })

  it('REC-1 if the log has only the amount that was cleared, the oldest results are taken, and a note says so', () => {
    const three = conversation(`
      user: read them
      assistant: call a x {}
      result a: 400 chars
      assistant: call b x {}
      result b: 400 chars
      assistant: call c x {}
      result c: 400 chars
      assistant: call d x {}
      result d: 400 chars`)
    // 43 characters, 11 tokens, replace 100: clearing one result frees 89.
    const clearing = (tokensFreed: number) => {
      const act = { ...MICRO, cleared: [], tokensFreed, tokensBefore: 700, tokensAfter: 520 }
      return replayed([act], three).result
    }
    expect(clearing(89).edits[0]?.changes).toHaveLength(1)
    const { edits, note } = clearing(90)
    expect(edits[0]?.changes.map(({ verb, block }) => [verb, block])).toEqual([
      ['replace', 2],
      ['replace', 4],
    ])
    expect(note).toEqual({ code: 'not_told_which', tokens: 178 })
    expect(edits[0]?.logged).toEqual({ before: 700, after: 520 })
    // New results are not cleared, however much should be freed.
    expect(clearing(9000).edits[0]?.changes).toHaveLength(3)
  })

  it('REC-1 a result shorter than its replacement stays, and so does a pinned one', () => {
    const short = conversation('user: hm\nassistant: call a x {}\nresult a: ok')
    expect(replayed([MICRO], short).result.edits).toEqual([])
    const { scene } = replayed([MICRO])
    const pinned = new Set(scene.view.blocks.map(({ id }) => id))
    expect(replayed([MICRO], TALK, { context: { pinned } }).result.edits).toEqual([])
  })

  it('REC-1 before a compaction it is part of it; after it, or after another, it finds only the rest', () => {
    expect(replayed([MICRO, COMPACTION]).result.edits).toHaveLength(1)
    expect(replayed([COMPACTION, MICRO]).result).toMatchObject({ note: { code: 'nothing_to_compress' } })
    expect(replayed([COMPACTION, MICRO]).result.edits).toHaveLength(1)
    expect(replayed([MICRO, MICRO]).result.edits).toHaveLength(1)
  })
})

describe('a log without recorded acts', () => {
  it('REC-1 nothing happens, and the missing record is reported once, when there would be a reason to act', () => {
    expect(replayed([]).result).toMatchObject({ edits: [], state: 'silent', note: { code: 'below_trigger' } })
    const full = replayed([], TALK, { limit: 800 })
    expect(full.result).toMatchObject({
      edits: [],
      state: 'heard',
      note: { code: 'not_recorded', tokens: full.scene.view.window.used },
    })
    expect(replayed([], TALK, { limit: 800 }, 'heard').result.note?.code).toBe('below_trigger')
  })
})
