import { describe, expect, it } from 'vitest'
import { chars4, PROVIDERS, validate } from '../../engine/index.ts'
import type { BlockType } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { decodeTimeline, encodeTimeline, openTimeline, run } from '../index.ts'
import type { Intervention, Timeline, Trace } from '../index.ts'

/**
 * Blocks: 0 system, 1 task, 2 and 3 a reply with a call, 4 its result, 5 to 7 the same again, 8 a reply, 9 a question.
 */
const LOOP = conversation(`
  user: fix the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: port 8080 is open
  assistant: more + call b read_file {"path":"src/b.ts"}
  result b: 2400 chars
  assistant: done
  user: which port was it
  assistant: port 8080 is open
  user: 800 chars
  assistant: 800 chars
  user: go on
  assistant: fine`)
const trace = traceOf(LOOP, {
  needs: [{ turn: 3, message: 2, part: 0, kind: 'fact', evidence: ['port 8080'], refetchable: false }],
})
const edit = (turn: number, block: number, text: string): Intervention => ({
  turn,
  kind: 'edit',
  block,
  text,
})
const lane: PartialConfig = { strategy: 'unmanaged', max_context_tokens: 20_000 }
const edited = (interventions: readonly Intervention[], config = lane, of: Trace = trace) =>
  run(of, config, { interventions })
const sent = (timeline: Timeline, turn: number) => timeline.messagesAt(turn, 'anthropic')
const notesOf = ({ turns }: Timeline) =>
  turns.flatMap(({ turn, events }) =>
    events.flatMap((event) =>
      event.kind === 'note' && event.stage === 'rewrite' ? [[turn, event.note]] : [],
    ),
  )

