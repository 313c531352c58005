import type { Message, Tokens } from '../engine/index.ts'

/*
 * Calculations of “Claude Code from Scratch” that do harm, each by itself. Names say what each is; the entries
 * in `tiered.ts` say what is wrong with it.
 */

/** What an API reports of one call. */
export interface ReportedUsage {
  readonly input_tokens: Tokens
  readonly cache_read_input_tokens: Tokens
  readonly cache_creation_input_tokens: Tokens
}

/** Tokens that the triggers are asked about. */
export function usedAsWritten({ input_tokens }: ReportedUsage): Tokens {
  return input_tokens
}

/** Tokens that shares are of. */
export function effectiveWindowAsWritten(limit: Tokens): Tokens {
  return limit - 20_000
}

/** How full a window is; 0 where it has no size. */
export function shareAsWritten(used: Tokens, window: Tokens): number {
  return window === 0 ? 0 : used / window
}

/** Holds a result to a budget by cutting what it has become by now. */
export function budgetAsWritten(text: string, budget: number): string {
  if (text.length <= budget) return text
  const each = Math.floor((budget - 80) / 2)
  return `${text.slice(0, each)}\n\n[... ${text.length - each * 2} chars gone ...]\n\n${text.slice(-each)}`
}

/** Stores what is over 30 KB and shows its first 200 lines, however long a line is. */
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

/** The text that replaces the history, whatever the model said. */
export function summaryAsWritten(answer: string | null): string {
  return answer === null || answer === '' ? 'No summary available.' : answer
}

/** The request for a summary: the messages with their calls, and no declaration of what was called. */
export function summaryRequestAsWritten(messages: readonly Message[]) {
  return {
    system: 'You summarize conversations.',
    messages: [...messages.slice(0, -1), { role: 'user', content: 'Summarize all of this.' } as const],
  }
}
