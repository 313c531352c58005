import { expect, it } from 'vitest'
import { cheapestModel } from '../../../llm/index.ts'
import { liveToLog } from '../../../live/index.ts'
import { readTrace } from '../../../sim/index.ts'
import {
  bodiesOf,
  callsTo,
  events,
  messageEnd,
  messageStart,
  part,
  pretendProvider,
  says,
  textPart,
} from '../../../testing/pretend-provider.ts'
import type { PretendAnswer } from '../../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { livePage } from './live-page-fixture.ts'

const scene = livePage(WorkerInThread)

const begin = (...answers: readonly PretendAnswer[]) => scene.beginWithModel(pretendProvider(...answers))
const readme = ['toolu_1', 'read_file', { path: 'README.md' }] as const
const book = ['toolu_2', 'read_file', { path: 'src/reservations/reservation-book.ts' }] as const

/** The provider compacts at once. */
const SMALL = { context_editing: { compact: { trigger: 1 } } }

const SUMMARY = {
  type: 'compaction',
  content: 'All of it.',
  encrypted_content: 'b3BhcXVl',
  signature: 'c2ln',
  tool_changes: [],
} as const

/** A reply after a summary by the provider of everything before it. The summary is billed, too. */
function compacted({ content, encrypted_content, ...start }: typeof SUMMARY, words: string): Response {
  const none = { cache_creation: null, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  return events(
    messageStart(),
    ...part(
      0,
      { ...start, content: null, encrypted_content: null },
      { type: 'compaction_delta', content, encrypted_content },
    ),
    ...textPart(1, words),
    ...messageEnd(
      { stop_reason: 'end_turn' },
      {
        context_management: { applied_edits: [] },
        usage: {
          output_tokens: 7,
          iterations: [
            { type: 'compaction', input_tokens: 900, output_tokens: 30, ...none },
            { type: 'message', input_tokens: 10, output_tokens: 7, ...none },
          ],
        },
      },
    ),
  )
}

it('EDITAPI-1 LED-4 a provider’s summary is kept completely, and sent back once, only to that provider', async () => {
  const provider = begin(
    says('Yes.'),
    compacted(SUMMARY, 'And on.'),
    says('So.'),
    says('Ever.'),
    says('More.'),
  )
  scene.page.alter({ lanes: [{ policy: 'context_editing_compact', gates: 'on' }] })
  await scene.page.send('Is it?')
  await scene.page.send('Is it still?')
  const [first, second] = bodiesOf(provider)
  expect(first).toMatchObject({
    context_management: { edits: [{ type: 'clear_tool_uses_20250919' }, { type: 'compact_20260112' }] },
  })
  expect(JSON.stringify(second)).not.toContain('compaction"')
  expect(scene.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'And on.' }])
  expect(scene.live.trace.recordedEdits).toMatchObject([{ turn: 1, kind: 'compaction', part: SUMMARY }])
  expect(scene.live.trace.turns.map(({ applied }) => applied)).toEqual([[], []])
  // The count was for another prompt than the billed one.
  expect(scene.live.trace.turns[1]?.usage).not.toHaveProperty('counted')
  expect(scene.page.liveState.getState().sent.map(({ compaction }) => compaction)).toEqual([
    { expected: null, made: null },
    { expected: null, made: { summary: 'All of it.', billed: { input: 900, output: 30 }, after: 10 } },
  ])
  const { price } = cheapestModel()
  // The bill has both: the summary, which the sums leave out, and the reply.
  const spent = scene.page.calls.getState().list.map(({ cost }) => cost ?? 0)
  expect(spent[1]).toBeGreaterThan((spent[0] ?? 0) + (900 * price.input + 30 * price.output) / 1e6 - 1e-12)

  await scene.page.send('And now?')
  const third = bodiesOf(provider)[2]
  expect(third?.messages).toHaveLength(5)
  expect(third?.messages[3]?.content).toEqual([SUMMARY, { type: 'text', text: 'And on.' }])
  expect(JSON.stringify(third).split('"compaction"')).toHaveLength(2)
  expect(provider.requests[2]?.headers.get('anthropic-beta')).toContain('compact-2026-01-12')
  // The run repeats the provider's edit as soon as it is reported; past requests stay as sent.
  const { data } = scene.page.currentComparison()?.lanes[0] ?? {}
  expect(data?.edits.map(({ turn, stage }) => [turn, stage])).toEqual([[2, 'server_compact']])
  expect(data?.asks).toEqual([])

  scene.page.alter({ lanes: [{ policy: 'fifo', gates: 'on' }] })
  await scene.page.send('Otherwise?')
  expect(JSON.stringify(bodiesOf(provider)[3])).not.toContain('All of it.')
  expect(bodiesOf(provider)[3]?.messages).toHaveLength(7)
  scene.page.alter({ lanes: [{ policy: 'context_editing_compact', gates: 'on' }] })
  await scene.page.send('Back?')
  expect(bodiesOf(provider)[4]?.messages[3]?.content).toContainEqual(SUMMARY)

  const read = readTrace(liveToLog(scene.live))
  expect(read.recordedEdits).toEqual(scene.live.trace.recordedEdits)
  expect(read.turns).toEqual(scene.live.trace.turns)
})

