import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { NO_WORDS } from '../../../live/index.ts'
import {
  bodiesOf,
  callsTo,
  events,
  messageEnd,
  messageStart,
  part,
  pretendProvider,
  refusal,
  says,
  sse,
  streamOf,
  textPart,
} from '../../../testing/pretend-provider.ts'
import type { PretendAnswer } from '../../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { KEY } from '../../store/model/call-fixture.ts'
import { livePage, PATIENCE } from './live-page-fixture.ts'

const scene = livePage(WorkerInThread)

const begin = (...answers: readonly PretendAnswer[]) => scene.beginWithModel(pretendProvider(...answers))
const readme = ['toolu_1', 'read_file', { path: 'README.md' }] as const

it('TOK-5 sends what the lane prepared, keeps the bill beside each counter’s figure, runs tools', async () => {
  const provider = begin(callsTo(readme), says('It is a mooring service.'))
  await scene.page.setAuto(true)
  await scene.page.send('What is this?')
  expect(scene.step).toBe('user')
  const [first, second] = bodiesOf(provider)
  expect(first?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'What is this?' }] }])
  expect(first?.tools?.map(({ name }) => name)).toContain('read_file')
  expect(JSON.stringify(second?.messages)).toContain('toolu_1')
  const [turn] = scene.live.trace.turns
  expect(turn?.usage).toMatchObject({ input: 10, output: 7 })
  expect(turn?.usage?.counted).toEqual(scene.page.liveState.getState().sent[0]?.counted)
  expect(scene.page.liveState.getState().sent[0]).toMatchObject({ applied: [], predicted: null, repaired: 0 })
})

it('VALID-4 a refused request is repaired and sent once more; a second refusal stops, and everything is kept', async () => {
  const refused = refusal(400, 'invalid_request_error', 'messages.1.content.0: Invalid `signature`')
  const thought = events(
    messageStart(),
    ...part(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'so' },
      {
        type: 'signature_delta',
        signature: 'c2ln',
      },
    ),
    ...textPart(1, 'Yes.'),
    ...messageEnd(),
  )
  const provider = begin(thought, refused, says('Fine.'), refused, refused, says('At last.'))
  await scene.page.send('Is it?')
  await scene.page.send('And now?')
  expect(scene.step).toBe('user')
  const [, second, third] = bodiesOf(provider)
  expect(JSON.stringify(second)).toContain('c2ln')
  expect(JSON.stringify(third)).not.toContain('c2ln')
  expect(scene.page.liveState.getState().sent.map(({ repaired }) => repaired)).toEqual([0, 1])
  expect(scene.page.calls.getState().list.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  // The billed request was repaired after counting, so its count is not kept.
  expect(scene.page.liveState.getState().sent[1]?.counted).toEqual({})
  expect(scene.live.trace.turns[1]?.usage).toMatchObject({ input: 10 })
  expect(scene.live.trace.turns[1]?.usage).not.toHaveProperty('counted')
  const said = scene.messages.length
  await scene.page.send('Again?')
  expect([scene.step, scene.problem?.code, provider.requests.length]).toEqual([
    'stopped',
    'request-refused',
    5,
  ])
  expect(scene.messages).toHaveLength(said + 1)
  await scene.page.goOn()
  expect([scene.step, scene.problem]).toEqual(['user', null])
  expect(JSON.stringify(scene.messages.at(-1))).toContain('At last.')
})

it('VALID-4 a request without a known fault is not sent again', async () => {
  const provider = begin(refusal(400, 'invalid_request_error', 'no'))
  await scene.page.send('Is it?')
  expect([scene.step, scene.problem?.code, provider.requests.length]).toEqual([
    'stopped',
    'request-refused',
    1,
  ])
})

it('a reply without words is kept with the reason why it ended', async () => {
  const nothing = events(messageStart(), ...messageEnd({ stop_reason: 'max_tokens' }))
  begin(nothing, says('Yes.'))
  await scene.page.send('Is it?')
  expect([scene.step, scene.problem]).toEqual(['user', null])
  expect(scene.messages.at(-1)?.content).toEqual([{ type: 'text', text: NO_WORDS }])
  await scene.page.send('Well?')
  expect(scene.page.liveState.getState().sent.map(({ stopReason }) => stopReason)).toEqual([
    'max_tokens',
    'end_turn',
  ])
})

