import { expect, it } from 'vitest'
import { validate } from './validate.ts'
import type { ValidityOptions } from './rule/rule.ts'
import type { Violation } from './rule/violation.ts'
import type { Checkable } from './shape.ts'

const say = (text: string) => ({ type: 'text', text })
const use = (id: string) => ({ type: 'tool_use', id, name: 'x', input: {} })
const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content })
const IMAGE = { type: 'image', source: { type: 'url', url: 'u' } }
const THOUGHT = { type: 'thinking', thinking: 'hm', signature: 's' }
const SUMMARY = { type: 'compaction', content: 'so far' }
const user = (...content: unknown[]) => ({ role: 'user', content })
const reply = (...content: unknown[]) => ({ role: 'assistant', content })
const system = (...content: unknown[]) => ({ role: 'system', content })
const hi = user(say('hi'))
const ok = reply(say('ok'))

/** A violation as written here: rule, position (`2.0` is a part), the provider's message, and the ids of calls. */
type Row = readonly [rule: string, place: string, message: string, ids?: readonly string[]]

function violationOf([rule, place, message, ids = []]: Row): Violation {
  const [index, part] = place.split('.').map(Number)
  return { rule, index: index ?? NaN, ...(part === undefined ? {} : { part }), ids, message }
}

const ANYWHERE = 'the directive-only form (content: [] with output_config) is accepted at any position'
const FOLLOW = `role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${ANYWHERE}`
const PRECEDE = `role 'system' must precede an 'assistant' message or end the array; ${ANYWHERE}`
const FIRST = `use the top-level 'system' parameter for the initial system prompt; ${ANYWHERE}`
const HOLDS = "role 'system' supports text, tool_addition, and tool_removal blocks only"
const CONTENT = 'all messages must have non-empty content except for the optional final assistant message'
const BOUND =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set ' +
  '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the ' +
  '`thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.'
const open = (index: number, ids: string) =>
  `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. ` +
  'Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
const stray = (place: string, id: string) =>
  `messages.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
  'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
const disabled = (place: string) =>
  `messages.${place}: When thinking is disabled, an \`assistant\` message in the final position cannot contain ` +
  '`thinking`. To use thinking blocks, enable `thinking` in your request.'
const mustLead = (index: number, type: string) =>
  `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. ` +
  'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of ' +
  '`tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this ' +
  'requirement, disable `thinking`.'
const PATTERN = "String should match pattern '^[a-zA-Z0-9_-]+$'"
const DICTIONARY = 'Input should be a valid dictionary'
const TOOLS = [{ name: 'x', input_schema: {} }]
const OFF = { thinking: { type: 'disabled' }, tools: TOOLS }
const ON = { thinking: { type: 'enabled', budget_tokens: 2048 }, tools: TOOLS }