describe('a block rewritten by hand', () => {
  const timeline = edited([edit(2, 4, 'port 9090 is shut')])

  it('EDIT-1 LED-1 is recorded as an edit with a new version and its tokens, by hand', () => {
    const [only, ...others] = timeline.edits
    expect(others).toEqual([])
    const before = chars4.count('port 8080 is open')
    const after = chars4.count('port 9090 is shut')
    const overhead = chars4.messageOverhead
    expect(only).toMatchObject({
      turn: 2,
      stage: 'rewrite',
      freed: before + overhead,
      added: after + overhead,
      decision: null,
      blocks: [{ block: 4, verb: 'rewrite', from: 'live', to: 'rewritten' }],
    })
    expect((only?.before ?? 0) - (only?.freed ?? 0) + (only?.added ?? 0)).toBe(only?.after)
    expect(only?.tick).toBeLessThanOrEqual(timeline.turns[2]?.points.sent.tick ?? 0)
    expect(timeline.textOf(4, only?.tick)).toBe('port 9090 is shut')
    expect(timeline.textOf(4, (only?.tick ?? 0) - 1)).toBe('port 8080 is open')
    expect(timeline.textOf(4)).toBe('port 8080 is open')
  })

  it('PAIR-1 VALID-1 is in the requests from its turn on, in its pair, for every provider', () => {
    for (const provider of PROVIDERS) {
      expect(JSON.stringify(timeline.messagesAt(1, provider))).toContain('port 8080 is open')
      for (const turn of [2, 3]) {
        const text = JSON.stringify(timeline.messagesAt(turn, provider))
        expect(text).toContain('port 9090 is shut')
        expect(text).not.toContain('port 8080 is open')
      }
    }
    expect(sent(timeline, 2).messages[2]).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'port 9090 is shut' }],
    })
    for (const { turn } of timeline.turns) expect(validate(sent(timeline, turn), 'anthropic')).toEqual([])
    expect(timeline.turns.flatMap(({ violations }) => violations)).toEqual([])
  })

  it('EDIT-3 is the same after decoding and encoding', () => {
    const bytes = encodeTimeline(timeline.data)
    const back = decodeTimeline(bytes)
    expect(encodeTimeline(back)).toBe(bytes)
    expect(back.spec.interventions).toEqual([edit(2, 4, 'port 9090 is shut')])
    expect(openTimeline(back, trace).messagesAt(3, 'openai')).toEqual(timeline.messagesAt(3, 'openai'))
  })

  it('NEED-2 meets a need by its new text', () => {
    const met = (...interventions: Intervention[]) =>
      edited(interventions).data.needs.map(({ resolution }) => resolution)
    expect(met()).toEqual(['full'])
    expect(met(edit(3, 4, 'it said: port 8080 is open'))).toEqual(['full'])
    expect(met(edit(3, 4, 'port 9090 is shut'))).toEqual(['lost'])
    expect(met(edit(3, 4, 'shut'), edit(3, 5, 'port 8080 was open'))).toEqual(['full'])
  })

  it('can be the system prompt, the task or a reply, again in a later turn, and twice in one turn', () => {
    const all = edited([
      edit(1, 0, 'Be brief.'),
      edit(1, 1, 'fix the lexer'),
      edit(2, 2, 'I look'),
      edit(3, 1, 'once'),
      edit(3, 1, 'fix the printer'),
    ])
    expect(sent(all, 0).system).toBe('You are a careful coding agent.')
    expect(sent(all, 1).system).toBe('Be brief.')
    expect([1, 2, 3].map((turn) => sent(all, turn).messages[0]?.content)).toEqual(
      ['fix the lexer', 'fix the lexer', 'fix the printer'].map((text) => [{ type: 'text', text }]),
    )
    expect(sent(all, 3).messages[1]?.content).toMatchObject([
      { text: 'I look' },
      { type: 'tool_use', id: 'a' },
    ])
    expect(all.edits.map(({ turn }) => turn)).toEqual([1, 1, 2, 3, 3])
    expect(all.edits.at(-1)?.blocks[0]).toMatchObject({ from: 'rewritten', to: 'rewritten' })
  })

  it('is summarized by its new text', () => {
    const config: PartialConfig = {
      strategy: 'pipeline',
      max_context_tokens: 4000,
      pipeline: [{ stage: 'summarize_results', at: 0.4 }],
      eviction: { target: 0.3 },
      compression: { summarization_threshold_tokens: 500, tool_results: 'at_pressure' },
    }
    const long = 'the cause is a missing bracket in line 12. '.repeat(150)
    const { edits, contents } = edited([edit(3, 4, long)], config).data
    expect(edits.map(({ stage, turn }) => [stage, turn])).toEqual([
      ['rewrite', 3],
      ['summarize_results', 3],
    ])
    expect(edits[1]?.blocks).toMatchObject([{ block: 4, from: 'rewritten', to: 'summarized' }])
    expect(contents.at(-1)).toContain('missing bracket')
  })

  it('is rewritten before a compaction by hand of the same turn, which summarizes the new text', () => {
    const both = edited([{ turn: 3, kind: 'compact' }, edit(3, 4, 'E_BROKEN: the bracket is missing')])
    expect(both.edits.map(({ stage }) => stage)).toEqual(['rewrite', 'manual_summary'])
    expect(JSON.stringify(sent(both, 3))).toContain('the bracket is missing')
  })

  it('EDIT-2 can be a block made by the run, once that exists', () => {
    const compact: Intervention = { turn: 4, kind: 'compact' }
    const compacted = edited([compact])
    const summary = compacted.blocks.findIndex(({ type }) => type === 'summary')
    expect(summary).toBeGreaterThan(trace.messages.length)
    const again = edited([compact, edit(5, summary, 'nothing happened so far')])
    expect(again.edits.at(-1)?.blocks).toMatchObject([{ block: summary, verb: 'rewrite' }])
    expect(JSON.stringify(sent(again, 5))).toContain('nothing happened so far')
    const early = edited([compact, edit(1, summary, 'nothing happened so far')])
    expect(notesOf(early)).toEqual([[1, { code: 'gone_before_rewrite', tokens: 0, block: summary }]])
  })

  it('EDIT-2 made by the run is identified by type and turn; another block with its number stays unchanged', () => {
    const compact: Intervention = { turn: 4, kind: 'compact' }
    const summary = edited([compact]).blocks.findIndex(({ type }) => type === 'summary')
    const text = 'nothing happened so far'
    const meant = (of: { readonly type: BlockType; readonly turn: number }): Intervention => ({
      turn: 5,
      kind: 'edit',
      block: summary,
      text,
      of,
    })
    const found = edited([compact, meant({ type: 'summary', turn: 4 })])
    expect(JSON.stringify(sent(found, 5))).toContain(text)
    expect(notesOf(found)).toEqual([])
    const tokens = edited([compact]).data.blocks[summary]?.tokens ?? 0
    for (const of of [
      { type: 'summary', turn: 3 },
      { type: 'memory_injection', turn: 4 },
    ] as const) {
      const other = edited([compact, meant(of)])
      expect(sent(other, 5)).toEqual(sent(edited([compact]), 5))
      expect(notesOf(other)).toEqual([[5, { code: 'not_that_block', tokens, block: summary }]])
    }
    // No block may have that number, or one that arrived with the conversation, of any type.
    expect(notesOf(edited([meant({ type: 'summary', turn: 4 })]))).toMatchObject([
      [5, { code: 'gone_before_rewrite' }],
    ])
    const call: Intervention = { turn: 2, kind: 'edit', block: 3, text, of: { type: 'summary', turn: 1 } }
    expect(notesOf(edited([call]))).toMatchObject([[2, { code: 'not_that_block', block: 3 }]])
  })

  it('LED-4 is still sent with its new text after the provider cleared it', () => {
    const provider: PartialConfig = {
      strategy: 'context_editing',
      max_context_tokens: 20_000,
      context_editing: { clear_tool_uses: { trigger_type: 'tool_uses', trigger: 1, keep: 1 } },
    }
    const text = 'port 9090 is shut, and nobody knows since when. '.repeat(5).trim()
    const cleared = edited([edit(1, 4, text)], provider)
    const edits = cleared.edits.map(({ stage, turn, blocks }) => [
      stage,
      turn,
      blocks.map(({ block }) => block),
    ])
    expect(edits).toEqual([
      ['rewrite', 1, [4]],
      ['clear_tool_uses', 2, [4]],
    ])
    for (const turn of [1, 2, 3]) expect(JSON.stringify(sent(cleared, turn).messages)).toContain(text)
    expect(JSON.stringify(cleared.promptAt(1))).toContain(text)
    expect(JSON.stringify(cleared.promptAt(2))).not.toContain('port')
  })
})

