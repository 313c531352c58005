import { describe, expect, test, vi } from 'vitest'
import { partsOf } from '../internal.ts'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import {
  chars4,
  ContextWindowManager,
  ModelFailure,
  policies,
  ProblemError,
  strategies,
  toOpenAi,
  toResponses,
  validate,
} from '../index.ts'
import { readBudget, readPressure } from '../internal.ts'
import type { Answer, Ask, AuditEntry, ManagerOptions, Message, Stage, TurnStart } from '../index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'

const LIMIT = 8000

function managerOf(config: PartialConfig = {}, extra: Partial<ManagerOptions> = {}): ContextWindowManager {
  const settings = strategySettings(completeConfig({ max_context_tokens: LIMIT, ...config }))
  const mock = createMock({ count: (text) => chars4.count(text) })
  return new ContextWindowManager({
    ...settings,
    counter: chars4,
    llm: (ask) => Promise.resolve(mock(ask)),
    ...extra,
  })
}

const TASK = {
  system: 'You are a careful coding agent.',
  tools: [{ name: 'read', description: 'Reads a file', input_schema: { type: 'object' } }],
  task: 'Replace the HTTP library in src/http. Never log a token.',
}

function reading(id: string, path: string): Message {
  return {
    role: 'assistant',
    content: [
      { type: 'text', text: `Decision: I read ${path} next, because it calls the library.` },
      { type: 'tool_use', id, name: 'read', input: { path } },
    ],
  }
}

const long = (number: number, words = 250): string =>
  Array.from({ length: words }, (_, line) => `export const value${number}_${line} = request(${line})`).join(
    '\n',
  )

/** Turns of one call each; every result but the last is given. */
async function work(manager: ContextWindowManager, turns: number, words = 250): Promise<TurnStart[]> {
  const starts: TurnStart[] = []
  const { turns: done } = manager.report()
  for (let turn = done; turn < done + turns; turn++) {
    starts.push(await manager.onTurnStart())
    manager.onTurnEnd(reading(`call_${turn}`, `src/http/file${turn}.ts`))
    manager.onToolResult(`call_${turn}`, long(turn, words))
  }
  return starts
}

/** Turns until one opens a request to the model, which is left open. */
async function openCall(manager: ContextWindowManager, turns: number, words = 60): Promise<TurnStart> {
  manager.onTaskStart(TASK)
  await work(manager, turns, words)
  return manager.onTurnStart()
}

const actions = (manager: ContextWindowManager): string[] => manager.auditLog.map(({ action }) => action)

