import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { explain, readTrace, referencesOf, run, savings, scoreHistory, unmoved } from '../sim/index.ts'
import { compared, log, openDoor, request } from './door-fixture.ts'

describe('questions', () => {
  it('EDIT-1 explains a turn of a lane with all candidates and guards', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door)
    const turn = lanes[1]?.data.edits[0]?.turn ?? -1
    const reply = await door.send({ kind: 'explain', id: 2, of: 1, lane: '1', turn })
    const trace = readTrace(log(30))
    const config = request.lanes[1]?.config
    if (config === undefined) throw new Error('no second lane')
    const timeline = run(trace, { ...config, max_context_tokens: limit }, { counter: chars4 })
    expect(reply).toEqual({ kind: 'explain', id: 2, answer: explain(timeline, turn) })
    expect(reply.kind === 'explain' && reply.answer.decisions[0]?.gated).not.toBeNull()
  })

  it('EDIT-2 gives the original and the current text of a block', async () => {
    const door = openDoor()
    const { lanes } = await compared(door)
    const data = lanes[0]?.data
    const part = data?.edits[0]?.blocks.find((one) => one.verb === 'replace')
    if (data === undefined || part === undefined) throw new Error('nothing was replaced')
    const ask = { kind: 'text', of: 1, lane: '2', block: part.block } as const
    const came = await door.send({ ...ask, id: 2 })
    const stands = await door.send({ ...ask, id: 3, tick: data.edits[0]?.tick ?? 0 })
    expect(came.kind === 'text' && came.answer).toContain('has text file')
    expect(stands.kind === 'text' && stands.answer).toMatch(/^\[Evicted: result of turn/)
  })

  it('finds blocks by tool, file and text, and the result of a call by the file in its input', async () => {
    const door = openDoor()
    const { lanes } = await compared(door)
    let id = 2
    const found = async (words: string, from = 0): Promise<readonly number[]> => {
      const reply = await door.send({ kind: 'find', id: id++, of: 1, lane: '1', words, from })
      return reply.kind === 'find' ? reply.answer : []
    }
    // System prompt and task, two blocks a read, and two more after every fifth: read 17 is in blocks 42 and 43.
    expect(await found('"17.ts"')).toEqual([42, 43])
    expect(await found('GO ON AFTER 9 ')).toEqual([25])
    expect(await found('read_file')).toHaveLength(60)
    expect(await found('read_file', 60)).toEqual(
      lanes[0]?.data.blocks.filter((one) => one.id >= 60 && one.call !== null).map((one) => one.id),
    )
    expect(await found('nowhere in this log')).toEqual([])
  })

  it('VALID-2 gives the request of a turn in both formats', async () => {
    const door = openDoor()
    await compared(door)
    const ask = { kind: 'request', of: 1, lane: '1', turn: 3 } as const
    const anthropic = await door.send({ ...ask, id: 2, provider: 'anthropic' })
    const openai = await door.send({ ...ask, id: 3, provider: 'openai' })
    expect(anthropic.kind === 'request' && anthropic.answer).toMatchObject({
      system: 'You are careful.',
      // The log has no tool definitions, and a request with calls must declare them.
      repairs: [{ action: 'declare-tool', text: 'read_file' }],
    })
    expect(
      openai.kind === 'request' && 'messages' in openai.answer && openai.answer.messages[0],
    ).toMatchObject({ role: 'system' })
  })

  it('LED-4 gives the prompt that the model sees', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door)
    const config = request.lanes[1]?.config
    if (config === undefined) throw new Error('no second lane')
    const turn = lanes[1]?.data.edits.at(-1)?.turn ?? -1
    const timeline = run(readTrace(log(30)), { ...config, max_context_tokens: limit }, { counter: chars4 })
    const reply = await door.send({ kind: 'prompt', id: 2, of: 1, lane: '1', turn })
    expect(reply).toEqual({ kind: 'prompt', id: 2, answer: timeline.promptAt(turn) })
    expect(timeline.promptAt(turn).messages.length).toBeGreaterThan(3)
  })

  it('EDIT-1 gives the scores of a block over the run', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door)
    const config = request.lanes[1]?.config
    if (config === undefined) throw new Error('no second lane')
    const timeline = run(readTrace(log(30)), { ...config, max_context_tokens: limit }, { counter: chars4 })
    const block = lanes[1]?.data.edits.at(-1)?.blocks[0]?.block ?? -1
    const reply = await door.send({ kind: 'scores', id: 2, of: 1, lane: '1', block })
    const steps = scoreHistory(timeline, block)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    expect(reply).toEqual({ kind: 'scores', id: 2, answer: step.value })
    expect(step.value.some((point) => point.taken)).toBe(true)
  })

  it('gives the changes that would have saved a block, and whether a number has an effect, with progress', async () => {
    // A search runs the conversation many times.
    const text = log(10)
    const door = openDoor()
    const { lanes, limit } = await compared(door, 1, { ...request, source: { kind: 'log', text } })
    const config = request.lanes[1]?.config
    if (config === undefined) throw new Error('no second lane')
    const timeline = run(readTrace(text), { ...config, max_context_tokens: limit }, { counter: chars4 })
    const block = lanes[1]?.data.edits.at(-1)?.blocks[0]?.block ?? -1
    const saved = await door.send({ kind: 'savings', id: 2, of: 1, lane: '1', block })
    expect(saved).toEqual({ kind: 'savings', id: 2, answer: ended(savings(timeline, block)) })
    expect(saved.kind === 'savings' && saved.answer.options.length).toBeGreaterThan(0)
    const searching = door.replies.flatMap((reply) => (reply.kind === 'searching' ? [reply] : []))
    expect(searching.length).toBeGreaterThan(2)
    expect(searching.every(({ id, done, total }) => id === 2 && done <= total)).toBe(true)

    const path = ['eviction', 'weights', 'recency']
    const still = await door.send({ kind: 'unmoved', id: 3, of: 1, lane: '1', path })
    expect(still).toEqual({ kind: 'unmoved', id: 3, answer: ended(unmoved(timeline, path)) })
    const unknown = await door.send({
      kind: 'unmoved',
      id: 4,
      of: 1,
      lane: '1',
      path: ['tiered', 'snip_from'],
    })
    expect(unknown).toMatchObject({ kind: 'problem', id: 4, problems: [{ code: 'not-in-this-run' }] })
  })

  it('a search is cancelled by a newer one of its kind, and by no other question', async () => {
    const door = openDoor()
    const { lanes } = await compared(door)
    const block = lanes[1]?.data.edits.at(-1)?.blocks[0]?.block ?? -1
    const ask = { kind: 'savings', of: 1, lane: '1', block } as const
    const older = door.send({ ...ask, id: 2 })
    const scores = door.send({ kind: 'scores', id: 3, of: 1, lane: '1', block })
    const newer = door.send({ ...ask, id: 4 })
    expect(await older).toEqual({ kind: 'cancelled', id: 2 })
    expect(await scores).toMatchObject({ kind: 'scores' })
    door.receive({ kind: 'cancel', id: 4 })
    expect(await newer).toEqual({ kind: 'cancelled', id: 4 })
  })

  it('REF-1 gives the references of a block', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door)
    const result = lanes[0]?.data.blocks.find((block) => block.type === 'tool_result')?.id ?? -1
    const reply = await door.send({ kind: 'references', id: 2, of: 1, lane: '2', block: result })
    const timeline = run(readTrace(log(30)), { max_context_tokens: limit }, { counter: chars4 })
    expect(reply).toEqual({ kind: 'references', id: 2, answer: referencesOf(timeline, result) })
    expect(reply.kind === 'references' && reply.answer.pair?.calls).toHaveLength(1)
  })

  it('a request for scores is cancelled by a newer one, and by a cancel', async () => {
    const door = openDoor()
    await compared(door)
    const ask = { kind: 'scores', of: 1, lane: '1', block: 4 } as const
    const older = door.send({ ...ask, id: 2 })
    const newer = door.send({ ...ask, id: 3 })
    expect(await older).toEqual({ kind: 'cancelled', id: 2 })
    expect(await newer).toMatchObject({ kind: 'scores', id: 3 })
    const stopped = door.send({ ...ask, id: 4 })
    door.receive({ kind: 'cancel', id: 4 })
    expect(await stopped).toEqual({ kind: 'cancelled', id: 4 })
  })

  it('scores wait for a running comparison; a second newer comparison cancels them', async () => {
    const door = openDoor()
    await compared(door, 11)
    await compared(door, 1)
    const ask = { kind: 'scores', of: 1, lane: '1', block: 4 } as const
    // The page may drop a comparison that it no longer wants, and continue to ask about the previous one.
    const [late, comparison] = await Promise.all([door.send({ ...ask, id: 2 }), compared(door, 3)])
    expect(late).toMatchObject({ kind: 'scores', id: 2 })
    expect(comparison.id).toBe(3)
    const behind = door.send({ ...ask, id: 12 })
    await compared(door, 13)
    expect(await behind).toEqual({ kind: 'cancelled', id: 12 })
    // While a comparison fails, questions are answered anyway.
    const answered = door.send({ ...ask, of: 3, id: 4 })
    const failed = door.send({ ...request, lanes: [], kind: 'compare', id: 5 })
    expect(await failed).toMatchObject({ kind: 'problem' })
    expect(await answered).toMatchObject({ kind: 'scores', id: 4 })
  })

  it('can be repeated although each reply transfers its buffers', async () => {
    const door = openDoor()
    const { lanes } = await compared(door)
    const turn = lanes[0]?.data.edits[0]?.turn ?? -1
    const ask = { kind: 'explain', of: 1, lane: '2', turn } as const
    const first = await door.send({ ...ask, id: 2 })
    expect(await door.send({ ...ask, id: 3 })).toEqual({ ...first, id: 3 })
  })

  it.each([
    ['another comparison', { kind: 'explain', of: 9, lane: '1', turn: 0 }, 'stale-comparison', /: 9$/],
    [
      'an unknown lane',
      { kind: 'explain', of: 1, lane: 'constructor', turn: 0 },
      'unknown-lane',
      /: constructor$/,
    ],
    [
      'scores of an unknown block',
      { kind: 'scores', of: 1, lane: '1', block: 9999 },
      'no-such-block',
      /not 9999$/,
    ],
    [
      'scores of another comparison',
      { kind: 'scores', of: 9, lane: '1', block: 0 },
      'stale-comparison',
      /: 9$/,
    ],
    [
      'references of an unknown block',
      { kind: 'references', of: 1, lane: '1', block: -1 },
      'no-such-block',
      /not -1$/,
    ],
    ['a turn beyond the run', { kind: 'explain', of: 1, lane: '1', turn: 999 }, 'no-such-turn', /not 999$/],
    [
      'a request of a turn before the run',
      { kind: 'request', of: 1, lane: '1', turn: -1, provider: 'openai' },
      'no-such-turn',
      /not -1$/,
    ],
  ] as const)('about %s are reported as a problem', async (_, ask, code, message) => {
    const door = openDoor()
    await compared(door)
    const reply = await door.send({ ...ask, id: 5 })
    expect(reply).toMatchObject({ kind: 'problem', id: 5, problems: [{ severity: 'error', code }] })
    expect(reply.kind === 'problem' && reply.problems[0]?.message).toMatch(message)
  })

  it('before any comparison are reported as a problem, without an exception', async () => {
    const reply = await openDoor().send({ kind: 'text', id: 1, of: 0, lane: '1', block: 0 })
    expect(reply).toMatchObject({ kind: 'problem', problems: [{ code: 'stale-comparison' }] })
  })
})

function ended<Result>(steps: Iterator<unknown, Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
