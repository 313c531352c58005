import type { Message, Tokens } from '../engine/index.ts'

/** What the loop of “Short-Term Memory” is told of a conversation. */
export interface LoopInput {
  readonly budget: Tokens
  /** Tokens of the newest turns that stay, and of everything else. */
  readonly kept: Tokens
  readonly rest: Tokens
  /** Tokens of the message that the user has just typed. */
  readonly message: Tokens
}

export interface LoopOutcome {
  readonly asks: number
  /** What the request holds when the loop has ended, or was stopped. */
  readonly sent: Tokens
  readonly stopped: boolean
}

/**
 * The loop of “Short-Term Memory”: while the messages are over the budget, everything but the newest turns is
 * summarized. The message that the user has just typed is added behind it. The loop ends when the messages fit, and
 * nothing in it sees to it that they ever do; here it is stopped after `rounds`.
 *
 * @param summary tokens of a summary of so many
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

/** Where “Short-Term Memory” lets a turn begin: at messages of the user whose content is a text, and no list. */
export function turnStartsAsWritten(messages: readonly Message[]): readonly number[] {
  return messages.flatMap(({ role, content }, index) =>
    role === 'user' && typeof content === 'string' ? [index] : [],
  )
}
