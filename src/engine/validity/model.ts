import type { Demands, ValidityOptions } from './rule/rule.ts'

/** What is known of a Claude model's demands, as documented in October 2026. */
interface ModelDemands {
  readonly prefill: 'allowed' | 'rejected'
  readonly systemMessages: 'allowed' | 'rejected'
  readonly bindsThinking: boolean
}

const UNKNOWN: ModelDemands = Object.freeze({
  prefill: 'allowed',
  systemMessages: 'allowed',
  bindsThinking: false,
})

/** Fills in the defaults of the options a caller left out. */
export function demandsOf(options: ValidityOptions = {}): Demands {
  const model = options.model === undefined ? UNKNOWN : demandsOfModel(options.model)
  return {
    alternation: options.alternation ?? 'merged',
    prefill: options.prefill ?? model.prefill,
    systemMessages: options.systemMessages ?? model.systemMessages,
    tools: options.tools ?? 'required',
    boundThinkingFrom:
      options.boundThinkingFrom === undefined && model.bindsThinking ? null : options.boundThinkingFrom,
  }
}

/** Whether a model takes thinking back only where nothing before it was changed; a model that is not known does not. */
export function modelBindsThinking(model: string): boolean {
  return demandsOfModel(model).bindsThinking
}

/**
 * Reads family and version out of an id such as `claude-opus-4-6` or `claude-sonnet-4-5-20250929`, with
 * or without a gateway's prefix. Ids of before version 4 (`claude-3-5-sonnet`) take everything but
 * system messages; an id that is no Claude's changes no default.
 */
function demandsOfModel(model: string): ModelDemands {
  if (/claude-[123]\b/.test(model)) return { ...UNKNOWN, systemMessages: 'rejected' }
  // A date follows the version with eight digits: two at most are a minor version.
  const found = /claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model)
  if (found === null) return UNKNOWN
  const family = found[1] ?? ''
  const version = Number(found[2]) * 100 + Number(found[3] ?? 0)
  const binds = family === 'fable' || family === 'mythos' ? version >= 501 : version >= 505
  return {
    prefill: version >= 406 ? 'rejected' : 'allowed',
    // Sonnet 5 is the one later model that does not take them.
    systemMessages: version >= 408 && !(family === 'sonnet' && version === 500) ? 'allowed' : 'rejected',
    bindsThinking: binds,
  }
}
