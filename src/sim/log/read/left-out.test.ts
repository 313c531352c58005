import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../engine/index.ts'
import { readTrace } from '../reading.ts'

const WORDS = 'the quick brown fox jumps over the lazy dog and then it '

/** A client that nobody knows: calls and results are in the content, under a name of its own. */
const unknown = (calls: number) => [
  { role: 'user', content: [{ type: 'text', text: 'Fix the bug, please, and tell me.' }] },
  ...Array.from({ length: calls }, (_, n) => ({
    role: n % 2 === 0 ? 'assistant' : 'user',
    content: [{ type: 'fancy_event', body: { output: `${n}: ${WORDS.repeat(10 + n)}` } }],
  })),
]

/** The problems of a refusal; none if the text was read. */
function refusal(value: unknown, format?: string) {
  try {
    readTrace(JSON.stringify(value, null, 1), format === undefined ? {} : { format })
    return []
  } catch (error) {
    if (error instanceof ProblemError) return error.problems
    throw error
  }
}

describe('a log of which a reader would leave out nearly everything', () => {
  it('is refused, with the longest text that is left out and its line', () => {
    const [problem, ...others] = refusal(unknown(8))
    expect(others).toEqual([])
    expect(problem).toMatchObject({ severity: 'error', code: 'mostly-left-out' })
    expect(problem?.message).toMatch(
      /^only 1 % of the text of this log could be read as OpenAI chat; the rest would be left out, for example \[8\]\.content\[0\]\.body\.output: "7: the quick/,
    )
    const line = JSON.stringify(unknown(8), null, 1)
      .split('\n')
      .findIndex((one) => one.includes('"7: the'))
    expect(problem?.line).toBe(line + 1)
  })

  it('is read with a warning if a person chooses the format', () => {
    const trace = readTrace(JSON.stringify(unknown(8)), { format: 'openai' })
    expect(trace.messages.length).toBeGreaterThan(0)
    expect(trace.intake.problems[0]).toMatchObject({ severity: 'warning', code: 'mostly-left-out' })
  })

  it('is refused if its messages are empty, however short it is', () => {
    const empty = [
      { role: 'user', blocks: ['Please fix the bug in the parser.'] },
      { role: 'assistant', blocks: ['It is fixed now.'] },
    ]
    expect(refusal(empty)[0]?.message).toMatch(
      /^nothing of the text of this log could be read as OpenAI chat/,
    )
  })

  it('is refused if a fifth of it can be read, and read if it is a half', () => {
    const more = (repeats: number) => [...unknown(4), { role: 'user', content: WORDS.repeat(repeats) }]
    expect(refusal(more(12))[0]).toMatchObject({ severity: 'error', code: 'mostly-left-out' })
    expect(readTrace(JSON.stringify(more(50))).intake.problems).toEqual([])
  })

  it('is read with a warning if it has the signs of an agent and a sixth of it can be read', () => {
    const line = (uuid: string, content: string, extra: object) =>
      JSON.stringify({ type: 'user', uuid, sessionId: 's', message: { role: 'user', content }, ...extra })
    const text = [line('1', WORDS.repeat(4), { remark: WORDS.repeat(20) }), line('2', 'On.', {})].join('\n')
    const { source, intake } = readTrace(text)
    expect(source.name).toBe('claude-code')
    expect(intake.problems).toMatchObject([{ severity: 'warning', code: 'mostly-left-out', line: 1 }])
  })

  it('goes to another reader that recognises it and leaves out less', () => {
    // one entry that looks like LangChain's, before a long chat of OpenAI's
    const chat = [
      { role: 'user', content: WORDS.repeat(20) },
      { role: 'assistant', content: WORDS.repeat(21) },
    ]
    const text = [{ type: 'human', content: 'x' }, { messages: chat }]
      .map((one) => JSON.stringify(one))
      .join('\n')
    const { source, messages } = readTrace(text)
    expect([source.name, messages.length]).toEqual(['openai', 2])
  })
})

describe('what a client copies for itself is no text that is left out', () => {
  const lines = (...all: readonly object[]) => all.map((one) => JSON.stringify(one)).join('\n')
  const whole = (nth: number) => `${nth} ${WORDS.repeat(400)}`
  const edits = Array.from({ length: 20 }, (_, nth) => nth)
  const claude = (copies: (nth: number) => object) =>
    lines(
      ...edits.flatMap((nth) => [
        {
          type: 'assistant',
          session_id: 's',
          message: {
            id: `m${nth}`,
            role: 'assistant',
            content: [{ type: 'tool_use', id: `t${nth}`, name: 'Edit', input: { file_path: 'a.ts' } }],
          },
        },
        {
          type: 'user',
          session_id: 's',
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: `t${nth}`, content: 'The file has been updated.' }],
          },
          ...copies(nth),
        },
      ]),
    )
  const notes = (note: (nth: number) => object) =>
    `${lines(...edits.map((nth) => note(nth)))}\n${claude(() => ({}))}`
  const payload = (type: string, fields: object) => ({ type, payload: fields })

  it.each([
    ['toolUseResult', claude((nth) => ({ toolUseResult: { originalFile: whole(nth) } }))],
    ['tool_use_result', claude((nth) => ({ tool_use_result: { originalFile: whole(nth) } }))],
    [
      'a hook',
      notes((nth) => ({ type: 'system', subtype: 'hook_response', session_id: 's', output: whole(nth) })),
    ],
    ['progress', notes((nth) => ({ type: 'progress', sessionId: 's', data: { output: whole(nth) } }))],
    [
      'events of Codex',
      lines(
        payload('response_item', {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'Change the long file, please.' }],
        }),
        ...edits.map((nth) => payload('event_msg', { type: 'patch_apply_end', changes: { a: whole(nth) } })),
      ),
    ],
    [
      'what Gemini CLI shows',
      JSON.stringify({
        sessionId: 's',
        projectHash: 'h',
        messages: edits.map((nth) => ({
          id: `m${nth}`,
          type: 'gemini',
          content: 'I change the long file.',
          toolCalls: [
            {
              id: `c${nth}`,
              name: 'replace',
              args: { file_path: 'a.ts' },
              result: [
                { functionResponse: { id: `c${nth}`, name: 'replace', response: { output: 'Done.' } } },
              ],
              resultDisplay: { originalContent: whole(nth), newContent: whole(nth + 1) },
            },
          ],
        })),
      }),
    ],
    [
      'the contents before and after an edit of OpenHands',
      JSON.stringify(
        edits.flatMap((nth) => [
          {
            id: 2 * nth,
            source: 'agent',
            action: 'edit',
            args: { path: 'a.ts' },
            tool_call_metadata: { tool_call_id: `c${nth}`, function_name: 'edit' },
          },
          {
            id: 2 * nth + 1,
            source: 'agent',
            observation: 'edit',
            cause: 2 * nth,
            content: 'The file has been updated.',
            extras: { path: 'a.ts', old_content: whole(nth), new_content: whole(nth + 1) },
          },
        ]),
      ),
    ],
  ])('%s', (_, log) => {
    const { messages, intake } = readTrace(log)
    expect(messages.length).toBeGreaterThan(0)
    expect(intake.problems).toEqual([])
  })
})
