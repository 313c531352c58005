import { expect, it } from 'vitest'
import { run } from '../../sim/index.ts'
import { traceOf } from '../../testing/trace.ts'
import { share, turnTable } from '../../view/index.ts'
import { readoutOf } from './lane-words.ts'

it('TOK-5 the readout marks the share of an estimating counter like its tokens', () => {
  const trace = traceOf([{ role: 'user', content: 'a line of a file\n'.repeat(300) }])
  const { data } = run(trace, { max_context_tokens: 4000 })
  const [row] = turnTable(data)
  const part = share(row?.share ?? null)
  expect(readoutOf(row, 0, undefined, { limit: 4000, exact: true }).figures).toContain(
    ` of 4,000 tokens (${part})`,
  )
  expect(readoutOf(row, 0, undefined, { limit: 4000, exact: false }).figures).toMatch(
    new RegExp(`· ≈ [\\d,]+ of 4,000 tokens \\(≈ ${part}\\)`),
  )
})