describe('hooks in order', () => {
  test('TOK-1 a counter whose counts have to be awaited, or are no numbers, makes no manager', () => {
    const counting = (count: unknown) => () => managerOf({}, { counter: { ...chars4, count } as never })
    const expected = "counter.count('') has to be a number from 0 up"
    expect(counting(() => Promise.resolve(1))).toThrow(`${expected}, but is Promise`)
    expect(counting(() => -1)).toThrow(`${expected}, but is -1`)
    expect(counting(undefined)).toThrow('counter.count has to be a function, but is missing')
    const forgotten = strategySettings({}) as unknown as ManagerOptions
    expect(() => new ContextWindowManager(forgotten)).toThrow(
      'counter.count has to be a function, but is missing',
    )
  })

  test('TOK-1 a counter that fails later is named with the text that it cannot count', async () => {
    let broken = false
    const manager = managerOf(
      {},
      { counter: { ...chars4, count: (one) => (broken ? NaN : chars4.count(one)) } },
    )
    manager.onTaskStart(TASK)
    await manager.onTurnStart()
    broken = true
    expect(() => manager.onUserMessage('Look at the lamp, too.')).toThrow(
      'counter.count("Look at the lamp, too.") has to be a number from 0 up, but is NaN',
    )
  })

  test('MAN-1 COMP-7 a subtask that began in no turn so far is refused', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await work(manager, 3)
    for (const from of [Number.NaN, -5, 1.5, 1e9, '2' as never])
      expect(() => manager.onSubtaskEnd('t', from)).toThrow(RangeError)
    expect(() => manager.onSubtaskEnd('t', 1)).not.toThrow()
  })

  test('MAN-3 a setting that is no number makes no manager', () => {
    const thresholds = { yellow: 0.5, orange: 0.75, red: Number.NaN }
    const wrong: readonly (readonly [object, string])[] = [
      [{ reserveShare: Number.NaN }, 'reserveShare has to be a number from 0 up, not NaN'],
      [{ reserveShare: '0.05' }, 'reserveShare has to be a number from 0 up, not 0.05'],
      [{ velocityWindow: -1 }, 'velocityWindow has to be a number from 0 up, not -1'],
      [{ velocityWindow: 0 }, 'velocityWindow has to be at least 1 turn, not 0'],
      [{ thresholds }, 'red has to be a number from 0 up, not NaN'],
      [
        { thresholds: { yellow: 0.9, orange: 0.5, red: 0.95 } },
        'yellow, orange and red have to begin in this order, not at 0.9, 0.5, 0.95',
      ],
    ]
    for (const [own, message] of wrong) expect(() => managerOf({}, own)).toThrow(new RangeError(message))
  })

  test('MAN-1 a first turn sends system prompt, tools and task, and nothing else', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    const { request, turn, status, edits } = await manager.onTurnStart()
    expect(request).toEqual({
      system: TASK.system,
      tools: TASK.tools,
      messages: [{ role: 'user', content: [{ type: 'text', text: TASK.task }] }],
    })
    expect({ turn, status, edits }).toEqual({ turn: 0, status: 'healthy', edits: [] })
    expect(manager.request('openai')).toEqual(toOpenAi(request))
    expect(manager.request('openai-responses')).toEqual(toResponses(request))
  })

  test('MAN-1 results come before the user’s text, whatever the order of the hooks', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await manager.onTurnStart()
    manager.onTurnEnd(reading('a', 'src/a.ts'))
    manager.onUserMessage('And mind the retries.')
    manager.onUserMessage('A memory: the API allows three retries.', { injected: true })
    manager.onToolResult('a', 'not found', { isError: true })
    const { request, arrived } = await manager.onTurnStart()
    expect(request.messages.at(-1)).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'not found', is_error: true },
        { type: 'text', text: 'And mind the retries.' },
        { type: 'text', text: 'A memory: the API allows three retries.' },
      ],
    })
    const types = manager.window.filter(({ block }) => arrived.includes(block)).map(({ type }) => type)
    expect(types).toEqual(['tool_result', 'user_message', 'memory_injection'])
  })

  test('MAN-1 what is no message is refused with its place and value, and changes nothing', async () => {
    const manager = managerOf()
    const wrong = (act: () => unknown): string => {
      try {
        act()
        return 'accepted'
      } catch (error) {
        expect(error).toBeInstanceOf(ProblemError)
        return (error as Error).message
      }
    }
    const start = (task: object) => wrong(() => manager.onTaskStart({ ...TASK, ...task }))
    expect(start({ task: 42 })).toBe('task has to be a text or a list of parts, but is 42')
    expect(start({ task: undefined })).toBe('task has to be a text or a list of parts, but is missing')
    const wanted = 'what the user wants, because the conversation begins with it'
    expect(start({ task: '' })).toBe(`task has to be ${wanted}, but is ""`)
    expect(start({ task: [] })).toBe(`task has to be ${wanted}, but is []`)
    expect(start({ task: [{ type: 'text', text: ' ' }] })).toContain(`task has to be ${wanted}, but is [{`)
    expect(start({ task: [{ type: 'text' }] })).toBe('task.0.text has to be a text, but is missing')
    const asking = { type: 'tool_use', id: 'a', name: 'read', input: {} }
    expect(start({ task: [asking] })).toMatch(/^task\.0\.type has to be one of .*, but is "tool_use"$/)
    expect(start({ system: [{ type: 'text', text: 'x' }] })).toContain('system has to be a text, but is [{')
    expect(start({ tools: [{}] })).toBe('tools.0.name has to be a text, but is missing')
    const tool = { name: 'read', input_schema: { type: 'object' } }
    expect(start({ tools: [tool, { name: 'list' }, tool] })).toBe(
      'tools.2.name has to be the name of no tool before it, but is "read"',
    )
    manager.onTaskStart(TASK)
    await manager.onTurnStart()
    const end = (response: unknown) => wrong(() => manager.onTurnEnd(response as Message))
    expect(end(undefined)).toBe('response has to be a message, a text or null, but is missing')
    expect(end({ role: 'assistant' })).toContain('response.content has to be a text or a list of parts')
    const calls = [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }]
    expect(end({ role: 'assistant', content: 'I read it.', tool_calls: calls })).toContain(
      'response has to be a message in Anthropic’s shape (openAiAdapter makes it of OpenAI’s), but is {',
    )
    expect(end({ role: 'assistant', content: [{ type: 'web_search' }] })).toMatch(
      /^response\.content\.0\.type has to be one of text, .*, but is "web_search"$/,
    )
    expect(end({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', input: {} }] })).toBe(
      'response.content.0.name has to be a text, but is missing',
    )
    expect(
      end({ role: 'assistant', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] }),
    ).toMatch(/^response\.content\.0\.type has to be one of .*, but is "tool_result"$/)
    manager.onTurnEnd(reading('a', 'src/a.ts'))
    const result = (content: unknown) => wrong(() => manager.onToolResult('a', content as string))
    expect(result(undefined)).toBe('content has to be a text or a list of parts, but is missing')
    expect(result({ rows: 3 })).toBe('content has to be a text or a list of parts, but is {"rows":3}')
    expect(result([{ type: 'tool_use', id: 'b', name: 'read', input: {} }])).toMatch(
      /^content\.0\.type has to be one of text, image, document, but is "tool_use"$/,
    )
    expect(result([{ type: 'image' }])).toBe('content.0.source has to be an object, but is missing')
    const says = (part: unknown) => wrong(() => manager.onUserMessage([part as never]))
    expect(says(null)).toBe('content.0 has to be an object, but is null')
    expect(says(asking)).toMatch(/^content\.0\.type has to be one of .*, but is "tool_use"$/)
    manager.onToolResult('a', 'found')
    const { request } = await manager.onTurnStart()
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  test('MAN-1 an error of a callback comes out of a hook that has done its work', async () => {
    const onEntry = vi.fn<(entry: AuditEntry) => void>(({ action }) => {
      if (action === 'response') throw new Error('the disk is full')
    })
    const manager = managerOf({}, { callbacks: { onEntry } })
    manager.onTaskStart(TASK)
    await manager.onTurnStart()
    expect(() => manager.onTurnEnd(reading('a', 'src/a.ts'))).toThrow('the disk is full')
    manager.onToolResult('a', 'found')
    const { request } = await manager.onTurnStart()
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  test('MAN-1 a call without arguments and a result without content are taken as empty', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await manager.onTurnStart()
    manager.onTurnEnd({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'now' } as never] })
    manager.onUserMessage([{ type: 'tool_result', tool_use_id: 'a' } as never])
    const { request } = await manager.onTurnStart()
    expect(validate(request, 'anthropic')).toEqual([])
    expect(request.messages.at(-1)?.content).toEqual([{ type: 'tool_result', tool_use_id: 'a', content: '' }])
    expect(toOpenAi(request).messages.at(-2)).toMatchObject({
      tool_calls: [{ function: { arguments: '{}' } }],
    })
  })

  test.each<[title: string, act: (manager: ContextWindowManager) => unknown, message: RegExp]>([
    ['a turn before the task', (manager) => manager.onTurnStart(), /task has not started.*onTurnStart$/],
    ['a reply before a request', (manager) => manager.onTurnEnd('Hi'), /not started.*onTurnEnd$/],
    ['a checkpoint before the task', (manager) => manager.checkpoint(), /not started.*checkpoint$/],
    [
      'two tasks',
      (manager) => {
        manager.onTaskStart(TASK)
        manager.onTaskStart(TASK)
      },
      /no request is out.*onTaskStart$/,
    ],
    [
      'two turn starts',
      async (manager) => {
        manager.onTaskStart(TASK)
        await manager.onTurnStart()
        await manager.onTurnStart()
      },
      /its reply has not come.*onTurnStart$/,
    ],
    [
      'the result of an unknown call',
      async (manager) => {
        await openCall(manager, 0)
        manager.onTurnEnd(reading('a', 'src/a.ts'))
        manager.onToolResult('b', 'x')
      },
      /open are a\) with the id b$/,
    ],
    [
      'a second result of one call',
      async (manager) => {
        await openCall(manager, 0)
        manager.onTurnEnd(reading('a', 'src/a.ts'))
        manager.onToolResult('a', 'x')
        manager.onToolResult('a', 'x')
      },
      /none is open\) with the id a$/,
    ],
    [
      'a turn with a call unanswered',
      async (manager) => {
        await openCall(manager, 0)
        manager.onTurnEnd(reading('a', 'src/a.ts'))
        await manager.onTurnStart()
      },
      /onToolResult must answer a$/,
    ],
    [
      'a reply that the user wrote',
      async (manager) => {
        await openCall(manager, 0)
        manager.onTurnEnd({ role: 'user', content: 'Hi' })
      },
      /assistant, not user$/,
    ],
    ['an overflow without a request', (manager) => manager.onOverflow(), /not started.*onOverflow$/],
    [
      'anything after the end',
      async (manager) => {
        manager.onTaskStart(TASK)
        await manager.onTaskEnd()
        manager.onUserMessage('More?')
      },
      /task has ended.*onUserMessage$/,
    ],
    ['a block that is not there', (manager) => manager.pin(0), /not 0$/],
  ])('MAN-1 refused with the offending value: %s', async (_title, act, message) => {
    const manager = managerOf()
    await expect((async () => act(manager))()).rejects.toThrow(message)
  })

  test('MAN-1 a hook during another one is refused, and both the first and a later one work', async () => {
    const mock = createMock({ count: (text) => chars4.count(text) })
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const llm = (ask: Ask): Promise<Answer> => asked.then(() => mock(ask))
    const manager = managerOf({ compression: { tool_results: 'on_arrival' } }, { llm })
    manager.onTaskStart(TASK)
    await work(manager, 1)
    const waiting = manager.onTurnStart()
    await expect(manager.onTurnStart()).rejects.toThrow('onTurnStart is still under way')
    expect(() => manager.onTurnEnd('Early.')).toThrow('wait for it before onTurnEnd')
    expect(() => manager.setPolicy('fifo')).toThrow('wait for it before setPolicy')
    expect(() => manager.pin(0)).toThrow('wait for it before pin')
    answer()
    expect((await waiting).edits.map(({ stage }) => stage)).toContain('summarize_arrivals')
    manager.onTurnEnd('Done.')
    expect((await manager.onTurnStart()).turn).toBe(2)
  })

  test('a repeated call id is replaced by a unique one, and so is that of its result', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    for (const path of ['src/a.ts', 'src/b.ts']) {
      await manager.onTurnStart()
      manager.onTurnEnd(reading('call_0', path))
      manager.onToolResult('call_0', path)
    }
    const { request } = await manager.onTurnStart()
    expect(JSON.stringify(request.messages)).toContain('"tool_use_id":"call_0_2","content":"src/b.ts"')
    expect(validate(request.messages, 'anthropic')).toEqual([])
  })
})

