import type { Json } from '../../engine/index.ts'

/** A call in a request, with its visible result. */
export interface SeenCall {
  readonly name: string
  readonly input: Json
  /** Null if the request has no result. */
  readonly result: string | null
  readonly failed: boolean
  /** Position in the request. */
  readonly at: number
}

/** A text argument of a call, '' if it has none of that name. */
export function argument(call: SeenCall, key: string): string {
  const { input } = call
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return ''
  const value = Object.hasOwn(input, key) ? (input as { readonly [key: string]: Json })[key] : undefined
  return typeof value === 'string' ? value : ''
}
