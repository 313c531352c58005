import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, summaryOf } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

const KINDS: ReadonlySet<Json | undefined> = new Set(['Prompt', 'AssistantMessage', 'ToolResults'])

/** A session of Kiro’s command line, one record per line; a cleared context begins another conversation. */
export const kiro: Container = {
  name: 'a session of Kiro',
  keys: ['kind'],
  open({ records }) {
    const isOwn = ({ value }: LogRecord): boolean =>
      KINDS.has(at(value, 'kind')) &&
      listAt(value, 'data', 'content').some((block) => at(block, 'kind') !== undefined)
    const [first] = records
    if (first === undefined || !records.some(isOwn)) return []
    const talks: Json[][] = [[]]
    for (const { value } of records)
      if (at(value, 'kind') === 'Clear') talks.push([])
      else for (const message of messagesIn(value)) talks.at(-1)?.push(message)
    return talks.filter((talk) => talk.length > 0).map((messages) => ({ ...first, value: { messages } }))
  },
}

function messagesIn(record: Json): readonly Json[] {
  const blocks = listAt(record, 'data', 'content')
  const of = (kind: string): readonly Json[] =>
    blocks.flatMap((block) => (at(block, 'kind') === kind ? [at(block, 'data') ?? null] : []))
  const content = of('text').map(asText).join('\n\n')
  const timestamp = at(record, 'data', 'meta', 'timestamp')
  switch (at(record, 'kind')) {
    case 'Prompt':
      return [chatMessage('user', { content, timestamp })]
    case 'AssistantMessage':
      return [
        chatMessage('assistant', {
          content,
          timestamp,
          thoughts: of('thinking').flatMap((thought) => textOf(at(thought, 'text') ?? thought) ?? []),
          calls: of('toolUse').map((call) =>
            callOf(at(call, 'toolUseId'), at(call, 'name'), at(call, 'input')),
          ),
        }),
      ]
    case 'ToolResults':
      return of('toolResult').map((result) =>
        resultOf(
          at(result, 'toolUseId'),
          listAt(result, 'content')
            .map((block) => asText(at(block, 'data')))
            .join('\n'),
          { timestamp },
        ),
      )
    case 'Compaction':
      return [at(record, 'data', 'summary')].flatMap((summary) =>
        textOf(summary) === undefined ? [] : [summaryOf(asText(summary))],
      )
    default:
      return []
  }
}