it('VALID-4 a prompt that is too long for the model can be compacted and sent again', async () => {
  const tooLong = refusal(400, 'invalid_request_error', 'prompt is too long: 200001 tokens > 200000 maximum')
  const provider = begin(says('One. '.repeat(200)), tooLong, says('Two.'))
  scene.page.alter({ lanes: [{ policy: 'default', gates: 'on' }] })
  await scene.page.send('Is it?')
  await scene.page.send('And now?')
  expect([scene.step, scene.problem?.code]).toEqual(['stopped', 'context-overflow'])
  await scene.page.compactAndGoOn()
  expect([scene.step, scene.problem]).toEqual(['user', null])
  expect(scene.page.useChoices.getState().lanes[0]?.actions).toEqual([{ turn: 1, kind: 'compact' }])
  const [, , third] = bodiesOf(provider)
  expect(JSON.stringify(third?.messages)).not.toContain('One. One. One. One. One. One. One. One. One. One.')
})

it('LLM-2 a broken stream leaves its partial text, which is not part of the conversation; the tab warns meanwhile', async () => {
  const begun = sse([messageStart(), ...textPart(0, 'It is the ')])
  let end: () => void = () => undefined
  const slow = streamOf(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(begun))
        end = () => {
          controller.error(new Error('gone'))
        }
      },
    }),
  )
  begin(slow, says('It is the clock.'))
  // Each answer can be read only once.
  vi.stubGlobal('fetch', pretendProvider(() => slow, says('It is the clock.')).fetch)
  const sending = scene.page.send('What is it?')
  await vi.waitUntil(() => scene.page.liveState.getState().written !== '', PATIENCE)
  expect(scene.hears('beforeunload')).toBe(true)
  end()
  await sending
  expect([scene.step, scene.problem?.code]).toEqual(['stopped', 'broken-stream'])
  expect([scene.page.liveState.getState().written, scene.messages.length]).toEqual(['It is the ', 1])
  expect(scene.page.calls.getState().list[0]).toMatchObject({ state: 'failed', text: 'It is the ' })
  expect(scene.hears('beforeunload')).toBe(false)
  await scene.page.goOn()
  expect([scene.step, scene.messages.length, scene.page.liveState.getState().written]).toEqual([
    'user',
    2,
    '',
  ])
})

it('stopped while the model writes, or taken back, nothing of the reply is used', async () => {
  const never = () =>
    streamOf(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(sse([messageStart(), ...textPart(0, 'It ')])))
        },
      }),
    )
  begin(never)
  const sending = scene.page.send('What is it?')
  await vi.waitUntil(() => scene.page.liveState.getState().written !== '', PATIENCE)
  scene.page.stop()
  await sending
  expect([scene.step, scene.problem?.code, scene.messages.length]).toEqual(['stopped', 'aborted', 1])
  const again = scene.page.goOn()
  await vi.waitUntil(() => scene.page.liveState.getState().written !== '', PATIENCE)
  await scene.page.undoMessage()
  await again
  expect([scene.step, scene.problem, scene.messages.length]).toEqual(['user', null, 0])
  expect(scene.page.liveState.getState().draft).toBe('What is it?')
})

it('the pictures change to another conversation while the model writes: its reply is kept, and nothing more is sent', async () => {
  const scenario = scene.page.useChoices.getState().source
  const provider = begin(() => {
    scene.page.alter({ source: scenario })
    return callsTo(readme)
  })
  await scene.page.setAuto(true)
  await scene.page.send('What is this?')
  expect([scene.step, scene.problem?.code, scene.turns, provider.requests.length]).toEqual([
    'stopped',
    'elsewhere',
    2,
    1,
  ])
})

it('a lane that changes while the request is prepared is waited for, and prepares it', async () => {
  begin(says('Yes.'))
  const sending = scene.page.send('Is it?')
  await wait(0)
  scene.page.alter({ lanes: [{ policy: 'unmanaged', gates: 'on' }] })
  await sending
  expect(scene.step).toBe('user')
  expect(scene.page.liveState.getState().sent.map(({ strategy }) => strategy)).toEqual(['Unmanaged'])
})

it('LLM-2 without a key it stops and says so, and retries with one', async () => {
  begin(says('Yes.'))
  scene.page.takeKeyAway()
  await scene.page.send('Is it?')
  expect([scene.step, scene.problem?.code]).toEqual(['stopped', 'no-key'])
  scene.page.giveKey(KEY, false)
  await scene.page.goOn()
  expect(scene.step).toBe('user')
  await scene.page.askAgain()
  expect([scene.step, scene.messages.length, scene.page.liveState.getState().sent.length]).toEqual([
    'user',
    2,
    1,
  ])
})
