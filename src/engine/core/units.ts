/**
 * Units of the numbers in the engine. They are aliases, not brands: they say what a number means
 * where it is declared, and cost nothing where it is used.
 */

/** A count of tokens of the counter in use. Always a non-negative integer, except signed differences. */
export type Tokens = number

/**
 * One step of a trace, counted from 0: the inputs that arrive and the agent's response to them.
 * `timeline.turns[turn]` is the record of that turn.
 */
export type Turn = number

/** Milliseconds since 1970 on the trace's own clock; never the machine's. */
export type Milliseconds = number

/** A share, 0 = nothing, 1 = all. Utilization may exceed 1 when a window overflows. */
export type Ratio = number

/** Position of a block in the trace's block table; derived blocks follow after the last original. */
export type BlockId = number

/** Position of a message in `trace.messages`. */
export type MessageIndex = number

/** A window of a trace: 0 is the main one, sub-agents and continuations follow. */
export type WindowId = number

/** Number of a recorded change of a window, counted from 1 over a run. A window "at tick k" has changes 1…k applied. */
export type Tick = number