describe('under pressure', () => {
  test('PAIR-2 VALID-1 every request can be sent to every provider, whatever it does', async () => {
    // At orange at once, so that it edits often.
    const manager = managerOf({ eviction: { wait: false } })
    manager.onTaskStart(TASK)
    for (let turn = 0; turn < 30; turn++) {
      const { request, ledger } = await manager.onTurnStart()
      expectEqual(validate(request, 'anthropic'), [])
      expectEqual(validate(manager.request('openai'), 'openai'), [])
      expectEqual(validate(manager.request('openai-responses'), 'openai-responses'), [])
      expectSame(ledger.used + ledger.free + ledger.reserve, LIMIT)
      expectSame(
        manager.window.reduce((sum, { tokens }) => sum + tokens, 0),
        ledger.used,
      )
      manager.onTurnEnd(reading(`call_${turn}`, `src/http/file${turn}.ts`))
      manager.onToolResult(`call_${turn}`, long(turn, 60))
    }
    expect(manager.report().counts.edits).toBeGreaterThan(5)
  })

  test('MAN-1 the status follows the window, and each change is reported once', async () => {
    const told: string[] = []
    const manager = managerOf({}, { callbacks: { onStatusChange: (to, from) => told.push(`${from} ${to}`) } })
    manager.onTaskStart(TASK)
    await work(manager, 12, 60)
    expect(told.slice(0, 2)).toEqual(['healthy preparing', 'preparing active'])
    told.reduce((before, change) => {
      expect(change.split(' ')[0]).toBe(before)
      return change.split(' ')[1] ?? ''
    }, 'healthy')
    const logged = manager.auditLog.flatMap((entry) =>
      entry.action === 'status' ? [`${entry.from} ${entry.to}`] : [],
    )
    expect(logged).toEqual(told)
    expect(manager.status).toBe(told.at(-1)?.split(' ')[1])
  })

  test('PRES-4 TOK-2 the count that the model reported, cache included, is the base of the next reading', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    const { ledger } = await manager.onTurnStart()
    // One token more than our count, mostly from the cache.
    const usage = {
      input_tokens: 1,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: ledger.used - 10,
    }
    manager.onTurnEnd('I am on it.', usage)
    manager.onUserMessage('Good.')
    const { pressure } = await manager.onTurnStart()
    expect(pressure?.source).toBe('model_reported')
    expect(pressure?.used).toBe((pressure?.counted ?? 0) + 1)
    manager.onTurnEnd('Yes.', { prompt_tokens: 90_000 })
    manager.onUserMessage('Good.')
    const other = await manager.onTurnStart()
    expect(other.pressure?.source).toBe('counted')
    // In the spelling of the AI SDK, which may leave it open.
    manager.onTurnEnd('Yes.', { inputTokens: other.ledger.used + 2 })
    manager.onUserMessage('Good.')
    const { pressure: last } = await manager.onTurnStart()
    expect((last?.used ?? 0) - (last?.counted ?? 0)).toBe(2)
    manager.onTurnEnd('Yes.', { inputTokens: undefined })
    manager.onUserMessage('Good.')
    expect((await manager.onTurnStart()).pressure?.source).toBe('counted')
  })

  test('EVI-3 a pinned block stays where a similar one leaves', async () => {
    const goneOf = async (pin: boolean): Promise<boolean> => {
      const manager = managerOf({ strategy: 'evict', eviction: { policy: 'fifo', placeholders: false } })
      manager.onTaskStart(TASK)
      await work(manager, 1, 60)
      const { arrived } = await manager.onTurnStart()
      const [result = -1] = arrived
      if (pin) manager.pin(result)
      manager.onTurnEnd('Next.')
      manager.onUserMessage('Go on.')
      await work(manager, 12, 60)
      await manager.onTurnStart()
      return !manager.window.some(({ block, state }) => block === result && state === 'live')
    }
    expect(await goneOf(false)).toBe(true)
    expect(await goneOf(true)).toBe(false)
  })
})

