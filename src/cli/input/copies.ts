import type { Problem } from '../../engine/index.ts'
import { callsOf } from '../../sim/internal.ts'
import { counted } from '../../view/index.ts'
import type { NamedTrace } from './logs.ts'

/**
 * Finds logs that begin with the calls of another one: some clients copy the old lines into a new file when a session
 * goes on.
 */
export class Copies {
  /** Logs by their first call. */
  readonly #known = new Map<string, { readonly log: string; readonly calls: readonly string[] }[]>()

  /** The conversation, with a problem if its calls are also in one that came before. */
  told({ log, trace }: NamedTrace): NamedTrace {
    const calls = callsOf(trace)
    const [first] = calls
    if (first === undefined) return { log, trace }
    const alike = this.#known.get(first) ?? []
    this.#known.set(first, [...alike, { log, calls }])
    const other = alike.find((one) => isBeginning(one.calls, calls) || isBeginning(calls, one.calls))
    if (other === undefined) return { log, trace }
    const shared = Math.min(calls.length, other.calls.length)
    const which = shared === calls.length ? 'its' : 'its first'
    const problem: Problem = {
      severity: 'warning',
      code: 'counted-twice',
      message: `${which} ${counted(shared, 'call')} ${shared === 1 ? 'is' : 'are'} also in ${other.log}: both are counted`,
    }
    const { intake } = trace
    return { log, trace: { ...trace, intake: { ...intake, problems: [...intake.problems, problem] } } }
  }
}

function isBeginning(short: readonly string[], long: readonly string[]): boolean {
  return short.length <= long.length && short.every((call, index) => call === long[index])
}
