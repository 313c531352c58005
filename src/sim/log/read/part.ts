import type { Json, Part, ResultContentPart } from '../../../engine/index.ts'
import { jsonOf } from '../../../engine/internal.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { audioOf, documentOf, documentOfFile, imageOf, imageOfUrl, sourceOf } from './media.ts'
import { goosePart, linkText, untypedPart } from './other-blocks.ts'
import type { Report } from './report.ts'
import { argumentsOf, inputOfCall, nameOfCall } from './tool.ts'

/**
 * One entry of a content list as a part. Both providers' names are accepted, because gateways mix them. A value of the
 * wrong type is reported and skipped (null); an unknown type is counted, and kept as text if it has some.
 */
export function partOf(value: Json, path: string, report: Report): Part | null {
  if (typeof value === 'string') return { type: 'text', text: value }
  if (!isRecord(value)) return wrong(report, path, 'a content block', value)
  const type = at(value, 'type')
  switch (type) {
    case 'text':
      return textPart(value, 'text', path, report)
    case 'refusal':
      return textPart(value, 'refusal', path, report)
    case 'think':
    case 'thinking': {
      const thought = at(value, type)
      // Mistral has blocks of text there
      const thinking = isList(thought)
        ? thought.map((block) => textOf(at(block, 'text')) ?? '').join('')
        : thought
      if (typeof thinking !== 'string') return wrong(report, `${path}.${type}`, 'a string', thinking)
      const signature = textOf(at(value, 'signature'))
      return { type: 'thinking', thinking, ...(signature !== undefined && { signature }) }
    }
    case 'redacted_thinking': {
      const data = at(value, 'data')
      return typeof data === 'string' ? { type, data } : wrong(report, `${path}.data`, 'a string', data)
    }
    case 'tool_use':
      return callPart(value, path, report)
    case 'tool_call':
      return namedCall(value, path, report) ?? otherPart(value, type, report)
    case 'tool_result':
      return resultPart(value, path, report)
    case 'image':
      return (
        imageOf(at(value, 'source')) ??
        imageOf({
          type: 'base64',
          media_type: at(value, 'mimeType') ?? null,
          data: at(value, 'data') ?? null,
        }) ??
        wrong(report, `${path}.source`, 'a picture', at(value, 'source'))
      )
    case 'image_url': {
      const url = at(value, 'image_url')
      return imageOfUrl(url) ?? wrong(report, `${path}.image_url`, 'an address', url)
    }
    case 'document':
      return (
        documentOf(at(value, 'source'), value) ??
        wrong(report, `${path}.source`, 'a document', at(value, 'source'))
      )
    case 'file':
      return documentOfFile(at(value, 'file')) ?? otherPart(value, type, report)
    case 'input_audio': {
      const audio = at(value, 'input_audio')
      return audioOf(audio) ?? wrong(report, `${path}.input_audio`, 'a sound', audio)
    }
    case 'audio': {
      const source = sourceOf(at(value, 'source'))
      return source ? { type, source } : wrong(report, `${path}.source`, 'a sound', at(value, 'source'))
    }
    case 'search_result':
      return searchPart(value)
    case 'toolRequest':
    case 'toolResponse':
      return goosePart(value, type, path, report)
    default: {
      if (typeof type === 'string') return otherPart(value, type, report)
      const untyped = type === undefined ? untypedPart(value, path, report) : undefined
      return untyped === undefined ? wrong(report, `${path}.type`, 'a string', type) : untyped
    }
  }
}

/** A content list as parts; broken entries are left out. */
export function partsOfList(list: readonly Json[], path: string, report: Report): Part[] {
  report.countParts(list.length)
  const parts: Part[] = []
  for (const [index, value] of list.entries()) {
    const part = partOf(value, `${path}[${index}]`, report)
    if (part) parts.push(part)
  }
  return parts
}

/** A tool's output: a string, a list of blocks, or nothing, which is read as ''. */
export function resultContentOf(
  value: Json | undefined,
  path: string,
  report: Report,
): string | readonly ResultContentPart[] {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (!isList(value)) {
    report.mismatch(path, 'a string or a list', value)
    return JSON.stringify(value)
  }
  const parts: ResultContentPart[] = []
  for (const part of partsOfList(value, path, report)) {
    if (part.type === 'text' || part.type === 'image' || part.type === 'document') parts.push(part)
    else report.ignore(`result block/${part.type}`)
  }
  return parts
}