it('EDITAPI-1 a summary that a run only simulated is never sent: the provider makes its own', async () => {
  const provider = begin(callsTo(readme, book), says('Read.'), says('Yes.'))
  await scene.page.setAuto(true)
  scene.page.alter({
    lanes: [
      { policy: 'unmanaged', gates: 'on' },
      { policy: 'context_editing_compact', gates: 'on', byHand: SMALL },
    ],
  })
  await scene.page.send('What is this?')
  const lane = scene.page.currentComparison()?.lanes[1]?.data
  expect(lane?.edits.map(({ stage }) => stage)).toContain('server_compact')
  scene.page.alter({ lanes: [{ policy: 'context_editing_compact', gates: 'on', byHand: SMALL }] })
  await scene.page.send('And now?')
  const last = bodiesOf(provider).at(-1)
  expect(last?.messages).toHaveLength(5)
  expect(JSON.stringify(last)).not.toContain('"compaction"')
})

it('EDITAPI-1 thinking is requested as chosen, comes back unchanged, and only then can it be cleared', async () => {
  scene.page.thinkingState.setState({ mode: 'enabled', budget: 2048 })
  const thought = events(
    messageStart(),
    ...part(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'Is it?' },
      { type: 'signature_delta', signature: 'c2ln' },
    ),
    ...part(1, { type: 'redacted_thinking', data: 'aGlkZGVu' }),
    ...textPart(2, 'Yes.'),
    ...messageEnd(),
  )
  const provider = begin(thought, says('So.'))
  scene.page.alter({ lanes: [{ policy: 'context_editing', gates: 'on' }] })
  await scene.page.send('Is it?')
  await scene.page.send('And now?')
  const [first, second] = bodiesOf(provider)
  const thinking = { type: 'enabled', budget_tokens: 2048, display: 'summarized' }
  expect(first).toMatchObject({ thinking, max_tokens: 4096 + 2048 })
  expect(first?.context_management?.edits.map(({ type }) => type)).toEqual([
    'clear_thinking_20251015',
    'clear_tool_uses_20250919',
  ])
  expect(second?.messages[1]?.content).toEqual([
    { type: 'thinking', thinking: 'Is it?', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'aGlkZGVu' },
    { type: 'text', text: 'Yes.' },
  ])
  expect(readTrace(liveToLog(scene.live)).thinking).toEqual(thinking)
  // With a mock, no provider is asked for edits.
  scene.page.begin('bug', 'bug_hunter')
  expect(scene.live.trace).not.toHaveProperty('thinking')
})
