import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const TOOL = { name: 'ls', description: 'Lists.', parameters: { type: 'object', properties: {} } }
const calling = (path: string) => json({ name: 'ls', arguments: { path } })

/** A conversation in short: who says what, which calls, which results. */
const told = ({ system, messages }: ReturnType<typeof readTrace>) => [
  ...(system === '' ? [] : [`system: ${system}`]),
  ...messages.map((message) => {
    const parts = partsOf(message).map((part) => {
      if (part.type === 'text') return part.text
      if (part.type === 'tool_use') return `${part.id}=${part.name}(${json(part.input)})`
      return part.type === 'tool_result' ? `${part.tool_use_id}: ${json(part.content)}` : part.type
    })
    return `${message.role}: ${parts.join(' | ')}`
  }),
]
const row = (value: object) => readTrace(json(value))

const CALLS = ['text_call_1=ls({"path":"a"})', 'text_call_2=ls({"path":"b"})']

describe('MSG-1 rows of data sets', () => {
  it('have calls of a model as text, and their results, in the form of ShareGPT', () => {
    const trace = row({
      conversations: [
        { from: 'human', value: 'Which files?' },
        {
          from: 'gpt',
          value: `I look.\n<tool_call>\n${calling('a')}\n</tool_call>\n<tool_call>\n${calling('b')}\n</tool_call>`,
        },
        {
          from: 'tool',
          value: '<tool_response>\nx.ts\n</tool_response>\n<tool_response>\ny.ts\n</tool_response>',
        },
        { from: 'gpt', value: 'Both.' },
      ],
      tools: json([TOOL]),
    })
    expect(told(trace)).toEqual([
      'user: Which files?',
      `assistant: I look. | ${CALLS.join(' | ')}`,
      'user: text_call_1: "x.ts" | text_call_2: "y.ts"',
      'assistant: Both.',
    ])
    expect(trace.tools.map(({ name }) => name)).toEqual(['ls'])
    expect(trace.intake.inferred).toContain('Calls taken from the text of the replies: 2.')
  })

  it('have a message for each call and each result', () => {
    const trace = row({
      messages: [
        { role: 'user', content: 'Which files?' },
        { role: 'tool_call', content: calling('a') },
        { role: 'tool_call', content: calling('b') },
        { role: 'tool_response', content: 'x.ts' },
        { role: 'tool_response', content: 'y.ts' },
        { role: 'assistant', content: 'Both.' },
      ],
    })
    expect(told(trace)).toEqual([
      'user: Which files?',
      `assistant: ${CALLS.join(' | ')}`,
      'user: text_call_1: "x.ts" | text_call_2: "y.ts"',
      'assistant: Both.',
    ])
    expect(trace.intake.problems).toEqual([])
  })

  it('have the result in the next message of the user', () => {
    const messages = [
      { role: 'user', content: 'Which files?' },
      { role: 'assistant', content: `<tool_call>${calling('a')}</tool_call>` },
      { role: 'user', content: '<tool_response>\nx.ts\n</tool_response>' },
      { role: 'assistant', content: 'One <tool_call>that is no JSON</tool_call>.' },
    ]
    expect(told(row({ messages }))).toEqual([
      'user: Which files?',
      `assistant: ${CALLS[0]}`,
      'user: text_call_1: "x.ts"',
      'assistant: One <tool_call>that is no JSON</tool_call>.',
    ])
  })

  it('have a question, the calls that it needs, and the tools', () => {
    const answers = json([{ name: 'ls', arguments: { path: 'a' } }])
    const trace = row({ id: 1, query: 'Which files?', answers, tools: json([TOOL]) })
    expect(told(trace)).toEqual(['user: Which files?', 'assistant: call_without_id_1=ls({"path":"a"})'])
    expect(trace.tools).toHaveLength(1)
  })

  it.each([
    [
      'ChatML',
      [
        '<|im_start|>system\nBe brief.<|im_end|>',
        '<|im_start|>user\nGo.<|im_end|>',
        '<|im_start|>assistant\nDone.<|im_end|>',
      ].join('\n'),
    ],
    [
      'Llama 3',
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nGo.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nDone.<|eot_id|>',
    ],
    ['Llama 2', '<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nGo. [/INST] Done. </s>'],
    ['Phi', '<|system|>\nBe brief.<|end|>\n<|user|>\nGo.<|end|>\n<|assistant|>\nDone.<|end|>'],
  ])('have a prompt as a model reads it: %s', (_, text) => {
    const READ = ['system: Be brief.', 'user: Go.', 'assistant: Done.']
    expect(told(row({ text }))).toEqual(READ)
    expect(told(readTrace(text))).toEqual(READ)
  })

  it('have a chat with the names of who speaks', () => {
    const chosen = '\n\nHuman: Go.\n\nAssistant: Done.\n\nHuman: Sure?\n\nAssistant: Yes.'
    const traces = readTraces(json({ chosen, rejected: '\n\nHuman: Go.\n\nAssistant: No.' }))
    expect(traces.map(told)).toEqual([
      ['user: Go.', 'assistant: Done.', 'user: Sure?', 'assistant: Yes.'],
      ['user: Go.', 'assistant: No.'],
    ])
  })

  it('have calls between single quotes, and answers of functions', () => {
    const chat = `USER: Which files?\n\n\nASSISTANT: <functioncall> {"name": "ls", "arguments": '{"path": "a"}'} <|endoftext|>\n\n\nFUNCTION RESPONSE: {"files": 1}\n\n\nASSISTANT: One. <|endoftext|>`
    expect(told(row({ system: 'You may call functions.', chat }))).toEqual([
      'system: You may call functions.',
      'user: Which files?',
      `assistant: ${CALLS[0]}`,
      'user: text_call_1: "{\\"files\\": 1}"',
      'assistant: One.',
    ])
  })

  it('of a tree the best answers are read, from rows and from a whole tree', () => {
    const message = (id: string, parent: string | null, role: string, rank: number | null) => ({
      message_tree_id: 'a',
      message_id: id,
      parent_id: parent,
      role,
      text: `This is ${id}.`,
      rank,
    })
    const [asked, worse, better, more] = [
      message('a', null, 'prompter', null),
      message('b', 'a', 'assistant', 1),
      message('c', 'a', 'assistant', 0),
      message('d', 'c', 'prompter', 0),
    ]
    const READ = ['user: This is a.', 'assistant: This is c.', 'user: This is d.']
    expect(told(readTrace([asked, worse, better, more].map((one) => json(one)).join('\n')))).toEqual(READ)
    const prompt = { ...asked, replies: [worse, { ...better, replies: [more] }] }
    expect(told(row({ message_tree_id: 'a', prompt }))).toEqual(READ)
  })

  it('have what was said in turn, without names, and roles by other names', () => {
    expect(told(row({ id: '1', data: ['Which?', 'This.', 'Sure?', 'Yes.'] }))).toHaveLength(4)
    const roles = [
      { role: 'prompter', content: 'Go.' },
      { role: 'Assistant', content: 'Done.' },
    ]
    expect(told(readTrace(json(roles)))).toEqual(['user: Go.', 'assistant: Done.'])
  })
})

