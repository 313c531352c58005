import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  events,
  messageEnd,
  messageStart,
  part,
  pretendProvider,
  sse,
  streamOf,
  textPart,
} from '../testing/pretend-provider.ts'
import type { PretendAnswer } from '../testing/pretend-provider.ts'
import { CALL_FAILURES, CallFailure } from './call.ts'
import { createClient } from './client.ts'

import { BASE, call, failureFrom, KEY } from './client-fixture.ts'

const failing = (answer: PretendAnswer): Promise<CallFailure> =>
  failureFrom(
    createClient({ key: () => KEY, baseUrl: BASE, fetch: pretendProvider(answer).fetch, retries: 0 }).send(
      call,
    ),
  )

describe('LLM-2 streams that go wrong', () => {
  const begun = [messageStart(), ...textPart(0, 'half a').slice(0, 2)]

  it('LLM-2 a stream that stops early returns its partial reply', async () => {
    const failure = await failing(events(...begun))
    expect(failure).toMatchObject({ code: 'broken-stream', canRetry: true, status: null })
    expect(failure.partial).toMatchObject({
      id: 'msg_1',
      requestId: 'req_1',
      content: [{ type: 'text', text: 'half a' }],
      stopReason: null,
      usage: { uncached: 10, output: 1 },
    })
  })

  it('LLM-2 a stream whose connection is lost returns its partial reply', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(sse(begun)))
      },
      pull() {
        throw new TypeError('terminated')
      },
    })
    const failure = await failing(() => streamOf(body))
    expect(failure).toMatchObject({ code: 'broken-stream', partial: { content: [{ text: 'half a' }] } })
    expect(failure.message).toMatch(/terminated$/)
  })

  it('LLM-2 an error in the stream is reported like an error response, with the partial reply', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    expect(await failing(events(...begun, overloaded))).toMatchObject({
      code: 'overloaded',
      status: null,
      said: 'Overloaded',
      canRetry: true,
      partial: { content: [{ text: 'half a' }] },
    })
    const long = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' },
    }
    expect(await failing(events(long))).toMatchObject({ code: 'context-overflow', partial: null })
    expect(await failing(streamOf('event: error\ndata: what\n\n'))).toMatchObject({
      code: 'provider-broken',
      said: 'what',
    })
  })

  it.each([
    ['no events', '', /Content type: text\/event-stream$/],
    ['no JSON', 'event: message_start\ndata: {"a\n\n', /JSON/],
    ['a message that is none', sse([{ type: 'message_start' }]), /no object: nothing$/],
    ['a part before the message', sse(textPart(0, 'a')), /before the message began: content_block_start$/],
    ['two messages', sse([messageStart(), messageStart()]), /second message/],
    ['a piece of no part', sse([messageStart(), ...textPart(0, 'a').slice(1)]), /never began: 0$/],
    [
      'a part twice',
      sse([messageStart(), ...textPart(0, 'a'), ...textPart(0, 'b')]),
      /cannot begin at this place: 0$/,
    ],
    [
      'a piece of a new kind',
      sse([messageStart(), ...part(0, { type: 'text', text: '' }, { type: 'hologram_delta' })]),
      /kind that text does not have: "hologram_delta"$/,
    ],
    [
      'an end without a beginning',
      sse([{ type: 'message_stop' }]),
      /before the message began: message_stop$/,
    ],
  ])('LLM-2 %s', async (_name, body, words) => {
    const failure = await failing(streamOf(body))
    expect(failure.code).toBe('broken-stream')
    expect(failure.message).toMatch(words)
  })

  it('LLM-2 a part unknown to the engine is reported, not dropped', async () => {
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
    const failure = await failing(
      events(messageStart(), ...textPart(0, 'so'), ...part(1, search), ...messageEnd()),
    )
    expect(failure).toMatchObject({
      code: 'provider-broken',
      canRetry: false,
      partial: { content: [{ text: 'so' }] },
    })
    expect(failure.message).toMatch(/: server_tool_use$/)
  })

  it('LLM-2 any bytes end in a reply or in a failure', async () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('\n', '\r\n', '\n\n', 'event: ', 'data: ', '\u0000'),
      fc.constantFrom(
        'message_start',
        'content_block_start',
        'content_block_delta',
        'message_delta',
        'message_stop',
        'error',
      ),
      fc.json(),
      fc.constantFrom(messageStart(), ...textPart(0, 'a'), ...messageEnd()).map((event) => sse([event])),
      fc
        .record({
          type: fc.constantFrom(
            'message_start',
            'content_block_start',
            'content_block_delta',
            'message_delta',
          ),
          index: fc.oneof(fc.nat({ max: 2 }), fc.jsonValue()),
          message: fc.jsonValue(),
          content_block: fc.oneof(
            fc.record({ type: fc.constantFrom('text', 'tool_use', 'compaction') }),
            fc.jsonValue(),
          ),
          delta: fc.oneof(
            fc.record({
              type: fc.constantFrom('text_delta', 'input_json_delta'),
              text: fc.jsonValue(),
              partial_json: fc.string(),
            }),
            fc.jsonValue(),
          ),
          usage: fc.jsonValue(),
          context_management: fc.jsonValue(),
        })
        .map((event) => sse([event])),
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => new TextEncoder().encode(pieces.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(200, 200, 200, 400, 500), async (body, status) => {
        const answer = new Response(new Uint8Array(body), {
          status,
          headers: { 'content-type': 'text/event-stream' },
        })
        const end = await createClient({
          key: () => KEY,
          baseUrl: BASE,
          fetch: pretendProvider(answer).fetch,
          retries: 0,
        })
          .send(call)
          .catch((error: unknown) => error)
        if (end instanceof CallFailure) expect(CALL_FAILURES).toContain(end.code)
        else expect(end).toMatchObject({ content: expect.any(Array) as unknown })
      }),
      { numRuns: 120 },
    )
  })
})
