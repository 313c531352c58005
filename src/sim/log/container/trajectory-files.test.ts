import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (records: readonly object[]): string => records.map((one) => json(one)).join('\n')
const call = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content })
const contents = (text: string) => readTrace(text).messages.map(({ content }) => content)

describe('MSG-1 a search tree of Moatless', () => {
  const node = (node_id: number, more: object) => ({ node_id, action_steps: [], ...more })
  const step = (kind: string, input: object, message: string) => ({
    action: { action_args_class: `moatless.actions.${kind}Args`, ...input },
    observation: { message, summary: null },
  })
  const asked = node(0, { user_message: 'Where is the parser?' })
  const looked = node(1, {
    assistant_message: 'I look.',
    thoughts: { text: 'Look first.' },
    action_steps: [step('find.FindFile', { name: 'parser' }, 'src/parser.ts')],
    completions: {
      build_action: {
        model: 'claude-3-5-sonnet',
        usage: { prompt_tokens: 900, cached_tokens: 300, completion_tokens: 20 },
      },
    },
  })
  const ended = node(2, { action_steps: [step('finish.Finish', { finish_reason: 'In src.' }, 'Done')] })
  const tried = node(3, { action_steps: [step('find.FindFile', { name: 'lexer' }, 'nothing')] })
  const whole = [
    'Where is the parser?',
    [
      { type: 'thinking', thinking: 'Look first.' },
      { type: 'text', text: 'I look.' },
      call('node_1_1', 'FindFile', { name: 'parser' }),
    ],
    [result('node_1_1', 'src/parser.ts')],
    [call('node_2_1', 'Finish', { finish_reason: 'In src.' })],
    [result('node_2_1', 'Done')],
  ]

  it.each([
    ['nested', { root: { ...asked, children: [{ ...looked, children: [ended, tried] }] } }],
    [
      'a list of nodes',
      {
        nodes: [
          { ...asked, parent_id: null },
          { ...looked, parent_id: 0 },
          { ...ended, parent_id: 1 },
          { ...tried, parent_id: 1 },
        ],
      },
    ],
  ])('is read as %s, the way to each leaf by itself', (_, tree) => {
    const traces = readTraces(json(tree))
    expect(traces).toHaveLength(2)
    expect(traces[0]?.messages.map(({ content }) => content)).toEqual(whole)
    expect(traces[0]?.turns[0]).toMatchObject({
      model: 'claude-3-5-sonnet',
      usage: { input: 1200, cacheRead: 300, output: 20 },
    })
    expect(json(traces[1]?.messages)).toContain('lexer')
    expect(json(traces[1]?.messages)).not.toContain('In src.')
  })

  it('counts the cache within the prompt where its version does', () => {
    const usage = { prompt_tokens: 900, cache_read_tokens: 300, completion_tokens: 20 }
    const [first] = readTrace(
      json({
        nodes: [asked, { ...looked, parent_id: 0, completions: { build_action: { attempts: [{ usage }] } } }],
      }),
    ).turns
    expect(first?.usage).toMatchObject({ input: 900, cacheRead: 300 })
  })
})

it('MSG-1 a trajectory of Trae Agent has the new messages of each call, and its answer', () => {
  const usage = {
    input_tokens: 700,
    output_tokens: 30,
    cache_creation_input_tokens: 100,
    cache_read_input_tokens: 200,
  }
  const trace = readTrace(
    json({
      task: 'Where is the parser?',
      llm_interactions: [
        {
          model: 'claude-sonnet-4',
          input_messages: [
            { role: 'system', content: 'You repair programs.' },
            { role: 'user', content: 'Where is the parser?' },
          ],
          response: {
            content: 'I look.',
            usage,
            tool_calls: [{ call_id: 'c', name: 'bash', arguments: { command: 'ls' }, id: null }],
          },
        },
        {
          input_messages: [
            { role: 'user', content: null, tool_result: { call_id: 'c', result: 'parser.ts', error: '' } },
          ],
          response: { content: 'In parser.ts.', usage, tool_calls: null },
        },
      ],
      agent_steps: [{ llm_response: { content: 'I look.' } }],
    }),
  )
  expect(trace.system).toBe('You repair programs.')
  expect(trace.messages.map(({ content }) => content)).toEqual([
    'Where is the parser?',
    [{ type: 'text', text: 'I look.' }, call('c', 'bash', { command: 'ls' })],
    [result('c', 'parser.ts')],
    'In parser.ts.',
  ])
  expect(trace.turns.map((turn) => turn.usage?.input)).toEqual([1000, 1000])
})

it.each([
  ['anthropic', 1000],
  ['openai', 700],
  ['google', 700],
])('TOK-2 a trajectory of Trae Agent with %s has a prompt of %i tokens', (provider, input) => {
  // By its clients: those of OpenAI and Google write the whole prompt, of which 200 were cached; Anthropic’s what was not.
  const usage = {
    input_tokens: 700,
    output_tokens: 30,
    cache_creation_input_tokens: provider === 'anthropic' ? 100 : 0,
    cache_read_input_tokens: 200,
  }
  const call = {
    provider,
    input_messages: [{ role: 'user', content: 'Where is the parser?' }],
    response: { content: 'Here.', usage, tool_calls: null },
  }
  const [turn] = readTrace(json({ llm_interactions: [call], agent_steps: [] })).turns
  expect(turn?.usage).toMatchObject({ input, cacheRead: 200 })
})