describe('MSG-1 an answer beside its request is not lost', () => {
  const messages = [{ role: 'user', content: 'Go.' }]
  const message = { role: 'assistant', content: 'Done.' }
  const usage = { prompt_tokens: 10, completion_tokens: 5 }
  it.each<[string, object]>([
    ['in choices alone', { input: messages, output: [{ index: 0, message }], metrics: usage }],
    ['as a text in a list', { messages, outputs: ['Done.'], usage, response: 'ModelResponse(id=1)' }],
    ['as a text', { messages, response: 'Done.', usage }],
    [
      'as JSON in a text',
      { messages: json(messages), response: json({ choices: [{ message }], usage }), model: 'm' },
    ],
    [
      'beside the request of the client',
      { messages: {}, response: { choices: [{ message }], usage }, proxy_server_request: { messages } },
    ],
  ])('%s', (_, record) => {
    const trace = row(record)
    expect(told(trace)).toEqual(['user: Go.', 'assistant: Done.'])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 10, output: 5 })
  })

  it('nor the cached part of its usage', () => {
    const cached = [
      { ...usage, prompt_tokens_details: { cached_tokens: 8 } },
      { ...usage, prompt_cached_tokens: 8, prompt_cache_creation_tokens: 1 },
    ]
    const found = cached.map((metrics) => row({ input: messages, output: [{ index: 0, message }], metrics }))
    expect(found.map(({ turns }) => turns[0]?.usage)).toEqual([
      { input: 10, output: 5, cacheRead: 8, cacheWrite: null },
      { input: 10, output: 5, cacheRead: 8, cacheWrite: 1 },
    ])
  })

  it('the preferred one of two', () => {
    const trace = row({ input: { messages }, preferred_output: [message], non_preferred_output: [] })
    expect(told(trace)).toEqual(['user: Go.', 'assistant: Done.'])
  })
})

