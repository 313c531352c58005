/** Units of the numbers in the engine. They are plain aliases, not branded types: they document what a number means. */

/** A count of tokens of the counter in use. Always a non-negative integer, except signed differences. */
export type Tokens = number

/**
 * One step of a trace, counted from 0: the inputs that arrive and the agent's response to them. `timeline.turns[turn]`
 * is its record.
 */
export type Turn = number

/** Milliseconds since 1970 on the trace's own clock; never the machine's. */
export type Milliseconds = number

/** A share: 0 = nothing, 1 = all. Utilization exceeds 1 when a window overflows. */
export type Ratio = number

/** Index of a block in the trace's block table; derived blocks follow the last original. */
export type BlockId = number

/** Index of a message in `trace.messages`. */
export type MessageIndex = number

/** A window of a trace: 0 is the main one, sub-agents and continuations follow. */
export type WindowId = number

/** Number of a recorded change of a window, counted from 1 over a run. A window "at tick k" has changes 1…k applied. */
export type Tick = number
