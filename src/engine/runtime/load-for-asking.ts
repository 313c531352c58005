import { loadPrompt } from '../core/llm/prompt.ts'
import { loadSession } from '../stage/tiered/session.ts'
import { loadFidelity } from './fidelity.ts'

/**
 * Fetches what runs need that compress or ask a model. Only a worker has it in separate chunks. To be awaited before such
 * a run, or after `CodeMissing`. Rejects if something cannot be fetched.
 */
export async function loadForAsking(): Promise<void> {
  await Promise.all([loadPrompt(), loadSession(), loadFidelity()])
}
