import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4, ProblemError } from '../../../engine/index.ts'
import { conversation } from '../../../testing/conversation.ts'
import { traceOf } from '../../../testing/trace.ts'
import { modelOf } from '../../trace/model-of.ts'
import { readTrace, run, takeIn } from '../../index.ts'
import { setupPathOf, withSetup } from '../../internal.ts'
import type { Setup, SetupProblem, Trace } from '../../index.ts'

const TALK = conversation(`
  user: 400 chars
  assistant: call a read_file {"path":"a.ts"}
  result a: 800 chars
  assistant: call b read_file {"path":"b.ts"}
  result b: 1200 chars
  assistant: done`)

/** The conversation in a log without system prompt and tools, with the prompt sizes of its three calls. */
function recorded(inputs: readonly number[]): Trace {
  const trace = traceOf(TALK, { system: '', tools: [], lacksOverhead: true })
  const turns = trace.turns.map((turn, index) => {
    const usage = { input: inputs[index] ?? 0, output: null, cacheRead: null, cacheWrite: null }
    return { ...turn, usage }
  })
  return { ...trace, turns }
}

const schema = { type: 'object', properties: { path: { type: 'string' } } }
const READ = { name: 'read_file', description: 'Reads a file.', input_schema: schema }
const GREP = { name: 'grep', description: 'Finds lines.', input_schema: schema }
const SYSTEM = 'You are careful. '.repeat(200)

function problemsOf(setup: Setup): readonly SetupProblem[] {
  try {
    withSetup(recorded([]), setup)
  } catch (failure) {
    if (failure instanceof ProblemError) return failure.problems as readonly SetupProblem[]
    throw failure
  }
  return []
}

