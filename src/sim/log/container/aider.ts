import type { Json } from '../../../engine/index.ts'
import type { LogRecord } from '../read/reader.ts'
import { chatMessage, usageWithin } from './chat-message.ts'
import type { Container } from './container.ts'

const BEGIN = '# aider chat started at '
const PROMPT = /^####.* {2}$/
const MODEL = /^> (?:Main model|Models?): ([\w./:@-]+)/
/** The end of a reply. What was read from the cache is part of what was sent. */
const TOKENS = /^> Tokens: ([\d.,]+[kM]?) sent,(?:.*?([\d.,]+[kM]?) cache hit,)?.*?([\d.,]+[kM]?) received/

/**
 * The history that Aider keeps as Markdown, one conversation for each start: what the user wrote behind `####`, what
 * Aider printed behind `>` with two blanks at the end, and what the model said.
 */
export const aider: Container = {
  name: 'the history of Aider, which rounds its tokens',
  keys: [],
  head: /^# aider chat started at /m,
  open({ text }) {
    const sessions: LogRecord[] = []
    let line = 1
    for (const session of text.replaceAll('\r\n', '\n').split(/^(?=# aider chat started at )/m)) {
      const [first = '', ...lines] = session.split('\n')
      const messages = first.startsWith(BEGIN) ? messagesIn(lines) : []
      if (messages.length > 0)
        sessions.push({ value: { id: first.slice(BEGIN.length), messages }, line, column: 1 })
      line += lines.length
    }
    return sessions
  },
}

function messagesIn(lines: readonly string[]): readonly Json[] {
  const messages: Json[] = []
  let model: string | null = null
  let asked: string[] = []
  let said: string[] = []
  const reply = (usage?: Json): void => {
    const content = said.join('\n').trim()
    said = []
    if (content !== '' && messages.length > 0)
      messages.push(chatMessage('assistant', { content, model, usage }))
  }
  const ask = (): void => {
    const content = asked.join('\n').trim()
    asked = []
    // a command is for Aider; what it asks the model comes again without it
    if (content !== '' && !content.startsWith('/')) messages.push(chatMessage('user', { content }))
  }
  // a reply may have headings of this kind, but without the blanks; Aider until 0.51 wrote no blanks, and the first is no reply's
  const hasBlanks = PROMPT.test(lines.find((line) => line.startsWith('####')) ?? '')
  for (const line of lines) {
    if (hasBlanks ? PROMPT.test(line) : line.startsWith('####')) {
      reply()
      asked.push(line.replace(/^#### ?/, '').trimEnd())
      continue
    }
    ask()
    const [, sent, hit, received] = TOKENS.exec(line) ?? []
    if (sent !== undefined)
      reply(usageWithin({ input: countOf(sent), cacheRead: countOf(hit), output: countOf(received) }))
    else if (/^>.* {2}$/.test(line)) model = MODEL.exec(line)?.[1] ?? model
    else said.push(line)
  }
  ask()
  reply()
  return messages
}

/** `12k` and `1,234` as numbers. */
function countOf(text: string | undefined): Json {
  if (text === undefined) return null
  const unit = text.endsWith('k') ? 1000 : text.endsWith('M') ? 1_000_000 : 1
  return Math.round(Number(text.replace(/[,kM]/g, '')) * unit)
}

/** The messages that Aider sent and got, as its option `--llm-history-file` keeps them: each line with who says it. */
export const aiderRequests: Container = {
  name: 'the messages that Aider sent',
  head: /^TO LLM \d{4}-\d\d-\d\dT/m,
  open({ text }) {
    const calls = text.replaceAll('\r\n', '\n').split(/^TO LLM (?=\d{4}-\d\d-\d\dT[^\n]*$)/m)
    let line = 1
    return calls.flatMap((call, index) => {
      const place = { line, column: 1 }
      line += call.split('\n').length - 1
      const [sent = '', time, said = ''] = call.split(/^LLM RESPONSE (\d{4}-[^\n]*)$/m)
      const messages = spokenIn(sent)
      const [answer] = spokenIn(said)
      const output =
        answer === undefined || time === undefined ? {} : { output: { ...answer, timestamp: time } }
      return index === 0 || messages.length === 0
        ? []
        : [{ value: { input: { messages }, ...output }, ...place }]
    })
  },
}

function spokenIn(text: string): readonly { readonly role: string; readonly content: string }[] {
  return text.split(/^-------$/m).flatMap((part) => {
    const lines = [...part.matchAll(/^(SYSTEM|USER|ASSISTANT)(?: (.*))?$/gm)]
    const [first] = lines
    if (first === undefined) return []
    return [
      {
        role: (first[1] ?? '').toLowerCase(),
        content: lines
          .map(([, , line = '']) => line)
          .join('\n')
          .trim(),
      },
    ]
  })
}
