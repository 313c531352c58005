import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace, readTraces } from '../reading.ts'

const lines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')

/** A conversation in short: who says what, which calls, which results. */
const told = ({ messages }: ReturnType<typeof readTrace>) =>
  messages.flatMap((message) =>
    partsOf(message).map((part) => {
      if (part.type === 'text') return `${message.role}: ${part.text}`
      if (part.type === 'tool_use') return `${part.id}=${part.name}(${JSON.stringify(part.input)})`
      return part.type === 'tool_result' ? `${part.tool_use_id}: ${JSON.stringify(part.content)}` : part.type
    }),
  )

const event = (hook_event_name: string, more: object, session_id = 's') => ({
  session_id,
  transcript_path: '/t.jsonl',
  hook_event_name,
  ...more,
})
const use = (id: string, tool_name: string, tool_input: object) => ({
  tool_use_id: id,
  tool_name,
  tool_input,
})
const READ = use('c', 'Read', { file_path: 'a' })
const RUN = use('d', 'Bash', { command: 'ls' })
const EVENTS = [
  event('SessionStart', { source: 'startup' }),
  event('UserPromptSubmit', { prompt: 'Which files?' }),
  event('PreToolUse', READ),
  event('PostToolUse', { ...READ, tool_response: { type: 'text', file: { filePath: 'a', content: 'A' } } }),
  event('PreToolUse', RUN),
  event('PostToolUse', { ...RUN, tool_response: { stdout: 'x.ts', stderr: 'warned', interrupted: false } }),
  event('PreToolUse', use('e', 'Bash', { command: 'rm x.ts' })),
  event('Stop', { last_assistant_message: 'One file.' }),
]
const TOLD = [
  'user: Which files?',
  'c=Read({"file_path":"a"})',
  'c: "A"',
  'd=Bash({"command":"ls"})',
  'd: "x.ts\\nwarned"',
  'e=Bash({"command":"rm x.ts"})',
  'assistant: One file.',
]

describe('MSG-1 events of hooks', () => {
  it('are the prompts, calls, results and last words of a session', () => {
    expect(told(readTrace(lines(EVENTS)))).toEqual(TOLD)
    expect(told(readTrace(JSON.stringify(EVENTS)))).toEqual(TOLD)
  })

  it('stand below a key of their logger', () => {
    for (const key of ['data', 'payload', 'event'])
      expect(told(readTrace(lines(EVENTS.map((one) => ({ at: 1, [key]: one })))))).toEqual(TOLD)
  })

  it('are a conversation for each session and each agent in it', () => {
    const other = event('UserPromptSubmit', { prompt: 'And you?' }, 'other')
    const agent = event('UserPromptSubmit', { prompt: 'Look.', agent_id: 'a' })
    expect(readTraces(lines([...EVENTS, other, agent])).map((trace) => told(trace).length)).toEqual([7, 1, 1])
  })

  it('have no ids in older versions: then only the ends are calls', () => {
    const without = EVENTS.map((one) => ({ ...one, tool_use_id: undefined }))
    expect(told(readTrace(lines(without)))).toEqual([
      'user: Which files?',
      'hook_call_1=Read({"file_path":"a"})',
      'hook_call_1: "A"',
      'hook_call_2=Bash({"command":"ls"})',
      'hook_call_2: "x.ts\\nwarned"',
      'assistant: One file.',
    ])
  })
})

