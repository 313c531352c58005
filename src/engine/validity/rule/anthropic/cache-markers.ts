import type { AnthropicSubject, Rule } from '../rule.ts'

/** Markers that a request may hold, in system, tools and messages together. */
export const MAX_MARKERS = 4

export const cacheMarkers: Rule<AnthropicSubject> = {
  meaning: 'At most four parts have a cache marker.',
  *check(subject) {
    const found = markersOf(subject).length
    if (found <= MAX_MARKERS) return
    const message = `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${found}.`
    yield { index: -1, ids: [], message }
  },
}

/** Where a marker is: `index` is a message, -1 for a system text, -2 for a tool; `part` counts within it. */
export interface Marker {
  readonly index: number
  readonly part: number
}

/** Every marked part in the order of the prompt: tools, system, messages. Parts inside a result are not counted. */
export function markersOf({ request, parts }: Pick<AnthropicSubject, 'request' | 'parts'>): Marker[] {
  const found: Marker[] = []
  const look = (values: readonly unknown[], index: number): void => {
    for (let part = 0; part < values.length; part += 1)
      if (isMarked(values[part])) found.push({ index, part })
  }
  look(request?.tools ?? [], -2)
  if (Array.isArray(request?.system)) look(request.system, -1)
  for (let index = 0; index < parts.length; index += 1) look(parts[index] ?? [], index)
  return found
}

function isMarked(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('cache_control' in value)) return false
  return value.cache_control !== null && value.cache_control !== undefined
}
