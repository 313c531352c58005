import { describe, expect, it } from 'vitest'
import { validate } from '../../engine/index.ts'
import { CLEARED_RESULT } from '../../engine/internal.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { appliedEdits, encodeTimeline, run } from '../index.ts'
import type { PartialConfig } from '../../config/index.ts'

/** A result of 500 tokens in each turn, with thinking in both exchanges. */
const trace = traceOf(
  conversation(`
    user: read them
    assistant: think[s] so many of them + call a read_file {"path":"a.ts"}
    result a: 2000 chars
    assistant: call b read_file {"path":"b.ts"}
    result b: 2000 chars
    assistant: done
    user: and the others
    assistant: think[t] two are left + call c read_file {"path":"c.ts"}
    result c: 2000 chars
    assistant: call d read_file {"path":"d.ts"}
    result d: 2000 chars
    assistant: all read`),
  { tools: [{ name: 'read_file', input_schema: { type: 'object' } }] },
)
const timelineOf = (context_editing: NonNullable<PartialConfig['context_editing']>) =>
  run(trace, { strategy: 'context_editing', max_context_tokens: 4000, context_editing })

describe('EDITAPI-1 LED-4 request, prompt and response of a turn', () => {
  const timeline = timelineOf({ clear_tool_uses: { trigger: 1200, keep: 1 } })
  const last = timeline.turns.length - 1

  it('the request contains the whole history and the edits asked of the provider, and is valid', () => {
    const { repairs, ...request } = timeline.messagesAt(last, 'anthropic')
    expect(repairs).toEqual([])
    expect(validate(request, 'anthropic')).toEqual([])
    expect(JSON.stringify(request.messages)).not.toContain(CLEARED_RESULT)
    expect(request.messages).toHaveLength(11)
    expect(request.context_management).toEqual({
      edits: [
        { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 1 } },
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 1200 },
          keep: { type: 'tool_uses', value: 1 },
        },
      ],
    })
  })

  it('the prompt contains placeholders and no old thinking, like the ledger', () => {
    const prompt = JSON.stringify(timeline.promptAt(last).messages)
    expect(prompt.split(CLEARED_RESULT)).toHaveLength(3)
    expect(prompt).not.toContain('so many of them')
    expect(prompt).toContain('two are left')
    expect(timeline.turns[last]?.byType.tool_result).toBe(2 * 14 + 2 * 500 + 4 * 4)
    expect(timeline.turns[last]?.byType.thinking).toBe(3 + 4)
  })

  it('for OpenAI, which edits nothing, the client leaves cleared content out', () => {
    const { repairs, ...request } = timeline.messagesAt(last, 'openai')
    expect(repairs).toEqual([])
    expect(JSON.stringify(request).split(CLEARED_RESULT)).toHaveLength(3)
    expect('context_management' in request).toBe(false)
  })

  it('the response reports what was cleared from the prompt', () => {
    // Two results of 500 tokens became placeholders of 14, which brought the prompt below its trigger. The thinking had
    // 4.
    expect(appliedEdits(timeline, last)).toEqual([
      { type: 'clear_thinking_20251015', cleared_thinking_turns: 1, cleared_input_tokens: 4 },
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 2, cleared_input_tokens: 2 * (500 - 14) },
    ])
    expect(appliedEdits(timeline, 0)).toEqual([])
    expect(() => appliedEdits(timeline, 99)).toThrow('the run has turns 0 to 5, not 99')
  })

  it('with other strategies the request asks for no edits and equals the prompt', () => {
    const plain = run(trace, { strategy: 'unmanaged', max_context_tokens: 8000 })
    const { repairs: _, thinking, ...request } = plain.messagesAt(last, 'anthropic')
    expect('context_management' in request).toBe(false)
    expect(plain.promptAt(last)).toEqual(request)
    // Its replies have thinking, so its requests ask for it.
    expect(thinking).toEqual({ type: 'enabled', budget_tokens: 1024 })
  })
})

