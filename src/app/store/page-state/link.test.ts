import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LONGEST_TITLE, MOST_CONDITIONS } from '../challenge/challenge.ts'
import { DETAIL_TABS } from '../look/detail-tab.ts'
import { checkState } from './checked.ts'
import { linkOf, unpacked, withoutTexts } from './link.ts'
import v1 from './fixture/v1.json' with { type: 'json' }
import { link as oldLink } from './fixture/v1-link-with-text.json' with { type: 'json' }
import type { PageState } from './state.ts'
import { upgraded } from './versions.ts'
import type { Upgrade } from './versions.ts'

const count = fc.nat({ max: 500 })
/** What every object has is the name of nothing: `constructor`. */
const names = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !(name in {}))
const act = fc.oneof(
  fc.record({ turn: count, kind: fc.constantFrom('pin' as const, 'unpin' as const), block: count }),
  fc.record({ turn: count, kind: fc.constantFrom('compact' as const, 'reset' as const) }),
  fc.record({ turn: count, kind: fc.constantFrom('confirm' as const, 'reject' as const), block: count }),
)
const acts = fc.array(act, { minLength: 1, maxLength: 3 })
const lane = fc.record(
  {
    policy: fc.constantFrom('fifo', 'hybrid', 'lru', 'default', 'compaction_first', 'unmanaged'),
    gates: fc.constantFrom('on' as const, 'naive' as const),
    failing: fc.constantFrom('never' as const, 'half' as const, 'always' as const),
    byHand: fc.record({ eviction: fc.record({ policy: fc.constantFrom('fifo', 'lru') }) }),
    actions: acts,
    forks: fc.uniqueArray(
      fc.record({
        id: fc.stringMatching(/^fork[1-9]\d{0,3}$/),
        name: fc.option(names),
        turn: count,
        acts,
      }),
      { minLength: 1, maxLength: 4, selector: ({ id }) => id },
    ),
  },
  { requiredKeys: ['policy', 'gates'] },
)
const state: fc.Arbitrary<PageState> = fc.record({
  version: fc.constant(1 as const),
  source: fc.oneof(
    fc.record(
      {
        kind: fc.constant('scenario' as const),
        name: names,
        overrides: fc.dictionary(names, fc.integer(), { maxKeys: 3 }),
      },
      { requiredKeys: ['kind', 'name'] },
    ),
    fc.record({
      kind: fc.constant('log' as const),
      name: names,
      size: count,
      hash: fc.stringMatching(/^[0-9a-f]{16}$/),
    }),
  ),
  seed: count,
  budget: fc.oneof(
    fc.record({ kind: fc.constant('tokens' as const), tokens: fc.integer({ min: 2000, max: 10_000_000 }) }),
    fc.record({ kind: fc.constant('share' as const), share: fc.double({ min: 0.01, max: 12, noNaN: true }) }),
    fc.constant({ kind: 'start' as const }),
  ),
  counter: fc.constantFrom('chars4' as const, 'o200k_base' as const, 'cl100k_base' as const),
  lanes: fc.array(lane, { minLength: 1, maxLength: 6 }),
  turn: fc.option(count),
  selected: fc.option(fc.record({ lane: names, block: count })),
  look: fc.record({
    picture: fc.constantFrom('strata' as const, 'lifelines' as const),
    range: fc.option(fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 10, max: 99 }))),
    fitted: fc.boolean(),
    window: fc.nat({ max: 3 }),
    listed: fc.option(names),
    side: fc.option(
      fc.record({
        front: fc.constantFrom('tune' as const, 'why' as const),
        lane: fc.constant(0),
        tab: fc.constantFrom('controls' as const, 'text' as const, 'differences' as const),
      }),
    ),
    details: fc.option(fc.constantFrom(...DETAIL_TABS)),
  }),
  challenge: fc.option(
    fc.record({
      title: fc.string({ maxLength: LONGEST_TITLE }),
      conditions: fc.array(
        fc.record({
          metric: fc.constantFrom('cost', 'need-hit-rate', 'lost-rate'),
          is: fc.constantFrom('at least' as const, 'at most' as const),
          value: fc.double({ min: 0, max: 1e6, noNaN: true }),
        }),
        { minLength: 1, maxLength: MOST_CONDITIONS },
      ),
    }),
  ),
  show: fc.record({ controls: fc.constantFrom('all' as const, 'hidden' as const, 'presented' as const) }),
})