describe('MSG-1 chats of agents whose calls are in their texts', () => {
  it.each(['tool', 'observation', 'environment'])('keep what came back: %s', (role) => {
    const trace = row({
      messages: [
        { role: 'user', content: 'Which files?' },
        { role: 'assistant', content: 'Action: ls' },
        { role, content: 'x.ts' },
        { role: 'assistant', content: 'One.' },
      ],
    })
    expect(told(trace)).toEqual([
      'user: Which files?',
      'assistant: Action: ls',
      'user: x.ts',
      'assistant: One.',
    ])
    expect(trace.intake.inferred).toContain(
      'Results without a call in any reply are read as messages of the user: 1.',
    )
  })

  it('have pairs of a question and its answer, perhaps before the newest', () => {
    const history = [['Which?', 'This.']]
    expect(told(row({ history }))).toEqual(['user: Which?', 'assistant: This.'])
    expect(told(row({ query: 'Sure?', response: 'Yes.', history }))).toEqual([
      'user: Which?',
      'assistant: This.',
      'user: Sure?',
      'assistant: Yes.',
    ])
  })

  it('have one block without its list, and arguments by another name', () => {
    const block = (text: string) => ({ type: 'text', text })
    const messages = [
      { role: 'user', content: block('Go.') },
      {
        role: 'assistant',
        content: block('I look.'),
        tool_calls: [{ id: 'c', name: 'ls', args: { path: 'a' } }],
      },
    ]
    expect(told(row({ messages }))).toEqual(['user: Go.', 'assistant: I look. | c=ls({"path":"a"})'])
  })
})

describe('MSG-1 rows of a prompt and its answer', () => {
  const ASKED = 'Which files are there?'
  const READ = [`user: ${ASKED}`, 'assistant: x.ts']
  it.each<object>([
    { input: ASKED, output: 'x.ts' },
    { Question: ASKED, Answer: 'x.ts' },
    { userMessage: ASKED, ai_response: 'x.ts' },
    { inputs: { question: ASKED }, outputs: { answer: 'x.ts' } },
    { run_type: 'chain', inputs: { input: ASKED }, outputs: { output: 'x.ts' } },
    { prompt: ASKED, choices: [{ text: 'x.ts' }] },
    { request: { prompt: ASKED }, response: { choices: [{ text: 'x.ts', finish_reason: 'stop' }] } },
    {
      inputs: { messages: [{ role: 'user', content: ASKED }] },
      outputs: { messages: [{ role: 'assistant', content: 'x.ts' }] },
    },
    { inputs: { messages: [{ role: 'user', content: ASKED }] }, outputs: { output: 'x.ts' } },
    { run_type: 'llm', inputs: { prompts: [ASKED] }, outputs: { generations: [[{ text: 'x.ts' }]] } },
  ])('%j', (value) => {
    expect(told(row(value))).toEqual(READ)
    expect(readTraces([value, value].map((one) => json(one)).join('\n'))).toHaveLength(2)
  })

  it('are a table as well', () => {
    expect(told(readTrace(`input,output\n"${ASKED}",x.ts\n`))).toEqual(READ)
  })

  it('are one conversation if they name it, number their turns, or stand below a name for it', () => {
    const turn = (more: object) => ({ user: ASKED, assistant: 'x.ts', ...more })
    const twice = (more: object): string => [turn(more), turn(more)].map((one) => json(one)).join('\n')
    for (const text of [
      twice({ session_id: 's' }),
      twice({ turn: 1 }),
      twice({ timestamp: '2026-01-01T00:00:00Z' }),
      json({ conversation: [turn({}), turn({})] }),
    ])
      expect(readTraces(text).map(told)).toEqual([[...READ, ...READ]])
  })

  it('have the context of a question, the tokens and the steps of an agent', () => {
    const [context, usage] = ['There is one file.', { prompt_eval_count: 10, eval_count: 5 }]
    const trace = row({ model: 'm', context, question: ASKED, answer: 'x.ts', ...usage })
    expect(told(trace)).toEqual([`user: ${context}\n\n${ASKED}`, 'assistant: x.ts'])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 10, output: 5 })
    const steps = [[{ tool: 'ls', tool_input: { path: 'a' } }, 'x.ts']]
    expect(told(row({ input: ASKED, intermediate_steps: steps, output: 'One.' }))).toEqual([
      `user: ${ASKED}`,
      'assistant: step_1=ls({"path":"a"})',
      'user: step_1: "x.ts"',
      'assistant: One.',
    ])
  })

  it('have the steps of LangChain for JavaScript and of n8n, whose chat names what was typed', () => {
    const action = { tool: 'ls', toolInput: { path: 'a' }, log: 'Calling ls' }
    const intermediateSteps = [{ action, observation: 'x.ts' }]
    expect(told(row({ input: ASKED, output: 'One.', intermediateSteps }))).toEqual([
      `user: ${ASKED}`,
      'assistant: step_1=ls({"path":"a"})',
      'user: step_1: "x.ts"',
      'assistant: One.',
    ])
    const sent = { sessionId: 's', action: 'sendMessage' }
    const chat = [
      { ...sent, chatInput: ASKED, output: 'One.' },
      { ...sent, chatInput: 'Thanks.', output: 'Welcome.' },
    ]
    expect(readTraces(json(chat)).map(told)).toEqual([
      [`user: ${ASKED}`, 'assistant: One.', 'user: Thanks.', 'assistant: Welcome.'],
    ])
  })

  it('are no names of files, no prices and no settings', () => {
    for (const value of [{ input: 'a.csv', output: 'b.csv' }, { prices: { input: 3, output: 15 } }])
      expect(() => row(value)).toThrow('no known format')
  })

  it('are the calls below a run of LangSmith', () => {
    const inputs = { messages: [{ role: 'user', content: ASKED }] }
    const outputs = { choices: [{ message: { role: 'assistant', content: 'x.ts' } }] }
    const child = { run_type: 'chain', child_runs: [{ run_type: 'llm', inputs, outputs }] }
    expect(told(row({ run_type: 'chain', inputs: {}, outputs: {}, child_runs: [child] }))).toEqual(READ)
  })

  it('are one answer if they are the pieces of it', () => {
    const piece = (text: string, finish_reason: string | null) =>
      `data: ${json({ choices: [{ text, finish_reason }] })}`
    const stream = [piece('One', null), piece(' file.', null), piece('', 'stop')].join('\n\n')
    expect(told(readTrace(`${stream}\n\n`))).toEqual(['assistant: One file.'])
  })
})

