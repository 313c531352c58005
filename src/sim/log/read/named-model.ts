import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'

/** Where the envelope of a conversation names the model of all its calls: requests, runs and their configurations. */
const PLACES: readonly (readonly string[])[] = Object.freeze([
  ['model'],
  ['model_name'],
  ['modelId'],
  ['info', 'config', 'model', 'model_name'],
  ['metadata', 'model'],
  ['metadata', 'llm_config', 'model'],
  ['llm_config', 'model'],
  ['config', 'model'],
])

/** Longer texts with a run's configuration are not parsed. */
const LONGEST = 1_000_000

/** The model that a file names once for a whole conversation; undefined if it names none. */
export function namedModel(holder: Json | null | undefined): string | undefined {
  for (const place of PLACES) {
    const name = textOf(at(holder ?? undefined, ...place))
    if (name !== undefined) return name
  }
  // SWE-agent writes how to run it again, as JSON within the JSON.
  const replay = textOf(at(holder ?? undefined, 'replay_config'))
  if (replay === undefined || replay.length > LONGEST) return undefined
  try {
    const config = JSON.parse(replay) as Json
    return textOf(at(config, 'agent', 'model', 'name'))
  } catch {
    return undefined
  }
}

/** Ways in which a provider processes a call for another price; OpenAI calls the priority fast, too. */
const TIERS: ReadonlyMap<Json | undefined, string> = new Map([
  ['flex', 'flex'],
  ['batch', 'batch'],
  ['priority', 'priority'],
  ['fast', 'priority'],
])

/** The name of a model with how it was asked, where that has another price; null if there is no name. */
export function modelAtTier(name: string | null | undefined, tier: Json | undefined): string | null {
  const way = TIERS.get(tier)
  return name === null || name === undefined ? null : way === undefined ? name : `${name}-${way}`
}
