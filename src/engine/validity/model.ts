import type { Demands, ValidityOptions } from './rule/rule.ts'

/** Known requirements of a Claude model, as documented in October 2026. */
interface ModelDemands {
  readonly prefill: 'allowed' | 'rejected'
  readonly systemMessages: 'allowed' | 'rejected'
  readonly bindsThinking: boolean
  readonly onlyAdapts: boolean
}

const UNKNOWN: ModelDemands = Object.freeze({
  prefill: 'allowed',
  systemMessages: 'allowed',
  bindsThinking: false,
  onlyAdapts: false,
})

/** Fills in the defaults of the options a caller left out. */
export function demandsOf(options: ValidityOptions = {}): Demands {
  const model = options.model === undefined ? UNKNOWN : demandsOfModel(options.model)
  return {
    alternation: options.alternation ?? 'merged',
    prefill: options.prefill ?? model.prefill,
    systemMessages: options.systemMessages ?? model.systemMessages,
    tools: options.tools ?? 'required',
    calls: options.calls ?? 'required',
    boundThinkingFrom:
      options.boundThinkingFrom === undefined && model.bindsThinking ? null : options.boundThinkingFrom,
  }
}

/** Whether a model accepts thinking only after an unchanged prefix; an unknown model does not require that. */
export function modelBindsThinking(model: string): boolean {
  return demandsOfModel(model).bindsThinking
}

/** Whether a model refuses thinking that is `enabled` with a budget. Opus 4.6 and Sonnet 4.6 know both modes. */
export function modelOnlyAdapts(model: string): boolean {
  return demandsOfModel(model).onlyAdapts
}

/**
 * Reads family and version from an id such as `claude-opus-4-6` or `claude-sonnet-4-5-20250929`, with or without a
 * gateway's prefix. Models before version 4 (`claude-3-5-sonnet`) accept everything except system messages; an id that
 * is not of a Claude model changes no default.
 */
function demandsOfModel(model: string): ModelDemands {
  if (/claude-[123]\b/.test(model)) return { ...UNKNOWN, systemMessages: 'rejected' }
  // After the version comes a date of eight digits: at most two digits are a minor version.
  const found = /claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model)
  if (found === null) return UNKNOWN
  const family = found[1] ?? ''
  const version = Number(found[2]) * 100 + Number(found[3] ?? 0)
  const binds = family === 'fable' || family === 'mythos' ? version >= 501 : version >= 505
  return {
    prefill: version >= 406 ? 'rejected' : 'allowed',
    // Sonnet 5 is the one later model that does not accept them.
    systemMessages: version >= 408 && !(family === 'sonnet' && version === 500) ? 'allowed' : 'rejected',
    bindsThinking: binds,
    onlyAdapts: version >= 407,
  }
}
