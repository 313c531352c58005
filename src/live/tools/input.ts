import type { Json } from '../../engine/index.ts'
import type { ToolCall } from '../live.ts'

/** An error in the input of a call, for the model to read. */
export class InputFault extends Error {}

/** The input of a call by key. Refuses keys that the tool does not have. */
export interface Fields {
  /** @throws InputFault if it is missing or not a text */
  text(key: string): string
  /** A text, or '' if it is missing. */
  optionalText(key: string): string
  /** A whole number, at least `least`, or `otherwise` if it is missing. */
  count(key: string, least: number, otherwise: number): number
  flag(key: string): boolean
}

/** @throws InputFault for an input that is not an object, or has an unknown key */
export function fieldsOf(tool: string, input: ToolCall['input'], keys: readonly string[]): Fields {
  if (!isRecord(input)) throw new InputFault(`${tool}: the input must be an object, not ${shown(input)}`)
  const foreign = Object.keys(input).find((key) => !keys.includes(key))
  if (foreign !== undefined) throw new InputFault(`${tool} takes ${keys.join(', ')}, not ${shown(foreign)}`)
  const value = (key: string): Json | undefined => (Object.hasOwn(input, key) ? input[key] : undefined)
  const wrong = (key: string, expected: string): never => {
    throw new InputFault(`${tool}: ${key} must be ${expected}, not ${shown(value(key))}`)
  }
  const text = (key: string): string => {
    const given = value(key)
    return typeof given === 'string' ? given : wrong(key, 'a text')
  }
  return {
    text,
    optionalText: (key) => (value(key) === undefined || value(key) === null ? '' : text(key)),
    count(key, least, otherwise) {
      const given = value(key) ?? otherwise
      if (typeof given === 'number' && Number.isSafeInteger(given) && given >= least) return given
      return wrong(key, `a whole number from ${least} on`)
    },
    flag(key) {
      const given = value(key) ?? false
      return typeof given === 'boolean' ? given : wrong(key, 'true or false')
    },
  }
}

/** Characters of a value that a complaint quotes. */
const QUOTED = 80

/** A value as quoted at the end of an error. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length <= QUOTED ? text : `${text.slice(0, QUOTED - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