it('MSG-1 posts of TaskWeaver are read, with the code that was run and its outcome', () => {
  const post = (send_from: string, message: string, ...attachment_list: readonly object[]) => ({
    send_from,
    send_to: 'Planner',
    message,
    attachment_list,
  })
  expect(
    contents(
      json({
        id: 's',
        rounds: [
          {
            user_query: 'How many rows?',
            post_list: [
              post('User', 'How many rows?'),
              post('Planner', 'Count the rows of the table.', { type: 'plan', content: '1. count' }),
              post(
                'CodeInterpreter',
                '',
                { type: 'thought', content: 'len does it' },
                { type: 'reply_content', content: 'print(len(table))' },
                { type: 'verification', content: 'NONE' },
                { type: 'execution_status', content: 'SUCCESS' },
                { type: 'execution_result', content: '12 rows' },
              ),
              post('Planner', 'There are 12.'),
            ],
          },
        ],
      }),
    ),
  ).toEqual([
    'How many rows?',
    [
      { type: 'thinking', thinking: 'plan: 1. count' },
      { type: 'text', text: 'Count the rows of the table.' },
    ],
    [
      { type: 'thinking', thinking: 'thought: len does it' },
      call('post_3', 'CodeInterpreter', 'print(len(table))'),
    ],
    [result('post_3', 'SUCCESS\n\n12 rows')],
    'There are 12.',
  ])
})

describe('MSG-1 steps of an agent', () => {
  it('are read with their task, their prompt and the usage of each', () => {
    const trace = readTrace(
      json({
        instance_id: 'a-1',
        problem_statement: 'Where is the parser?',
        agent_args: { system_prompt: 'You repair programs.', llm_name: 'm' },
        trajectory_steps: [
          {
            step_idx: 0,
            thought: 'I look into the folder.',
            action: '<function=run>\n<parameter=cmd>ls src</parameter>\n</function>',
            observation: 'parser.ts and two others',
            token_usage_prompt: 400,
            token_usage_completion: 12,
          },
          {
            step_idx: 1,
            thought: 'That is all.',
            action: 'finish',
            observation: '',
            token_usage_prompt: 450,
          },
        ],
      }),
    )
    expect(trace.system).toBe('You repair programs.')
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Where is the parser?',
      [{ type: 'text', text: 'I look into the folder.' }, call('step_1_1', 'run', { cmd: 'ls src' })],
      [result('step_1_1', [{ type: 'text', text: 'parser.ts and two others' }])],
      [{ type: 'text', text: 'That is all.' }, call('step_2_1', 'action', { action: 'finish' })],
    ])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 400, output: 12 })
  })

  it('are read from lines, with the picture that each left and the answer that it was taken from', () => {
    const step = (step_num: number, action: string, response: string) => ({
      step_num,
      action,
      response,
      reward: 0,
      done: false,
      screenshot_file: `step_${step_num}.png`,
    })
    const trace = readTrace(
      lines([
        step(1, 'pyautogui.click(3, 4)', 'I open the menu.\n```python\npyautogui.click(3, 4)\n```'),
        step(2, 'DONE', 'The menu is open.'),
      ]),
    )
    expect(trace.messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user'])
    expect(trace.messages[0]?.content).toEqual([
      { type: 'text', text: 'I open the menu.' },
      call('step_1_1', 'action', { action: 'pyautogui.click(3, 4)' }),
    ])
    expect(json(trace.messages[1])).toContain('step_1.png')
  })

  it('have a tool with its input, or an object that is the call', () => {
    const steps = [
      { thought: 'Search.', action: 'search', action_input: { q: 'parser' }, observation: 'two hits here' },
      { thought: 'Open it.', action: { name: 'open', arguments: { n: 1 } }, observation: 'the text of it' },
    ]
    expect(contents(json({ question: 'Which one?', steps }))).toMatchObject([
      'Which one?',
      [{}, call('step_1_1', 'search', { q: 'parser' })],
      [{}],
      [{}, call('step_2_1', 'open', { n: 1 })],
      [{}],
    ])
  })

  it('of a simulation without words are no conversation', () => {
    const steps = [1, 2, 3].map((n) => ({ action: [n, 0.5], observation: [n, n], reward: n }))
    expect(() => readTrace(json({ steps }))).toThrow('no known format')
  })
})

