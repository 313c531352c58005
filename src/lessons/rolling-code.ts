import type { Message, Tokens } from '../engine/index.ts'

/** Input of the loop of “Short-Term Memory”. */
export interface LoopInput {
  readonly budget: Tokens
  /** Tokens of the newest turns, which stay, and of everything else. */
  readonly kept: Tokens
  readonly rest: Tokens
  /** Tokens of the new user message. */
  readonly message: Tokens
}

export interface LoopOutcome {
  readonly asks: number
  /** Tokens of the request after the loop ended, or was stopped. */
  readonly sent: Tokens
  readonly stopped: boolean
}

/**
 * The loop of “Short-Term Memory”: while the messages are over the budget, everything but the newest turns is
 * summarized. The new user message is added afterwards. The loop ends when the messages fit, but nothing ensures that
 * they ever do; here it is stopped after `rounds`.
 *
 * @param summary tokens of a summary of that many tokens
 */
export function loopAsWritten(
  { budget, kept, rest, message }: LoopInput,
  summary: (of: Tokens) => Tokens,
  rounds: number,
): LoopOutcome {
  let pending = rest
  let asks = 0
  while (kept + pending > budget && asks < rounds) {
    pending = summary(pending)
    asks += 1
  }
  return { asks, sent: kept + pending + message, stopped: kept + pending > budget }
}

/** Where a turn begins in “Short-Term Memory”: at user messages with plain text content, not a list. */
export function turnStartsAsWritten(messages: readonly Message[]): readonly number[] {
  return messages.flatMap(({ role, content }, index) =>
    role === 'user' && typeof content === 'string' ? [index] : [],
  )
}
