import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import { parseLog } from './log.ts'
import { readTrace, readTraces, readTraceSteps } from '../reading.ts'
import type { Log } from './reader.ts'

function logOf(text: string): Log {
  const steps = parseLog(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function problemsOf(read: () => unknown): readonly Problem[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ProblemError) return error.problems
    throw error
  }
  throw new Error('nothing was thrown')
}

const message = (content: string) => JSON.stringify({ role: 'user', content })

describe('limits of a log', () => {
  it.each([
    ['', 'empty-text'],
    ['\uFEFF \r\n\t', 'empty-text'],
    ['{"role":\0"user"}', 'binary-text'],
  ])('refuses %j as %s', (text, code) => {
    expect(problemsOf(() => readTrace(text))[0]).toMatchObject({ severity: 'error', code })
  })

  it('reports the position of the NUL byte in a binary file', () => {
    expect(problemsOf(() => readTrace('User: a\n\x7fELF\0\0'))[0]).toMatchObject({ line: 2, column: 5 })
  })

  it.each([
    ['at its end', `${message('a')}\n${message('b')}\n${'\0'.repeat(9)}`],
    [
      'after a line that was not written to its end',
      `${message('a')}\r\n${message('b')}\r\n{"ro${'\0'.repeat(9)}`,
    ],
    ['as a line', `${message('a')}\n${'\0'.repeat(9)}\n${message('b')}`],
    ['before a line', `${message('a')}\n${'\0'.repeat(9)}${message('b')}\n`],
    ['after a chat', `User: a\nAssistant: b\n${'\0'.repeat(9)}`],
  ])('leaves out the zeros of a file that was written when the power failed: %s', (_, text) => {
    const { messages, intake } = readTrace(text)
    expect(messages).toHaveLength(2)
    expect(intake.problems[0]).toMatchObject({
      severity: 'warning',
      code: 'nul-characters',
      column: expect.any(Number),
    })
    expect(intake.problems[0]?.message).toMatch(/^9 NUL characters are left out/)
  })

  it.each([
    ['behind a line', `${message('a')}${'\0'.repeat(500)}\n${message('b')}`, 0],
    ['between two lines', `${message('a')}\n${message('b')}${'\0'.repeat(500)}${message('c')}\n`, 0],
    ['in a line, before the next', `${message('a')}\n{"role":"us${'\0'.repeat(500)}${message('b')}\n`, 1],
    ['in a line, to its end', `${message('a')}\n{"role":"us${'\0'.repeat(500)}\n${message('b')}`, 1],
  ])(
    'leaves out a long run of such zeros within lines, and only a line that they broke: %s',
    (_, text, broken) => {
      const { messages, intake } = readTrace(text)
      expect(messages.map(({ content }) => content)).toEqual(
        text.includes('"c"') ? ['a', 'b', 'c'] : ['a', 'b'],
      )
      expect(intake.problems[0]?.message).toMatch(/^500 NUL characters are left out/)
      expect(intake.problems).toHaveLength(1 + broken)
    },
  )

  it('a text that is too large is refused with both numbers', () => {
    const [problem] = problemsOf(() => readTrace('a'.repeat(50_000_001)))
    expect(problem).toMatchObject({ code: 'text-too-large' })
    expect(problem?.message).toBe('a log may be 50000000 characters long, but is 50000001')
  })

  it('too many messages are refused with both numbers, on one line each or in one list', () => {
    const many = Array.from({ length: 200_001 }, () => message('a'))
    for (const text of [many.join('\n'), `[${many.join(',')}]`]) {
      const [problem] = problemsOf(() => readTrace(text))
      expect(problem?.code).toBe('too-many-messages')
      expect(problem?.message).toContain('200000')
      expect(problem?.message).toContain('200001')
    }
  })

  it('too many blocks of a message, or conversations of a file, are refused with both numbers', () => {
    const [blocks] = problemsOf(() => readTrace(`[{"role":"user","content":[${'"",'.repeat(1_000_000)}""]}]`))
    expect(blocks).toMatchObject({ code: 'too-many-parts' })
    expect(blocks?.message).toMatch(/1000000 .*1000001$/)
    const [files] = problemsOf(() => readTrace(`{"messages":[${message('a')}]}\n`.repeat(1_001)))
    expect(files).toMatchObject({ code: 'too-many-conversations' })
    expect(files?.message).toMatch(/1000 .*1001$/)
  })

  it('refuses nesting too deep with both numbers, in a document and on a line', () => {
    const deep = `{"role":"user","content":${'['.repeat(500)}${']'.repeat(500)}}`
    expect(problemsOf(() => readTrace(`[${deep}]`))[0]).toMatchObject({
      code: 'nested-too-deep',
      found: '502 levels',
    })
    const trace = readTrace(`${message('a')}\n${deep}\n${message('b')}`)
    expect(trace.messages).toHaveLength(2)
    expect(trace.intake.problems).toMatchObject([{ code: 'broken-line', line: 2, found: '501 levels' }])
  })
})

