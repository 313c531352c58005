import { describe, expect, it } from 'vitest'
import type { CompactionPart, Json } from '../../../engine/index.ts'
import { conversation } from '../../../testing/conversation.ts'
import { traceOf } from '../../../testing/trace.ts'
import { encodeTimeline, openTimeline, run } from '../../index.ts'
import type { RecordedEdit, Trace } from '../../index.ts'

const bare = traceOf(
  conversation(
    Array.from({ length: 6 }, (_, at) => `user: 4000 chars\nassistant: answer ${at} of 200 chars`).join('\n'),
  ),
)
const ASKED: Json = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 2000 } }
const CLEAR: Json = { type: 'clear_tool_uses_20250919', keep: { type: 'tool_uses', value: 3 } }
const PART: CompactionPart = { type: 'compaction', content: 'What was said so far.', signature: 'c2ln' }

const toldOf = (asked: readonly Json[] | null, recordedEdits: readonly RecordedEdit[] = []): Trace => ({
  ...bare,
  recordedEdits,
  turns: bare.turns.map((turn) => (asked === null ? turn : { ...turn, applied: [], asked })),
})
const madeAt = (turn: number): RecordedEdit => ({
  turn,
  window: 0,
  kind: 'compaction',
  trigger: null,
  tokensBefore: null,
  summary: PART.content,
  part: PART,
})
const live = (trace: Trace): Trace => ({ ...trace, source: { ...trace.source, kind: 'live' } })
const above = (trace: Trace, trigger: number) =>
  run(trace, {
    strategy: 'context_editing',
    max_context_tokens: 20_000,
    context_editing: { compact: { enabled: true, trigger } },
  })
const usedIn = ({ turns }: ReturnType<typeof above>) => turns.map(({ points }) => points.sent.used)
const editsOf = ({ edits }: ReturnType<typeof above>) => edits.map(({ turn, stage }) => `${turn} ${stage}`)
const partsIn = (timeline: ReturnType<typeof above>, turn: number) =>
  timeline
    .messagesAt(turn, 'anthropic')
    .messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'compaction')

describe('EDITAPI-1 edits reported by the provider', () => {
  const alone = above(bare, 2000)

  it('for a request with other settings are ignored', () => {
    expect(editsOf(alone)).toEqual(['1 server_compact', '3 server_compact', '5 server_compact'])
    for (const other of [toldOf([CLEAR]), toldOf([]), toldOf([CLEAR, { ...(ASKED as object), trigger: 5 }])])
      expect([usedIn(above(other, 2000)), editsOf(above(other, 2000))]).toEqual([
        usedIn(alone),
        editsOf(alone),
      ])
    // Nothing is known about a summary that had another trigger.
    const high = above(toldOf([CLEAR, ASKED], [madeAt(3)]), 15_000)
    expect(editsOf(high)).toEqual([])
    expect(partsIn(high, 5)).toEqual([])
  })

  it('without an expected compaction, the next call takes the expected one back', () => {
    const timeline = above(toldOf([CLEAR, ASKED]), 2000)
    const whole = above(bare, 15_000)
    const [first] = editsOf(timeline)
    expect(first).toBe('1 server_compact')
    expect(usedIn(timeline)[1]).toBe(usedIn(alone)[1])
    expect(editsOf(timeline)[1]).toBe('2 server_compact')
    const back = timeline.edits[1]
    expect(new Set(back?.blocks.map(({ verb }) => verb))).toEqual(new Set(['correct', 'drop']))
    expect(back?.after).toBe(usedIn(whole)[2])
    // This brings it above the size at which it did nothing.
    expect(editsOf(timeline).slice(2, 4)).toEqual(['2 server_compact', '3 server_compact'])
  })

  it('with the text of a summary, later requests contain that text and send it back unchanged', () => {
    const timeline = above(live(toldOf([CLEAR, ASKED], [madeAt(1)])), 2000)
    expect(timeline.edits.slice(0, 2).map(({ turn, blocks }) => [turn, blocks.at(-1)?.verb])).toEqual([
      [1, 'insert'],
      [2, 'correct'],
    ])
    expect([0, 1].flatMap((turn) => partsIn(timeline, turn))).toEqual([])
    expect(partsIn(timeline, 2)).toEqual([PART])
    expect(JSON.stringify(timeline.promptAt(2).messages[0])).toContain(PART.content)
    const again = openTimeline(timeline.data, live(toldOf([CLEAR, ASKED], [madeAt(1)])))
    expect(encodeTimeline(again.data)).toBe(encodeTimeline(timeline.data))
  })

  it('with an unexpected compaction, the next call contains it', () => {
    const timeline = above(toldOf([CLEAR, ASKED], [madeAt(0)]), 2000)
    const [edit] = timeline.edits
    expect([edit?.turn, edit?.trigger]).toEqual([1, undefined])
    expect(partsIn(timeline, 1)).toEqual([PART])
    // Replaces the first message, with its overhead.
    const said = (usedIn(above(bare, 15_000))[1] ?? 0) - (1000 + 4)
    expect(usedIn(timeline)[1]).toBe(said + Math.ceil(PART.content.length / 4))
  })

  it('LED-4 stay in later requests even if a later compaction is only expected; expected ones are never sent in a live conversation', () => {
    const trace = {
      ...toldOf([CLEAR, ASKED], [madeAt(1)]),
      turns: toldOf([CLEAR, ASKED]).turns.map((turn) =>
        turn.turn < 3 ? turn : (bare.turns[turn.turn] ?? turn),
      ),
    }
    const timeline = above(live(trace), 2000)
    expect(editsOf(timeline)).toContain('3 server_compact')
    expect(partsIn(timeline, 5)).toEqual([PART])
    const asLog = above(trace, 2000)
    expect(partsIn(asLog, 5)).toEqual([PART])
    expect(partsIn(above(live(bare), 2000), 5)).toEqual([])
    expect(partsIn(alone, 5)).toHaveLength(1)
  })
})

it('EDITAPI-1 a live conversation without thinking does not ask to clear thinking; a log does', () => {
  const types = (trace: Trace) =>
    above(trace, 2000)
      .messagesAt(0, 'anthropic')
      .context_management?.edits.map(({ type }) => type)
  const [uses, compact] = ['clear_tool_uses_20250919', 'compact_20260112']
  expect(types(live(bare))).toEqual([uses, compact])
  expect(types(live({ ...bare, thinking: { type: 'disabled' } }))).toEqual([uses, compact])
  const thinking = 'clear_thinking_20251015'
  expect(types(live({ ...bare, thinking: { type: 'adaptive' } }))).toEqual([thinking, uses, compact])
  // A log does not record how its requests configured thinking.
  expect(types(bare)).toEqual([thinking, uses, compact])
})