describe('EDITAPI-1 compaction by the provider', () => {
  const timeline = timelineOf({
    clear_tool_uses: { enabled: false },
    clear_thinking: { enabled: false },
    compact: { enabled: true, trigger: 900 },
  })
  const edits = timeline.edits.filter(({ stage }) => stage === 'server_compact')

  it('happens repeatedly, and only the newest summary is sent back', () => {
    expect(edits.map(({ turn }) => turn)).toEqual([2, 5])
    expect(timeline.data.asks.map(({ stage }) => stage)).toEqual(['server_compact', 'server_compact'])
    const [first] = edits
    const { repairs, ...request } = timeline.messagesAt(4, 'anthropic')
    expect(repairs).toEqual([])
    const content = request.messages.flatMap((message) =>
      typeof message.content === 'string' ? [] : message.content,
    )
    const compactions = content.filter(({ type }) => type === 'compaction')
    expect(compactions).toHaveLength(1)
    const reply = request.messages.find(
      (message) => typeof message.content !== 'string' && message.content[0]?.type === 'compaction',
    )
    // The reply of turn 2 was pending when the provider compacted.
    expect(reply).toMatchObject({ role: 'assistant', content: [{}, { type: 'text', text: 'done' }] })
    expect(first?.after).toBe(timeline.turns[2]?.used)
    expect(request.messages).toHaveLength(9)
  })

  it('the prompt begins with the summary, and no other edit is reported', () => {
    const prompt = timeline.promptAt(4).messages
    expect(prompt[0]).toMatchObject({ role: 'user', content: [{ type: 'text' }] })
    expect(JSON.stringify(prompt[0])).toContain('Summary of turns 0 to 2')
    expect(prompt[1]).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'done' }] })
    expect(appliedEdits(timeline, 4)).toEqual([])
    expect(timeline.turns[4]?.violations).toEqual([])
  })

  it('EDIT-3 a setting of a disabled edit changes nothing, one of an enabled edit does', () => {
    const bytes = (settings: Parameters<typeof timelineOf>[0]) => {
      const { spec: _, hash: __, ...data } = timelineOf(settings).data
      return encodeTimeline(data as never)
    }
    const off = { clear_tool_uses: { enabled: false }, clear_thinking: { enabled: false } }
    expect(bytes({ ...off, compact: { enabled: false, trigger: 900 } })).toBe(bytes(off))
    const on = (summary_tokens: number) =>
      bytes({ ...off, compact: { enabled: true, trigger: 900, summary_tokens } })
    expect(on(100)).not.toBe(on(4000))
  })
})

describe('EDITAPI-1 the edits that a request asks for', () => {
  const askedOf = (pipeline: NonNullable<PartialConfig['pipeline']>) => {
    const config: PartialConfig = { strategy: 'pipeline', max_context_tokens: 4000, pipeline }
    return run(trace, config).messagesAt(0, 'anthropic').context_management?.edits
  }
  const uses = (trigger: number, keep: number, when = 'always') => ({
    stage: 'clear_tool_uses',
    when,
    with: { context_editing: { clear_tool_uses: { trigger, keep } } },
  })
  const sent = (trigger: number, keep: number) => ({
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: trigger },
    keep: { type: 'tool_uses', value: keep },
  })

  it('have the settings of their step, and occur twice if the step is listed twice', () => {
    expect(askedOf([uses(900, 7)])).toEqual([sent(900, 7)])
    expect(askedOf([uses(900, 7), { stage: 'clear_thinking' }, uses(800, 2)])).toEqual([
      { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 1 } },
      sent(900, 7),
      sent(800, 2),
    ])
  })

  it('PIPE-1 leave out steps with a condition, which no request can express', () => {
    expect(askedOf([uses(900, 7, 'never')])).toBeUndefined()
    expect(askedOf([uses(900, 7, 'spike'), uses(800, 2)])).toEqual([sent(800, 2)])
  })

  it('clear tool uses above twenty if no trigger is set', () => {
    const loop = traceOf(
      conversation(
        Array.from(
          { length: 30 },
          (_, at) => `assistant: call c${at} read_file {"path":"${at}.ts"}\nresult c${at}: 400 chars`,
        ).reduce((text, step) => `${text}\n${step}`, 'user: read them') + '\nassistant: read',
      ),
    )
    const clear_tool_uses = { trigger_type: 'tool_uses' as const }
    const config = {
      strategy: 'context_editing',
      max_context_tokens: 8000,
      context_editing: { clear_tool_uses },
    }
    const { edits } = run(loop, config)
    expect(edits.map(({ turn }) => turn)).toEqual([21])
    expect(edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'tool_uses',
      value: 21,
      allowed: 20,
      by: { key: 'context_editing.clear_tool_uses.trigger', written: '20', of: null },
      // 30 % of the window. The reserve is a quarter of it, because 4,096 would be more.
      zone: 'green',
      used: edits[0]?.before,
      limit: 8000,
      reserve: 2000,
    })
  })

  it('if nothing is left to clear, the provider refuses the request and the run ends', () => {
    const { data } = timelineOf({ clear_tool_uses: { trigger: 1200, keep: 9 } })
    const small = run(trace, {
      strategy: 'context_editing',
      max_context_tokens: 2000,
      context_editing: { clear_tool_uses: { keep: 9 } },
    })
    expect(data.ended).toBeNull()
    expect(small.ended).toEqual({ turn: 4, code: 'overflow', of: 6 })
    expect(small.turns).toHaveLength(5)
    expect(trace.turns.length).toBeGreaterThan(5)
  })
})