describe('a model that fails', () => {
  const failing = (reason: () => Error) => (): Promise<Answer> => Promise.reject(reason())

  test.each([
    ['as the engine knows it', () => new ModelFailure('timeout', 'too slow'), 'timeout'],
    ['as a client throws it', () => new TypeError('fetch failed'), 'error'],
    ['with something that is no error', () => 'overloaded' as unknown as Error, 'error'],
  ] as const)('COMP-3 never throws out of a hook: %s', async (_title, reason, failure) => {
    const manager = managerOf({ compression: { tool_results: 'on_arrival' } }, { llm: failing(reason) })
    manager.onTaskStart(TASK)
    const starts = await work(manager, 12)
    for (const { request } of starts) expectEqual(validate(request, 'anthropic'), [])
    const { checkpoint, report } = await manager.onTaskEnd()
    expect(checkpoint).toBeNull()
    expect(report.counts.wasted).toBe(report.counts.asks)
    const failed = manager.auditLog.flatMap((entry) => (entry.action === 'model_failed' ? [entry] : []))
    expect(failed.length).toBeGreaterThan(2)
    expect(failed.every((entry) => entry.failure === failure)).toBe(true)
  })

  test('COMP-3 three failures open the breaker, and a compaction by hand closes it', async () => {
    const mock = createMock({ count: (text) => chars4.count(text) })
    let works = false
    const llm = (ask: Ask): Answer => {
      if (!works) throw new ModelFailure('error', 'down')
      return mock(ask)
    }
    // `evict` leaves enough to summarize, and calls no model itself.
    const manager = managerOf(
      {
        eviction: { policy: 'fifo' },
        compression: { ask_interval: 0 },
        cross_window: { milestones_wait: false },
      },
      { llm },
    )
    manager.onTaskStart(TASK)
    await work(manager, 14, 60)
    expect(manager.report().breaker.open).toBe(true)
    manager.compact()
    const [failed] = await work(manager, 1, 60)
    expect(failed?.asks.map(({ stage, verdict }) => [stage, verdict])).toEqual([['manual_summary', 'failed']])
    expect(manager.report().breaker.open).toBe(true)
    works = true
    manager.compact()
    const { request, edits } = await manager.onTurnStart()
    const [edit] = edits
    expect(edit?.stage).toBe('manual_summary')
    expect(manager.report().breaker).toEqual({ failures: 0, open: false })
    expect(edit?.after).toBeLessThan(0.75 * (edit?.before ?? 0))
    expect(validate(request, 'anthropic')).toEqual([])
    // The result that arrived after the compaction is in the request.
    expect(JSON.stringify(request.messages.at(-1))).toContain('"tool_use_id":"call_14"')
    expect(actions(manager).filter((action) => action === 'manual')).toHaveLength(2)
  })

  test('EVI-3 a reset keeps what came with the turn, and asks no model; a request by hand is handled once, and only in its turn', async () => {
    const manager = managerOf(
      { strategy: 'unmanaged' },
      { llm: failing(() => new Error('nobody is to be asked')) },
    )
    expect(() => manager.reset()).toThrow(
      'the task has not started (onTaskStart), so this is no time for reset',
    )
    manager.onTaskStart(TASK)
    await work(manager, 5, 60)
    const {
      arrived: [result],
    } = await manager.onTurnStart()
    manager.onTurnEnd('All read.')
    manager.onUserMessage('Something else now.')
    manager.pin(result ?? -1)
    manager.reset()
    const { request, edits, asks } = await manager.onTurnStart()
    expect(request.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Something else now.' }] },
    ])
    expect(request.system).toBe(TASK.system)
    expect({ stages: edits.map(({ stage }) => stage), asks }).toEqual({ stages: ['manual_reset'], asks: [] })
    manager.onTurnEnd('Gladly.')
    manager.onUserMessage('And more.')
    expect((await manager.onTurnStart()).edits).toEqual([])
  })

  test.each([{ txt: 'x' }, undefined, null, 'a bare string', { text: undefined }])(
    'MAN-3 an answer without a text is a failure of the model, which ends no turn: %j',
    async (answer) => {
      const manager = managerOf(
        { compression: { tool_results: 'on_arrival' } },
        { llm: () => answer as unknown as Answer },
      )
      manager.onTaskStart(TASK)
      await work(manager, 1, 250)
      const { request } = await manager.onTurnStart()
      expect(request.messages.length).toBe(3)
      expect(manager.auditLog.filter(({ action }) => action === 'model_failed')).toMatchObject([
        { failure: 'error', reason: 'llm must answer summarize_result with a text, found undefined' },
      ])
    },
  )

  test('MAN-1 a manager without a model to ask is refused at once', () => {
    expect(() => managerOf({}, { llm: undefined as unknown as ManagerOptions['llm'] })).toThrow(
      'llm has to be a function that answers a request to a model, not undefined',
    )
  })
})

