import type { Message, Tokens } from '../engine/index.ts'

/* Harmful calculations of “Claude Code from Scratch”, one function each; the entries in `tiered.ts` say what is wrong. */

/** An API's reported usage of one call. */
export interface ReportedUsage {
  readonly input_tokens: Tokens
  readonly cache_read_input_tokens: Tokens
  readonly cache_creation_input_tokens: Tokens
}

/** The tokens that the triggers use. */
export function usedAsWritten({ input_tokens }: ReportedUsage): Tokens {
  return input_tokens
}

/** The base of shares. */
export function effectiveWindowAsWritten(limit: Tokens): Tokens {
  return limit - 20_000
}

/** Utilization of a window; 0 if its size is 0. */
export function shareAsWritten(used: Tokens, window: Tokens): number {
  return window === 0 ? 0 : used / window
}

/** Enforces a budget by cutting the current text of a result. */
export function budgetAsWritten(text: string, budget: number): string {
  if (text.length <= budget) return text
  const each = Math.floor((budget - 80) / 2)
  return `${text.slice(0, each)}\n\n[... ${text.length - each * 2} chars gone ...]\n\n${text.slice(-each)}`
}

/** Stores results over 30 KB and shows the first 200 lines, however long they are. */
export function persistAsWritten(
  text: string,
  bytes: number,
  path: string,
): { readonly shown: string; readonly stored: boolean } {
  if (bytes <= 30 * 1024) return { shown: text, stored: false }
  const preview = text.split('\n').slice(0, 200).join('\n')
  return {
    shown: `[Too large. All of it is in ${path}; read that with read_file.]\n\n${preview}`,
    stored: true,
  }
}

/** The text that replaces the history, whatever the model answered. */
export function summaryAsWritten(answer: string | null): string {
  return answer === null || answer === '' ? 'No summary available.' : answer
}

/** The request for a summary: the messages with their calls, without declaring the tools. */
export function summaryRequestAsWritten(messages: readonly Message[]) {
  return {
    system: 'You summarize conversations.',
    messages: [...messages.slice(0, -1), { role: 'user', content: 'Summarize all of this.' } as const],
  }
}
