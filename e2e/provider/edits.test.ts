import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { aProvider, PLAIN } from './asking.ts'
import { CLEARED } from './edits.ts'
import { tokensOfText } from './tokens.ts'

const asked = aProvider()

type Edits = Anthropic.Beta.BetaContextManagementConfig['edits']

const LONG = 'word '.repeat(62)
const TOOLS: Anthropic.Beta.BetaTool[] = [
  { name: 'look', input_schema: { type: 'object' } },
  { name: 'other', input_schema: { type: 'object' } },
]

/** A conversation with these tool calls, one after the other, each with 310 bytes of result. */
function used(...names: readonly string[]): Anthropic.Beta.BetaMessageParam[] {
  return [
    { role: 'user', content: 'Go.' },
    ...names.flatMap((name, at): Anthropic.Beta.BetaMessageParam[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `id${at}`, name, input: { n: 'x'.repeat(31) } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `id${at}`, content: LONG }] },
    ]),
  ]
}

const betas = ['context-management-2025-06-27']

async function countOf(
  messages: Anthropic.Beta.BetaMessageParam[],
  edits: NonNullable<Edits> | null,
): Promise<Anthropic.Beta.BetaMessageTokensCount> {
  const managed = edits === null ? {} : { context_management: { edits } }
  return asked.sdk.beta.messages.countTokens({ model: PLAIN, messages, tools: TOOLS, betas, ...managed })
}

/** Tokens freed by clearing a result. */
const FREED = tokensOfText(LONG) - tokensOfText(CLEARED)

describe('EDITAPI-1 clear_tool_uses_20250919', () => {
  const over: NonNullable<Edits>[number] = {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'tool_uses', value: 3 },
    keep: { type: 'tool_uses', value: 1 },
  }
  const four = used('look', 'other', 'look', 'look')

  test('does nothing below its trigger, and then keeps the newest', async () => {
    expect(await countOf(four, null)).toMatchObject({ context_management: null })
    const { input_tokens: before } = await countOf(four, null)
    expect(await countOf(used('look', 'look', 'look'), [over])).toEqual({
      input_tokens:
        before - 4 - 4 - 7 - 9 - 2 - tokensOfText(LONG) - tokensOfText(JSON.stringify({ n: 'x'.repeat(31) })),
      context_management: { original_input_tokens: expect.any(Number) as number },
    })
    expect(await countOf(four, [over])).toEqual({
      input_tokens: before - 3 * FREED,
      context_management: { original_input_tokens: before },
    })
  })

  test('reports in the reply what it did, and bills the rest', async () => {
    const message = await asked.sdk.beta.messages.create({
      model: PLAIN,
      max_tokens: 100,
      messages: four,
      tools: TOOLS,
      betas,
      context_management: { edits: [over] },
    })
    expect(message.context_management).toEqual({
      applied_edits: [
        { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: 3 * FREED },
      ],
    })
    const count = await countOf(four, [over])
    expect(message.usage.input_tokens).toBe(count.input_tokens)
  })

  test('reports the same at the end of a stream', async () => {
    const request = { model: PLAIN, max_tokens: 100, messages: four, tools: TOOLS, betas }
    const stream = asked.sdk.beta.messages.stream({ ...request, context_management: { edits: [over] } })
    const applied = (await stream.finalMessage()).context_management?.applied_edits
    expect(applied).toMatchObject([{ cleared_tool_uses: 3, cleared_input_tokens: 3 * FREED }])
  })

  test('keeps excluded tools, clears arguments if allowed, and clears nothing below its minimum', async () => {
    const { input_tokens: before } = await countOf(four, null)
    const left = async (more: Partial<Anthropic.Beta.BetaClearToolUses20250919Edit>): Promise<number> =>
      before - (await countOf(four, [{ ...over, ...more }])).input_tokens
    const input = tokensOfText(JSON.stringify({ n: 'x'.repeat(31) })) - tokensOfText('{}')
    expect(await left({ exclude_tools: ['other'] })).toBe(2 * FREED)
    expect(await left({ clear_tool_inputs: true })).toBe(3 * FREED + 3 * input)
    expect(await left({ clear_tool_inputs: ['other'] })).toBe(3 * FREED + input)
    expect(await left({ clear_at_least: { type: 'input_tokens', value: 3 * FREED } })).toBe(3 * FREED)
    expect(await left({ clear_at_least: { type: 'input_tokens', value: 3 * FREED + 1 } })).toBe(0)
    expect(await left({ trigger: { type: 'input_tokens', value: before } })).toBe(0)
    expect(await left({ trigger: { type: 'input_tokens', value: before - 1 } })).toBe(3 * FREED)
    expect(
      await left({ trigger: { type: 'tool_uses', value: 3 }, keep: { type: 'tool_uses', value: 4 } }),
    ).toBe(0)
  })
})

