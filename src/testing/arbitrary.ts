import fc from 'fast-check'
import type { AnthropicRequest, Json, Message, OpenAiMessage, Part, ToolResultPart } from '../engine/index.ts'

/** Ids that often collide, and some that break objects with ids as keys. */
const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('look', 'done.', 'see src/app.ts', 'two\nlines', 'a + b') },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n\t', 'ends in space ') },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
)

const image: fc.Arbitrary<Part> = fc.constant({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
})
const document: fc.Arbitrary<Part> = fc.constantFrom(
  { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' } },
  { type: 'document', source: { type: 'url', url: 'https://example.test/a.pdf' } },
)
const audio: fc.Arbitrary<Part> = fc.constant({ type: 'audio', source: { type: 'base64', data: 'UklGRg==' } })
const prose: fc.Arbitrary<Part> = text.map((value) => ({ type: 'text', text: value }))
const thinking: fc.Arbitrary<Part> = fc.oneof(
  text.map((value): Part => ({ type: 'thinking', thinking: value, signature: 'sig' })),
  fc.constant<Part>({ type: 'redacted_thinking', data: 'x' }),
)
const input: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>({}, { path: 'src/app.ts' }, '{"path": broken', ''),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
)
const call: fc.Arbitrary<Part> = fc.record({
  type: fc.constant('tool_use' as const),
  id,
  name: fc.constantFrom('read_file', 'run', '__proto__', ''),
  input,
})
const result: fc.Arbitrary<ToolResultPart> = fc
  .record({
    id,
    content: fc.oneof(text, fc.array(fc.oneof(prose, image, document), { maxLength: 3 })),
    failed: fc.boolean(),
  })
  .map(({ id: tool_use_id, content, failed }): ToolResultPart => {
    const base = { type: 'tool_result', tool_use_id, content: content as ToolResultPart['content'] } as const
    return failed ? { ...base, is_error: true } : base
  })

const marked = (part: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  fc.oneof(
    { weight: 4, arbitrary: part },
    { weight: 1, arbitrary: part.map((value) => ({ ...value, cache_control: { type: 'ephemeral' } })) },
  )

const anyPart = marked(fc.oneof(prose, thinking, call, result, image, document, audio))
const replyPart = marked(
  fc.oneof(
    { weight: 2, arbitrary: prose },
    { weight: 2, arbitrary: thinking },
    { weight: 3, arbitrary: call },
  ),
)
const userPart = marked(fc.oneof({ weight: 2, arbitrary: prose }, { weight: 4, arbitrary: result }, image))

const contentOf = (part: fc.Arbitrary<Part>): fc.Arbitrary<Message['content']> =>
  fc.oneof({ weight: 1, arbitrary: text }, { weight: 4, arbitrary: fc.array(part, { maxLength: 4 }) })

const messyMessage: fc.Arbitrary<Message> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ role: fc.constant('assistant' as const), content: contentOf(replyPart) }),
  },
  { weight: 5, arbitrary: fc.record({ role: fc.constant('user' as const), content: contentOf(userPart) }) },
  { weight: 1, arbitrary: fc.record({ role: fc.constant('system' as const), content: contentOf(prose) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      content: contentOf(anyPart),
    }),
  },
)

/**
 * Whatever a log may contain: parallel and open calls, orphan and repeated results, reused ids, thinking anywhere,
 * images, blank texts, empty messages, system messages, parts in messages of the wrong role. At most 14 messages.
 */
export const arbitraryMessages: fc.Arbitrary<Message[]> = fc.array(messyMessage, { maxLength: 14 })

/** A request with any messages, with or without system prompt and tools, perhaps with too many cache markers. */
export const arbitraryRequest: fc.Arbitrary<AnthropicRequest> = fc
  .record({
    system: fc.constantFrom(undefined, '', 'be brief', [
      { type: 'text', text: 'one', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'two', cache_control: { type: 'ephemeral' } },
    ]),
    tools: fc.constantFrom(
      undefined,
      [],
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({
        name,
        input_schema: {},
        cache_control: { type: 'ephemeral' },
      })),
    ),
    messages: arbitraryMessages,
    thinking: fc.constantFrom(
      undefined,
      { type: 'enabled' as const, budget_tokens: 1024 },
      { type: 'adaptive' as const },
      { type: 'disabled' as const },
    ),
  })
  .map(({ system, tools, messages, thinking: mode }) => ({
    ...(mode === undefined ? {} : { thinking: mode }),
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined ? {} : { tools }),
    messages,
  }))

