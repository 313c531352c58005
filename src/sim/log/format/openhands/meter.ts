import type { Json } from '../../../../engine/index.ts'
import type { Usage } from '../../../trace/trace.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { Report } from '../../read/report.ts'
import { Tally } from '../../read/usage.ts'

/** The usage of a run's calls, from the places at which the client stores it. */
export class Meter {
  readonly #byResponse = new Map<string, Usage>()
  readonly #listed = new Set<string>()
  /** Running sums by the name of the account. */
  readonly #sums = new Map<string, Usage>()

  readonly #report: Report

  /**
   * @param metrics the run's account, with the usage of each response if it was stored
   * @param path its place
   */
  constructor(metrics: Json, path: string, report: Report) {
    this.#report = report
    this.list(at(metrics, 'token_usages'), `${path}.token_usages`)
  }

  /** Reads a list of usages, each with the id of its response. */
  list(usages: Json | undefined, path: string): void {
    if (!isList(usages)) return
    for (const [nth, one] of usages.entries()) {
      const id = textOf(at(one, 'response_id'))
      // every state that the client stores repeats the list
      const usage = tokensOf(new Tally(one, `${path}[${nth}]`, this.#report, true))
      if (usage) this.#listed.add(`${usage.input} ${usage.output ?? 0}`)
      if (id !== undefined && usage) this.#byResponse.set(id, usage)
    }
  }

  /** True for the usage of one response from the list: an increase may be that of several. */
  isListed({ input, output }: Usage): boolean {
    return this.#listed.has(`${input} ${output ?? 0}`)
  }

  ofResponse(id: string | undefined): Usage | null {
    return id === undefined ? null : (this.#byResponse.get(id) ?? null)
  }

  /** The increase of a running sum since the last time; null if it did not grow. */
  growth(account: string, sum: Json | undefined, path: string): Usage | null {
    if (!isRecord(sum)) return null
    const tally = new Tally(sum, path, this.#report)
    const input = tally.sum('prompt_tokens')
    if (input === null) return null
    const now: Usage = {
      input,
      output: tally.sum('completion_tokens'),
      cacheRead: tally.sum('cache_read_tokens'),
      cacheWrite: tally.sum('cache_write_tokens'),
    }
    const before = this.#sums.get(account)
    this.#sums.set(account, now)
    const grown = input - (before?.input ?? 0)
    if (grown <= 0) return null
    return tally.usage({
      input: grown,
      output: difference(now.output, before?.output),
      cacheRead: difference(now.cacheRead, before?.cacheRead),
      cacheWrite: difference(now.cacheWrite, before?.cacheWrite),
    })
  }
}

function tokensOf(tally: Tally): Usage | null {
  const input = tally.prompt('prompt_tokens')
  if (input === null || input === 0) return null
  return tally.usage({
    input,
    output: tally.other('completion_tokens'),
    cacheRead: tally.other('cache_read_tokens'),
    cacheWrite: tally.other('cache_write_tokens'),
  })
}

function difference(now: number | null, before: number | null | undefined): number | null {
  return now === null ? null : Math.max(0, now - (before ?? 0))
}
