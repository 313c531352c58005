import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Ask } from '../../../engine/index.ts'
import {
  events,
  messageEnd,
  messageStart,
  pretendProvider,
  refusal,
  textPart,
} from '../../../testing/pretend-provider.ts'
import type { PretendAnswer } from '../../../testing/pretend-provider.ts'
import { answerAsking } from './answer.ts'
import { connection, giveKey, takeKeyAway } from './connection.ts'

const by = { model: 'claude-haiku-4-5', label: 'managed' }
const fresh = connection.getInitialState()
let made = 0

/** The requests of a lane. Each has a new text, so that none is answered from memory. */
function asks(...answers: readonly PretendAnswer[]) {
  vi.stubGlobal('fetch', pretendProvider(...answers).fetch)
  const ask: Ask = {
    kind: 'compact',
    stage: 'compact',
    turn: 3,
    window: 0,
    sources: [],
    task: `task ${++made}`,
    previous: null,
    update: 'anchored',
    maxTokens: 100,
  }
  return answerAsking({ n: 1, lane: 'managed', ask }, by, new AbortController().signal)
}

const ends = (stop_reason: string) =>
  events(messageStart(), ...textPart(0, '## Goal\nShip it'), ...messageEnd({ stop_reason }))

beforeEach(() => {
  connection.setState({ ...fresh, askFirst: false })
  giveKey('sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA', false)
})

afterEach(() => {
  takeKeyAway()
  vi.unstubAllGlobals()
})

it('LLM-1 a whole answer is its text', async () => {
  await expect(asks(ends('end_turn'))).resolves.toEqual({ text: '## Goal\nShip it' })
})

it.each(['max_tokens', 'refusal', 'model_context_window_exceeded'])(
  'COMP-3 an answer that ends because of %s is a failure of the model, not a summary',
  async (reason) => {
    await expect(asks(ends(reason))).rejects.toMatchObject({ name: 'ModelFailure', failure: 'error' })
  },
)

it('a failed call ends the run with its problem', async () => {
  await expect(asks(refusal(401, 'authentication_error', 'no'))).rejects.toMatchObject({
    problems: [{ code: 'key-refused', severity: 'error' }],
  })
})

it('a run that ends names the question, its lane, turn and model, and the number of tries', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = asks(refusal(529, 'overloaded_error', 'busy')).catch((failure: unknown) => failure)
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  vi.useRealTimers()
  expect(await failed).toMatchObject({
    problems: [
      {
        code: 'overloaded',
        message: expect.stringMatching(
          /^Summary of the conversation, managed, turn 3: claude-haiku-4-5 was called 3 times\. The provider is overloaded/,
        ) as string,
      },
    ],
  })
  takeKeyAway()
  await expect(asks(refusal(529, 'overloaded_error', 'busy'))).rejects.toMatchObject({
    problems: [
      { message: expect.stringContaining('claude-haiku-4-5 was not called. There is no key.') as string },
    ],
  })
})

it('COST-2 a request asks for no longer reply than its model can give', async () => {
  const provider = pretendProvider(ends('end_turn'))
  vi.stubGlobal('fetch', provider.fetch)
  const ask: Ask = {
    kind: 'compact',
    stage: 'compact',
    turn: 3,
    window: 0,
    sources: [],
    task: 'a long one',
    previous: null,
    update: 'anchored',
    maxTokens: 50_000,
  }
  const listed = { id: by.model, label: by.model, maxInput: 200_000, maxOutput: 64_000, thinking: null }
  connection.setState({ listed: [listed], cap: 10 })
  await answerAsking({ n: 1, lane: 'managed', ask }, by, new AbortController().signal)
  expect(provider.requests[0]?.body).toMatchObject({ max_tokens: 64_000 })
})
