import type { Trace } from '../trace/trace.ts'

/**
 * What tells each answered call of a log from all others, so that a copy in another log is found: when it was answered, by
 * which model, and its sizes. Calls without a time or usage are left out.
 */
export function callsOf({ turns }: Pick<Trace, 'turns'>): readonly string[] {
  return turns.flatMap(({ response, time, usage, model }) =>
    response === null || time === null || usage === null
      ? []
      : [JSON.stringify([time, model, usage.input, usage.output])],
  )
}