describe('overflow', () => {
  test('VALID-4 a rejected request is followed by a shorter one, then by a new window, then by an error', async () => {
    const manager = managerOf()
    const first = await openCall(manager, 4, 60)
    const rejection = new Error('prompt is too long: 9120 tokens > 8000 maximum')
    const second = await manager.onOverflow(rejection)
    expect(second.turn).toBe(first.turn)
    expect(second.ledger.used).toBeLessThan(first.ledger.used)
    expect(second.status).toBe('emergency')
    expect(second.ledger.reserve).toBe(first.ledger.reserve)
    const logged = manager.auditLog.find(({ action }) => action === 'rejected')
    expect(logged).toMatchObject({
      sent: first.ledger.used,
      reason: rejection.message,
      request: first.request,
    })
    expect(validate(second.request, 'anthropic')).toEqual([])
    let last = second
    const more = async (): Promise<void> => {
      for (let count = 0; count < 3; count++) {
        const next = await manager.onOverflow(rejection)
        expect(next.ledger.used).toBeLessThan(last.ledger.used)
        last = next
      }
    }
    await expect(more()).rejects.toThrow(/cannot be made shorter than \d+ tokens$/)
    expect(actions(manager).filter((action) => action === 'rejected').length).toBeGreaterThan(1)
    expect(actions(manager).at(-1)).toBe('refused')
    // The turn is still open: the agent may have got its answer without this request.
    manager.onTurnEnd(reading('call_9', 'src/z.ts'))
    manager.onToolResult('call_9', 'found')
    expect((await manager.onTurnStart()).turn).toBe(first.turn + 1)
  })

  test('CROSS-3 the second rejection of a turn opens a new window with the state of the task', async () => {
    const manager = managerOf({}, { limit: 40_000 })
    const first = await openCall(manager, 9, 60)
    await manager.onOverflow()
    const handed = await manager.onOverflow()
    expect(handed.events.some(({ kind }) => kind === 'window')).toBe(true)
    expect(handed.context).not.toBe(first.context)
    expect(manager.report().window.serial).toBe(2)
    expect(JSON.stringify(handed.request.messages)).toContain('Never log a token')
    expect(validate(handed.request, 'anthropic')).toEqual([])
  })

  test('CROSS-3 EVI-3 what the model has not read yet survives a rejection, with its thinking', async () => {
    const manager = managerOf({}, { limit: 40_000 })
    manager.onTaskStart(TASK)
    for (let turn = 0; turn < 9; turn++) {
      await manager.onTurnStart()
      const thinking = { type: 'thinking', thinking: 'Which file is next?', signature: `s${turn}` } as const
      const call = { type: 'tool_use', id: `call_${turn}`, name: 'read', input: {} } as const
      manager.onTurnEnd({ role: 'assistant', content: [thinking, call] })
      manager.onToolResult(`call_${turn}`, long(turn, 60))
    }
    await manager.onTurnStart()
    for (const again of [await manager.onOverflow(), await manager.onOverflow()]) {
      const [reply, result] = again.request.messages.slice(-2)
      expect(reply?.content).toMatchObject([{ signature: 's8' }, { id: 'call_8' }])
      expect(result?.content[0]).toMatchObject({
        type: 'tool_result',
        tool_use_id: 'call_8',
        content: long(8, 60),
      })
      expectEqual(validate(again.request, 'anthropic'), [])
    }
    expect(manager.report().window.serial).toBe(2)
  })

  test('VALID-4 EDITAPI-1 a rejected request is repeated with the triggers under which it was made shorter', async () => {
    const manager = managerOf(
      { strategy: 'context_editing', context_editing: { clear_tool_uses: { trigger: 30_000 } } },
      { limit: 40_000 },
    )
    const first = await openCall(manager, 9, 120)
    const second = await manager.onOverflow()
    expect(second.edits.map(({ stage }) => stage)).toEqual(['clear_tool_uses'])
    const triggerOf = ({ request }: TurnStart) =>
      request.context_management?.edits.find(({ type }) => type === 'clear_tool_uses_20250919')
    expect(triggerOf(first)).toMatchObject({ trigger: { value: 30_000 } })
    expect(triggerOf(second)).toMatchObject({ trigger: { value: Math.floor(0.9 * first.ledger.used) } })
    // The lower trigger was for that try only.
    manager.onTurnEnd('Done.')
    manager.onUserMessage('Go on.')
    expect(triggerOf(await manager.onTurnStart())).toMatchObject({ trigger: { value: 30_000 } })
  })

  test('EDITAPI-1 no summary is sent that the provider did not write, and one that it wrote goes back once', async () => {
    const manager = managerOf(
      {
        strategy: 'context_editing',
        context_editing: {
          clear_thinking: { enabled: false },
          clear_tool_uses: { enabled: false },
          compact: { enabled: true, trigger: 50_000 },
        },
      },
      { limit: 200_000 },
    )
    const summariesIn = ({ request }: TurnStart) =>
      request.messages.flatMap(partsOf).filter(({ type }) => type === 'compaction')
    const written = { type: 'compaction', content: 'What the provider wrote.', signature: 's' } as const
    manager.onTaskStart({ task: 'Read on.' })
    let compacted = 0
    for (let turn = 0; turn < 30; turn++) {
      const start = await manager.onTurnStart()
      compacted += start.edits.length
      expect(summariesIn(start)).toEqual(turn > 20 ? [written] : [])
      manager.onTurnEnd({
        role: 'assistant',
        content: [...(turn === 20 ? [written] : []), { type: 'text', text: `Page ${turn}.` }],
      })
      manager.onUserMessage(long(turn, 400))
    }
    // It happened on the prompt that is simulated.
    expect(compacted).toBeGreaterThan(0)
  })

  test.each([
    [undefined, false],
    [{ type: 'disabled' }, false],
    [{ type: 'enabled', budget_tokens: 2000 }, true],
    [{ type: 'adaptive' }, true],
  ] as const)(
    'EDITAPI-1 thinking %o: the provider is asked to clear it only where there is some',
    async (thinking, asks) => {
      const manager = managerOf({ strategy: 'context_editing' }, { subsystems: { thinking: () => thinking } })
      manager.onTaskStart({ task: 'Read on.' })
      const { request } = await manager.onTurnStart()
      const types = request.context_management?.edits.map(({ type }) => type) ?? []
      expect(types.includes('clear_thinking_20251015')).toBe(asks)
      expect(types).toContain('clear_tool_uses_20250919')
      expect(request.thinking).toEqual(thinking)
    },
  )

  test('VALID-4 if only the newest result can be shortened, it is clipped by more than a few tokens', async () => {
    const manager = managerOf({ strategy: 'evict' }, { limit: 20_000 })
    const first = await openCall(manager, 1, 900)
    const again = await manager.onOverflow()
    expect(again.edits.map(({ stage }) => stage)).toEqual(['clip'])
    expect(again.ledger.used).toBeLessThanOrEqual(0.9 * first.ledger.used)
    expect(again.ledger.used).toBeGreaterThan(0.8 * first.ledger.used)
  })

  test('PRES-2 a second try of a turn counts its arrivals once, and leaves the readings unchanged', async () => {
    const run = async (rejected: boolean): Promise<TurnStart[]> => {
      // A window so large that only the provider's count leads to edits.
      const manager = managerOf({}, { limit: 100_000 })
      const starts = [await openCall(manager, 6, 60)]
      if (rejected) starts.push(await manager.onOverflow())
      for (let turn = 7; turn < 10; turn++) {
        manager.onTurnEnd(reading(`call_${turn}`, 'src/z.ts'))
        manager.onToolResult(`call_${turn}`, long(turn, 60))
        starts.push(await manager.onTurnStart())
      }
      return starts
    }
    const [first, second, ...later] = await run(true)
    const [undisturbed, ...rest] = await run(false)
    expect(second?.pressure).toEqual(undisturbed?.pressure)
    expect(second?.budget).toEqual(first?.budget)
    const speed = (starts: readonly TurnStart[]) =>
      starts.map(({ pressure }) => [pressure?.arrived, pressure?.velocity, pressure?.baseline])
    expect(speed(later)).toEqual(speed(rest))
    for (const { events } of later)
      expectEqual(
        events.filter(({ kind }) => kind === 'budget'),
        [],
      )
  })

  test('VALID-4 a try that frees nothing is refused at once, with the error of the provider as its cause', async () => {
    const manager = managerOf({ strategy: 'unmanaged' })
    const first = await openCall(manager, 2, 60)
    const rejection = new Error('too long')
    await expect(manager.onOverflow(rejection)).rejects.toMatchObject({ cause: rejection })
    expect(manager.report().ledger).toEqual(first.ledger)
  })

  test('STRAT-1 a strategy that ends at an overflow ends the run', async () => {
    const manager = managerOf({ strategy: 'unmanaged' })
    manager.onTaskStart(TASK)
    await work(manager, 2, 250)
    let start = await manager.onTurnStart()
    while (start.ended === null) {
      const id = `more_${start.turn}`
      manager.onTurnEnd(reading(id, 'src/m.ts'))
      manager.onToolResult(id, long(start.turn))
      start = await manager.onTurnStart()
    }
    expect(start.status).toBe('emergency')
    const { used, limit, reserve } = start.ledger
    expect(() => manager.onTurnEnd('Too late.')).toThrow(
      `takes ${used} of ${limit} tokens, and ${reserve} are reserved for the reply. Look at fit before you send. Choose`,
    )
    await expect(manager.onTurnStart()).rejects.toThrow('a larger window, or a smaller reserve')
    expect((await manager.onTaskEnd()).report.status).toBe('emergency')
  })
})