interface Step {
  readonly prompt: string | null
  readonly system: boolean
  readonly calls: number
  readonly thinks: boolean
  readonly says: boolean
  readonly shows: boolean
  readonly aside: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  prompt: fc.option(fc.constantFrom('fix the bug', 'and now?', 'go on'), { freq: 2 }),
  system: fc.boolean(),
  calls: fc.integer({ min: 0, max: 3 }),
  thinks: fc.boolean(),
  says: fc.boolean(),
  shows: fc.boolean(),
  aside: fc.boolean(),
})

/**
 * A conversation that is valid for every provider by construction: prompts; replies with thinking and up to three
 * parallel calls with unique ids; their results in the next message, sometimes followed by a picture or a user's text;
 * system messages where they are allowed.
 */
export const arbitraryConversation: fc.Arbitrary<Message[]> = fc
  .array(step, { minLength: 1, maxLength: 10 })
  .map((steps) => steps.reduce(withStep, [] as Message[]))

function withStep(before: readonly Message[], given: Step): Message[] {
  const messages = [...before]
  const at = messages.length
  if (messages.at(-1)?.role !== 'user') messages.push({ role: 'user', content: given.prompt ?? 'continue' })
  if (given.system) messages.push({ role: 'system', content: 'be careful' })
  const calls = Array.from({ length: given.calls }, (_, nth): Part => {
    return { type: 'tool_use', id: `call_${at}_${nth}`, name: 'read_file', input: { path: `src/${nth}.ts` } }
  })
  const reply: Part[] = [
    ...(given.thinks ? [{ type: 'thinking', thinking: 'hm', signature: 'sig' } as const] : []),
    ...(given.says || calls.length === 0 ? [{ type: 'text', text: 'looking' } as const] : []),
    ...calls,
  ]
  const [only] = reply
  const content = reply.length === 1 && only?.type === 'text' ? only.text : reply
  messages.push({ role: 'assistant', content })
  if (calls.length === 0) return messages
  const results = calls.map((part, nth): Part => {
    const shown: ToolResultPart['content'] =
      given.shows && nth === 0
        ? [
            { type: 'text', text: 'a picture' },
            { type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } },
          ]
        : `line ${nth}`
    return { type: 'tool_result', tool_use_id: part.type === 'tool_use' ? part.id : '', content: shown }
  })
  const aside: Part[] = given.aside ? [{ type: 'text', text: 'hurry up' }] : []
  return [...messages, { role: 'user', content: [...results.toReversed(), ...aside] }]
}

/** A valid conversation after a bad edit: some messages and parts are missing, some are duplicated. */
export const arbitraryDamage: fc.Arbitrary<Message[]> = fc
  .tuple(arbitraryConversation, fc.infiniteStream(fc.integer({ min: 0, max: 19 })))
  .map(([messages, dice]) => {
    const roll = (): number => dice.next().value as number
    return messages.flatMap((message): Message[] => {
      const lot = roll()
      if (lot === 0) return []
      if (lot === 1) return [message, message]
      if (typeof message.content === 'string') return [message]
      const content = message.content.filter(() => roll() > 1)
      return [content.length === message.content.length ? message : { ...message, content }]
    })
  })

const openAiCall = fc.record({
  id,
  type: fc.constant('function' as const),
  function: fc.record({
    name: fc.constantFrom('read_file', 'run'),
    arguments: fc.constantFrom('{}', '{"path": "x"}', '{"broken', '', '"quoted"', '[1, 2]', 'null'),
  }),
})
const openAiContent: fc.Arbitrary<Exclude<OpenAiMessage['content'], undefined>> = fc.oneof(
  text,
  fc.constant(null),
  fc.array(
    fc.oneof(
      text.map((value): Json => ({ type: 'text', text: value })),
      fc.constant<Json>({ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }),
    ),
    { maxLength: 3 },
  ),
)

/** Any messages that a log in the OpenAI format may have. */
export const arbitraryOpenAiMessages: fc.Arbitrary<OpenAiMessage[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(
        {
          role: fc.constant('assistant' as const),
          content: openAiContent,
          tool_calls: fc.array(openAiCall, { maxLength: 3 }),
          reasoning_content: fc.constantFrom('', 'hm'),
        },
        { requiredKeys: ['role'] },
      ),
    },
    {
      weight: 4,
      arbitrary: fc.record({ role: fc.constant('tool' as const), tool_call_id: id, content: openAiContent }),
    },
    { weight: 2, arbitrary: fc.record({ role: fc.constant('user' as const), content: openAiContent }) },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          role: fc.constantFrom('system', 'developer', 'user', 'tool', 'exit' as 'user'),
          content: openAiContent,
          tool_calls: fc.array(openAiCall, { maxLength: 2 }),
        },
        { requiredKeys: ['role'] },
      ),
    },
  ),
  { maxLength: 12 },
)