describe('a block that cannot be rewritten', () => {
  it('not yet there, removed or shortened: it stays so, with a note', () => {
    const reset = edited([edit(1, 7, 'early'), { turn: 3, kind: 'reset' }, edit(4, 1, 'late')])
    expect(reset.edits.map(({ stage }) => stage)).toEqual(['manual_reset'])
    expect(notesOf(reset)).toEqual([
      [1, { code: 'gone_before_rewrite', tokens: 0, block: 7 }],
      [4, { code: 'gone_before_rewrite', tokens: 0, block: 1 }],
    ])
    const config: PartialConfig = {
      ...lane,
      strategy: 'pipeline',
      pipeline: ['summarize_arrivals'],
      compression: { summarization_threshold_tokens: 500 },
    }
    const shorter = edited([edit(3, 7, 'late')], config)
    expect(shorter.edits.map(({ stage, turn }) => [stage, turn])).toEqual([['summarize_arrivals', 2]])
    expect(notesOf(shorter)).toMatchObject([[3, { code: 'gone_before_rewrite', block: 7 }]])
  })

  const rich = traceOf(
    conversation(
      `
      user: see this + image 800x600
      assistant: think[signed] well + call a look {}
      result a: [text seen, image 10x10]
      assistant: call b look {}
      result b: fine
      assistant: done`.replace('[text seen, image 10x10]', 'seen'),
    ),
    { tools: [{ name: 'look', input_schema: {} }] },
  )

  it.each([
    [1, 'tool_definition'],
    [3, 'image'],
    [4, 'thinking'],
    [5, 'tool_use'],
  ])('refuses a block without text: block %i, which is %s', (block, what) => {
    expect(() => edited([edit(2, block, 'x')], lane, rich)).toThrow(
      `block ${block} cannot be replaced by text: it is ${what}`,
    )
  })

  it('refuses a blank text, an unknown block and an unknown turn', () => {
    for (const text of ['', ' \n']) {
      expect(() => edited([edit(2, 4, text)])).toThrow(
        `a block needs some text, but this is ${JSON.stringify(text)}`,
      )
    }
    expect(() => edited([edit(2, -1, 'x')])).toThrow('no block to edit: -1')
    expect(() => edited([edit(2, 0.5, 'x')])).toThrow('no block to edit: 0.5')
    expect(() => edited([edit(9, 4, 'x')])).toThrow('no turn to intervene in: 9')
  })
})
