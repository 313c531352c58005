import { expect, it, vi } from 'vitest'
import { validate } from '../../../engine/index.ts'
import { partsOf, storedName, textOf } from '../../../engine/internal.ts'
import { liveToLog, repository } from '../../../live/index.ts'
import { readTrace } from '../../../sim/index.ts'
import { callsTo, pretendProvider, says } from '../../../testing/pretend-provider.ts'
import type { PretendAnswer } from '../../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { livePage, PATIENCE } from './live-page-fixture.ts'

const scene = livePage(WorkerInThread)

const begin = (...answers: readonly PretendAnswer[]) => scene.beginWithModel(pretendProvider(...answers))

it('LLM-1 runs to its end automatically, and the pictures show every turn', async () => {
  scene.page.alter({ lanes: [{ policy: 'hybrid', gates: 'on' }] })
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.setAuto(true)
  await scene.page.send('Tests fail. Find out why, fix it, and show that they pass.')
  expect([scene.step, scene.problem]).toEqual(['user', null])
  expect(JSON.stringify(scene.messages.at(-1))).toContain('every test passes')
  expect(scene.page.currentComparison()?.trace.turns).toBe(scene.turns)
  const { sent, world } = scene.page.liveState.getState()
  expect(sent.map(({ turn }) => turn)).toEqual(scene.live.trace.turns.map(({ turn }) => turn))
  const lane = scene.page.currentComparison()?.lanes[0]
  expect(sent.map(({ used }) => used)).toEqual(lane?.data.turns.map(({ points }) => points.sent.used))
  expect(world?.files.get('src/reservations/expiry.ts')).toContain('* 1000')
  const { system, tools } = scene.live.trace
  expect(validate({ system, tools, messages: scene.messages }, 'anthropic')).toEqual([])
  const read = readTrace(liveToLog(scene.live))
  expect(read.turns.length).toBe(scene.turns)
})

it('NEED-1 a turn whose request lacked the task is counted as such, and no other: the mock reports it', async () => {
  scene.page.alter({ lanes: [{ policy: 'fifo', gates: 'naive' }] })
  scene.page.begin('bug', 'bug_hunter')
  scene.page.alter({ budget: { kind: 'tokens', tokens: 12_000 } })
  await scene.page.setAuto(true)
  await scene.page.send('Tests fail. Find out why, fix it, and show that they pass.')
  const at = scene.live.trace.turns.flatMap(({ turn, response }) =>
    response !== null &&
    JSON.stringify(scene.messages[response]).includes('I can no longer see what I was asked')
      ? [turn]
      : [],
  )
  expect(at.length).toBeGreaterThan(0)
  const needs = scene.page.currentComparison()?.lanes[0]?.data.needs ?? []
  const goals = needs.filter(({ kind }) => kind === 'goal')
  expect(goals.length).toBeGreaterThan(at.length)
  const without = goals.filter(({ resolution }) => resolution === 'lost')
  expect(without.map(({ turn }) => turn)).toEqual(at)
})

it.each([
  ['tiered', { tiered: { persist_above_bytes: 2_400, preview_lines: 4 } }],
  ['tiered_full', { tiered_full: { tool_result_characters: 2_400, preview_bytes: 150 } }],
] as const)(
  'TIER-1 what %s stored is read by its name, page by page, and no tool lists it',
  async (policy, byHand) => {
    scene.page.alter({ lanes: [{ policy, gates: 'on', byHand }], budget: { kind: 'tokens', tokens: 40_000 } })
    scene.page.begin('bug', 'bug_hunter')
    scene.page.alter({ budget: { kind: 'tokens', tokens: 40_000 } })
    await scene.page.setAuto(true)
    await scene.page.send('Tests fail. Find out why, fix it, and show that they pass.')
    expect([scene.step, scene.problem]).toEqual(['user', null])
    expect(JSON.stringify(scene.messages.at(-1))).toContain('every test passes')
    const parts = scene.messages.flatMap(partsOf)
    const pathOf = (id: string) =>
      parts.flatMap((one) =>
        one.type === 'tool_use' && one.id === id ? [one.input as { path?: string }] : [],
      )[0]?.path ?? ''
    const back = parts.flatMap((one) =>
      one.type === 'tool_result' && pathOf(one.tool_use_id).startsWith('tool-results/') ? [one] : [],
    )
    expect(back.length).toBeGreaterThan(1)
    const said = new Set(parts.map(textOf))
    const wholes = back.flatMap((one) => {
      const [, text, last, size] =
        /^([^]*)\n\[Page of tool-results\/\S+: lines 1 to (\d+) of (\d+)\.\]$/.exec(textOf(one)) ?? []
      return last === size && text !== undefined ? [text] : []
    })
    expect(wholes.length).toBeGreaterThan(0)
    // Each page equals a part of the tool's original result.
    expect(wholes.filter((text) => !said.has(text))).toEqual([])
    expect(
      back.every((one) =>
        /\n\[Page of tool-results\/\S+: lines \d+ to \d+ of \d+[^\]]*\.\]$/.test(textOf(one)),
      ),
    ).toBe(true)
    const { world } = scene.page.liveState.getState()
    expect([...(world?.files.keys() ?? [])].filter((path) => path.startsWith('tool-results/'))).toEqual([])
    const { contents = [], blocks = [] } = scene.page.currentComparison()?.lanes[0]?.data ?? {}
    const stored = contents.flatMap((text) => /^\[Stored: .*-(\d+)\.txt\. /.exec(text)?.[1] ?? [])
    expect(stored.length).toBeGreaterThan(1)
    // Nothing that was read back was stored again under another name.
    const pages = new Set(back.map(({ tool_use_id }) => tool_use_id))
    expect(stored.filter((id) => pages.has(blocks[Number(id)]?.call?.id ?? ''))).toEqual([])
  },
)