async function opened(hash: string) {
  const found = await unpacked(hash)
  return 'problem' in found ? { state: null, problems: [found.problem] } : checkState(found.document)
}

it('any state without such a text comes back from its link without a problem', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (one) => {
      const link = await linkOf(one)
      expect(link).toMatch(/^#v1\.[\w-]+$/)
      expect(await opened(link)).toEqual({ state: one, problems: [] })
    }),
    { numRuns: 24 },
  )
})

it('a link of a version that no page has written says so, whatever its data are', async () => {
  for (const version of [0, 99]) {
    const { state: none, problems } = await opened(`#v${version}.cut-off`)
    expect(none).toBeNull()
    expect(problems[0]?.message, String(version)).toMatch(/version/)
  }
})

it('a link has no text that was written into a block; its forks stay, and what it lacks is named', async () => {
  const edit = { turn: 3, kind: 'edit' as const, block: 2, text: 'Ada lives in Ockham Park.' }
  const pin = { turn: 3, kind: 'pin' as const, block: 1 }
  const of = { type: 'summary' as const, turn: 2 }
  const forks = [
    { id: 'fork1', name: 'shorter', turn: 3, acts: [edit] },
    { id: 'fork2', name: null, turn: 3, acts: [{ ...edit, of }, pin] },
  ]
  const [one] = fc.sample(state, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('no state')
  const lanes = [{ policy: 'lru', gates: 'on' as const, actions: [edit, pin], forks }]
  const link = await linkOf({ ...one, lanes })
  const held = await unpacked(link)
  expect(JSON.stringify(held)).not.toContain('Ockham')
  const { state: back, problems } = await opened(link)
  expect(back?.lanes).toEqual([
    {
      policy: 'lru',
      gates: 'on',
      actions: [pin],
      forks: [
        { ...forks[0], acts: [] },
        { ...forks[1], acts: [pin] },
      ],
    },
  ])
  expect(problems.map(({ code }) => code)).toEqual(['state-no-text', 'state-no-text', 'state-no-text'])
  expect(problems[0]?.message).toBe(
    'a link holds no text that was written into a block by hand, so block 2 keeps its own text in turn 3 (lanes[0].actions[0])',
  )
  // What was opened has a link, too.
  if (back === null) throw new Error('nothing was opened')
  expect(await opened(await linkOf(back))).toEqual({ state: back, problems: [] })
})

it('a link says nothing of a log that gives a person away; its hash finds the log', async () => {
  const [one] = fc.sample(state, { numRuns: 1, seed: 1 })
  if (one === undefined) throw new Error('no state')
  const source = {
    kind: 'log' as const,
    name: 'to ada@lovelace.org, -home-alice-lab',
    size: 3,
    hash: '0123456789abcdef',
  }
  const { state: back, problems } = await opened(await linkOf({ ...one, source }))
  expect(problems).toEqual([])
  expect(back?.source).toEqual({ ...source, name: 'to <email-1>, -home-<user-1>-lab' })
})

it('a link of an older page, which has such a text, opens with it', async () => {
  expect((await opened(oldLink)).state?.lanes).toEqual([
    {
      policy: 'lru',
      gates: 'on',
      forks: [
        {
          id: 'fork1',
          name: 'shorter',
          turn: 20,
          acts: [{ turn: 20, kind: 'edit', block: 0, text: 'Be brief.' }],
        },
      ],
    },
  ])
})

it('any garbage gives a state with problems, or a problem, and never throws', async () => {
  const garbage = fc.oneof(
    fc.string().map((text) => `#v1.${text}`),
    fc.base64String().map((text) => `#v1.${text}`),
    fc.jsonValue().map((value) => `#v1.~${Buffer.from(JSON.stringify(value)).toString('base64url')}`),
  )
  await fc.assert(
    fc.asyncProperty(garbage, async (hash) => {
      expect((await opened(hash)).problems).not.toEqual([])
    }),
    { numRuns: 80 },
  )
})

it('a state with any one value replaced opens: the value is taken, or its place is named', async () => {
  const fields = ['seed', 'counter', 'turn'] as const
  await fc.assert(
    fc.asyncProperty(state, fc.constantFrom(...fields), fc.jsonValue(), async (one, name, value) => {
      const { state: read, problems } = await checkState({ ...one, [name]: value })
      const says = problems.some(({ message }) => message.startsWith(`${name} `))
      expect(read).not.toBeNull()
      expect(says).toBe(read?.[name] !== value)
    }),
    { numRuns: 40 },
  )
})

it('a wrong value is named with its place, and the rest of the state opens', async () => {
  const { state: read, problems } = await checkState({
    ...v1,
    turn: -3,
    look: undefined,
    lanes: [{ policy: 'fifo', gates: 'open' }, { policy: 'no such' }],
    extra: 1,
  })
  expect(problems.map(({ message }) => message)).toEqual([
    'extra is unknown here and is ignored: 1',
    'lanes[0].gates should be on or naive; protection is on: "open"',
    'lanes[1].policy should be a strategy or policy of this page; the lane is left out: "no such"',
    'turn should be a turn, counted from 0; it is ignored: -3',
  ])
  expect(read).toMatchObject({ lanes: [{ policy: 'fifo', gates: 'on' }], turn: null, seed: v1.seed })
})

it('a wrong setting is left out, and the others stay', async () => {
  const byHand = { eviction: { policy: 'lru' }, pressure: { thresholds: { red: 'hot' } } }
  const { state: read, problems } = await checkState({
    ...v1,
    look: undefined,
    lanes: [{ policy: 'default', gates: 'on', byHand }],
  })
  expect(problems).toMatchObject([
    { code: 'state-setting', message: expect.stringContaining('byHand: pressure.thresholds.red') as unknown },
  ])
  expect(read?.lanes[0]?.byHand).toEqual({ eviction: { policy: 'lru' }, pressure: { thresholds: {} } })
})

it('the fixture of every version opens without a problem', async () => {
  expect((await checkState(v1)).problems).toEqual([])
})

it('an older document is brought to the current version step by step, and a newer one is named', async () => {
  const upgrades = new Map<number, Upgrade>([
    [1, ({ seed, ...rest }) => ({ ...rest, chance: seed })],
    [2, ({ chance, ...rest }) => ({ ...rest, dice: [chance] })],
  ])
  expect(upgraded(v1, upgrades, 3)).toMatchObject({ document: { version: 3, dice: [v1.seed] } })
  expect(upgraded({ version: 4 }, upgrades, 3)).toEqual({ newer: 4 })
  expect((await opened('#v7.whatever')).problems).toMatchObject([{ code: 'state-newer', found: '7' }])
})

it('a link holds no text of a config', async () => {
  const [first, ...others] = v1.lanes
  const typed = {
    ...v1,
    lanes: [{ ...first, text: '# a private comment\n' }, ...others],
  } as unknown as PageState
  expect(JSON.stringify(withoutTexts(typed))).not.toContain('private')
  const found = await unpacked(await linkOf(typed))
  expect(JSON.stringify(found)).not.toContain('private')
})

it('a usual link is short', async () => {
  expect((await linkOf(v1 as unknown as PageState)).length).toBeLessThan(500)
})