describe('MSG-1 what a client shows of a task', () => {
  const say = (kind: string, text: string, more: object = {}) => ({
    ts: 1_745_596_800_000,
    type: 'say',
    say: kind,
    text,
    ...more,
  })
  const ask = (kind: string, text: string) => ({ ts: 1_745_596_800_000, type: 'ask', ask: kind, text })
  const request = (text: string, more: object = {}) =>
    say(
      'api_req_started',
      JSON.stringify({
        request: `${text}\n\n<environment_details>\nNone.\n</environment_details>`,
        tokensIn: 10,
        tokensOut: 5,
        cacheReads: 80,
        cacheWrites: 10,
        ...more,
      }),
    )
  const NOTE = 'user: <environment_details>\nNone.\n</environment_details>'
  const shown = [
    say('task', 'Which files?'),
    request('<task>\nWhich files?\n</task>'),
    say('reasoning', 'Hm.'),
    say('text', 'I look.'),
    say('text', 'I lo', { partial: true }),
    say('tool', '{"tool":"readFile","path":"a"}'),
    ask('command', 'ls'),
    say('command_output', 'x.ts'),
    request("[read_file for 'a'] Result:\n\nA\n\n[execute_command for 'ls'] Result:\nx.ts"),
    ask('followup', '{"question":"Which?"}'),
    say('user_feedback', 'All.'),
    request("[ask_followup_question for 'Which?'] Result:\n<answer>\nAll.\n</answer>", {
      apiProtocol: 'openai',
      tokensIn: 100,
    }),
    say('completion_result', 'One file.'),
    ask('completion_result', ''),
  ]

  it('is read with what each request sent, the calls and the tokens', () => {
    const trace = readTrace(JSON.stringify(shown))
    expect(told(trace)).toEqual([
      'user: <task>\nWhich files?\n</task>\n\n<environment_details>\nNone.\n</environment_details>',
      'thinking',
      'assistant: I look.',
      'shown_call_1=readFile({"path":"a"})',
      'shown_call_2=execute_command({"command":"ls"})',
      'shown_call_1: "A"',
      'shown_call_2: "x.ts"',
      NOTE,
      'shown_call_3=ask_followup_question({"question":"Which?"})',
      'shown_call_3: "<answer>\\nAll.\\n</answer>"',
      NOTE,
      'assistant: One file.',
    ])
    // what comes from the cache is apart, or part of it
    expect(trace.turns.map(({ usage }) => [usage?.input, usage?.cacheRead])).toEqual([
      [100, 80],
      [100, 80],
      [100, 80],
    ])
    expect(told(readTrace(lines(shown)))).toHaveLength(12)
  })

  it('has what the user and the tools said where a request is not shown', () => {
    const bare = shown.map((one) =>
      'say' in one && one.say === 'api_req_started' ? { ...one, text: '{"tokensIn":10,"tokensOut":5}' } : one,
    )
    expect(told(readTrace(JSON.stringify(bare)))).toEqual([
      'user: Which files?',
      'thinking',
      'assistant: I look.',
      'shown_call_1=readFile({"path":"a"})',
      'shown_call_2=execute_command({"command":"ls"})',
      'shown_call_1: "x.ts"',
      'shown_call_3=ask_followup_question({"question":"Which?"})',
      'shown_call_3: "All."',
      'assistant: One file.',
    ])
  })
})