describe('layouts of a log', () => {
  it('removes a byte order mark and accepts \\r\\n', () => {
    expect(logOf(`\uFEFF${message('a')}\r\n${message('b')}\r\n`).records.map(({ line }) => line)).toEqual([
      1, 2,
    ])
    expect(readTrace(`\uFEFF[\r\n${message('a')}\r\n]\r\n`).messages).toEqual([
      { role: 'user', content: 'a' },
    ])
    expect(readTrace('\uFEFFUser: a\r\nb\r\nAssistant: c\r\n').messages.map((one) => one.content)).toEqual([
      'a\nb',
      'c',
    ])
  })

  it.each([
    ['in a key', '{"type":"note","sess', 1],
    ['in a string', '{"type":"note","text":"He said', 1],
    ['behind a whole one', `${message('x')}{"type":"no`, 1],
    ['behind many values', `{"type":"note","of":[${'{"x":1},'.repeat(500)}{"x":"He sa`, 1],
    // what stands where a value is expected may be a part of what was cut off
    ['before a value', '{"type":"note","of":', 0],
    ['in a list', '{"type":"note","of":[1,', 0],
  ])('MSG-1 a whole record is read that stands behind one that was cut off %s', (_, cut, read) => {
    const { records, skipped } = logOf([message('a'), cut + message('b'), message('c')].join('\n'))
    const texts = records.map(({ value }) => JSON.stringify(value)).filter((text) => !text.includes('x'))
    expect(texts).toEqual([message('a'), ...(read === 1 ? [message('b')] : []), message('c')])
    expect(skipped.map(({ line }) => line)).toEqual([2])
  })

  it('reads two objects on one line, and a last line without its end', () => {
    const log = logOf(`{"a":1}{"b":2}\n\n{"c":3} {"d":4}\n{"e":5}`)
    expect(log.records.map(({ value, line, column }) => [JSON.stringify(value), line, column])).toEqual([
      ['{"a":1}', 1, 1],
      ['{"b":2}', 1, 8],
      ['{"c":3}', 3, 1],
      ['{"d":4}', 3, 9],
      ['{"e":5}', 4, 1],
    ])
    expect(log.skipped).toEqual([])
  })

  it('skips broken lines, and says where and why', () => {
    const { records, skipped } = logOf(`{"a":1}\n{"b":}\n[2]\nplain\n{"c":3}{"d"\n{"e":`)
    expect(records.map(({ value }) => value)).toEqual([{ a: 1 }, [2], { c: 3 }])
    expect(skipped).toMatchObject([
      { severity: 'warning', code: 'broken-line', line: 2, column: 6, expected: 'a value', found: '"}"' },
      { line: 4, column: 1, found: '"plain"' },
      { line: 5, column: 12, expected: 'a colon', found: 'the end' },
      { line: 6, column: 6, found: 'the end' },
    ])
  })

  it('reads consecutive pretty-printed values', () => {
    const log = logOf('{\n  "a": 1\n}\n{\n  "b": 2\n}\n')
    expect(log.records).toEqual([
      { value: { a: 1 }, line: 1, column: 1 },
      { value: { b: 2 }, line: 4, column: 1 },
    ])
  })

  it('reports a broken document as one error at its position, not as broken lines', () => {
    const text = '[\n  {"role": "user", "content": "a"},\n  {"role": "user" "content": "b"}\n]'
    const problems = problemsOf(() => readTrace(text))
    expect(problems).toMatchObject([{ severity: 'error', code: 'invalid-json', line: 3, column: 19 }])
    expect(problems[0]?.message).toBe(
      'not valid JSON: expected a comma or }, found "\\"content\\": \\"b\\"}\\n]"',
    )
  })

  it('refuses a file of broken lines only, and lists them', () => {
    const problems = problemsOf(() => readTrace('{"a":\n{"b":\n{"c"\n'))
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['only-broken-lines', 1, 6],
      ['broken-line', 1, 6],
      ['broken-line', 2, 6],
      ['broken-line', 3, 5],
    ])
  })

  it('lists the first thousand broken lines and counts the others', () => {
    const text = `${message('a')}\n${'{"x":\n'.repeat(1_500)}${message('b')}`
    const { problems } = readTrace(text).intake
    expect(problems).toHaveLength(1_001)
    expect(problems.at(-1)?.message).toBe('1000 problems are listed, but there are 1500')
  })
})