function textPart(value: Json, key: string, path: string, report: Report): Part | null {
  const text = at(value, key)
  return typeof text === 'string' ? { type: 'text', text } : wrong(report, `${path}.${key}`, 'a string', text)
}

/** A passage that was found, with where it is from. */
function searchPart(value: JsonRecord): Part {
  const content = at(value, 'content')
  const passages = isList(content) ? content.map((block) => at(block, 'text')) : [content]
  const texts = [at(value, 'title'), at(value, 'source'), ...passages].flatMap((text) => textOf(text) ?? [])
  return { type: 'text', text: texts.join('\n') }
}

function callPart(value: Json, path: string, report: Report): Part | null {
  const id = at(value, 'id')
  const name = at(value, 'name')
  if (typeof id !== 'string') return wrong(report, `${path}.id`, 'a string', id)
  if (typeof name !== 'string') return wrong(report, `${path}.name`, 'a string', name)
  return report.stands({ type: 'tool_use', id, name, input: at(value, 'input') ?? {} }, path)
}

/** A call as Azure’s evaluations and LangChain’s blocks have it; null for another block of this type. */
function namedCall(value: Json, path: string, report: Report): Part | null {
  const call = at(value, 'tool_call') ?? value
  const id = textOf(at(value, 'tool_call_id') ?? at(call, 'id'))
  const named = isRecord(at(call, 'function')) ? at(call, 'function') : call
  const name = nameOfCall(named)
  if (id === undefined || name === undefined) return null
  const input = argumentsOf(inputOfCall(named), `${path}.arguments`, report)
  return report.stands({ type: 'tool_use', id, name, input }, path)
}

function resultPart(value: Json, path: string, report: Report): Part | null {
  const id = at(value, 'tool_use_id')
  if (typeof id !== 'string') return wrong(report, `${path}.tool_use_id`, 'a string', id)
  const content = resultContentOf(at(value, 'content'), `${path}.content`, report)
  const error = at(value, 'is_error')
  const result: Part = {
    type: 'tool_result',
    tool_use_id: id,
    content,
    ...(typeof error === 'boolean' && { is_error: error }),
  }
  return report.stands(result, path)
}

/** A call of a tool that the provider runs itself: text of the reply, see `Report.hosted`. */
export function hostedCall(name: string, input: Json, report: Report): Part {
  report.hosted(`${name} call`)
  return { type: 'text', text: `${name}(${typeof input === 'string' ? input : jsonOf(input)})` }
}

/** The result of such a call. */
export function hostedResult(
  name: string,
  content: string | readonly ResultContentPart[],
  report: Report,
): Part {
  report.hosted(`${name} result`)
  const texts =
    typeof content === 'string' ? [content] : content.map((part) => (part.type === 'text' ? part.text : ''))
  return { type: 'text', text: texts.join('\n\n') }
}

/** A block of another type: calls and results of tools that the provider runs itself, else kept as text if it has some. */
function otherPart(value: JsonRecord, type: string, report: Report): Part | null {
  const name = textOf(at(value, 'name'))
  if (type.endsWith('tool_use') && name !== undefined) {
    report.hosted(type)
    return { type: 'text', text: `${name}(${jsonOf(at(value, 'input') ?? {})})` }
  }
  const content = at(value, 'text') ?? at(value, 'content')
  if (type.endsWith('tool_result')) {
    report.hosted(type)
    return { type: 'text', text: typeof content === 'string' ? content : hostedText(content) }
  }
  if (type === 'resource_link') return { type: 'text', text: linkText(value) }
  report.ignore(`block/${type}`)
  if (type === 'tool_reference') return { type: 'text', text: textOf(at(value, 'tool_name')) ?? '' }
  return typeof content === 'string' ? { type: 'text', text: content } : null
}

/** Blocks of text as their text, everything else as JSON. */
function hostedText(content: Json | undefined): string {
  const texts = isList(content)
    ? content.map((block) => (at(block, 'type') === 'text' ? at(block, 'text') : null))
    : []
  const plain = texts.filter((text) => typeof text === 'string')
  return plain.length > 0 && plain.length === texts.length ? plain.join('\n\n') : jsonOf(content)
}

function wrong(report: Report, path: string, expected: string, found: Json | undefined): null {
  report.mismatch(path, expected, found)
  return null
}
