import { isRecord, listOf, opaque, textIn } from './fields.ts'
import type { Fields } from './fields.ts'
import type { Links, ReadPart } from './read.ts'
import type { Piece } from './runs.ts'
import { ledBy, linked, linksOfReasoning } from './together.ts'

/** Stands for a field that is a text. */
const THOUGHT = Object.freeze({})
/** Ids by which OpenAI knows the calls of a reply, by those of the calls. */
const IDS = ['__openai_function_call_ids__', '__openai_custom_tool_call_ids__'] as const

/** What LangChain sends of a reply beside its content: thinking, and what tools of the provider's gave. */
export interface Beside {
  /** Parts that are in no block and no call. */
  readonly thinking: readonly ReadPart[]
  readonly outputs: readonly ReadPart[]
  /** A block or a call with what belongs to it there. */
  readonly with: (blocks: readonly unknown[], call?: string) => { readonly own: readonly unknown[] } & Links
}

/**
 * @param content the blocks of the reply
 * @param calls ids of its calls
 */
export function besideContent(fields: Fields, content: readonly unknown[], calls: readonly string[]): Beside {
  const kept = recordIn(fields, 'additional_kwargs')
  const told = textIn(kept, 'reasoning_content')
  const item = isRecord(kept['reasoning']) ? kept['reasoning'] : null
  const id = item === null ? null : (textIn(item, 'id') ?? null)
  const thoughts = [...(told === undefined ? [] : [THOUGHT]), ...(item === null ? [] : [item])]
  const block = content.findLast((one) => isRecord(one) && THINKING.has(one['type']))
  const summary = listOf(item?.['summary']).flatMap((one) =>
    isRecord(one) ? (textIn(one, 'text') ?? []) : [],
  )
  const lead = id === null ? {} : linksOfReasoning(id)
  const ids = new Set<unknown>([...calls, ...idsIn(content)])
  const keyOf = (output: unknown): unknown => {
    if (!isRecord(output)) return null
    return [output['call_id'], output['id']].find((key) => ids.has(key)) ?? null
  }
  const outputs = listOf(kept['tool_outputs'])
  return {
    thinking:
      thoughts.length === 0 || block !== undefined
        ? []
        : [{ part: { type: 'thinking', thinking: told ?? summary.join('\n\n') }, own: thoughts, ...lead }],
    outputs: outputs
      .filter((output) => keyOf(output) === null)
      .map((output) => ({ part: opaque(output), own: [output], ...ledBy(id, true) })),
    with(blocks, call) {
      const keys = new Set<unknown>([call, ...idsIn(blocks)].filter((key) => key !== undefined))
      const isThinking = block !== undefined && blocks.includes(block)
      const given = outputs.filter((output) => keys.has(keyOf(output)))
      // A custom tool’s call is sent from the calls.
      const isBound = given.some((one) => isRecord(one) && one['type'] !== 'custom_tool_call')
      return {
        own: [...blocks, ...(isThinking ? thoughts : []), ...given],
        ...linked(isThinking ? lead : ledBy(id, isBound)),
      }
    },
  }
}

/** What of a reply is in no block of its content. */
export function besideIn(fields: Fields): ReadonlySet<unknown> {
  const { reasoning, tool_outputs: outputs, reasoning_content: told } = recordIn(fields, 'additional_kwargs')
  return new Set([
    ...(typeof told === 'string' ? [THOUGHT] : []),
    ...(isRecord(reasoning) ? [reasoning] : []),
    ...listOf(outputs),
  ])
}

/** The fields of a reply of which these parts are left, without its calls. */
export function fieldsLeft(fields: Fields, pieces: readonly Piece[]): Fields {
  const left = new Set(pieces.flatMap(({ own, intact }) => (intact ? listOf(own) : [])))
  const isLoose = pieces.some(({ lacks }) => lacks.length > 0)
  const { tool_calls: _, invalid_tool_calls: __, id, ...rest } = fields
  const {
    tool_calls: ___,
    reasoning_content,
    reasoning,
    tool_outputs,
    ...others
  } = recordIn(fields, 'additional_kwargs')
  const outputs = listOf(tool_outputs).filter((output) => left.has(output))
  const kept = {
    ...others,
    ...(left.has(THOUGHT) && { reasoning_content }),
    ...((!isRecord(reasoning) || left.has(reasoning)) && reasoning !== undefined && { reasoning }),
    ...(outputs.length > 0 && { tool_outputs: outputs }),
    ...(isLoose && Object.fromEntries(IDS.map((name) => [name, withoutIds(others[name])]))),
  }
  // LangChain would send the output in the place of all else.
  const { output: ____, ...answer } = recordIn(fields, 'response_metadata')
  return {
    ...rest,
    ...(id !== undefined && !(isLoose && textIn(fields, 'id')?.startsWith('msg_') === true) && { id }),
    ...(isRecord(fields['additional_kwargs']) && { additional_kwargs: kept }),
    ...(isRecord(fields['response_metadata']) && { response_metadata: answer }),
  }
}

/** LangChain tells the kind of a call by whether it is in such a list. */
function withoutIds(ids: unknown): Fields | undefined {
  return isRecord(ids) ? Object.fromEntries(Object.keys(ids).map((call) => [call, undefined])) : undefined
}

const THINKING: ReadonlySet<unknown> = new Set(['thinking', 'reasoning', 'reasoning_content'])

function idsIn(blocks: readonly unknown[]): readonly string[] {
  return blocks.flatMap((one) => (isRecord(one) ? (textIn(one, 'id') ?? []) : []))
}

function recordIn(fields: Fields, name: string): Fields {
  const value = fields[name]
  return isRecord(value) ? value : {}
}
