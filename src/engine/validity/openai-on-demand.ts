import { onDemand } from '../core/on-demand.ts'
import type * as Code from './openai.ts'

/**
 * Replaces `openai.ts` in the worker: no run needs that file, and only few questions do (`codeOnDemand` in
 * vite.config.ts).
 */
const { load, code } = onDemand('loadOpenAi', () => import('./openai.ts'))

/** Fetches it. To be awaited before a request to OpenAI is judged, repaired or written. @throws where it cannot be fetched */
export const loadOpenAi = load

export const translated: typeof Code.translated = {
  openai: (request) => code().translated.openai(request),
  'openai-responses': (request) => code().translated['openai-responses'](request),
}

export const violationsForOpenAi: typeof Code.violationsForOpenAi = (...given) =>
  code().violationsForOpenAi(...given)

export const repairedForOpenAi: typeof Code.repairedForOpenAi = (...given) =>
  code().repairedForOpenAi(...given)