describe('tool definitions given by hand', () => {
  const openai = [READ, GREP].map(({ input_schema: parameters, ...rest }) => ({ ...rest, parameters }))
  it.each<[string, unknown]>([
    ["Anthropic's list", [READ, GREP]],
    ["OpenAI's list", openai.map((one) => ({ type: 'function', function: one }))],
    ["OpenAI's flat list", openai.map((one) => ({ type: 'function', ...one, strict: true }))],
    [
      "MCP's list",
      { tools: [READ, GREP].map(({ input_schema: inputSchema, ...rest }) => ({ ...rest, inputSchema })) },
    ],
    ['an object with the key tools', { tools: [READ, GREP] }],
    [
      'a request',
      { model: 'any', system: 'S', tools: [READ, GREP], messages: [{ role: 'user', content: 'x' }] },
    ],
    ['markers of a cache', [{ ...READ, cache_control: { type: 'ephemeral' } }, GREP]],
  ])('MSG-1 %s reads as the same tools', (_, value) => {
    expect(withSetup(recorded([]), { tools: JSON.stringify(value) }).tools).toEqual([READ, GREP])
  })

  it('a tool run by the provider has a name or a type, and no schema', () => {
    const tools = JSON.stringify([
      { type: 'web_search_20250305', name: 'web_search' },
      { type: 'file_search' },
    ])
    expect(withSetup(recorded([]), { tools }).tools).toEqual([
      { name: 'web_search', input_schema: {} },
      { name: 'file_search', input_schema: {} },
    ])
  })

  it.each<[string, object, string]>([
    ['system', { system: 'S' }, 'S'],
    [
      'blocks',
      {
        system: [
          { type: 'text', text: 'S' },
          { type: 'text', text: 'T' },
        ],
      },
      'S\n\nT',
    ],
    ['instructions', { instructions: 'S', input: [{ role: 'developer', content: 'not this' }] }, 'S'],
    [
      'leading messages',
      {
        messages: [
          { role: 'system', content: 'S' },
          { role: 'developer', content: [{ type: 'text', text: 'T' }] },
          { role: 'user', content: 'x' },
          { role: 'system', content: 'later' },
        ],
      },
      'S\n\nT',
    ],
  ])('the system prompt of a request is taken from %s, unless one is given', (_, body, system) => {
    const tools = JSON.stringify({ ...body, tools: [READ] })
    expect(withSetup(recorded([]), { tools }).system).toBe(system)
    expect(withSetup(recorded([]), { tools, system: ' \n' }).system).toBe(system)
    expect(withSetup(recorded([]), { tools, system: 'mine' }).system).toBe('mine')
  })

  it('broken JSON is reported by line and column', () => {
    const [problem, ...others] = problemsOf({ tools: '[\n  {"name": "a",\n   "input_schema": {},}\n]' })
    expect(problem).toMatchObject({ code: 'invalid-json', line: 3, column: 23, path: 'setup.tools' })
    expect(problem?.message).toMatch(/found "}/)
    expect(others).toEqual([])
  })

  it.each<[string, string, Partial<SetupProblem>]>([
    [
      'a name of another type',
      '[{"name":"a"},\n{"name":7}]',
      {
        path: 'setup.tools[1].name',
        line: 2,
        column: 9,
        found: '7',
        message: 'tools[1].name must be a name, but is 7',
      },
    ],
    [
      'no name',
      '{"tools": [{"input_schema":{}}]}',
      { path: 'setup.tools[0].name', column: 12, found: 'nothing' },
    ],
    [
      'no name of a function',
      '[{"type":"function","function":{"parameters":{}}}]',
      { path: 'setup.tools[0].function.name', found: 'nothing' },
    ],
    [
      'a function that is none',
      '[{"type":"function","function":"f"}]',
      { path: 'setup.tools[0].function', found: '"f"' },
    ],
    [
      'a description of another type',
      '[{"name":"a","description":[]}]',
      { path: 'setup.tools[0].description', found: '[]' },
    ],
    [
      'a schema that is none',
      '[{"name":"a","parameters":"x"}]',
      { path: 'setup.tools[0].parameters', found: '"x"' },
    ],
    ['a tool that is none', '["read"]', { path: 'setup.tools[0]', found: '"read"' }],
    ['a list that is none', '{"tools": {"a": 1}}', { path: 'setup.tools', column: 11, found: '{ a }' }],
    ['the same name twice', '[{"name":"a"},{"name":"a"}]', { path: 'setup.tools[1].name', found: '"a"' }],
    ['something else', '{"what": 1}', { path: 'setup.tools', found: '{ what }', line: 1, column: 1 }],
    ['a text', '"tools"', { path: 'setup.tools', found: '"tools"' }],
    [
      'a system prompt that is none',
      '{"system": 5, "tools": []}',
      { path: 'setup.tools.system', found: '5' },
    ],
  ])('%s is reported by its path and what was found', (_, tools, expected) => {
    const [problem, ...others] = problemsOf({ tools })
    expect(problem).toMatchObject({ severity: 'error', ...expected })
    expect(problem?.message.endsWith(String(expected.found))).toBe(true)
    expect(problem && setupPathOf(problem)).toBe(expected.path)
    expect(others).toEqual([])
  })

  it('reports every problem, up to twenty', () => {
    expect(
      problemsOf({ tools: '[{"name":1},{"name":"b","description":2}]' }).map(({ path }) => path),
    ).toEqual(['setup.tools[0].name', 'setup.tools[1].description'])
    expect(problemsOf({ tools: JSON.stringify(Array.from({ length: 99 }, () => 5)) })).toHaveLength(20)
    expect(setupPathOf({ severity: 'error', code: 'x', message: 'of a log' })).toBeNull()
  })

  it('any JSON gives a trace or problems of its field', () => {
    const key = fc.constantFrom(
      'name',
      'tools',
      'system',
      'function',
      'parameters',
      'messages',
      'role',
      'type',
      '__proto__',
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom(null, 0, '', 'a', true, 'system'),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(value, (any) => {
        for (const { path, message } of problemsOf({ tools: JSON.stringify(any) })) {
          expect(path).toMatch(/^setup\.tools/)
          expect(message).toContain('but is')
        }
      }),
    )
  })
})

describe('a log with a system prompt and tools given by hand', () => {
  const inputs = [5104, 5400, 5850]
  const tools = JSON.stringify([READ, GREP])
  const used = (trace: Trace) =>
    run(trace, { strategy: 'unmanaged', max_context_tokens: 100_000 }).turns.map((turn) => turn.used)
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const types = (trace: Trace) =>
    takeIn(trace, chars4).blocks.flatMap(({ type, inferred }) =>
      type === 'system_prompt' || type === 'tool_definition' ? [inferred ? 'inferred' : type] : [],
    )

  it('TOK-2 with both given nothing is inferred, and usage fits the real text', () => {
    // 3,400 characters of system prompt, about 200 of tools, and 400 of the task: about 1,000 tokens by chars4.
    const near = [1200, 1500, 1950]
    const trace = withSetup(recorded(near), { system: SYSTEM, tools })
    expect(trace.lacksOverhead).toBe(false)
    expect(types(trace)).toEqual(['system_prompt', 'tool_definition', 'tool_definition'])
    expect(used(trace)).toEqual(near)
    const [system] = takeIn(trace, chars4).blocks
    const counted = chars4.count(SYSTEM)
    expect(system?.tokens).toBeGreaterThan(counted * 1.1)
    expect(system?.tokens).toBeLessThan(counted * 1.3)
  })

  it('TOK-2 usage that the real text cannot explain does not stretch it', () => {
    const inputs = [50_000, 50_300, 50_750]
    const trace = withSetup(recorded(inputs), { system: SYSTEM, tools })
    expect(used(trace)).toEqual(inputs)
    const opening = takeIn(trace, chars4).blocks.filter((block) => block.turn === 0 && !block.response)
    const [base, ...others] = opening.filter((block) => block.unexplained)
    const texts = opening.filter((block) => !block.unexplained)
    expect(others).toEqual([])
    // Counted: 3,400 characters of system prompt, each tool, and the 400 of the task with the overhead of a message.
    expect(texts.map(({ type, tokens }) => [type, tokens])).toEqual([
      ['system_prompt', 850],
      ['tool_definition', Math.ceil(JSON.stringify(READ).length / 4)],
      ['tool_definition', Math.ceil(JSON.stringify(GREP).length / 4)],
      ['user_message', 104],
    ])
    // The other billed tokens of the first call are a separate block, marked as inferred.
    expect(base).toMatchObject({ inferred: true, tokens: 50_000 - sum(texts.map(({ tokens }) => tokens)) })
  })

  it('TOK-2 with one of them given the rest of the overhead is still inferred', () => {
    for (const setup of [{ system: SYSTEM }, { tools }]) {
      const trace = withSetup(recorded(inputs), setup)
      expect(trace.lacksOverhead).toBe(true)
      expect(types(trace)[0]).toBe('inferred')
      expect(types(trace)).toContain(setup.system === undefined ? 'tool_definition' : 'system_prompt')
      expect(used(trace)).toEqual(inputs)
    }
    const [rest, system] = takeIn(withSetup(recorded(inputs), { system: SYSTEM }), chars4).blocks
    expect(system?.tokens).toBe(chars4.count(SYSTEM))
    expect(rest?.tokens).toBe(5000 - chars4.count(SYSTEM))
  })

  it('VALID-2 a request contains them, and no tool is declared twice', () => {
    const trace = withSetup(recorded(inputs), { system: SYSTEM, tools })
    const request = run(trace, { strategy: 'unmanaged' }).messagesAt(1, 'anthropic')
    expect(request).toMatchObject({ system: SYSTEM, tools: [READ, GREP], repairs: [] })
  })

  it('notes about what was inferred stay true', () => {
    const log = readTrace(
      JSON.stringify([
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'hi', usage: { prompt_tokens: 900, completion_tokens: 2 } },
      ]),
    )
    expect(log.lacksOverhead).toBe(true)
    expect(log.intake.inferred.join(' ')).toMatch(/no system prompt and no tools/)
    const inferred = (setup: Setup, trace = log) => withSetup(trace, setup).intake.inferred
    expect(inferred({ system: 'S', tools: '[]' })).toEqual([
      'The system prompt was given by hand, for the log has none.',
      'A request without tools was given by hand, for the log has none.',
    ])
    expect(inferred({ tools })).toEqual([
      '2 tool definitions were given by hand, for the log has none.',
      'The log lacks the system prompt; the unexplained usage is attributed to it.',
    ])
    expect(
      inferred({ system: 'T', tools: JSON.stringify([READ]) }, { ...log, system: 'S', tools: [GREP] }),
    ).toEqual([
      'The system prompt was given by hand, in place of what the log has.',
      'One tool definition was given by hand, in place of what the log has.',
    ])
  })

  it('TOK-2 windows of sub-agents keep their inferred setup, the main one does not', () => {
    const whole = recorded([1200, 1500, 1950])
    const side: Trace = {
      ...whole,
      windows: [...whole.windows, { id: 1, parent: 0, kind: 'subagent', opened: 2, closed: 2 }],
      turns: whole.turns.map((turn) => (turn.turn === 2 ? { ...turn, window: 1 } : turn)),
    }
    const trace = withSetup(side, { system: SYSTEM, tools })
    const inferred = takeIn(trace, chars4).blocks.filter((block) => block.inferred)
    expect(inferred.map((block) => block.window)).toEqual([1])
    expect(trace.intake.inferred.at(-1)).toMatch(/sub-agents/)
  })

  it('MSG-2 a blank setup is ignored, and the input trace stays unchanged', () => {
    const trace = recorded(inputs)
    const before = structuredClone(trace)
    expect(withSetup(trace, {})).toBe(trace)
    expect(withSetup(trace, { system: '', tools: ' \n ' })).toBe(trace)
    withSetup(trace, { system: SYSTEM, tools })
    expect(trace).toEqual(before)
  })

  it('precomputed counts are dropped', () => {
    const trace = { ...traceOf(TALK, { system: 'old' }), counts: { counter: 'chars4', tokens: [1] } } as Trace
    expect(withSetup(trace, { system: 'new' }).counts).toBeNull()
  })
})