describe('MSG-1 what agents print and keep in other versions', () => {
  it('the events of OpenCode, printed or from its server', () => {
    const state = { status: 'completed', input: { path: 'a' }, output: 'A' }
    const parts = [
      { id: 'p1', messageID: 'm', type: 'tool', callID: 'c', tool: 'read', state },
      {
        id: 'p2',
        messageID: 'm',
        type: 'step-finish',
        tokens: { input: 10, output: 5, cache: { read: 80 } },
      },
      { id: 'p3', messageID: 'n', type: 'text', text: 'Done.' },
    ]
    const printed = parts.map((part) => ({ type: part.type, timestamp: 1, sessionID: 's', part }))
    const trace = readTrace(lines(printed))
    expect(told(trace)).toEqual(['c=read({"path":"a"})', 'c: "A"', 'assistant: Done.'])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 90, output: 5 })
    const infos = [
      { id: 'u', role: 'user' },
      { id: 'm', role: 'assistant' },
      { id: 'n', role: 'assistant' },
    ].map((info) => ({ type: 'message.updated', properties: { info } }))
    const asked = { id: 'p0', messageID: 'u', type: 'text', text: 'Go.' }
    const served = [asked, ...parts].map((part) => ({ type: 'message.part.updated', properties: { part } }))
    expect(told(readTrace(lines([...infos, ...served])))).toEqual(['user: Go.', ...told(trace)])
  })

  it('the last words of Claude Code and Gemini CLI', () => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 80, output_tokens: 5 }
    const claude = { type: 'result', result: 'One file.', session_id: 's', num_turns: 1, usage }
    expect(told(readTrace(JSON.stringify(claude)))).toEqual(['assistant: One file.'])
    expect(readTrace(JSON.stringify(claude)).turns[0]?.usage?.input).toBe(90)
    expect(told(readTrace(JSON.stringify({ response: 'One file.', stats: { models: {} } })))).toHaveLength(1)
  })

  it('TOK-2 the last words name the model that cost the most, and the tokens of one call', () => {
    const usage = { input_tokens: 10, output_tokens: 5 }
    const claude = { type: 'result', result: 'One file.', session_id: 's', num_turns: 1, usage }
    const models = { small: { inputTokens: 900, costUSD: 0.01 }, large: { inputTokens: 10, costUSD: 0.2 } }
    const turnOf = (value: unknown) => readTrace(JSON.stringify(value)).turns[0]
    expect(turnOf({ ...claude, modelUsage: models })).toMatchObject({ model: 'large', usage: { input: 10 } })
    expect(turnOf({ ...claude, modelUsage: { small: models.small } })?.model).toBe('small')
    const gemini = (totalRequests: number) => ({
      api: { totalRequests },
      tokens: { prompt: 100, candidates: 20, cached: 80, thoughts: 7, total: 127 },
    })
    const answered = (told: unknown) => turnOf({ response: 'One file.', stats: { models: told } })
    expect(answered({ m: gemini(1) })).toMatchObject({
      model: 'm',
      usage: { input: 100, output: 27, cacheRead: 80 },
    })
    expect(answered({ m: gemini(2) })).toMatchObject({ model: 'm', usage: null })
    expect(answered({ m: gemini(1), n: gemini(1) })).toMatchObject({ model: null, usage: null })
  })

  it('the results of Continue beside their calls, and what its user referred to', () => {
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }
    const states = [{ toolCallId: 'c', status: 'done', output: [{ name: 'a', content: 'A' }] }]
    const history = [
      { message: { role: 'user', content: 'Go.' }, contextItems: [{ name: 'b', content: 'B' }] },
      { message: { role: 'assistant', content: '', toolCalls: [call] }, toolCallStates: states },
      { message: { role: 'assistant', content: 'Done.' }, contextItems: [] },
    ]
    expect(told(readTrace(JSON.stringify({ sessionId: 's', history })))).toEqual([
      'user: B\n\nGo.',
      'c=read({"path":"a"})',
      'c: "A"',
      'assistant: Done.',
    ])
    const words = { type: 'text', text: 'Go.' }
    const other = [
      { message: { role: 'user', content: [words] }, contextItems: [{ name: 'b', content: 'B' }] },
      { message: { role: 'thinking', content: 'Hm.' }, contextItems: [] },
      { message: { role: 'assistant', content: 'Done.' }, contextItems: [] },
    ]
    expect(readTrace(JSON.stringify({ sessionId: 's', history: other })).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'B' }, words] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Done.' },
        ],
      },
    ])
  })

  it('an early thread of Zed', () => {
    const message = (role: string, text: string, more: object = {}) => ({
      role,
      segments: text === '' ? [] : [{ type: 'text', text }],
      tool_uses: [],
      tool_results: [],
      ...more,
    })
    const thread = [
      message('user', 'Go.'),
      message('assistant', 'I look.', { tool_uses: [{ id: 'c', name: 'read', input: { path: 'a' } }] }),
      message('user', '', { tool_results: [{ tool_use_id: 'c', content: 'A' }] }),
      message('assistant', 'Done.'),
    ]
    expect(told(readTrace(JSON.stringify({ version: '0.2.0', messages: thread })))).toEqual([
      'user: Go.',
      'assistant: I look.',
      'c=read({"path":"a"})',
      'c: "A"',
      'assistant: Done.',
    ])
  })

  it('the calls that Visual Studio Code shows, the newest of each', () => {
    const invocation = (more: object) => ({
      kind: 'toolInvocationSerialized',
      toolId: 'run',
      toolCallId: 'c',
      ...more,
    })
    const commandLine = { original: 'ls' }
    const response = [
      { value: 'I look at ' },
      { kind: 'inlineReference', inlineReference: { name: 'a.ts' } },
      invocation({ toolSpecificData: { kind: 'terminal', commandLine } }),
      invocation({
        toolSpecificData: { kind: 'terminal', commandLine, terminalCommandOutput: { text: 'A' } },
      }),
      { value: 'Done.' },
    ]
    const chat = { requests: [{ message: { text: 'Go.' }, response, result: { metadata: {} } }] }
    expect(told(readTrace(JSON.stringify(chat)))).toEqual([
      'user: Go.',
      'assistant: I look at `a.ts`',
      'c=run({"command":"ls"})',
      'c: "A"',
      'assistant: Done.',
    ])
  })

  it('the calls of a sub-agent in Visual Studio Code are counted and left out', () => {
    const call = (toolCallId: string, more: object = {}) => ({
      kind: 'toolInvocationSerialized',
      toolId: 'run',
      toolCallId,
      ...more,
    })
    const inner = { subAgentInvocationId: 'c' }
    const response = [call('c'), call('x', inner), call('x', inner), call('y', inner), { value: 'Done.' }]
    const trace = readTrace(
      JSON.stringify({ requests: [{ message: { text: 'Go.' }, response, result: { metadata: {} } }] }),
    )
    expect(told(trace)).toEqual(['user: Go.', 'c=run({})', 'assistant: Done.'])
    expect(trace.intake.ignored).toEqual([{ kind: 'call of a sub-agent', count: 2 }])
  })
})
