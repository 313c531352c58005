import type { Json } from '../../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Row } from '../packing/sqlite.ts'
import { jsonIn, rowsOf, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** What begins the keys of Cursor's conversations, and of what was said in them. */
const [COMPOSER, BUBBLE] = ['composerData:', 'bubbleId:']

/** Cursor: values by their keys, one for each conversation, and one for each thing that was said. */
export const cursor: Store = {
  has: { cursordiskkv: ['key', 'value'] },
  async *logs(tables, unpack) {
    const composers: [string, Row][] = []
    const said = new Map<string, Row>()
    for await (const row of rowsOf(tables, 'cursordiskkv', unpack)) {
      const key = textIn(row('key'))
      if (key.startsWith(COMPOSER)) composers.push([key.slice(COMPOSER.length), row])
      else if (key.startsWith(BUBBLE)) said.set(key, row)
    }
    const valueIn = (row: Row | undefined): Json => jsonIn(row?.('value') ?? null, unpack)
    for (const [id, row] of composers) {
      const composer = valueIn(row)
      const headers = at(composer, 'fullConversationHeadersOnly')
      const inline = at(composer, 'conversation')
      const listed = isList(headers) ? headers : []
      if (listed.length === 0 && !(isList(inline) && inline.length > 0)) continue
      yield {
        id,
        title: textOf(at(composer, 'name')) ?? '',
        text: () => {
          const bubbles = listed.map((header) =>
            valueIn(said.get(`${BUBBLE}${id}:${textOf(at(header, 'bubbleId')) ?? ''}`)),
          )
          const conversation = listed.length === 0 ? (inline ?? null) : bubbles.filter(isRecord)
          return written({ ...slim(recordOf(composer)), conversation })
        },
      }
    }
  },
}

/** A conversation of Cursor without the state of its window on the screen, in which there are keys of the account. */
function slim({
  composerId = null,
  name = null,
  createdAt = null,
  modelConfig = null,
  latestConversationSummary = null,
}: JsonRecord): JsonRecord {
  return { composerId, name, createdAt, modelConfig, latestConversationSummary }
}