describe('a model for a log that names none', () => {
  const bare = traceOf(TALK)

  it('TOK-3 TOK-5 is used for the window, the images and the counting factor', () => {
    const named = withSetup(bare, { model: 'claude-sonnet-4-5' })
    expect(modelOf(bare)).toMatchObject({ name: null, window: null })
    expect(modelOf(named)).toMatchObject({ name: 'claude-sonnet-4-5', window: 200_000, windowFrom: 'table' })
    expect(takeIn(bare, chars4).factor).toBeNull()
    expect(takeIn(named, chars4).factor?.family.name).toBe('claude')
    expect(withSetup(bare, { model: ' ' })).toBe(bare)
    expect(modelOf(withSetup(bare, { model: 'claude-sonnet-4-5', system: SYSTEM })).name).toBe(
      'claude-sonnet-4-5',
    )
  })

  it.each([
    [bare, 'no-such-model', 'the table of models does not hold "no-such-model"'],
    [
      { ...bare, model: 'gpt-4o' },
      'claude-sonnet-4-5',
      'the log names the model that made it, gpt-4o, so it cannot be claude-sonnet-4-5',
    ],
  ])(
    'TOK-5 is refused with its position if it is unknown, or differs from the log’s',
    (trace, model, message) => {
      let thrown: unknown = null
      try {
        withSetup(trace, { model })
      } catch (error) {
        thrown = error
      }
      expect((thrown as ProblemError).problems).toMatchObject([{ path: 'setup.model', message }])
    },
  )
})
