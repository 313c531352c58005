import type { Json } from '../../../../engine/index.ts'
import type { Usage } from '../../../trace/trace.ts'
import { at, isRecord, shown } from '../../json/guard.ts'
import type { Report } from '../../read/report.ts'
import { responsesUsage } from '../../read/usage.ts'

/**
 * The content of a `token_count` event: usage of a new call, or why it has none; `isBroken`: that of a new call was
 * invalid and left out.
 */
export type TokenCount =
  | { readonly usage: Usage }
  | { readonly usage: null; readonly why: string; readonly isBroken: boolean }

/**
 * Reads the `token_count` events of a session. The first has no figures, the next turn repeats the last one of the
 * previous turn, and a compaction is followed by an estimate without input.
 */
export class TokenCounts {
  #total = ''
  /** The newest total of all calls; missing before the first. */
  #before: Json | undefined

  read(payload: Json, report: Report): TokenCount {
    const info = at(payload, 'info')
    const total = at(info, 'total_token_usage')
    const own = at(info, 'last_token_usage')
    const last = own ?? sinceTotal(total, this.#before)
    this.#before = total ?? this.#before
    if (last === undefined || last === null) return without('without usage')
    const key = JSON.stringify([countsOf(total), countsOf(own)])
    if (key === this.#total) return without('repeated')
    this.#total = key
    const path = `payload.info.${own === undefined || own === null ? 'total' : 'last'}_token_usage`
    const usage = responsesUsage(last, path, report)
    if (usage) return { usage }
    const input = at(last, 'input_tokens') ?? 0
    return input === 0 ? without('without usage') : without('with impossible usage', true)
  }
}

const KEYS = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'total_tokens'] as const

/** Usage of a call without figures of its own: what it added to the total. */
function sinceTotal(total: Json | undefined, before: Json | undefined): Json | undefined {
  if (!isRecord(total)) return total
  const added = Object.entries(total).map(([key, count]): [string, Json] => {
    const earlier = at(before, key)
    return [key, typeof count === 'number' && typeof earlier === 'number' ? count - earlier : count]
  })
  // A total that fell began anew.
  return added.some(([, count]) => typeof count === 'number' && count < 0) ? total : Object.fromEntries(added)
}

function countsOf(usage: Json | undefined): readonly string[] {
  return KEYS.map((key) => shown(at(usage, key)))
}

function without(why: string, isBroken = false): TokenCount {
  return { usage: null, why: `token_count ${why}`, isBroken }
}
