import { completeConfig, expandedConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { stageNamed } from '../../engine/internal.ts'
import { knownModel } from '../../llm/index.ts'
import { modelOf } from '../trace/model-of.ts'
import type { Trace } from '../trace/trace.ts'

/** Whose API a format is of, for logs whose model is not in the list. Other formats are of no provider. */
export const PROVIDER_OF_FORMAT: Readonly<Record<string, string>> = Object.freeze({
  anthropic: 'Anthropic',
  'claude-code': 'Anthropic',
  codex: 'OpenAI',
  'openai-responses': 'OpenAI',
  openai: 'OpenAI',
  'gemini-api': 'Google',
  'gemini-cli': 'Google',
})

/**
 * The log's provider, if it lacks what a lane leaves to a provider: then nobody can run this lane there. Null: the lane
 * leaves nothing to a provider, or this one has it, or the log does not say whose it is.
 *
 * @param model whose provider is meant; null: that of the log
 */
export function lackingProvider(
  config: PartialConfig,
  trace: Trace,
  model: string | null = null,
): string | null {
  const wanted = leftToProvider(config)
  if (wanted.length === 0) return null
  const known = model === null ? modelOf(trace).known : knownModel(model)
  const provider = known?.provider ?? PROVIDER_OF_FORMAT[trace.source.name] ?? null
  return provider !== null && wanted.some((providers) => !providers.includes(provider)) ? provider : null
}

/** What a lane leaves to a provider: for each such step the providers that have it. */
export function leftToProvider(config: PartialConfig): readonly (readonly string[])[] {
  const steps = expandedConfig(completeConfig(config))?.pipeline ?? []
  return steps.flatMap(({ stage }) => {
    const providers = stageNamed(stage)?.providers
    return providers === undefined ? [] : [providers]
  })
}