describe('EDITAPI-1 clear_thinking_20251015', () => {
  /** Two assistant turns, the first with a tool call between two thinking blocks. */
  async function conversation(): Promise<Anthropic.Beta.BetaMessageParam[]> {
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'Read src/a.ts for me.' }]
    const say = async (): Promise<void> => {
      const { content } = await asked.sdk.beta.messages.create({
        model: 'claude-thinking',
        max_tokens: 500,
        messages,
        tools: [READ],
      })
      messages.push({ role: 'assistant', content: content as Anthropic.Beta.BetaContentBlockParam[] })
      const call = content.find(({ type }) => type === 'tool_use')
      if (call?.type !== 'tool_use') return
      messages.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: call.id, content: 'It is short.' }],
      })
      await say()
    }
    await say()
    messages.push({ role: 'user', content: 'Thanks.' })
    await say()
    messages.push({ role: 'user', content: 'And now?' })
    return messages
  }

  const READ: Anthropic.Beta.BetaTool = {
    name: 'read_file',
    input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  }

  function thoughtsOf({ content }: Anthropic.Beta.BetaMessageParam): string[] {
    if (typeof content === 'string' || content === undefined) return []
    return content.flatMap((part) => (part.type === 'thinking' ? [part.thinking] : []))
  }

  test('keeps the thinking of the newest turn; a whole loop of tools is one turn', async () => {
    const messages = await conversation()
    const thoughts = messages.map(thoughtsOf)
    expect(thoughts.map(({ length }) => length)).toEqual([0, 1, 0, 1, 0, 1, 0])
    const count = async (edit: Anthropic.Beta.BetaClearThinking20251015Edit | null): Promise<unknown> => {
      const { usage, context_management } = await asked.sdk.beta.messages.create({
        model: 'claude-thinking',
        max_tokens: 500,
        messages,
        tools: [READ],
        betas,
        context_management: { edits: edit === null ? [] : [edit] },
      })
      return [usage.input_tokens, context_management?.applied_edits]
    }
    const type = 'clear_thinking_20251015'
    const [full] = (await count(null)) as [number]
    const firstTurn = tokensOfText(thoughts[1]?.[0] ?? '') + tokensOfText(thoughts[3]?.[0] ?? '')
    const cleared = [
      full - firstTurn,
      [{ type: 'clear_thinking_20251015', cleared_thinking_turns: 1, cleared_input_tokens: firstTurn }],
    ]
    expect(await count({ type })).toEqual(cleared)
    expect(await count({ type, keep: { type: 'thinking_turns', value: 1 } })).toEqual(cleared)
    expect(await count({ type, keep: { type: 'thinking_turns', value: 2 } })).toEqual([full, []])
    expect(await count({ type, keep: 'all' })).toEqual([full, []])
  })

  test('thinking is refused if it, or the text before it, was changed', async () => {
    const messages = await conversation()
    const send = async (changed: Anthropic.Beta.BetaMessageParam[], more: object = {}): Promise<unknown> =>
      asked.sdk.beta.messages
        .create({ model: 'claude-thinking', max_tokens: 500, messages: changed, tools: [READ], ...more })
        .then(
          ({ usage }) => usage.input_tokens,
          (error: Error) => error.message,
        )
    const forged = JSON.parse(JSON.stringify(messages).replace('letters', 'signs')) as typeof messages
    expect(await send(forged)).toContain('messages.1.content.0: Invalid `signature` in `thinking` block')
    const moved = [{ role: 'user' as const, content: 'Read src/a.ts.' }, ...messages.slice(1)]
    expect(await send(moved)).toContain('The block is bound to a different conversation')
    const full = await send(messages)
    const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
    const dropped = await send(moved, { thinking, betas: ['thinking-binding-controls-2026-08-01'] })
    expect(dropped).toBeLessThan(Number(full) - 20)
  })
})
