import type { Json } from '../../engine/index.ts'

/** A call that stands in a request, with what stands there of its result. */
export interface SeenCall {
  readonly name: string
  readonly input: Json
  /** Null where no result is in the request. */
  readonly result: string | null
  readonly failed: boolean
  /** Place in the order of the request. */
  readonly at: number
}

/** A text argument of a call, '' where it has none of that name. */
export function argument(call: SeenCall, key: string): string {
  const { input } = call
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return ''
  const value = Object.hasOwn(input, key) ? (input as { readonly [key: string]: Json })[key] : undefined
  return typeof value === 'string' ? value : ''
}