it('MSG-1 code of Open Interpreter is a call, and what the computer printed its result', () => {
  const said = (role: string, type: string, content: string, format?: string) => ({
    role,
    type,
    content,
    format,
  })
  expect(
    contents(
      json([
        said('user', 'message', 'Which files?'),
        said('assistant', 'message', 'I look.'),
        said('assistant', 'code', 'ls', 'shell'),
        said('computer', 'console', '1', 'active_line'),
        said('computer', 'console', 'a.ts', 'output'),
        said('computer', 'console', 'b.ts', 'output'),
        said('assistant', 'message', 'Two.'),
      ]),
    ),
  ).toEqual([
    'Which files?',
    [{ type: 'text', text: 'I look.' }, call('code_3', 'shell', { code: 'ls' })],
    [result('code_3', 'a.ts\nb.ts')],
    'Two.',
  ])
})

describe('MSG-1 the work of an agent as text', () => {
  const worked = [
    [{ type: 'text', text: 'I look.' }, call('action_2', 'ls', 'src')],
    [result('action_2', 'a.ts\nb.ts')],
    'I know it.\nTwo files.',
  ]
  it.each([
    [
      'LangChain, in the colours of a terminal',
      '> Entering new AgentExecutor chain...\n\u001b[32;1mI look.\nAction: ls\nAction Input: src\u001b[0m\nObservation: a.ts\nb.ts\nThought: I know it.\nFinal Answer: Two files.\n\n> Finished chain.\n',
      worked,
    ],
    [
      'numbered steps',
      'Question: Which files?\nThought 1: I look.\nAction 1: ls[src]\nObservation 1: a.ts\nb.ts\nThought 2: I know it.\nFinal Answer: Two files.',
      ['Which files?', ...JSON.parse(json(worked).replaceAll('action_2', 'action_3'))],
    ],
    [
      'CrewAI, which names the task in each step',
      '# Agent: Clerk\n## Task: Which files?\n\n# Agent: Clerk\n## Thought: I look.\n## Using tool: ls\n## Tool Input: \n"src"\n## Tool Output: \na.ts\nb.ts\n\n# Agent: Clerk\n## Task: Which files?\n## Thought: I know it.\n## Final Answer: \nTwo files.\n',
      ['Which files?', ...JSON.parse(json(worked).replaceAll('action_2', 'action_3'))],
    ],
  ])('is read from %s', (_, text, expected) => {
    expect(contents(text)).toEqual(expected)
  })
})

describe('MSG-1 a task of Roo Code as Markdown', () => {
  const task = (...messages: readonly (readonly [string, string])[]): string =>
    messages.map(([who, text]) => `**${who}:**\n\n${text}\n\n`).join('---\n\n')

  it('has calls, and results in the order of the calls', () => {
    expect(
      contents(
        task(
          ['User', '<task>\nWhich files?\n</task>\n<environment_details>\nnone\n</environment_details>'],
          [
            'Assistant',
            'I look.\n[Tool Use: list_files]\nPath: src\nRecursive: true\n[Tool Use: run]\nCommand: ls\n-l',
          ],
          [
            'User',
            '[Tool]\na.ts\n[Tool (Error)]\nno shell\n<environment_details>\nnone\n</environment_details>',
          ],
          ['Assistant', 'Only a.ts.'],
        ),
      ),
    ).toEqual([
      '<task>\nWhich files?\n</task>\n<environment_details>\nnone\n</environment_details>',
      [
        { type: 'text', text: 'I look.' },
        call('call_1', 'list_files', { path: 'src', recursive: 'true' }),
        call('call_2', 'run', 'Command: ls\n-l'),
      ],
      [result('call_1', 'a.ts'), result('call_2', 'no shell')],
      '<environment_details>\nnone\n</environment_details>',
      'Only a.ts.',
    ])
  })

  it('of an older version has calls as XML', () => {
    expect(
      contents(
        task(
          ['User', 'Which files?'],
          ['Assistant', 'I look.\n<list_files>\n<path>src</path>\n</list_files>'],
          ['User', "[list_files for 'src'] Result:\n\na.ts"],
        ),
      ),
    ).toMatchObject([
      'Which files?',
      [{}, { type: 'tool_use', name: 'list_files', input: { path: 'src' } }],
      [{ content: 'a.ts' }],
    ])
  })
})

it('MSG-1 a task of AgentNet has the screen before each step, and the code as a call', () => {
  const step = (index: number, code: string, thought: string) => ({
    index,
    image: `${index}.png`,
    value: { observation: 'A page.', thought, action: 'Click.', code },
  })
  const screen = (url: string) => ({ type: 'image', source: { type: 'url', url } })
  expect(
    contents(
      json({
        task_id: 't',
        instruction: 'Open it.',
        traj: [step(0, 'click(1, 2)', 'There it is.'), step(1, 'click(3, 4)', 'Now this.')],
      }),
    ),
  ).toEqual([
    [{ type: 'text', text: 'Open it.' }, screen('0.png')],
    [
      { type: 'text', text: 'A page.\n\nThere it is.\n\nClick.' },
      call('step_1', 'computer', { code: 'click(1, 2)' }),
    ],
    [result('step_1', [screen('1.png')])],
    [
      { type: 'text', text: 'A page.\n\nNow this.\n\nClick.' },
      call('step_2', 'computer', { code: 'click(3, 4)' }),
    ],
  ])
})
