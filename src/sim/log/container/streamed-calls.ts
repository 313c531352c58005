import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { answeredAt } from '../read/answered-at.ts'
import type { LogRecord } from '../read/reader.ts'
import { rowsOf } from './container.ts'
import type { Container } from './container.ts'
import { answerIn, isAnswer, streamIn } from './streamed.ts'
import { exchangeOf } from './traffic.ts'

/** Calls in the records of a gateway, under names of its own, of which answers are streams. */
export const streamedCalls: Container = {
  name: 'calls with streams as their answers',
  open({ records }) {
    const calls = records.flatMap((record) =>
      rowsOf(record.value).map((value): LogRecord => ({ ...record, value })),
    )
    if (!calls.some(({ value }) => isRecord(value) && hasStream(value))) return []
    return calls.flatMap((call) =>
      isRecord(call.value) ? callIn(call.value).map((value) => ({ ...call, value })) : [],
    )
  },
}

/** What this container opened has its answers whole. */
function hasStream(record: JsonRecord): boolean {
  return (
    !isAnswer(at(record, 'response') ?? null) &&
    isAnswer(answerIn(streamIn(record))) &&
    callIn(record).some((call) => isAnswer(at(call, 'response') ?? null))
  )
}

/** The first value that is a request, and the first that is an answer. */
function callIn(record: JsonRecord): readonly Json[] {
  const sides = Object.entries(record).map(([key, value]) => [key, parsed(value)] as const)
  const answer =
    streamIn(record) ?? sides.map(([, side]) => bodyIn(side)).find((body) => isAnswer(answerIn(body)))
  const time = answeredAt(record)
  /** What stands around the messages, if the record is itself the request. */
  const around = Object.fromEntries(sides.filter(([, side]) => streamIn(side) === undefined))
  for (const [key, side] of [...sides, ['', around] as const]) {
    const isListed = isList(side) && side.some((one) => at(one, 'role') !== undefined)
    const request = isListed ? { ...around, [key]: null, messages: side } : bodyIn(side)
    const call = isRecord(request) ? exchangeOf(request, answer, at(side, 'url'), time) : []
    if (call.length > 0) return call
  }
  return []
}

function bodyIn(side: Json): Json {
  return parsed(at(side, 'body') ?? side)
}

function parsed(value: Json): Json {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (valueOf(value) ?? value) : value
}