describe('policies', () => {
  test('MAN-1 a policy switched during the run decides from the next turn on, with its scorer', async () => {
    const manager = managerOf({ strategy: 'evict', eviction: { policy: 'hybrid' } })
    manager.onTaskStart(TASK)
    await work(manager, 5, 60)
    manager.setPolicy('lru')
    expect(manager.report().policy).toBe('lru')
    const later = await work(manager, 12, 60)
    const decided = later.flatMap(({ edits }) =>
      edits.flatMap(({ decision }) => (decision === null ? [] : [decision])),
    )
    expect(decided.length).toBeGreaterThan(0)
    const terms = policies['lru']?.create({ weights: null }).terms.map(({ signal }) => signal.name)
    for (const { policy, terms: used } of decided) {
      expectSame(policy, 'lru')
      expectEqual(
        used.map(({ signal }) => signal),
        terms,
      )
    }
    expect(manager.auditLog.find(({ action }) => action === 'policy')).toMatchObject({
      from: 'hybrid',
      to: 'lru',
    })
  })

  test.each(Object.keys(policies))('MAN-1 any policy can be switched to and back: %s', async (name) => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await work(manager, 4, 60)
    manager.setPolicy(name)
    for (const { request } of await work(manager, 4, 60)) expectEqual(validate(request, 'anthropic'), [])
    manager.setPolicy('hybrid')
    await work(manager, 2, 60)
    expect(manager.report().policy).toBe('hybrid')
  })

  test('MAN-1 the states of the other stages survive a switch', async () => {
    const seen: number[] = []
    const counting: Stage = {
      name: 'counting',
      phase: 'call',
      initial: 0,
      // oxlint-disable-next-line require-yield -- a stage is a generator
      *act(_view, state) {
        seen.push(state as number)
        return { edits: [], state: (state as number) + 1, outcome: 'skipped', note: null }
      },
    }
    const stages: NonNullable<ManagerOptions['subsystems']>['stages'] = (settings) =>
      settings.eviction.policy === 'fifo'
        ? [...(strategies['evict']?.stages(settings) ?? []), counting]
        : [counting, ...(strategies['evict']?.stages(settings) ?? [])]
    const manager = managerOf({}, { subsystems: { stages } })
    manager.onTaskStart(TASK)
    await work(manager, 2, 10)
    await manager.onTurnStart()
    // While a request is open: its turn ends under the old policy.
    manager.setPolicy('fifo')
    manager.onTurnEnd('Done.')
    await work(manager, 2, 10)
    expect(seen).toEqual([0, 1, 2, 3, 4])
  })

  test('MAN-1 an unknown policy or weight changes nothing', () => {
    const manager = managerOf()
    expect(() => manager.setPolicy('mru')).toThrow(/but not mru$/)
    expect(() => manager.setPolicy('hybrid', { charm: 1 })).toThrow(/charm/)
    expect(manager.report().policy).toBe('hybrid')
    expect(manager.auditLog).toEqual([])
  })
})

describe('subsystems', () => {
  test('MAN-3 health left out: no readings, no alerts, and the rest works', async () => {
    const manager = managerOf({}, { health: null })
    manager.onTaskStart(TASK)
    const starts = await work(manager, 15, 60)
    expect(starts.every(({ health }) => health === null)).toBe(true)
    const report = manager.report()
    expect(report.health).toBeNull()
    expect(report.counts.alerts).toBe(0)
    expect(report.counts.edits).toBeGreaterThan(0)
    // With health, the same conversation has some, so the zero above is meaningful.
    const watched = managerOf({ health_monitoring: { alerts: { tool_bloat_from: 0 } } })
    watched.onTaskStart(TASK)
    await work(watched, 15, 60)
    expect(watched.report().counts.alerts).toBeGreaterThan(0)
  })

  test('MAN-3 pressure left out: no readings, nothing acts ahead of a threshold, but stages with a threshold still act', async () => {
    const manager = managerOf({}, { pressure: null })
    manager.onTaskStart(TASK)
    const starts = await work(manager, 15, 60)
    expect(starts.every(({ pressure }) => pressure === null)).toBe(true)
    const report = manager.report()
    expect(report.pressure).toBeNull()
    expect(report.counts.edits).toBeGreaterThan(0)
    expect(starts.every(({ ledger }) => ledger.free >= 0)).toBe(true)
    const ahead = (one: ContextWindowManager): number =>
      one.auditLog.filter((entry) => entry.action === 'event' && entry.event.kind === 'spike').length
    const jump = async (extra: Partial<ManagerOptions>): Promise<ContextWindowManager> => {
      const one = managerOf({}, extra)
      one.onTaskStart(TASK)
      await work(one, 4, 2)
      await work(one, 1, 120)
      await one.onTurnStart()
      return one
    }
    expect(ahead(await jump({ pressure: null }))).toBe(0)
    // With pressure, the same conversation has a spike, so the zero above is meaningful.
    expect(ahead(await jump({}))).toBe(1)
  })

  test('MAN-3 the budget left out: no readings, no events, no checks, and no component has a limit', async () => {
    const config: PartialConfig = { budget: { enforce: 'per_component' } }
    const told = (one: ContextWindowManager): string[] =>
      one.auditLog.flatMap((entry) => {
        if (entry.action === 'budget_check') return [entry.action]
        return entry.action === 'event' && entry.event.kind === 'budget' ? ['budget'] : []
      })
    const manager = managerOf(config, { budget: null })
    manager.onTaskStart(TASK)
    const starts = await work(manager, 2, 160)
    expect(starts.every(({ budget }) => budget === null)).toBe(true)
    await manager.onTurnStart()
    expect([manager.report().budget, manager.checkBeforeAdd('results', 1_000_000)]).toEqual([null, null])
    expect(told(manager)).toEqual([])
    expect(manager.report().counts.edits).toBe(0)
    const planned = managerOf(config)
    planned.onTaskStart(TASK)
    await work(planned, 2, 160)
    await planned.onTurnStart()
    expect(told(planned)).toEqual(expect.arrayContaining(['budget_check', 'budget']))
    expect(planned.report().counts.edits).toBeGreaterThan(0)
  })

  test('MAN-3 custom monitors read pressure and budget', async () => {
    const pressure = vi.fn<typeof readPressure>((...given) => {
      const read = readPressure(...given)
      return { ...read, reading: { ...read.reading, zone: 'red' } }
    })
    const budget = vi.fn(readBudget)
    const manager = managerOf({}, { subsystems: { pressure, budget } })
    manager.onTaskStart(TASK)
    const start = await manager.onTurnStart()
    expect([pressure.mock.calls.length, budget.mock.calls.length]).toEqual([1, 1])
    expect([start.pressure?.zone, start.status]).toEqual(['red', 'emergency'])
    expect(start.budget).toEqual(budget.mock.results[0]?.value.reading)
  })

  test('MAN-3 references, similarity and statements left out', async () => {
    const manager = managerOf({}, { subsystems: { references: null, embedder: null, statements: null } })
    manager.onTaskStart(TASK)
    await work(manager, 15, 60)
    expect(manager.notes).toEqual([])
    expect(manager.report().counts.edits).toBeGreaterThan(0)
  })

  test('MAN-3 a custom subsystem is the one that is used', async () => {
    const observe = vi.fn(() => [])
    const embed = vi.fn(() => ({ features: new Int32Array([1]), weights: new Float64Array([1]) }))
    const manager = managerOf(
      {},
      {
        subsystems: {
          references: { observe },
          embedder: { name: 'mine', embed },
          clock: () => 1234,
          stages: (settings) =>
            strategies['managed']?.stages(settings).filter(({ name }) => name !== 'new_window') ?? [],
        },
      },
    )
    manager.onTaskStart(TASK)
    await work(manager, 15, 60)
    expect(observe).toHaveBeenCalled()
    expect(embed).toHaveBeenCalled()
    expect(manager.latestCheckpoint?.time).toBe(1234)
    expect(manager.report().counts.windowsOpened).toBe(0)
  })

  test('MAN-3 unknown names are refused when the manager is made', () => {
    expect(() => managerOf({}, { strategy: 'hope' })).toThrow(/but not hope$/)
    expect(() => managerOf({}, { strategy: 'constructor' })).toThrow(/but not constructor$/)
  })
})

