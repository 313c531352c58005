import type { Json } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'

/** The kind of a message, from any of its names. */
export type Kind = 'human' | 'ai' | 'tool' | 'function' | 'system' | 'remove'

const KINDS: ReadonlyMap<unknown, Kind> = new Map([
  ['human', 'human'],
  ['user', 'human'],
  ['ai', 'ai'],
  ['assistant', 'ai'],
  ['tool', 'tool'],
  ['function', 'function'],
  ['system', 'system'],
  ['developer', 'system'],
  ['remove', 'remove'],
])

/** Kinds that only this format writes as a `type`; others use `tool` and `system` too. */
const SURE: ReadonlySet<unknown> = new Set(['human', 'ai'])

/** A message with its fields, in any dialect. */
export interface Fielded {
  /** Null for an unknown type, which is in `name`. */
  readonly kind: Kind | null
  readonly name: string
  readonly fields: JsonRecord
  /** Path from the message to its fields: '', `.kwargs` or `.data`. */
  readonly inner: string
}

/** True for a value that only LangChain writes: a message constructor, or a message of a human or a model. */
export function isMessage(value: Json): boolean {
  if (isConstructor(value)) return true
  const type = at(value, 'type')
  if (typeof type !== 'string' || !SURE.has(baseOf(type))) return false
  return at(value, 'content') !== undefined || isRecord(at(value, 'data'))
}

/** True for a value that looks like a message, valid or not. */
export function claimsToBeMessage(value: Json): boolean {
  if (isMessage(value)) return true
  const type = at(value, 'type')
  if (typeof type !== 'string' || !KINDS.has(baseOf(type))) return false
  return typeof at(value, 'content') === 'string' || isRecord(at(value, 'data'))
}

/** The fields of a message in one of the three dialects; null for a value that is not an object. */
export function fieldedOf(value: Json): Fielded | null {
  if (!isRecord(value)) return null
  const id = at(value, 'id')
  const kwargs = at(value, 'kwargs')
  if (isConstructor(value) && isList(id) && isRecord(kwargs)) {
    const name = textOf(id.at(-1)) ?? ''
    const kind = baseOf(name)
    return {
      kind: kindOf(kind === 'chat' ? at(kwargs, 'role') : kind),
      name,
      fields: kwargs,
      inner: '.kwargs',
    }
  }
  const data = at(value, 'data')
  const type = at(value, 'type')
  const fields = isRecord(data) && at(value, 'content') === undefined ? data : value
  const named = typeof type === 'string' ? baseOf(type) : 'chat'
  const role = named === 'chat' ? at(fields, 'role') : named
  return {
    kind: kindOf(role),
    name: textOf(type) ?? textOf(role) ?? '',
    fields,
    inner: fields === value ? '' : '.data',
  }
}

function isConstructor(value: Json): boolean {
  if (at(value, 'lc') === undefined || at(value, 'type') !== 'constructor') return false
  const id = at(value, 'id')
  const name = isList(id) ? id.at(-1) : undefined
  return typeof name === 'string' && /Message(Chunk)?$/.test(name)
}

function kindOf(name: Json | undefined): Kind | null {
  return KINDS.get(name) ?? null
}

/** `AIMessageChunk`, `AIMessage` and `ai` mean the same. */
function baseOf(name: string): string {
  return name.replace(/Message(Chunk)?$/, '').toLowerCase()
}