const CASES: readonly (readonly [
  says: string,
  input: unknown,
  rows: readonly Row[],
  options?: ValidityOptions,
])[] = [
  ['an empty list', [], [['no-messages', '-1', 'messages: at least one message is required']]],
  [
    'a role that there is not',
    [hi, { role: 'robot', content: 'hi' }],
    [['unknown-role', '1', 'messages: Unexpected role "robot". Allowed roles are "user" or "assistant".']],
  ],
  ['a reply first', [ok, hi], [['first-role', '0', 'messages: first message must use the "user" role']]],
  [
    'neighbours of one role, where they may not be',
    [hi, hi, ok, ok],
    [
      [
        'alternation',
        '1',
        'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
      ],
      [
        'alternation',
        '3',
        'messages: roles must alternate between "user" and "assistant", but found multiple "assistant" roles in a row',
      ],
    ],
    { alternation: 'strict' },
  ],
  ['neighbours of one role, where they may', [hi, hi, ok, ok], []],
  ['a system message first', [system(say('be')), ok], [['system-message', '0', `messages.0: ${FIRST}`]]],
  [
    'system messages in wrong places, and one that holds a picture',
    [hi, ok, system(say('be')), system(say('so'), IMAGE), hi],
    [
      ['system-message', '2', `messages.2: ${FOLLOW}`],
      ['system-message', '3', `messages.3: ${FOLLOW}`],
      ['system-message', '3.1', `messages.3: ${HOLDS}`],
    ],
  ],
  [
    'a system message that adds a tool, which is no text',
    [hi, system({ type: 'tool_addition', tool: { name: 'x', input_schema: {} } })],
    [],
  ],
  [
    'a system message before a user message',
    [hi, system(say('be')), hi],
    [['system-message', '1', `messages.1: ${PRECEDE}`]],
  ],
  [
    'system messages in their places',
    [hi, system(say('be')), system(say('so')), ok, hi, system(say('be'))],
    [],
  ],
  [
    'messages without content, but for a reply at the end',
    [hi, reply(), user(), reply()],
    [
      ['empty-message', '1', `messages.1: ${CONTENT}`],
      ['empty-message', '2', `messages.2: ${CONTENT}`],
    ],
  ],
  [
    'blank texts; of a result only the first',
    [user(say(''), say(' ')), reply(use('a')), user(result('a', [IMAGE, say(' '), say('')]))],
    [
      ['blank-text', '0.0', 'messages: text content blocks must be non-empty'],
      ['blank-text', '0.1', 'messages: text content blocks must contain non-whitespace text'],
      ['blank-text', '2.0', 'messages: text content blocks must contain non-whitespace text', ['a']],
    ],
  ],
  [
    'audio',
    [user(say('hi'), { type: 'audio', source: {} })],
    [
      [
        'unknown-part',
        '0.1',
        "messages.0.content.1: Input tag 'audio' found using 'type' does not match any of the expected tags",
      ],
    ],
  ],
  [
    'parts of another role’s',
    [
      user(use('a'), THOUGHT),
      reply(result('b'), IMAGE, { ...IMAGE, type: 'document' }),
      hi,
      system(say('be'), result('c')),
    ],
    [
      ['part-role', '0.0', 'messages.0: `tool_use` blocks can only be in `assistant` messages', ['a']],
      ['part-role', '0.1', 'messages.0.content: thinking blocks may only be in `assistant` messages'],
      ['part-role', '1.0', 'messages.1: `tool_result` blocks can only be in `user` messages', ['b']],
      ['part-role', '1.1', "messages.1.content: 'image' blocks are not permitted within assistant turns"],
      ['part-role', '1.2', "messages.1.content: 'document' blocks are not permitted within assistant turns"],
      ['system-message', '3.1', `messages.3: ${HOLDS}`],
      ['part-role', '3.1', 'messages.3: `tool_result` blocks can only be in `user` messages', ['c']],
    ],
  ],
  [
    'calls without results: at the first of them, each id once',
    [hi, reply(say('so'), use('a'), use('b'), use('c'), use('c')), user(result('a'))],
    [
      ['unanswered-call', '1.2', open(1, 'b, c'), ['b', 'c']],
      ['duplicate-call', '1.4', 'messages.1.content.4: `tool_use` ids must be unique', ['c']],
    ],
  ],
  [
    'results that no user gives',
    [hi, reply(use('a')), { role: 'robot', content: [say('so'), result('a'), result('a')] }],
    [
      ['unanswered-call', '1.0', open(1, 'a'), ['a']],
      ['unknown-role', '2', 'messages: Unexpected role "robot". Allowed roles are "user" or "assistant".'],
    ],
  ],
  [
    'results of calls that no reply makes',
    [hi, user(use('a')), user(say('so'), result('a'), result('a'))],
    [
      ['part-role', '1.0', 'messages.1: `tool_use` blocks can only be in `assistant` messages', ['a']],
      ['orphan-result', '2.1', stray('2.content.1', 'a'), ['a']],
      ['orphan-result', '2.2', stray('2.content.2', 'a'), ['a']],
    ],
  ],
  [
    'results after a text, and one twice',
    [
      hi,
      reply(use('a'), use('b')),
      user(result('z'), say('so'), IMAGE, result('b'), result('a'), result('b')),
    ],
    [
      ['orphan-result', '2.0', stray('2.content.0', 'z'), ['z']],
      ['result-after-text', '2.3', open(1, 'b, a'), ['b', 'a']],
      [
        'duplicate-result',
        '2.5',
        'messages.2.content.5: each tool_use must have a single result. Found multiple `tool_result` blocks with id: b',
        ['b'],
      ],
    ],
  ],
  ['a text after the results', [hi, reply(use('a')), user(result('a'), say('so'))], []],
  [
    'ids with other characters, or none, and arguments that are no object',
    [
      hi,
      reply({ ...use('f.x:0'), input: '{"cut' }, { ...use(''), input: [] }),
      user(result('f.x:0'), result('')),
    ],
    [
      ['call-id', '1.0', `messages.1.content.0.tool_use.id: ${PATTERN}`, ['f.x:0']],
      ['call-input', '1.0', `messages.1.content.0.tool_use.input: ${DICTIONARY}`, ['f.x:0']],
      ['call-id', '1.1', `messages.1.content.1.tool_use.id: ${PATTERN}`, ['']],
      ['call-input', '1.1', `messages.1.content.1.tool_use.input: ${DICTIONARY}`, ['']],
      ['call-id', '2.0', `messages.2.content.0.tool_result.tool_use_id: ${PATTERN}`, ['f.x:0']],
      ['call-id', '2.1', `messages.2.content.1.tool_result.tool_use_id: ${PATTERN}`, ['']],
    ],
  ],
  [
    'the same where another part of the program writes them',
    [hi, reply({ ...use('f.x:0'), input: '{"cut' }), user(result('f.x:0'))],
    [],
    { calls: 'ignored' },
  ],
  [
    'thinking that does not lead, behind a summary',
    { ...ON, messages: [hi, reply(SUMMARY, say('so'), THOUGHT, use('a')), user(result('a'))] },
    [['thinking-first', '1.0', mustLead(1, 'text')]],
  ],
  [
    'the same with adaptive thinking',
    {
      messages: [hi, reply(say('so'), THOUGHT, use('a')), user(result('a'))],
      thinking: { type: 'adaptive' },
      tools: TOOLS,
    },
    [],
  ],
  [
    'thinking behind a summary',
    { ...ON, messages: [hi, reply(SUMMARY, THOUGHT, use('a')), user(result('a'))] },
    [],
  ],
  [
    'a loop without the thinking it began with',
    {
      ...ON,
      messages: [
        hi,
        reply(SUMMARY, say('so'), use('a')),
        user(result('a')),
        reply(THOUGHT, use('b')),
        user(result('b')),
      ],
    },
    [['loop-thinking', '1.0', mustLead(1, 'text')]],
  ],
  [
    'a loop that a text beside a result begins anew',
    {
      ...ON,
      messages: [
        hi,
        reply(use('a')),
        user(result('a'), say('and')),
        reply(THOUGHT, use('b')),
        user(result('b')),
      ],
    },
    [],
  ],
  [
    'a loop that has only just been asked for more',
    { ...ON, messages: [hi, reply(use('a')), user(result('a'), say('and'))] },
    [],
  ],
  [
    'thinking in a running loop where it is off; not before a text beside a result',
    {
      ...OFF,
      messages: [
        hi,
        reply(THOUGHT, use('a')),
        user(result('a'), say('and')),
        reply(use('b'), THOUGHT, use('c')),
        user(result('b'), result('c')),
        reply(THOUGHT, say('ok')),
      ],
    },
    [
      ['disabled-thinking', '3.1', disabled('3.content.1')],
      ['disabled-thinking', '5.0', disabled('5.content.0')],
    ],
  ],
  [
    'thinking at the end of a reply',
    [hi, reply(say('ok'), THOUGHT), user(say('so'))],
    [['thinking-last', '1.1', 'messages.1: The final block in an assistant message cannot be `thinking`.']],
  ],
  [
    'thinking that something before it was changed for',
    [hi, reply(THOUGHT, say('a')), hi, reply(say('x'), THOUGHT, say('a')), hi],
    [['bound-thinking', '3.1', `messages.3.content.1: ${BOUND}`]],
    { boundThinkingFrom: 2 },
  ],
  [
    'all thinking, where everything was changed',
    [reply(THOUGHT, say('a')), hi],
    [
      ['first-role', '0', 'messages: first message must use the "user" role'],
      ['bound-thinking', '0.0', `messages.0.content.0: ${BOUND}`],
    ],
    { boundThinkingFrom: -1 },
  ],
  [
    'a reply at the end, where the model does not go on with it',
    [hi, ok],
    [
      [
        'prefill',
        '1',
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      ],
    ],
    { prefill: 'rejected' },
  ],
  [
    'white space at the end, behind an empty reply',
    [hi, reply(say('so'), say('ok ')), reply()],
    [['trailing-whitespace', '1.1', 'messages: final assistant content cannot end with trailing whitespace']],
  ],
  [
    'white space before the user',
    [hi, reply(say('ok ')), user()],
    [['empty-message', '2', `messages.2: ${CONTENT}`]],
  ],
  [
    'calls without tools',
    { messages: [hi, reply(say('so'), use('a'))] },
    [
      [
        'undeclared-tools',
        '-1',
        'Requests which include `tool_use` or `tool_result` blocks must define tools.',
      ],
      ['unanswered-call', '1.1', open(1, 'a'), ['a']],
    ],
  ],
  [
    'results without tools',
    { messages: [user(result('z'), say('so'))] },
    [
      [
        'undeclared-tools',
        '-1',
        'Requests which include `tool_use` or `tool_result` blocks must define tools.',
      ],
      ['orphan-result', '0.0', stray('0.content.0', 'z'), ['z']],
    ],
  ],
  [
    'calls without tools, where nobody minds',
    { messages: [hi, reply(use('a')), user(result('a'))] },
    [],
    { tools: 'ignored' },
  ],
  [
    'five cache markers',
    {
      system: [{ ...say('be'), cache_control: {} }],
      tools: [
        { ...TOOLS[0], cache_control: {} },
        { name: 'y', cache_control: null },
      ],
      messages: [user(...[1, 2, 3].map((nth) => ({ ...say(`${nth}`), cache_control: {} })))],
    },
    [['cache-markers', '-1', 'A maximum of 4 blocks with cache_control may be provided. Found 5.']],
  ],
]

it.each(CASES.map(([says, input, rows, options]) => ({ says, input, rows, options })))(
  'VALID-1 the provider’s words for $says',
  ({ input, rows, options }) => {
    expect(validate(input as Checkable, 'anthropic', options)).toEqual(rows.map(violationOf))
  },
)