describe('checking the budget before something is added', () => {
  // Results have .12 of 8,000 tokens, 960; their soft limit is .8 of that, 768.
  const OVERHEAD = chars4.messageOverhead
  const PLAN: PartialConfig = { budget: { enforce: 'global' } }

  async function adding(tokens: number): Promise<{ manager: ContextWindowManager; checks: unknown[] }> {
    const manager = managerOf(PLAN)
    manager.onTaskStart(TASK)
    await manager.onTurnStart()
    manager.onTurnEnd(reading('a', 'src/a.ts'))
    manager.onToolResult('a', 'x'.repeat(4 * (tokens - OVERHEAD)))
    const checks = manager.auditLog.flatMap((entry) => (entry.action === 'budget_check' ? [entry] : []))
    return { manager, checks }
  }

  test.each<[tokens: number, verdict: string | null, excess: number]>([
    [767, null, 0],
    [768, 'warned', 0],
    [960, 'warned', 0],
    [961, 'blocked', 1],
  ])(
    'BUD-2 a result of %i tokens is %s, and its turn sends what was checked',
    async (tokens, verdict, excess) => {
      const { manager, checks } = await adding(tokens)
      const check = { verdict, component: 'results', used: 0, limit: 960, excess }
      const expected =
        verdict === null ? [] : [{ action: 'budget_check', from: 'onToolResult', tokens, check }]
      expect(checks).toMatchObject(expected)
      expect(checks).toHaveLength(expected.length)
      const { budget } = await manager.onTurnStart()
      expect(budget?.components.results.used).toBe(tokens)
      expect(budget?.components.results.status).toBe(verdict ?? 'ok')
    },
  )

  test('BUD-2 pending content counts, in whichever order it came, and checking adds nothing', async () => {
    const { manager } = await adding(700)
    for (const [part, tokens] of [
      ['result', 1],
      ['results', Number.NaN],
      ['results', '67'],
    ])
      expect(() => manager.checkBeforeAdd(part as never, tokens as never)).toThrow(RangeError)
    expect(manager.checkBeforeAdd('results', 67)).toMatchObject({ verdict: 'allowed', used: 700, excess: 0 })
    expect(manager.checkBeforeAdd('results', 68)).toMatchObject({ verdict: 'warned', excess: 0 })
    expect(manager.checkBeforeAdd('results', 260)).toMatchObject({ verdict: 'warned', excess: 0 })
    expect(manager.checkBeforeAdd('results', 261)).toMatchObject({ verdict: 'blocked', excess: 1 })
    expect(manager.checkBeforeAdd('memory', 639)).toMatchObject({ verdict: 'warned', used: 0, limit: 640 })
    const { ledger } = await manager.onTurnStart()
    expect(ledger.byComponent.results).toBe(700)
    expect(manager.checkBeforeAdd('total', 1)?.used).toBe(ledger.used)
  })

  test('BUD-2 an input is checked for its component and for the window as a whole', async () => {
    const manager = managerOf(PLAN)
    manager.onTaskStart(TASK)
    const { ledger } = await manager.onTurnStart()
    manager.onTurnEnd(null)
    // A quarter is reserved, so 6,000 tokens are usable, and .8 of them are 4,800. Memory has .08: 640.
    const tokens = 4800 - ledger.used
    manager.onUserMessage('x'.repeat(4 * (tokens - OVERHEAD)), { injected: true })
    const checks = manager.auditLog.flatMap((entry) => (entry.action === 'budget_check' ? [entry] : []))
    expect(checks.map(({ from, check }) => [from, check.component, check.verdict, check.excess])).toEqual([
      ['onUserMessage', 'memory', 'blocked', tokens - 640],
      ['onUserMessage', 'total', 'warned', 0],
    ])
  })

  test('BUD-2 a refused result is not checked', () => {
    const manager = managerOf(PLAN)
    manager.onTaskStart(TASK)
    expect(() => manager.onToolResult('nobody', 'x'.repeat(40_000))).toThrow(/no open call/)
    expect(actions(manager)).not.toContain('budget_check')
    expect(manager.checkBeforeAdd('results', 0)).toMatchObject({ used: 0 })
  })
})