it('TIER-1 a name under which nothing is stored is a missing file', async () => {
  const provider = begin(
    callsTo(['a', 'read_file', { path: 'tool-results/turn-0-read_file-1.txt' }]),
    callsTo(['b', 'read_file', { path: 'src/settings.ts' }]),
    says('Enough.'),
  )
  await scene.page.setAuto(true)
  await scene.page.send('Read.')
  expect(provider.requests).toHaveLength(3)
  expect(JSON.stringify(scene.messages[2])).toContain('no such file')
})

it('TIER-1 a result that no strategy stored is not found under its possible name', async () => {
  let guessed = ''
  const provider = begin(
    callsTo(['a', 'read_file', { path: 'src/settings.ts' }]),
    () => {
      const blocks = scene.page.currentComparison()?.lanes[0]?.data.blocks ?? []
      const result = blocks.find(({ type }) => type === 'tool_result')
      if (result === undefined) throw new Error('no result')
      guessed = storedName(result)
      return callsTo(['b', 'read_file', { path: guessed }])
    },
    says('Enough.'),
  )
  await scene.page.setAuto(true)
  await scene.page.send('Read.')
  expect(provider.requests).toHaveLength(3)
  expect(
    textOf(partsOf(scene.messages[4] ?? { role: 'user', content: '' })[0] ?? { type: 'text', text: '' }),
  ).toBe(`read_file: no such file: "${guessed}"`)
})

it('a call waits for a decision; it can be edited, and refused with a reason', async () => {
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  expect(scene.step).toBe('deciding')
  await scene.page.decideCall(scene.live.open[0]?.id ?? '', {
    kind: 'edited',
    input: { command: 'npm run lint' },
  })
  expect(JSON.stringify(scene.messages[2])).toContain('changed the input of this call')
  await scene.page.decideCall('not a call', { kind: 'run' })
  expect(scene.step).toBe('deciding')
  const [first, second] = scene.live.open
  const at = scene.turns
  // No call runs before all are decided.
  await scene.page.decideCall(second?.id ?? '', { kind: 'run' })
  expect([scene.step, scene.turns]).toEqual(['deciding', at])
  await scene.page.decideCall(first?.id ?? '', { kind: 'refused', why: 'not now' })
  expect(JSON.stringify(scene.messages)).toContain('not now')
  expect(scene.step).toBe('user')
})

it('the last message is taken back with everything after it, and its text can be sent again', async () => {
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.setAuto(true)
  await scene.page.send('Tests fail. Find out why.')
  const [before, at] = [scene.messages, scene.turns]
  await scene.page.send('And what uses toMilliseconds?')
  expect(scene.turns).toBeGreaterThan(at)
  await scene.page.undoMessage()
  expect(scene.messages).toEqual(before)
  const { draft, sent } = scene.page.liveState.getState()
  expect([draft, sent.length, scene.step]).toEqual(['And what uses toMilliseconds?', at, 'user'])
  expect(scene.page.currentComparison()?.trace.turns).toBe(at)
})

