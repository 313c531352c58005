import type { Json, Part, ResultContentPart } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { documentOf, imageOf } from './media.ts'
import type { Report } from './report.ts'

/** Blocks without a type, as Bedrock's Converse API has them: their only key says what they are. */
const UNTYPED: Readonly<Record<string, (value: Json, path: string, report: Report) => Part | null>> = {
  text: (text, path, report) =>
    typeof text === 'string' ? { type: 'text', text } : wrong(report, path, 'a string', text),
  toolUse: (value, path, report) => call(at(value, 'toolUseId'), value, 'input', path, report),
  toolResult: (value, path, report) =>
    result(at(value, 'toolUseId'), at(value, 'content'), at(value, 'status') === 'error', path, report),
  reasoningContent: (value, path, report) => {
    const hidden = textOf(at(value, 'redactedContent'))
    if (hidden !== undefined) return { type: 'redacted_thinking', data: hidden }
    const thinking = at(value, 'reasoningText', 'text')
    const signature = textOf(at(value, 'reasoningText', 'signature'))
    if (typeof thinking !== 'string') return wrong(report, `${path}.reasoningText.text`, 'a string', thinking)
    return { type: 'thinking', thinking, ...(signature !== undefined && { signature }) }
  },
  image: (value, path, report) =>
    imageOf(sourceOf(value, 'image')) ?? wrong(report, path, 'a picture', value),
  document: (value, path, report) =>
    documentOf(sourceOf(value, 'application')) ?? wrong(report, path, 'a document', value),
  guardContent: (value, path, report) => {
    const text = at(value, 'text', 'text')
    return typeof text === 'string' ? { type: 'text', text } : wrong(report, path, 'a text', value)
  },
  // what was cited is in the request
  citationsContent: (value, path, report) => {
    const texts = at(value, 'content')
    return isList(texts)
      ? { type: 'text', text: texts.map((block) => textOf(at(block, 'text')) ?? '').join('') }
      : wrong(report, `${path}.content`, 'a list of texts', texts)
  },
  // a mark for the cache, no content
  cachePoint: () => null,
}

/** True for a block that only Converse or Goose writes. */
export function isOtherBlock(block: Json): boolean {
  if (at(block, 'type') === undefined)
    return ['toolUse', 'toolResult', 'reasoningContent', 'citationsContent'].some((key) =>
      isRecord(at(block, key)),
    )
  return at(block, 'type') === 'toolRequest' || at(block, 'type') === 'toolResponse'
}

/** A block without a type; undefined if it is none of Converse's. */
export function untypedPart(value: JsonRecord, path: string, report: Report): Part | null | undefined {
  for (const [key, read] of Object.entries(UNTYPED)) {
    const inner = at(value, key)
    if (inner === undefined) continue
    report.inferOnce('Its content blocks are those of Bedrock’s Converse API.')
    return read(inner, `${path}.${key}`, report)
  }
  return undefined
}

/** Goose's `toolRequest` and `toolResponse`: each holds what it is about, or the error instead of it. */
export function goosePart(
  value: JsonRecord,
  type: 'toolRequest' | 'toolResponse',
  path: string,
  report: Report,
): Part | null {
  report.inferOnce('Its content blocks are those of Goose.')
  const key = type === 'toolRequest' ? 'toolCall' : 'toolResult'
  const outcome = at(value, key)
  const error = textOf(at(outcome, 'error'))
  const inner = at(outcome, 'value') ?? (error === undefined ? outcome : undefined)
  if (type === 'toolResponse') {
    const content = isList(inner) ? inner : (at(inner, 'content') ?? error)
    const failed = error !== undefined || at(inner, 'isError') === true
    return result(at(value, 'id'), content, failed, `${path}.${key}`, report)
  }
  if (inner === undefined) return { type: 'text', text: error ?? '' }
  return call(at(value, 'id'), inner, 'arguments', `${path}.${key}`, report)
}

function call(id: Json | undefined, value: Json, key: string, path: string, report: Report): Part | null {
  const name = at(value, 'name')
  if (typeof id !== 'string') return wrong(report, path, 'a call with an id', value)
  if (typeof name !== 'string') return wrong(report, `${path}.name`, 'a string', name)
  return report.stands({ type: 'tool_use', id, name, input: at(value, key) ?? {} }, path)
}

function result(
  id: Json | undefined,
  content: Json | undefined,
  failed: boolean,
  path: string,
  report: Report,
): Part | null {
  if (typeof id !== 'string') return wrong(report, path, 'a result with the id of a call', content)
  const all = isList(content) ? content : content === undefined || content === null ? [] : [content]
  // its bytes are no text, and how many tokens it takes is unknown
  const list = all.filter((block) => !isRecord(at(block, 'video')))
  if (list.length < all.length) report.ignore('block/video', all.length - list.length)
  report.countParts(list.length)
  const parts = list.map((block) => resultBlock(block))
  const [only] = parts
  return report.stands(
    {
      type: 'tool_result',
      tool_use_id: id,
      content: parts.length === 0 ? '' : parts.length === 1 && only?.type === 'text' ? only.text : parts,
      ...(failed && { is_error: true }),
    },
    path,
  )
}

/** What a tool of MCP names, for the model to read it: the words that clients send. */
export function linkText(link: Json): string {
  const description = textOf(at(link, 'description'))
  const [name = '', uri = ''] = [textOf(at(link, 'name')), textOf(at(link, 'uri'))]
  return `[Resource link: ${name}] ${uri}${description === undefined ? '' : ` (${description})`}`
}

/** A text, a picture, a document, the text of a resource; everything else as JSON. */
function resultBlock(block: Json): ResultContentPart {
  if (typeof block === 'string') return { type: 'text', text: block }
  const text = at(block, 'text') ?? at(block, 'resource', 'text')
  if (typeof text === 'string') return { type: 'text', text }
  if (at(block, 'type') === 'resource_link') return { type: 'text', text: linkText(block) }
  const picture = isRecord(at(block, 'image'))
    ? imageOf(sourceOf(at(block, 'image'), 'image'))
    : at(block, 'type') === 'image'
      ? imageOf({
          type: 'base64',
          media_type: at(block, 'mimeType') ?? 'image/png',
          data: at(block, 'data') ?? '',
        })
      : null
  const document = isRecord(at(block, 'document'))
    ? documentOf(sourceOf(at(block, 'document'), 'application'))
    : null
  return picture ?? document ?? { type: 'text', text: JSON.stringify(at(block, 'json') ?? block) }
}

/** `{ format, source: { bytes } }` in Anthropic's shape. */
function sourceOf(value: Json | undefined, kind: string): Json {
  const format = textOf(at(value, 'format')) ?? 'png'
  const text = textOf(at(value, 'source', 'text'))
  if (text !== undefined) return { type: 'text', data: text }
  const address = textOf(at(value, 'source', 's3Location', 'uri'))
  if (address !== undefined) return { type: 'url', url: address }
  const top = /^(?:txt|md|csv|html)$/.test(format) ? 'text' : kind
  return { type: 'base64', media_type: `${top}/${format}`, data: at(value, 'source', 'bytes') ?? '' }
}

function wrong(report: Report, path: string, expected: string, found: Json | undefined): null {
  report.mismatch(path, expected, found)
  return null
}