describe('state across windows and processes', () => {
  test('CROSS-2 a checkpoint saved by hand opens the next process, and its versions continue', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await work(manager, 4, 60)
    const saved = await manager.checkpoint()
    expect(saved?.goal).toContain('Replace the HTTP library')
    const text = JSON.stringify(saved)

    const next = managerOf()
    next.resume(text)
    next.onTaskStart({ ...TASK, task: 'Go on.' })
    const { request } = await next.onTurnStart()
    const [message] = request.messages
    expect(JSON.stringify(message)).toContain('Replace the HTTP library')
    expect(JSON.stringify(message)).toMatch(/Go on\."\}\]\}$/)
    expect(next.report().window.serial).toBe((saved?.window ?? 0) + 1)
    next.onTurnEnd('On it.')
    next.onUserMessage('Thanks.')
    const later = await next.checkpoint()
    expect(later?.version).toBe((saved?.version ?? 0) + 1)
  })

  test('CROSS-4 MAN-4 items of the previous checkpoint that a save left out are named in the audit log and in the report', async () => {
    const answers = [
      '{"goal":"Replace it","constraints":["Never log a token","Use tabs"],"decisions":["Keep the retries"]}',
      '{"goal":"Replace it","constraints":["Use tabs","Use semicolons"],"decisions":[],"learnings":7}',
    ]
    const manager = managerOf(
      { strategy: 'evict' },
      { llm: () => Promise.resolve({ text: answers.shift() ?? '' }) },
    )
    manager.onTaskStart(TASK)
    await work(manager, 2, 20)
    await manager.checkpoint()
    expect(manager.report().checkpoint?.changes).toEqual([])
    await work(manager, 1, 20)
    const second = await manager.checkpoint()
    expect(second?.constraints).toEqual(['Never log a token', 'Use tabs', 'Use semicolons'])
    const changes = [
      { field: 'constraints', item: 'Never log a token', became: 'carried', by: null },
      { field: 'decisions', item: 'Keep the retries', became: 'gone', by: null },
    ]
    expect(manager.auditLog.findLast(({ action }) => action === 'checkpoint')).toMatchObject({
      changes,
      problems: [{ code: 'wrong-type' }],
    })
    expect(manager.report()).toMatchObject({
      checkpoint: { version: 2, changes },
      counts: { checkpoints: 2, itemsGone: 1 },
    })
  })

  test('CROSS-3 a checkpoint of an earlier process hides nothing of the next one', async () => {
    const deciding = async (manager: ContextWindowManager, what: string, turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) {
        await manager.onTurnStart()
        manager.onTurnEnd(`Decision: we take ${what} number ${turn}, because it is small.`)
        manager.onUserMessage('Go on.')
      }
    }
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await deciding(manager, 'library', 12)
    const saved = await manager.checkpoint()
    if (saved === null) throw new Error('the mock saves it')
    expect(saved.turn).toBe(11)

    // Fewer turns than the earlier process had: turn numbers of that process do not apply here.
    const next = managerOf({ compression: { ask_interval: 0 }, cross_window: { milestones_wait: false } })
    next.resume(saved)
    next.onTaskStart({ ...TASK, task: 'Go on.' })
    await deciding(next, 'server', 9)
    const milestone = next.latestCheckpoint
    expect(milestone?.version).toBe(saved.version + 1)
    expect(milestone?.decisions.map(({ what }) => what).join()).toContain('server number 3')
    const later = await next.checkpoint()
    expect(later?.decisions.map(({ what }) => what).join()).toContain('server number 8')
  })

  test('CROSS-2 an older or broken checkpoint is refused and changes nothing', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await work(manager, 2, 60)
    const first = await manager.checkpoint()
    await work(manager, 1, 60)
    const second = await manager.checkpoint()
    if (first === null || second === null) throw new Error('the mock saves both')
    expect(second.version).toBe(first.version + 1)
    expect(() => manager.resume(first)).toThrow(ProblemError)
    expect(() => manager.resume('{ "format": "other" }')).toThrow(ProblemError)
    // The same for a checkpoint that is given as an object.
    expect(() => manager.resume({ ...second, goal: ' ' })).toThrow(/goal/)
    expect(() => manager.resume({} as never)).toThrow(/not a checkpoint/)
    for (const value of [null, undefined, 5])
      expect(() => manager.resume(value as never)).toThrow(ProblemError)
    expect(manager.latestCheckpoint).toEqual(second)
    expect(actions(manager).filter((action) => action === 'refused').length).toBe(7)
    const { arrived } = await manager.onTurnStart()
    expect(arrived.length).toBe(1)
  })

  test('CROSS-3 the task ends with a last checkpoint, if the strategy saves any', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    await work(manager, 2, 60)
    await manager.onTurnStart()
    manager.onTurnEnd('Decision: the retries stay as they are, because the API wants them. All is done.')
    const { checkpoint, report } = await manager.onTaskEnd()
    expect(checkpoint?.decisions.some(({ what }) => what.includes('retries stay'))).toBe(true)
    expect(report.turns).toBe(3)
    const evicting = managerOf({ strategy: 'evict' })
    evicting.onTaskStart(TASK)
    await work(evicting, 2, 60)
    expect((await evicting.onTaskEnd()).checkpoint).toBeNull()
    expect(actions(evicting)).not.toContain('ask')
  })
})

describe('events and reports', () => {
  test('MAN-4 every edit, request and checkpoint is in the log, in order, and the report counts them', async () => {
    const heard: number[] = []
    const manager = managerOf({}, { callbacks: { onEntry: ({ number }) => heard.push(number) } })
    const stop = manager.subscribe(() => heard.push(-1))
    stop()
    manager.onTaskStart(TASK)
    const starts = await work(manager, 15, 60)
    const { report } = await manager.onTaskEnd()
    const log = manager.auditLog
    expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index))
    expect(heard).toEqual(log.map((_, index) => index))
    const edits = log.flatMap((entry) => (entry.action === 'edit' ? [entry.edit] : []))
    expect(edits).toEqual(starts.flatMap((start) => start.edits))
    expect(report.counts.edits).toBe(edits.length)
    expect(report.counts.byStage.reduce((sum, one) => sum + one.edits, 0)).toBe(edits.length)
    expect(report.spend.calls.input).toBe(starts.reduce((sum, { ledger }) => sum + ledger.used, 0))
    expect(log.filter(({ action }) => action === 'ask').length).toBe(report.spend.asks.count)
    for (const edit of edits) expect(edit.before - edit.after).not.toBe(0)
  })

  test('MAN-4 nobody can change the log through the returned objects', async () => {
    const manager = managerOf()
    manager.onTaskStart(TASK)
    const log = manager.auditLog as unknown as { action: string }[]
    log.pop()
    expect(manager.auditLog.length).toBe(1)
    const [entry] = manager.auditLog as unknown as { action: string }[]
    expect(() => {
      if (entry !== undefined) entry.action = 'edit'
    }).toThrow(TypeError)
    expect(structuredClone(manager.report())).toEqual(manager.report())
  })
})
