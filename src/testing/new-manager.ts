import { presetConfig, strategySettings } from '../config/index.ts'
import { chars4, ContextWindowManager } from '../engine/index.ts'
import { createMock } from '../llm/index.ts'

/** A manager by a preset, with the plain counter and a summarizer that needs no model. */
export function newManager(preset: string, limit: number): ContextWindowManager {
  const settings = strategySettings({ ...presetConfig(preset), max_context_tokens: limit })
  const llm = createMock({ count: (text) => chars4.count(text) })
  return new ContextWindowManager({ ...settings, counter: chars4, llm })
}