it('MSG-1 talks of LoCoMo: the sessions of two people in order, pictures as their descriptions', () => {
  const turn = (speaker: string, text: string, more = {}) => ({ speaker, dia_id: 'D1:1', text, ...more })
  const talk = {
    qa: [{ question: 'Who ran?', answer: 'Mel', evidence: ['D2:1'] }],
    conversation: {
      speaker_a: 'Ann',
      speaker_b: 'Mel',
      session_10_date_time: '1:00 pm on 1 June, 2023',
      session_10: [turn('Ann', 'Bye.')],
      session_2: [turn('Mel', 'I ran.', { blip_caption: 'a photo of a race' })],
      session_1: [turn('Ann', 'Hello.'), turn('Mel', 'Hey.')],
    },
  }
  expect(readTraces(json([talk, talk])).map(told)).toEqual([
    ['user: Hello.', 'assistant: Hey.', 'assistant: I ran.\n[a photo of a race]', 'user: Bye.'],
    ['user: Hello.', 'assistant: Hey.', 'assistant: I ran.\n[a photo of a race]', 'user: Bye.'],
  ])
})

it('MSG-1 a system prompt beside an empty text', () => {
  const row = {
    instance_id: 'a',
    trajectory: [
      { role: 'system', system_prompt: 'You fix bugs.', text: '' },
      { role: 'user', system_prompt: '', text: 'Fix it.' },
      { role: 'ai', system_prompt: '', text: 'ls' },
    ],
  }
  expect(told(readTrace(json(row)))).toEqual(['system: You fix bugs.', 'user: Fix it.', 'assistant: ls'])
})

it('MSG-1 runs of smolagents’ example for research: a row with its steps', () => {
  const row = {
    question: 'How many?',
    prediction: '3',
    intermediate_steps: [
      { task: 'How many?', step_type: 'task' },
      {
        step_number: 1,
        model_output: 'I look.',
        tool_calls: [{ id: 'c', name: 'search', arguments: { query: 'x' } }],
        observations: 'three',
      },
    ],
  }
  expect(told(readTrace(`${json(row)}\n${json(row)}`))).toEqual([
    'user: How many?',
    'assistant: I look. | c=search({"query":"x"})',
    'user: c: "three"',
  ])
})
