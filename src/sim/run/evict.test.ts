import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { entriesAt, explain, run } from '../index.ts'
import type { Timeline } from '../index.ts'

/**
 * Four reads of 1,600 characters (400 tokens by chars4) and a question. Each message costs 4 tokens more; the system
 * prompt of the test trace 8.
 */
const READS = `
  user: fix the bug in the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars
  assistant: done
  user: and the tests?
  assistant: they pass`

const off = { task: false, current_user_message: false, running_results: false, pinned: false }

function lab(text: string, limit: number, eviction: object, strategy = 'evict'): Timeline {
  return run(traceOf(conversation(text)), {
    strategy,
    max_context_tokens: limit,
    pressure: { preemptive: false },
    // A policy alone, at orange: what was said is ranked like everything else.
    eviction: { user_share: 0, wait: false, ...eviction },
  })
}

/** The window as sent in a turn, one word per block: type, turn of arrival, and state unless live. */
function sent(timeline: Timeline, turn: number): string {
  const record = timeline.turns[turn]
  if (record === undefined) return `ended before turn ${turn}`
  return entriesAt(timeline.data.spans, record.points.sent.tick, 0)
    .map((entry) => {
      const block = timeline.blocks[entry.block]
      const state = entry.state === 'live' ? '' : `:${entry.state}`
      return `${block?.type.split('_').pop() ?? ''}${block?.turn ?? ''}${state}`
    })
    .join(' ')
}

