import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { withoutIdle } from '../../../engine/internal.ts'
import type { AnthropicRequest, ThinkingConfig, Tokens } from '../../../engine/index.ts'
import { connection } from '../../store/model/connection.ts'
import { listedAs, mostOutput } from '../../store/model/facts.ts'
import { whole } from '../../../view/index.ts'

/** Ways to let a model think; `own` leaves it to the model's default. */
export const THINKING_MODES = Object.freeze(['own', 'disabled', 'enabled', 'adaptive'] as const)
export type ThinkingMode = (typeof THINKING_MODES)[number]

/** The API's minimum budget. */
export const LEAST_BUDGET: Tokens = 1024

/** What a person chose for the next conversation with a real model. */
interface ThinkingState {
  readonly mode: ThinkingMode
  readonly budget: Tokens
}

export const thinkingState = createStore<ThinkingState>(() => ({ mode: 'own', budget: 4096 }))

export function useThinking<Part>(part: (state: ThinkingState) => Part): Part {
  return useStore(thinkingState, part)
}

/** Maximum tokens of a reply without its thinking. */
export const REPLY: Tokens = 4096

/**
 * The largest thinking budget of a model that leaves room for a reply: the API counts both together, and the budget
 * must be below their maximum. 0 if no budget fits, null if the maximum reply is unknown.
 */
export function mostBudget(model: string): Tokens | null {
  const most = mostOutput(model)
  if (most === null) return null
  if (most - REPLY >= LEAST_BUDGET) return most - REPLY
  return most >= 2 * LEAST_BUDGET ? LEAST_BUDGET : 0
}

/** Whether a model accepts a thinking mode; true if the provider was not asked or does not say. */
export function takes(model: string, mode: ThinkingMode): boolean {
  if (mode === 'own') return true
  return (
    (mode !== 'enabled' || mostBudget(model) !== 0) && (listedAs(model)?.thinking?.includes(mode) ?? true)
  )
}

/**
 * A request that a model accepts: with a budget of at most the model's maximum, and without a thinking setting if it
 * does not accept the conversation's, which began with another model. The same request if nothing changes.
 */
export function asTaken(request: AnthropicRequest, model: string): AnthropicRequest {
  const { thinking, context_management: management = null, ...rest } = request
  const mode = THINKING_MODES.find((one) => one === thinking?.type)
  if (thinking === undefined || mode === undefined) return request
  if (!takes(model, mode)) {
    const editing = withoutIdle(management, undefined)
    return editing === null ? rest : { ...rest, context_management: editing }
  }
  const { budget_tokens: budget } = thinking
  const most = mostBudget(model)
  if (mode !== 'enabled' || most === null || budget === undefined || budget <= most) return request
  return { ...request, thinking: { ...thinking, budget_tokens: most } }
}

/** The thinking setting of a conversation that begins now; undefined for none. */
export function thinkingOfStart(): ThinkingConfig | undefined {
  const { mode, budget } = thinkingState.getState()
  const { model } = connection.getState()
  if (mode === 'own' || !takes(model, mode)) return undefined
  if (mode === 'disabled') return { type: mode }
  // Some models leave its text out unless it is requested.
  const display = 'summarized'
  return mode === 'enabled'
    ? { type: mode, budget_tokens: Math.min(budget, mostBudget(model) ?? budget), display }
    : { type: mode, display }
}

/** How a model is let think in a live conversation. */
export const THINKING_TEXT = Object.freeze({
  title: 'Thinking',
  modes: {
    own: 'the model’s default',
    disabled: 'off',
    enabled: 'on, with a budget',
    adaptive: 'adaptive',
  },
  meanings: {
    own: 'The requests do not set it.',
    disabled: 'It answers at once.',
    enabled: 'It thinks before it answers, up to this many tokens (at least 1,024).',
    adaptive: 'It decides whether to think, and how much.',
  },
  refused: (mode: string, model: string) => `${mode}: not with ${model}`,
  upTo: 'up to',
  tokens: 'tokens',
  note: 'Applies to the whole conversation. Thinking is billed as output and is sent back unchanged. The provider can clear it only if it is on.',
  /** About a call to a model that does not accept the conversation's initial setting. */
  otherwise: (about: string, model: string, thinking: { readonly budget_tokens?: number } | undefined) =>
    thinking === undefined
      ? `${about}, without a thinking setting: ${model} does not accept the chosen one`
      : `${about}, thinking up to ${whole(thinking.budget_tokens ?? 0)} tokens: ${model} has no room for more beside a reply`,
  notListed: 'Ask the provider for its models to learn which of these the model accepts.',
})

/** Texts about compactions by the provider. */
export const COMPACTION_TEXT = Object.freeze({
  title: 'Compacted by the provider',
  turn: 'Turn',
  expected: 'run expects',
  made: 'provider did',
  billed: 'billed for it',
  none: 'nothing',
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  to: (after: string) => `→ ${after}`,
  billedOf: (input: string, output: string) => `${input} in, ${output} out`,
  summary: (turn: string) => `Its summary, ${turn}`,
  note: 'Tokens of the prompt before and after. Expected figures are the page’s count. The provider’s figure is billed and has no “before”. The pictures show the expected compaction in its own turn and the provider’s from the next turn on. The provider’s summary is sent again only by lanes that ask for the same compaction.',
  mock: 'A mock does not compact; it reads what the model would see.',
})
