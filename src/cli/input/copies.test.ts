import { expect, it } from 'vitest'
import { readTrace } from '../../sim/index.ts'
import { session, text, tokens } from '../../testing/log/claude-code.ts'
import { Copies } from './copies.ts'

/** A session of so many calls; another session has other sizes. */
const named = (log: string, calls: number, size = 1_000) => {
  const lines = session()
  for (let call = 0; call < calls; call++) {
    lines.user(`Question ${call}`)
    lines.reply(`m${call}`, text('Answer.'), tokens(size, 0, 0, 5))
  }
  return { log, trace: readTrace(lines.text()) }
}

it('says that a log goes on with the calls of another one, in any order, and not of one that differs', () => {
  const copies = new Copies()
  const told = [
    named('a.jsonl', 3),
    named('other.jsonl', 3, 2_000),
    named('b.jsonl', 4),
    named('c.jsonl', 1),
  ].map((one) => copies.told(one).trace.intake.problems.map(({ code, message }) => [code, message]))
  expect(told).toEqual([
    [],
    [],
    [['counted-twice', 'its first 3 calls are also in a.jsonl: both are counted']],
    [['counted-twice', 'its 1 call is also in a.jsonl: both are counted']],
  ])
})
