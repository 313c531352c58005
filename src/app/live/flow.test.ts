import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { partsOf, textOf, validate } from '../../engine/index.ts'
import type { AnthropicRequest } from '../../engine/index.ts'
import { liveToLog, NO_WORDS, repository } from '../../live/index.ts'
import { readTrace } from '../../sim/index.ts'
import {
  events,
  messageEnd,
  messageStart,
  part,
  pretendProvider,
  refusal,
  says,
  streamOf,
  sse,
  textPart,
} from '../../testing/pretend-provider.ts'
import type { PretendAnswer, PretendProvider } from '../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../worker/thread-fixture.ts'

/** The real page state over the real door, a worker that lives in this thread, and a provider without a network. */
async function load() {
  const [flow, state, byHand, session, choices, history, connection, list, declarations, thinking] =
    await Promise.all([
      import('./flow.ts'),
      import('./state.ts'),
      import('./by-hand.ts'),
      import('../state/session.ts'),
      import('../state/choices.ts'),
      import('../state/history.ts'),
      import('../model/connection.ts'),
      import('../model/call-list.ts'),
      import('../state/declarations.ts'),
      import('./thinking.ts'),
    ])
  return {
    ...declarations,
    ...thinking,
    ...list,
    ...state,
    ...byHand,
    ...session,
    ...choices,
    ...history,
    ...connection,
    ...flow,
  }
}

const PATIENCE = { timeout: 20_000 }
const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA'
/** Listeners of the window. */
const listeners = new Map<string, (event: Event) => void>()

let page: Awaited<ReturnType<typeof load>>
let close: () => void = () => undefined

beforeAll(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('Worker', WorkerInThread)
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 1))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) => {
    listeners.set(type, listener)
  })
  vi.stubGlobal('removeEventListener', (type: string) => {
    listeners.delete(type)
  })
})

beforeEach(async () => {
  vi.resetModules()
  page = await load()
  page.choose({ counter: 'chars4', lanes: [{ policy: 'fifo', gates: 'on' }] })
  close = page.openSession()
  await vi.waitUntil(() => page.currentComparison() !== null, PATIENCE)
})

afterEach(() => {
  page.stop()
  close()
})

const live = () => {
  const found = page.liveState.getState().live
  if (found === null) throw new Error('there is no conversation')
  return found
}
const step = () => page.liveState.getState().step
const problem = () => page.liveState.getState().problem
const messages = () => live().trace.messages
const turns = () => live().trace.turns.length

function beginWithModel(...answers: readonly PretendAnswer[]): PretendProvider {
  const provider = pretendProvider(...answers)
  vi.stubGlobal('fetch', provider.fetch)
  page.connection.setState({ askFirst: false })
  page.giveKey(KEY, false)
  page.begin('bug', page.MODEL)
  return provider
}

/** A reply that calls tools. */
function calls(...inputs: readonly (readonly [string, string, object])[]): Response {
  return events(
    messageStart(),
    ...textPart(0, 'I look.'),
    ...inputs.flatMap(([id, name, input], index) =>
      part(
        index + 1,
        { type: 'tool_use', id, name, input: {} },
        {
          type: 'input_json_delta',
          partial_json: JSON.stringify(input),
        },
      ),
    ),
    ...messageEnd({ stop_reason: 'tool_use' }),
  )
}

const book = ['toolu_2', 'read_file', { path: 'src/reservations/reservation-book.ts' }] as const
const readme = ['toolu_1', 'read_file', { path: 'README.md' }] as const
/** Has the provider compact as soon as there is anything. */
const SMALL = { context_editing: { compact: { trigger: 1 } } }

const SUMMARY = {
  type: 'compaction',
  content: 'All of it.',
  encrypted_content: 'b3BhcXVl',
  signature: 'c2ln',
  tool_changes: [],
} as const

/** A reply behind a summary that the provider made of everything before it, which is billed beside it. */
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

const bodies = ({ requests }: PretendProvider) => requests.map(({ body }) => body as AnthropicRequest)

