import type { Json } from '../../../engine/index.ts'
import type { LogRecord } from '../read/reader.ts'
import { callOf, chatMessage, resultOf } from './chat-message.ts'
import type { Container } from './container.ts'

const HEADER = /^=+ (Human|Ai|System|Tool|Function) Message(?: \([^()\n]*\))? =+$/i

/** What LangChain prints of messages for people (`pretty_print`): a line of equals signs with who speaks, and the text. */
export const pretty: Container = {
  name: 'what LangChain prints of messages',
  keys: [],
  head: /^=+ (?:Human|Ai|System|Tool|Function) Message(?: \([^()\n]*\))? =+\r?$/im,
  open({ text }) {
    const records: LogRecord[] = []
    let who: string | null = null
    let body: string[] = []
    let line = 1
    const end = (): void => {
      if (who !== null) records.push({ value: messageOf(who.toLowerCase(), body), line, column: 1 })
    }
    for (const [index, raw] of text.split('\n').entries()) {
      const own = raw.replace(/\r$/, '')
      const speaker = HEADER.exec(own)?.[1]
      if (speaker === undefined) {
        body.push(own)
        continue
      }
      end()
      who = speaker
      body = []
      line = index + 1
    }
    end()
    return records
  },
}

function messageOf(who: string, lines: readonly string[]): Json {
  if (who === 'human' || who === 'system') return chatMessage(who === 'human' ? 'user' : who, said(lines))
  if (who !== 'ai') {
    const at = lines.findIndex((line) => line.startsWith('Name: '))
    const name = at < 0 ? undefined : lines[at]?.slice('Name: '.length)
    return resultOf(undefined, said(lines.slice(at + 1)).content, { name })
  }
  const from = lines.lastIndexOf('Tool Calls:')
  if (from < 0) return chatMessage('assistant', said(lines))
  return chatMessage('assistant', { ...said(lines.slice(0, from)), calls: callsIn(lines.slice(from + 1)) })
}

function said(lines: readonly string[]): { readonly content: string } {
  return { content: lines.join('\n').trim() }
}

/** Each call: its name and id, and the arguments by name, as texts that may have several lines. */
function callsIn(lines: readonly string[]): readonly Json[] {
  const calls: { readonly id: string; readonly name: string; readonly args: Map<string, string[]> }[] = []
  let own: string[] = []
  for (const line of lines) {
    const call = /^ {2}([\w.-]+) \(([^()]+)\)$/.exec(line)
    const argument = /^ {4}(\w+): ?(.*)$/.exec(line)
    const last = calls.at(-1)
    if (call !== null) calls.push({ name: call[1] ?? '', id: call[2] ?? '', args: new Map() })
    else if (argument !== null && last !== undefined) {
      own = [argument[2] ?? '']
      last.args.set(argument[1] ?? '', own)
    } else if (!/^ (?:Call ID: | Args:$)/.test(line)) own.push(line)
  }
  return calls.map(({ id, name, args }) =>
    callOf(id, name, Object.fromEntries([...args].map(([key, text]) => [key, text.join('\n').trimEnd()]))),
  )
}
