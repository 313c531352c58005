import type { Json } from '../../../../engine/index.ts'
import type { Conversation } from '../../read/assemble.ts'
import { instantOf } from '../../read/instant.ts'
import { at, below, isList, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Log, ReadOptions } from '../../read/reader.ts'
import { modelAtTier } from '../../read/named-model.ts'
import { Report } from '../../read/report.ts'
import { toolsOf } from '../../read/tool.ts'
import { responsesUsage } from '../../read/usage.ts'
import { Dialogue } from './dialogue.ts'
import type { Moment } from './dialogue.ts'
import { placeOfItem } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { ItemReader, isSaid, keyOf, systemOf } from './item.ts'

/** One conversation, exchange by exchange. */
export class ResponsesConversation {
  readonly report: Report
  /** Items so far by their content, without reasoning, which a client may leave out when it sends them again. */
  readonly keys: string[] = []
  readonly steps: { readonly exchange: Exchange; readonly known: number }[] = []
  readonly #dialogue: Dialogue
  readonly #items: ItemReader
  #system = ''
  #tools: Conversation['tools'] = []
  #leading: string[] = []
  #order = 0
  #records = 0
  /** Response that the newest item belongs to, if the items name it. */
  #createdBy: string | undefined = undefined

  constructor(log: Log, options: ReadOptions) {
    this.report = new Report(log)
    this.#dialogue = new Dialogue(this.report, options.recordedEdits === 'keep')
    this.#items = new ItemReader(this.report)
  }

  /** Adds an exchange; its first `known` items are already there. Returns how many items it read. */
  add(exchange: Exchange, known: number): number {
    const { request, response } = exchange
    this.steps.push({ exchange, known })
    this.report.at(placeOfItem(exchange, 0))
    this.#describe(request, exchange.requestPath)
    this.#describe(response, exchange.responsePath === '' ? '' : `${exchange.responsePath}.`)
    if (exchange.reversed)
      this.report.infer('The items are listed newest first; they were read from the last to the first.')
    const model = modelAtTier(
      textOf(at(response ?? undefined, 'model')) ?? textOf(at(request ?? undefined, 'model')),
      at(response ?? undefined, 'service_tier'),
    )
    const count = exchange.input.length
    for (let nth = known; nth < count; nth += 1) {
      const index = exchange.reversed ? count - 1 - nth : nth
      this.report.at(placeOfItem(exchange, index))
      this.#item(exchange.input[index] ?? null, `${exchange.inputPath}[${index}]`, null, model)
    }
    this.#dialogue.close()
    if (response !== null) this.#response(response, exchange.responsePath, model)
    return count - known + 1
  }

  finish(): Conversation {
    this.#items.finish()
    const system = [...(this.#system === '' ? [] : [this.#system]), ...this.#leading].join('\n\n')
    return { label: null, system, tools: this.#tools, ...this.#dialogue.finish(), records: this.#records }
  }

  #describe(holder: JsonRecord | null, base: string): void {
    if (holder === null) return
    if (this.#system === '')
      this.#system = systemOf(at(holder, 'instructions'), `${base}instructions`, this.report)
    if (this.#tools.length === 0) this.#tools = toolsOf(at(holder, 'tools'), `${base}tools`, this.report)
  }

  /** Tools that the provider asked a server for: every request with the list names them again. */
  #add(tools: Conversation['tools']): void {
    const known = new Set(this.#tools.map(({ name }) => name))
    this.#tools = [...this.#tools, ...tools.filter(({ name }) => !known.has(name))]
  }

  #response(response: JsonRecord, path: string, model: string | null): void {
    const output = at(response, 'output')
    const time = instantOf(at(response, 'created_at'))
    const place = path === '' ? 'output' : `${path}.output`
    const before = this.#dialogue.newest
    if (isList(output))
      for (const [index, item] of output.entries()) this.#item(item, `${place}[${index}]`, time, model)
    this.#records += 1
    if (this.#dialogue.newest === before) return this.report.ignore('response without output')
    this.#dialogue.used(responsesUsage(at(response, 'usage'), below(path, 'usage'), this.report))
  }

  #item(item: Json, path: string, time: number | null, model: string | null): void {
    this.#records += 1
    const moment: Moment = { order: (this.#order += 1), time, model }
    const key = keyOf(item)
    if (key !== null) this.keys.push(key)
    const createdBy = textOf(at(item, 'created_by'))
    if (createdBy !== this.#createdBy && isSaid(item)) this.#dialogue.close()
    this.#createdBy = createdBy
    const tools = at(item, 'type') === 'mcp_list_tools' ? at(item, 'tools') : undefined
    if (isList(tools) && tools.length > 0) return this.#add(toolsOf(tools, `${path}.tools`, this.report))
    const piece = this.#items.read(item, path)
    if (piece === null) return
    if (piece.kind === 'said') return this.#dialogue.said(piece.parts, moment)
    if (piece.kind === 'result') return this.#dialogue.result(piece.result, moment)
    if (piece.kind === 'given') {
      if (piece.role === 'system' && this.#dialogue.isEmpty) this.#leading.push(textIn(piece.content))
      else this.#dialogue.given(piece.role, piece.content, moment).injected = piece.injected === true
      return
    }
    const { summary } = piece
    const stays = this.#dialogue.compacted({ summary, tokensBefore: null, order: moment.order })
    if (stays && summary !== null) this.#dialogue.given('user', summary, moment)
    else if (stays) this.report.ignore('compaction without a readable summary')
  }
}

/** The texts of a message of the client's. */
export function textIn(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === 'string') return content
  return content
    .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''))
    .join('\n\n')
}