describe('eviction', () => {
  it('EVI-4 edits nothing below orange', () => {
    const timeline = lab(READS, 4000, { policy: 'fifo' })
    expect(timeline.edits).toEqual([])
    expect(sent(timeline, 5)).toBe(
      'prompt0 message0 response0 call0 result1 call1 result2 call2 result3 call3 result4 response4 message5',
    )
  })

  it('EVI-4 FIFO evicts the oldest blocks in one batch down to the target, replaces results by placeholders, and keeps calls', () => {
    // Limit 2,100; reserve a quarter, 525; usable .75, so orange is .75 × .75/.95 = .592 (1,243) and the target .60 ×
    // .75/.95 = .474 (994). The third read brings the window above orange.
    const timeline = lab(READS, 2100, { policy: 'fifo' })
    const [first] = timeline.edits
    expect(first?.turn).toBe(3)
    expect(first?.decision?.trigger.target).toBe(994)
    expect(first?.decision?.trigger.cause).toBe('zone')
    // The prose of the reply and the first result free enough; the second result is the first survivor.
    const named = (rows: readonly { block: number }[] = []): string[] =>
      rows.map((row) => `${timeline.blocks[row.block]?.type ?? ''} ${timeline.blocks[row.block]?.turn ?? ''}`)
    expect(named(first?.decision?.victims)).toEqual(['assistant_response 0', 'tool_result 1'])
    expect(named(first?.decision?.survivors)).toEqual(['tool_result 2'])
    expect(sent(timeline, 3)).toBe('prompt0 message0 call0 result1:placeholder call1 result2 call2 result3')
    expect(first?.after).toBeLessThanOrEqual(994)
  })

  it('EVI-4 without placeholders, a call and its result are evicted together', () => {
    const timeline = lab(READS, 2100, { policy: 'fifo', placeholders: false })
    expect(sent(timeline, 3)).toBe('prompt0 message0 call1 result2 call2 result3')
  })

  it('EVI-3 with all guards off but the system prompt’s, FIFO evicts the task and leaves a placeholder as the first user message', () => {
    const long = READS.replace('fix the bug in the parser', '200 chars')
    const timeline = lab(long, 2100, { policy: 'fifo', user_share: 0, gates: off })
    expect(sent(timeline, 3)).toBe(
      'prompt0 message0:placeholder call0 result1:placeholder call1 result2 call2 result3',
    )
    const request = timeline.messagesAt(3, 'anthropic')
    expect(request.messages[0]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: '[Evicted: user message of turn 0.]' }],
    })
    // 200 characters are 50 tokens, the marker's 34 are 9: evicting the block frees 41.
    const first = timeline.edits[0]?.decision?.victims[0]
    expect([timeline.blocks[first?.block ?? -1]?.type, first?.frees]).toEqual(['user_message', 41])
    // The test trace declares no tools; nothing else was invalid.
    expect(request.repairs.map((repair) => repair.action)).toEqual(['declare-tool'])
  })

  it('EVI-2 the policy priority keeps a marked reply that FIFO evicts', () => {
    const marked = READS.replace('looking', '"IMPORTANT: the parser is src/a.ts, 400 lines"')
    const kept = (policy: string): boolean => sent(lab(marked, 2100, { policy }), 3).includes('response0')
    expect(kept('fifo')).toBe(false)
    expect(kept('priority')).toBe(true)
  })

  it('EVI-4 if only protected blocks are left, the running results are clipped until the request fits', () => {
    const timeline = lab(
      'user: read it\nassistant: call a read_file {"path":"x"}\nresult a: 20000 chars\nassistant: done',
      4000,
      { policy: 'fifo' },
    )
    const [clip] = timeline.edits
    expect(clip?.stage).toBe('clip')
    expect(sent(timeline, 1)).toBe('prompt0 message0 call0 result1:clipped')
    expect(timeline.turns[1]?.used).toBeLessThanOrEqual(3000)
    expect(timeline.textOf(3, clip?.tick)).toMatch(/characters clipped/)
    // The store has the whole content.
    expect(timeline.textOf(3)).toHaveLength(20_000)
  })

  it('STRAT-1 an unmanaged run ends at the turn that overflows', () => {
    const timeline = lab(READS, 2000, {}, 'unmanaged')
    expect(timeline.ended).toEqual({ turn: 4, code: 'overflow', of: timeline.trace.turns.length })
    expect(timeline.turns).toHaveLength(5)
    expect(timeline.turns[4]?.events.at(-1)?.kind).toBe('overflow')
  })

  it('EDIT-1 explain names every candidate, and the guards that protect the other blocks', () => {
    const timeline = lab(READS, 2100, { policy: 'hybrid' })
    const turn = timeline.edits[0]?.turn ?? 0
    const [decision] = explain(timeline, turn).decisions
    const gated = (decision?.gated ?? []).map(
      (one) => `${timeline.blocks[one.block]?.type ?? ''}: ${one.gates.join(', ')}`,
    )
    expect(gated).toEqual([
      'system_prompt: protected_types',
      'user_message: task, current_user_message',
      'tool_result: running_results',
    ])
    expect((decision?.victims.length ?? 0) + (decision?.survivors.length ?? 0)).toBe(decision?.candidates)
  })

  it('EDIT-1 explain of a turn that the run did not reach names the turns there are', () => {
    expect(() => explain(lab(READS, 4000, {}), 99)).toThrow('the run has turns 0 to 5, not 99')
  })

  it('EDIT-1 explain agrees with the record, in whatever order interventions are listed', () => {
    const reads = Array.from({ length: 40 }, (_, read) => {
      return `assistant: call c${read} read_file {"path":"src/${read}.ts"}\nresult c${read}: 900 chars`
    })
    const trace = traceOf(conversation(`user: read them all\n${reads.join('\n')}\nassistant: done`))
    const block = 4
    const timeline = run(
      trace,
      { strategy: 'evict', max_context_tokens: 6000, eviction: { policy: 'fifo' } },
      {
        interventions: [
          { kind: 'unpin', turn: 20, block },
          { kind: 'pin', turn: 2, block },
        ],
      },
    )
    const stays = timeline.edits.filter(
      (edit) => edit.turn < 20 && edit.blocks.some((one) => one.block === block),
    )
    expect(stays).toEqual([])
    for (const { turn, decision } of timeline.edits) {
      const [again] = explain(timeline, turn).decisions
      expect(again?.victims.map(({ inputs: _inputs, ...row }) => row)).toEqual(decision?.victims)
    }
  })

  it('EDIT-3 an intervention on an unknown turn or block is refused with its number', () => {
    const trace = traceOf(conversation(READS))
    const at = (turn: number, block: number) => () =>
      run(trace, {}, { interventions: [{ kind: 'pin', turn, block }] })
    expect(at(99, 0)).toThrow(/: 99$/)
    expect(at(0, 999)).toThrow(/: 999$/)
  })

  it('EDIT-4 a task that comes later has no influence on earlier decisions', () => {
    const calls = Array.from({ length: 20 }, (_, read) => {
      const topic = read % 2 === 0 ? 'retry timeout client' : 'table border colour'
      return `assistant: call c${read} read_file {"path":"src/${read}.ts"}\nresult c${read}: ${`${topic} `.repeat(45)}`
    }).join('\n')
    const ended = (last: string): Timeline =>
      lab(`${calls}\nassistant: done\nuser: ${last}`, 4000, { policy: 'priority' })
    const decided = (timeline: Timeline): unknown =>
      timeline.edits.filter((edit) => edit.turn < 21).map((edit) => edit.decision?.victims)
    const first = decided(ended('raise retry timeout client'))
    expect(first).not.toEqual([])
    expect(first).toEqual(decided(ended('lorem ipsum dolor')))
  })

  it('EVI-3 a protected result is not clipped', () => {
    const text =
      'user: read it\nassistant: call a read_file {"path":"x"}\nresult a: 20000 chars\nassistant: done'
    const kept = lab(text, 4000, { policy: 'fifo', protected_types: ['tool_result'] })
    expect(sent(kept, 1)).toBe('prompt0 message0 call0 result1')
    expect(kept.turns[1]?.events.at(-1)?.kind).toBe('overflow')
  })

  it('EVI-4 protected blocks above the target do not cause a batch in every turn', () => {
    const reads = Array.from({ length: 40 }, (_, read) => {
      return `assistant: call c${read} read_file {"path":"src/${read}.ts"}\nresult c${read}: 400 chars`
    })
    // The task has 1,900 of 3,000 usable tokens; the target is 1,894 (.60 × .75/.95 of 4,000).
    const timeline = lab(`user: 7600 chars\n${reads.join('\n')}\nassistant: done`, 4000, { policy: 'fifo' })
    const batches = timeline.edits.filter((edit) => edit.stage === 'evict')
    expect(batches.length).toBeGreaterThan(2)
    expect(batches.length).toBeLessThan(20)
    for (const edit of batches) expect(edit.before - edit.after).toBeGreaterThan(100)
  })

  it('EVI-4 an overflow is prevented even if the target is above the usable window', () => {
    const reads = Array.from({ length: 30 }, (_, read) => {
      return `assistant: call c${read} read_file {"path":"src/${read}.ts"}\nresult c${read}: 2000 chars`
    })
    const trace = traceOf(conversation(`user: read\n${reads.join('\n')}\nassistant: done`))
    const timeline = run(trace, {
      strategy: 'evict',
      max_context_tokens: 8000,
      pressure: { thresholds: { yellow: 0.5, orange: 0.98, red: 0.99 } },
      eviction: { policy: 'fifo', target: 0.97 },
    })
    for (const turn of timeline.turns) expect(turn.used).toBeLessThanOrEqual(8000 - timeline.data.reserve)
  })
})
