import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ThinkingConfig, Tokens } from '../../engine/index.ts'
import { connection } from '../model/connection.ts'
import { factsOf, offeredModels } from '../model/facts.ts'

/** Ways to let a model think; `own` says nothing of it, and the model does as it does by itself. */
export const THINKING_MODES = Object.freeze(['own', 'disabled', 'enabled', 'adaptive'] as const)
export type ThinkingMode = (typeof THINKING_MODES)[number]

/** The API takes no budget below. */
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

/** Most tokens of a reply of a model, as the provider lists it or a person says; null where nobody says. */
export function mostOutput(model: string): Tokens | null {
  return factsOf(model)?.maxOutput ?? listedAs(model)?.maxOutput ?? null
}

/** Whether a model takes a way to think; it may, where the provider was not asked or does not say. */
export function takes(model: string, mode: ThinkingMode): boolean {
  return mode === 'own' || (listedAs(model)?.thinking?.includes(mode) ?? true)
}

function listedAs(model: string) {
  const { own, listed } = connection.getState()
  return offeredModels({ own, listed, model }).find(({ id }) => id === model)?.listed ?? null
}

/** How a conversation that begins now lets the model think; undefined where its requests say nothing of it. */
export function thinkingOfStart(): ThinkingConfig | undefined {
  const { mode, budget } = thinkingState.getState()
  if (mode === 'own' || !takes(connection.getState().model, mode)) return undefined
  if (mode === 'disabled') return { type: mode }
  // Some models leave its text out where nobody asks for it.
  const display = 'summarized'
  return mode === 'enabled' ? { type: mode, budget_tokens: budget, display } : { type: mode, display }
}
