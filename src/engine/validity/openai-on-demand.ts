import type * as Code from './openai.ts'

/**
 * Replaces `openai.ts` in the worker: no run needs that file, and only few questions do (`codeOnDemand` in
 * vite.config.ts).
 */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a request to OpenAI is judged, repaired or written. @throws where it cannot be fetched */
export async function loadOpenAi(): Promise<void> {
  code ??= await import('./openai.ts')
}

function loaded(): typeof Code {
  if (code === null) throw new Error('loadOpenAi was not awaited')
  return code
}

export const translated: typeof Code.translated = {
  openai: (request) => loaded().translated.openai(request),
  'openai-responses': (request) => loaded().translated['openai-responses'](request),
}

export const violationsForOpenAi: typeof Code.violationsForOpenAi = (...given) =>
  loaded().violationsForOpenAi(...given)

export const repairedForOpenAi: typeof Code.repairedForOpenAi = (...given) =>
  loaded().repairedForOpenAi(...given)