describe('detecting the format', () => {
  it('says what was found, in one sentence', () => {
    const [problem] = problemsOf(() => readTrace('{"kind":"elsewhere","items":[]}'))
    expect(problem).toMatchObject({ code: 'unknown-format', line: 1, column: 1 })
    expect(problem?.message).toBe(
      'no known format: the text is JSON, an object with the keys { kind, items } and begins with "{\\"kind\\":\\"elsewhere\\",\\"items\\":[]}"',
    )
  })

  it.each([
    ['a HAR file', '{"log":{"version":"1.2","entries":[]}}'],
    [
      'a HAR file without a readable call of a model (requests: 1, the first "POST https://example.org/a")',
      '{"log":{"entries":[{"request":{"method":"POST","url":"https://example.org/a"}}]}}',
    ],
    [
      'the output of an agent for programs',
      '{"type":"system","subtype":"init","session_id":"s","model":"m"}',
    ],
    [
      'the output of an agent for programs',
      '{"type":"system","subtype":"init","session_id":"s"}\n{"type":"stream_event","session_id":"s","event":{"type":"ping"}}',
    ],
    ['spans of OpenTelemetry', '{"resourceSpans":[]}'],
    ['spans of OpenTelemetry', '{"trace_id":"t","span_data":{}}'],
    ['an export of ChatGPT', '[{"title":"x","mapping":{},"current_node":"a"}]'],
    ['conversations in the form of ShareGPT', '{"conversations":[{"from":"human","value":5}]}\n'],
    ['rows of a database', '{"id":1,"message_data":"{}"}\n{"id":2,"message_data":"{}"}'],
    ['an observation of Langfuse', '{"data":[{"traceId":"t","type":"SPAN","input":null}]}'],
    [
      'a task log of CrewAI',
      '[{"timestamp":"t","task_name":"a","task":"Go.","agent":"x","status":"started"}]',
    ],
    ['Python, not JSON', "[{'role': 'user', 'content': None}, {'role':"],
    ['Python, not JSON', "{\n    'type': 'TeamState',\n    'agent_states': {}\n}"],
    [
      'another file of an export of ChatGPT',
      '[{"id":"a","conversation_id":"b","title":"A","is_anonymous":true}]',
    ],
    [
      'Claude Code’s own events',
      '{"resourceLogs":[{"body":{"stringValue":"claude_code.user_prompt"}},"claude_code.api_request"]}',
    ],
    ['a table (CSV)', 'name,city\nAnna,Berlin\n'],
    ['a web page (HTML)', '<html><body>User: hi</body></html>'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['what Cline or Roo Code shows of a task', '[{"ts":1,"type":"say","say":"checkpoint_created"}]'],
  ])('says that a text looks like %s, and what to do', (what, text) => {
    const [problem] = problemsOf(() => readTrace(text))
    expect(problem?.message).toContain(`no known format: the text looks like ${what}`)
    expect(problem?.fix?.length).toBeGreaterThan(10)
  })

  it.each([
    ['Just some prose\nwithout speakers.', 'no JSON'],
    ['42', 'JSON, but only 42'],
    ['null', 'JSON, but only null'],
    ['"hello"', 'JSON, but only "hello"'],
    ['[]', 'JSON, an empty list'],
    ['[1,2]', 'JSON, a list of 2, the first 1'],
    ['{"a":1}\n{"a":2}', '2 lines of JSON, the first an object with the keys { a }'],
  ])('describes %j', (text, found) => {
    expect(problemsOf(() => readTrace(text))[0]).toMatchObject({ code: 'unknown-format', found })
  })

  it.each([
    ['[↑ index](../a.md)\n\nSome prose.', 'unknown-format'],
    ['[1, 2] and more', 'invalid-json'],
    ['["a"] and more', 'invalid-json'],
  ])('takes a text for broken JSON only if its first line could be JSON: %j', (text, code) => {
    expect(problemsOf(() => readTrace(text))[0]?.code).toBe(code)
  })

  it('uses the content, whatever the name of the file', () => {
    expect(readTrace('User: hello', { filename: 'session.jsonl' }).source.name).toBe('plain')
    expect(readTrace(`[${message('a')}]`, { filename: 'chat.txt' }).source).toMatchObject({
      kind: 'log',
      name: 'openai',
      title: 'chat.txt',
      filename: 'chat.txt',
      seed: null,
    })
  })

  it('uses a requested reader, and refuses unknown names and texts that do not fit', () => {
    expect(readTrace('User: hello', { format: 'plain' }).source.name).toBe('plain')
    expect(problemsOf(() => readTrace('User: hello', { format: 'openai' }))[0]?.code).toBe('wrong-format')
    for (const format of ['word', 'constructor', '__proto__'])
      expect(problemsOf(() => readTrace('User: hello', { format }))[0]).toMatchObject({
        code: 'unknown-format',
        found: JSON.stringify(format),
      })
  })

  it('returns the largest of several conversations, and names the others, largest first', () => {
    const conversation = (id: string, content: string) => `{"id":"${id}","messages":[${message(content)}]}`
    const text = [conversation('a', 'xx'), conversation('b', 'x'.repeat(9)), conversation('c', 'xxxx')].join(
      '\n',
    )
    expect(readTraces(text).map((trace) => trace.source.title)).toEqual([
      'a (1 of 3)',
      'b (2 of 3)',
      'c (3 of 3)',
    ])
    expect(readTrace(text).source.title).toBe('b (2 of 3)')
    expect(readTrace(text).siblings).toEqual(['c (3 of 3)', 'a (1 of 3)'])
  })
})

describe('reading in steps', () => {
  it('reports increasing progress up to the total, and ends with the traces', () => {
    const text = Array.from({ length: 2_000 }, (_, index) => message(`line ${index}`)).join('\n')
    const steps = readTraceSteps(text)
    const done: number[] = []
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      expect(step.value.total).toBe(2 * text.length)
      done.push(step.value.done)
    }
    expect(done.length).toBeGreaterThan(12)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done.at(-1)).toBe(2 * text.length)
    expect(step.value).toEqual(readTraces(text))
  })
})