it('taking a message back restores the files, and removes acts by hand at its turns', async () => {
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.setAuto(true)
  await scene.page.send('What uses toMilliseconds?')
  const at = scene.turns
  await scene.page.send('Tests fail. Find out why, fix it, and show that they pass.')
  const files = () => scene.page.liveState.getState().world?.files
  expect(files()?.get('src/reservations/expiry.ts')).toContain('* 1000')
  const lane = scene.page.currentComparison()?.lanes[0]
  if (lane === undefined) throw new Error('no lane')
  scene.page.togglePin(lane, scene.messages.length - 1)
  scene.page.actNow('compact')
  const chosen = scene.page.useChoices.getState().lanes
  const kept = { turn: at - 1, kind: 'compact' } as const
  const late = { id: 'x', name: null, turn: at + 1, acts: [{ turn: at + 1, kind: 'reset' }] } as const
  scene.page.alter({
    lanes: chosen.map((one) => ({ ...one, actions: [kept, ...(one.actions ?? [])], forks: [late] })),
  })
  await scene.page.undoMessage()
  expect(scene.turns).toBe(at)
  expect(files()).toEqual(repository().files)
  expect(scene.page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on', actions: [kept] }])
  expect(scene.page.currentFailure()).toBeNull()
  await scene.page.send('And where is it tested?')
  expect([scene.step, scene.turns > late.turn]).toEqual(['user', true])
  const edits = scene.page.currentComparison()?.lanes[0]?.data.edits ?? []
  const byHand = edits.filter(({ stage }) => stage.includes('manual'))
  expect(byHand.filter(({ turn }) => turn !== kept.turn)).toEqual([])
})

it('EDIT-4 a conversation that was put aside and taken back returns without the acts at its turns', async () => {
  const scenario = scene.page.useChoices.getState().source
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  scene.page.actNow('reset')
  scene.page.alter({ source: scenario })
  await scene.page.undoMessage()
  expect(scene.turns).toBe(0)
  await scene.page.send('Tests fail. Find out why.')
  expect(scene.step).toBe('deciding')
  expect(scene.page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on' }])
})

it('EDITAPI-1 an act that a run would refuse from a turn on is refused first, in the run’s words', async () => {
  scene.page.alter({ lanes: [{ policy: 'context_editing', gates: 'on' }] })
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  const lane = scene.page.currentComparison()?.lanes[0]
  if (lane === undefined) throw new Error('no lane')
  const declarations = await scene.page.loadDeclarations()
  const why = (policy: string) => scene.page.whyNotFollowing(lane, scene.turns, policy, declarations)
  expect(why('lru')).toContain('send again in full')
  expect(why('context_editing_compact')).toBeNull()
  const refusedAt = (turn: number) => [
    ...scene.page.refusedOf(['lru', 'context_editing_compact'], lane, turn, declarations),
  ]
  expect(refusedAt(scene.turns)).toEqual([['lru', why('lru')]])
  // Before the first call nothing is cleared.
  expect(refusedAt(0)).toEqual([])
  expect(refusedAt(scene.turns)).toEqual([['lru', why('lru')]])
  await scene.page.obeyFromNow(lane, 'lru')
  expect(scene.page.useChoices.getState().lanes[0]?.actions).toBeUndefined()
  await scene.page.obeyFromNow(lane, 'context_editing_compact')
  expect(scene.page.useChoices.getState().lanes[0]?.actions).toMatchObject([
    { turn: scene.turns, kind: 'set' },
  ])
})

it('EDIT-3 stopped while the lane prepares, it continues from there; acts by hand apply', async () => {
  scene.page.alter({ lanes: [{ policy: 'hybrid', gates: 'on' }] })
  scene.page.begin('bug', 'bug_hunter')
  const sending = scene.page.send('Tests fail. Find out why.')
  expect(scene.step).toBe('managing')
  scene.page.stop()
  await sending
  expect([scene.step, scene.problem?.code, scene.turns]).toEqual(['stopped', 'halted', 1])
  await scene.page.setAuto(true)
  await scene.page.goOn()
  expect([scene.step, scene.problem]).toEqual(['user', null])
  const turn = scene.turns
  scene.page.actNow('compact')
  expect(scene.page.actNow('compact')).toBe(false)
  const lane = scene.page.currentComparison()?.lanes[0]
  if (lane === undefined) throw new Error('no lane')
  scene.page.togglePin(lane, 0)
  const [block = -1] = scene.page.blocksOfMessage(lane.data, 0)
  await scene.page.obeyFromNow(lane, 'lru')
  const acts = () => scene.page.useChoices.getState().lanes[0]?.actions ?? []
  expect(acts().map((one) => [one.turn, one.kind])).toEqual([
    [turn, 'compact'],
    [turn, 'pin'],
    [turn, 'set'],
  ])
  expect(acts()[2]).toMatchObject({ config: { strategy: 'evict', eviction: { policy: 'lru' } } })
  expect(scene.page.isPinned(acts(), [block], turn)).toBe(true)
  const used = scene.page.liveState.getState().sent.map((one) => one.used)
  await scene.page.send('And what uses toMilliseconds?')
  const now = scene.page.currentComparison()?.lanes[0]?.data
  expect(now?.turns.slice(0, turn).map(({ points }) => points.sent.used)).toEqual(used)
  expect(now?.set?.map(({ from, config }) => [from, config.eviction.policy])).toEqual([[turn, 'lru']])
  expect(now?.edits.some((edit) => edit.turn === turn && edit.stage.includes('manual'))).toBe(true)
  if (now === undefined) throw new Error('no run')
  scene.page.togglePin({ ...lane, data: now }, 0)
  expect(scene.page.isPinned(acts(), [block], scene.turns)).toBe(false)
})

it('EDIT-4 left for another conversation it waits, and returns unchanged, with its acts', async () => {
  const scenario = scene.page.useChoices.getState().source
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  scene.page.actNow('reset')
  const chosen = scene.page.runChoices(scene.page.useChoices.getState())
  scene.page.alter({ source: scenario })
  await scene.page.setAuto(true)
  await vi.waitUntil(() => scene.page.currentComparison()?.trace.source.kind === 'live', PATIENCE)
  // It is shown again because a person asked for it. After leaving, it sends nothing more.
  expect(scene.page.runChoices(scene.page.useChoices.getState()).lanes).toEqual(chosen.lanes)
  await scene.page.undoMessage()
  await scene.page.setAuto(false)
  scene.page.begin('survey', 'survey')
  const sending = scene.page.send('Read every file.')
  scene.page.alter({ source: scenario })
  await sending
  expect([scene.step, scene.problem?.code, scene.turns]).toEqual(['stopped', 'elsewhere', 1])
  expect(scene.messages).toHaveLength(1)
  await scene.page.goOn()
  expect(scene.step).toBe('deciding')
  expect(scene.page.currentComparison()?.trace.turns).toBe(1)
})

it('STRAT-1 nothing longer than the window is sent; after a compaction it continues', async () => {
  scene.page.alter({ lanes: [{ policy: 'unmanaged', gates: 'on' }] })
  scene.page.begin('survey', 'survey')
  await scene.page.setAuto(true)
  await scene.page.send('Read every file of the repository, whole, and write REPORT.md.')
  expect([scene.step, scene.problem?.code]).toEqual(['stopped', 'window-over'])
  const data = scene.page.currentComparison()?.lanes[0]?.data
  const [at, { sent }] = [scene.turns - 1, scene.page.liveState.getState()]
  expect(data?.ended?.turn).toBe(at)
  expect(sent.map(({ turn }) => turn)).toEqual(Array.from({ length: at }, (_, turn) => turn))
  await scene.page.compactAndGoOn()
  expect(scene.page.useChoices.getState().lanes[0]?.actions).toEqual([{ turn: at, kind: 'compact' }])
  expect(scene.turns).toBeGreaterThan(at + 1)
})

it('another is started beside it, and an undo restores the first with its transcript', async () => {
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  const [first, said] = [scene.page.liveState.getState().id, scene.messages]
  scene.page.putAway()
  expect(scene.page.liveState.getState().live).toBeNull()
  scene.page.begin('survey', 'survey')
  await scene.page.send('Read every file.')
  expect([...scene.page.liveState.getState().shelf.keys()]).toEqual([first])
  scene.page.undo()
  expect(scene.page.liveState.getState().id).toBe(first)
  expect(scene.messages).toBe(said)
  await vi.waitUntil(() => scene.page.currentComparison()?.trace.title === 'Find the bug', PATIENCE)
  scene.page.takeUp([...scene.page.liveState.getState().shelf.keys()][0] ?? 0)
  expect(scene.page.liveState.getState().title).toBe('Read everything')
  expect(() => scene.page.liveSource(99)).toThrow('gone')
})