describe('a conversation with a mock', () => {
  it('LLM-1 runs to its end by itself, and the pictures show every turn of it', async () => {
    page.alter({ lanes: [{ policy: 'hybrid', gates: 'on' }] })
    page.begin('bug', 'bug_hunter')
    await page.setAuto(true)
    await page.send('Tests fail. Find out why, fix it, and show that they pass.')
    expect([step(), problem()]).toEqual(['user', null])
    expect(JSON.stringify(messages().at(-1))).toContain('every test passes')
    expect(page.currentComparison()?.trace.turns).toBe(turns())
    const { sent, world } = page.liveState.getState()
    expect(sent.map(({ turn }) => turn)).toEqual(live().trace.turns.map(({ turn }) => turn))
    const lane = page.currentComparison()?.lanes[0]
    expect(sent.map(({ used }) => used)).toEqual(lane?.data.turns.map(({ points }) => points.sent.used))
    expect(world?.files.get('src/reservations/expiry.ts')).toContain('* 1000')
    const { system, tools } = live().trace
    expect(validate({ system, tools, messages: messages() }, 'anthropic')).toEqual([])
    const read = readTrace(liveToLog(live()))
    expect(read.turns.length).toBe(turns())
  })

  it.each([
    ['tiered', { tiered: { persist_above_bytes: 2_400, preview_lines: 4 } }],
    ['tiered_full', { tiered_full: { tool_result_characters: 2_400, preview_bytes: 150 } }],
  ] as const)(
    'TIER-1 what %s stored is read by its name, page by page, and no tool lists it',
    async (policy, byHand) => {
      page.alter({ lanes: [{ policy, gates: 'on', byHand }], budget: { kind: 'tokens', tokens: 40_000 } })
      page.begin('bug', 'bug_hunter')
      page.alter({ budget: { kind: 'tokens', tokens: 40_000 } })
      await page.setAuto(true)
      await page.send('Tests fail. Find out why, fix it, and show that they pass.')
      expect([step(), problem()]).toEqual(['user', null])
      expect(JSON.stringify(messages().at(-1))).toContain('every test passes')
      const parts = messages().flatMap(partsOf)
      const pathOf = (id: string) =>
        parts.flatMap((one) =>
          one.type === 'tool_use' && one.id === id ? [one.input as { path?: string }] : [],
        )[0]?.path ?? ''
      const back = parts.flatMap((one) =>
        one.type === 'tool_result' && pathOf(one.tool_use_id).startsWith('tool-results/') ? [one] : [],
      )
      expect(back.length).toBeGreaterThan(1)
      const said = new Set(parts.map((one) => textOf(one).replace(/\n$/, '')))
      const wholes = back.flatMap((one) => {
        const [, last, size, text] =
          /^tool-results\/\S+, lines 1 to (\d+) of (\d+)\n([^]*)$/.exec(textOf(one)) ?? []
        return last === size && text !== undefined ? [text] : []
      })
      expect(wholes.length).toBeGreaterThan(0)
      // What is read is what the tool had said, to the last letter.
      expect(wholes.filter((text) => !said.has(text))).toEqual([])
      expect(back.every((one) => /^tool-results\/\S+, lines \d+ to \d+ of \d+\n/.test(textOf(one)))).toBe(
        true,
      )
      const { world } = page.liveState.getState()
      expect([...(world?.files.keys() ?? [])].filter((path) => path.startsWith('tool-results/'))).toEqual([])
      const contents = page.currentComparison()?.lanes[0]?.data.contents ?? []
      expect(contents.filter((text) => text.includes('[Stored: ')).length).toBeGreaterThan(1)
      expect(contents.filter((text) => text.includes(']\ntool-results/'))).toEqual([])
    },
  )

  it('TIER-1 a name that nothing is stored under is a file that there is not', async () => {
    const provider = beginWithModel(
      calls(['a', 'read_file', { path: 'tool-results/turn-0-read_file-1.txt' }]),
      calls(['b', 'read_file', { path: 'src/settings.ts' }]),
      says('Enough.'),
    )
    await page.setAuto(true)
    await page.send('Read.')
    expect(provider.requests).toHaveLength(3)
    expect(JSON.stringify(messages()[2])).toContain('no such file')
  })

  it('a call waits for a decision; it can be edited, and refused with a reason', async () => {
    page.begin('bug', 'bug_hunter')
    await page.send('Tests fail. Find out why.')
    expect(step()).toBe('deciding')
    await page.decideCall(live().open[0]?.id ?? '', { kind: 'edited', input: { command: 'npm run lint' } })
    expect(JSON.stringify(messages()[2])).toContain('changed the input of this call')
    await page.decideCall('not a call', { kind: 'run' })
    expect(step()).toBe('deciding')
    const [first, second] = live().open
    const at = turns()
    // None is run before all are decided.
    await page.decideCall(second?.id ?? '', { kind: 'run' })
    expect([step(), turns()]).toEqual(['deciding', at])
    await page.decideCall(first?.id ?? '', { kind: 'refused', why: 'not now' })
    expect(JSON.stringify(messages())).toContain('not now')
    expect(step()).toBe('user')
  })

  it('the last message is taken back with all that came of it, and its words are there to be sent anew', async () => {
    page.begin('bug', 'bug_hunter')
    await page.setAuto(true)
    await page.send('Tests fail. Find out why.')
    const [before, at] = [messages(), turns()]
    await page.send('And what uses toMilliseconds?')
    expect(turns()).toBeGreaterThan(at)
    await page.undoMessage()
    expect(messages()).toEqual(before)
    const { draft, sent } = page.liveState.getState()
    expect([draft, sent.length, step()]).toEqual(['And what uses toMilliseconds?', at, 'user'])
    expect(page.currentComparison()?.trace.turns).toBe(at)
  })

  it('what is taken back leaves the files as they were, and nothing that was done by hand at its turns', async () => {
    page.begin('bug', 'bug_hunter')
    await page.setAuto(true)
    await page.send('What uses toMilliseconds?')
    const at = turns()
    await page.send('Tests fail. Find out why, fix it, and show that they pass.')
    const files = () => page.liveState.getState().world?.files
    expect(files()?.get('src/reservations/expiry.ts')).toContain('* 1000')
    const lane = page.currentComparison()?.lanes[0]
    if (lane === undefined) throw new Error('no lane')
    page.togglePin(lane, messages().length - 1)
    page.actNow('compact')
    const chosen = page.useChoices.getState().lanes
    const kept = { turn: at - 1, kind: 'compact' } as const
    const late = { id: 'x', name: null, turn: at + 1, acts: [{ turn: at + 1, kind: 'reset' }] } as const
    page.alter({
      lanes: chosen.map((one) => ({ ...one, actions: [kept, ...(one.actions ?? [])], forks: [late] })),
    })
    await page.undoMessage()
    expect(turns()).toBe(at)
    expect(files()).toEqual(repository().files)
    expect(page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on', actions: [kept] }])
    expect(page.currentFailure()).toBeNull()
    await page.send('Tests fail. Find out why, fix it, and show that they pass.')
    expect(step()).toBe('user')
    const edits = page.currentComparison()?.lanes[0]?.data.edits ?? []
    const byHand = edits.filter(({ stage }) => stage.includes('manual'))
    expect(byHand.every(({ turn }) => turn === kept.turn)).toBe(true)
    expect(files()?.get('src/reservations/expiry.ts')).toContain('* 1000')
  })

  it('EDIT-4 put aside and taken back there, it comes back without what was done at its turns', async () => {
    const scenario = page.useChoices.getState().source
    page.begin('bug', 'bug_hunter')
    await page.send('Tests fail. Find out why.')
    page.actNow('reset')
    page.alter({ source: scenario })
    await page.undoMessage()
    expect(turns()).toBe(0)
    await page.send('Tests fail. Find out why.')
    expect(step()).toBe('deciding')
    expect(page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on' }])
  })

  it('EDITAPI-1 what a run would refuse from a turn on is said before, in its words, and not done', async () => {
    page.alter({ lanes: [{ policy: 'context_editing', gates: 'on' }] })
    page.begin('bug', 'bug_hunter')
    await page.send('Tests fail. Find out why.')
    const lane = page.currentComparison()?.lanes[0]
    if (lane === undefined) throw new Error('no lane')
    const declarations = await page.loadDeclarations()
    const why = (policy: string) => page.whyNotFollowing(lane, turns(), policy, declarations)
    expect(why('lru')).toContain('send whole again')
    expect(why('context_editing_compact')).toBeNull()
    await page.obeyFromNow(lane, 'lru')
    expect(page.useChoices.getState().lanes[0]?.actions).toBeUndefined()
    await page.obeyFromNow(lane, 'context_editing_compact')
    expect(page.useChoices.getState().lanes[0]?.actions).toMatchObject([{ turn: turns(), kind: 'set' }])
  })

  it('EDIT-3 stopped while the lane prepares, it goes on from there; and what is done by hand is heeded', async () => {
    page.alter({ lanes: [{ policy: 'hybrid', gates: 'on' }] })
    page.begin('bug', 'bug_hunter')
    const sending = page.send('Tests fail. Find out why.')
    expect(step()).toBe('managing')
    page.stop()
    await sending
    expect([step(), problem()?.code, turns()]).toEqual(['stopped', 'halted', 1])
    await page.setAuto(true)
    await page.goOn()
    expect([step(), problem()]).toEqual(['user', null])
    const turn = turns()
    page.actNow('compact')
    expect(page.actNow('compact')).toBe(false)
    const lane = page.currentComparison()?.lanes[0]
    if (lane === undefined) throw new Error('no lane')
    page.togglePin(lane, 0)
    const [block = -1] = page.blocksOfMessage(lane.data, 0)
    await page.obeyFromNow(lane, 'lru')
    const acts = () => page.useChoices.getState().lanes[0]?.actions ?? []
    expect(acts().map((one) => [one.turn, one.kind])).toEqual([
      [turn, 'compact'],
      [turn, 'pin'],
      [turn, 'set'],
    ])
    expect(acts()[2]).toMatchObject({ config: { strategy: 'evict', eviction: { policy: 'lru' } } })
    expect(page.isPinned(acts(), [block], turn)).toBe(true)
    const used = page.liveState.getState().sent.map((one) => one.used)
    await page.send('And what uses toMilliseconds?')
    const now = page.currentComparison()?.lanes[0]?.data
    expect(now?.turns.slice(0, turn).map(({ points }) => points.sent.used)).toEqual(used)
    expect(now?.set?.map(({ from, config }) => [from, config.eviction.policy])).toEqual([[turn, 'lru']])
    expect(now?.edits.some((edit) => edit.turn === turn && edit.stage.includes('manual'))).toBe(true)
    if (now === undefined) throw new Error('no run')
    page.togglePin({ ...lane, data: now }, 0)
    expect(page.isPinned(acts(), [block], turns())).toBe(false)
  })

  it('EDIT-4 left for another conversation it waits, and shown again it is as it was, with what was done to it', async () => {
    const scenario = page.useChoices.getState().source
    page.begin('bug', 'bug_hunter')
    await page.send('Tests fail. Find out why.')
    page.actNow('reset')
    const chosen = page.runChoices(page.useChoices.getState())
    page.alter({ source: scenario })
    await page.setAuto(true)
    await vi.waitUntil(() => page.currentComparison()?.trace.source.kind === 'live', PATIENCE)
    // A person asked for it, so it is shown again; left in the middle it sends nothing more.
    expect(page.runChoices(page.useChoices.getState()).lanes).toEqual(chosen.lanes)
    await page.undoMessage()
    await page.setAuto(false)
    page.begin('survey', 'survey')
    const sending = page.send('Read every file.')
    page.alter({ source: scenario })
    await sending
    expect([step(), problem()?.code, turns()]).toEqual(['stopped', 'elsewhere', 1])
    expect(messages()).toHaveLength(1)
    await page.goOn()
    expect(step()).toBe('deciding')
    expect(page.currentComparison()?.trace.turns).toBe(1)
  })

  it('PRES-4 nothing is sent that is too long for the window; compacted, it goes on', async () => {
    page.alter({ lanes: [{ policy: 'unmanaged', gates: 'on' }] })
    page.begin('survey', 'survey')
    await page.setAuto(true)
    await page.send('Read every file of the repository, whole, and write REPORT.md.')
    expect([step(), problem()?.code]).toEqual(['stopped', 'window-over'])
    const data = page.currentComparison()?.lanes[0]?.data
    const [at, { sent }] = [turns() - 1, page.liveState.getState()]
    expect(data?.ended?.turn).toBe(at)
    expect(sent.map(({ turn }) => turn)).toEqual(Array.from({ length: at }, (_, turn) => turn))
    await page.compactAndGoOn()
    expect(page.useChoices.getState().lanes[0]?.actions).toEqual([{ turn: at, kind: 'compact' }])
    expect(turns()).toBeGreaterThan(at + 1)
  })

  it('another is begun beside it, and an undo brings the first back with its transcript', async () => {
    page.begin('bug', 'bug_hunter')
    await page.send('Tests fail. Find out why.')
    const [first, said] = [page.liveState.getState().id, messages()]
    page.putAway()
    expect(page.liveState.getState().live).toBeNull()
    page.begin('survey', 'survey')
    await page.send('Read every file.')
    expect([...page.liveState.getState().shelf.keys()]).toEqual([first])
    page.undo()
    expect(page.liveState.getState().id).toBe(first)
    expect(messages()).toBe(said)
    await vi.waitUntil(() => page.currentComparison()?.trace.title === 'Find the bug', PATIENCE)
    page.takeUp([...page.liveState.getState().shelf.keys()][0] ?? 0)
    expect(page.liveState.getState().title).toBe('Read everything')
    expect(() => page.liveSource(99)).toThrow('gone')
  })
})

describe('a conversation with a model', () => {
  it('TOK-5 sends what the lane prepared, keeps what was billed beside what each counter said, runs tools', async () => {
    const provider = beginWithModel(calls(readme), says('It is a mooring service.'))
    await page.setAuto(true)
    await page.send('What is this?')
    expect(step()).toBe('user')
    const [first, second] = bodies(provider)
    expect(first?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'What is this?' }] }])
    expect(first?.tools?.map(({ name }) => name)).toContain('read_file')
    expect(JSON.stringify(second?.messages)).toContain('toolu_1')
    const [turn] = live().trace.turns
    expect(turn?.usage).toMatchObject({ input: 10, output: 7 })
    expect(turn?.usage?.counted).toEqual(page.liveState.getState().sent[0]?.counted)
    expect(page.liveState.getState().sent[0]).toMatchObject({ applied: [], predicted: null, repaired: 0 })
  })

  it('VALID-4 a refused request is repaired and sent once more; a second refusal stops, and all is kept', async () => {
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
    const provider = beginWithModel(thought, refused, says('Fine.'), refused, refused, says('At last.'))
    await page.send('Is it?')
    await page.send('And now?')
    expect(step()).toBe('user')
    const [, second, third] = bodies(provider)
    expect(JSON.stringify(second)).toContain('c2ln')
    expect(JSON.stringify(third)).not.toContain('c2ln')
    expect(page.liveState.getState().sent.map(({ repaired }) => repaired)).toEqual([0, 1])
    expect(page.calls.getState().list.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
    // What was billed is the mended request, of which nobody counted anything.
    expect(page.liveState.getState().sent[1]?.counted).toEqual({})
    expect(live().trace.turns[1]?.usage).toMatchObject({ input: 10 })
    expect(live().trace.turns[1]?.usage).not.toHaveProperty('counted')
    const said = messages().length
    await page.send('Again?')
    expect([step(), problem()?.code, provider.requests.length]).toEqual(['stopped', 'request-refused', 5])
    expect(messages()).toHaveLength(said + 1)
    await page.goOn()
    expect([step(), problem()]).toEqual(['user', null])
    expect(JSON.stringify(messages().at(-1))).toContain('At last.')
  })

  it('VALID-4 what has no fault that anybody knows is not sent again', async () => {
    const provider = beginWithModel(refusal(400, 'invalid_request_error', 'no'))
    await page.send('Is it?')
    expect([step(), problem()?.code, provider.requests.length]).toEqual(['stopped', 'request-refused', 1])
  })

  it('EDITAPI-1 LED-4 a summary that the provider made is kept whole, goes back once, and only to who asks for it', async () => {
    const provider = beginWithModel(
      says('Yes.'),
      compacted(SUMMARY, 'And on.'),
      says('So.'),
      says('Ever.'),
      says('More.'),
    )
    page.alter({ lanes: [{ policy: 'context_editing_compact', gates: 'on' }] })
    await page.send('Is it?')
    await page.send('Is it still?')
    const [first, second] = bodies(provider)
    expect(first).toMatchObject({
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }, { type: 'compact_20260112' }] },
    })
    expect(JSON.stringify(second)).not.toContain('compaction"')
    expect(messages().at(-1)?.content).toEqual([{ type: 'text', text: 'And on.' }])
    expect(live().trace.recordedEdits).toMatchObject([{ turn: 1, kind: 'compaction', part: SUMMARY }])
    expect(live().trace.turns.map(({ applied }) => applied)).toEqual([[], []])
    // What was counted is another prompt than the one that was billed.
    expect(live().trace.turns[1]?.usage).not.toHaveProperty('counted')
    expect(page.liveState.getState().sent.map(({ compaction }) => compaction)).toEqual([
      { expected: null, made: null },
      { expected: null, made: { summary: 'All of it.', billed: { input: 900, output: 30 }, after: 10 } },
    ])
    // Both are on the bill: the summary, which the sums leave out, and the reply.
    const spent = page.calls.getState().list.map(({ cost }) => cost ?? 0)
    expect(spent[1]).toBeGreaterThan((spent[0] ?? 0) + (900 + 30 * 5) / 1e6 - 1e-12)

    await page.send('And now?')
    const third = bodies(provider)[2]
    expect(third?.messages).toHaveLength(5)
    expect(third?.messages[3]?.content).toEqual([SUMMARY, { type: 'text', text: 'And on.' }])
    expect(JSON.stringify(third).split('"compaction"')).toHaveLength(2)
    expect(provider.requests[2]?.headers.get('anthropic-beta')).toContain('compact-2026-01-12')
    // The run does what the provider did, where the provider did it, and the past is as it was sent.
    const { data } = page.currentComparison()?.lanes[0] ?? {}
    expect(data?.edits.map(({ turn, stage }) => [turn, stage])).toEqual([[1, 'server_compact']])
    expect(data?.asks).toEqual([])

    page.alter({ lanes: [{ policy: 'fifo', gates: 'on' }] })
    await page.send('Otherwise?')
    expect(JSON.stringify(bodies(provider)[3])).not.toContain('All of it.')
    expect(bodies(provider)[3]?.messages).toHaveLength(7)
    page.alter({ lanes: [{ policy: 'context_editing_compact', gates: 'on' }] })
    await page.send('Back?')
    expect(bodies(provider)[4]?.messages[3]?.content).toContainEqual(SUMMARY)

    const read = readTrace(liveToLog(live()))
    expect(read.recordedEdits).toEqual(live().trace.recordedEdits)
    expect(read.turns).toEqual(live().trace.turns)
  })

  it('EDITAPI-1 a summary that a run only played is never sent: the provider makes its own', async () => {
    const provider = beginWithModel(calls(readme, book), says('Read.'), says('Yes.'))
    await page.setAuto(true)
    page.alter({
      lanes: [
        { policy: 'unmanaged', gates: 'on' },
        { policy: 'context_editing_compact', gates: 'on', byHand: SMALL },
      ],
    })
    await page.send('What is this?')
    const lane = page.currentComparison()?.lanes[1]?.data
    expect(lane?.edits.map(({ stage }) => stage)).toContain('server_compact')
    page.alter({ lanes: [{ policy: 'context_editing_compact', gates: 'on', byHand: SMALL }] })
    await page.send('And now?')
    const last = bodies(provider).at(-1)
    expect(last?.messages).toHaveLength(5)
    expect(JSON.stringify(last)).not.toContain('"compaction"')
  })

  it('EDITAPI-1 thinking is asked for as it was chosen, comes back unchanged, and only then can it be cleared', async () => {
    page.thinkingState.setState({ mode: 'enabled', budget: 2048 })
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
    const provider = beginWithModel(thought, says('So.'))
    page.alter({ lanes: [{ policy: 'context_editing', gates: 'on' }] })
    await page.send('Is it?')
    await page.send('And now?')
    const [first, second] = bodies(provider)
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
    expect(readTrace(liveToLog(live())).thinking).toEqual(thinking)
    // A mock is asked for none.
    page.begin('bug', 'bug_hunter')
    expect(live().trace).not.toHaveProperty('thinking')
  })

  it('a reply without words is kept with the reason why it ended', async () => {
    const nothing = events(messageStart(), ...messageEnd({ stop_reason: 'max_tokens' }))
    beginWithModel(nothing, says('Yes.'))
    await page.send('Is it?')
    expect([step(), problem()]).toEqual(['user', null])
    expect(messages().at(-1)?.content).toEqual([{ type: 'text', text: NO_WORDS }])
    await page.send('Well?')
    expect(page.liveState.getState().sent.map(({ stopReason }) => stopReason)).toEqual([
      'max_tokens',
      'end_turn',
    ])
  })

  it('PRES-4 a prompt that is too long for the model can be compacted and sent again', async () => {
    const tooLong = refusal(
      400,
      'invalid_request_error',
      'prompt is too long: 200001 tokens > 200000 maximum',
    )
    const provider = beginWithModel(says('One. '.repeat(200)), tooLong, says('Two.'))
    page.alter({ lanes: [{ policy: 'default', gates: 'on' }] })
    await page.send('Is it?')
    await page.send('And now?')
    expect([step(), problem()?.code]).toEqual(['stopped', 'context-overflow'])
    await page.compactAndGoOn()
    expect([step(), problem()]).toEqual(['user', null])
    expect(page.useChoices.getState().lanes[0]?.actions).toEqual([{ turn: 1, kind: 'compact' }])
    const [, , third] = bodies(provider)
    expect(JSON.stringify(third?.messages)).not.toContain('One. One. One. One. One. One. One. One. One. One.')
  })

  it('LLM-2 a stream that breaks leaves what had come, which is no part of the conversation; the tab warns meanwhile', async () => {
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
    beginWithModel(slow, says('It is the clock.'))
    // Each answer is read once.
    vi.stubGlobal('fetch', pretendProvider(() => slow, says('It is the clock.')).fetch)
    const sending = page.send('What is it?')
    await vi.waitUntil(() => page.liveState.getState().written !== '', PATIENCE)
    const event = new Event('beforeunload', { cancelable: true })
    listeners.get('beforeunload')?.(event)
    expect(event.defaultPrevented).toBe(true)
    end()
    await sending
    expect([step(), problem()?.code]).toEqual(['stopped', 'broken-stream'])
    expect([page.liveState.getState().written, messages().length]).toEqual(['It is the ', 1])
    expect(page.calls.getState().list[0]).toMatchObject({ state: 'failed', text: 'It is the ' })
    expect(listeners.has('beforeunload')).toBe(false)
    await page.goOn()
    expect([step(), messages().length, page.liveState.getState().written]).toEqual(['user', 2, ''])
  })

  it('stopped while the model writes, or taken back, nothing of the reply is said', async () => {
    const never = () =>
      streamOf(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(sse([messageStart(), ...textPart(0, 'It ')])))
          },
        }),
      )
    beginWithModel(never)
    const sending = page.send('What is it?')
    await vi.waitUntil(() => page.liveState.getState().written !== '', PATIENCE)
    page.stop()
    await sending
    expect([step(), problem()?.code, messages().length]).toEqual(['stopped', 'aborted', 1])
    const again = page.goOn()
    await vi.waitUntil(() => page.liveState.getState().written !== '', PATIENCE)
    await page.undoMessage()
    await again
    expect([step(), problem(), messages().length]).toEqual(['user', null, 0])
    expect(page.liveState.getState().draft).toBe('What is it?')
  })

  it('the pictures change to another conversation while the model writes: its reply is kept, and nothing more is sent', async () => {
    const scenario = page.useChoices.getState().source
    const provider = beginWithModel(() => {
      page.alter({ source: scenario })
      return calls(readme)
    })
    await page.setAuto(true)
    await page.send('What is this?')
    expect([step(), problem()?.code, turns(), provider.requests.length]).toEqual([
      'stopped',
      'elsewhere',
      2,
      1,
    ])
  })

  it('a lane that is changed while the request is prepared is waited for, and prepares it', async () => {
    beginWithModel(says('Yes.'))
    const sending = page.send('Is it?')
    await wait(0)
    page.alter({ lanes: [{ policy: 'unmanaged', gates: 'on' }] })
    await sending
    expect(step()).toBe('user')
    expect(page.liveState.getState().sent.map(({ strategy }) => strategy)).toEqual(['Unmanaged'])
  })

  it('LLM-2 without a key it stops and says so, and is asked again with one', async () => {
    beginWithModel(says('Yes.'))
    page.takeKeyAway()
    await page.send('Is it?')
    expect([step(), problem()?.code]).toEqual(['stopped', 'no-key'])
    page.giveKey(KEY, false)
    await page.goOn()
    expect(step()).toBe('user')
    await page.askAgain()
    expect([step(), messages().length, page.liveState.getState().sent.length]).toEqual(['user', 2, 1])
  })
})
