import type { WindowId } from '../../core/units.ts'

/**
 * State of a stage by window, as plain data: windows of sub-agents come and go between the turns of the main one. A
 * list, because there are few windows, and an object keyed by ids would have to handle special names.
 */
export type PerWindow<Value> = readonly { readonly window: WindowId; readonly value: Value }[]

export function rememberedOf<Value>(state: PerWindow<Value>, window: WindowId): Value | null {
  return state.find((one) => one.window === window)?.value ?? null
}

export function remembering<Value>(
  state: PerWindow<Value>,
  window: WindowId,
  value: Value,
): PerWindow<Value> {
  const known = state.findIndex((one) => one.window === window)
  return known < 0 ? [...state, { window, value }] : state.with(known, { window, value })
}
