import { expect, it } from 'vitest'
import { nextStep } from './KeySection.tsx'

it('LLM-1 who has given a key is told where it can be used', () => {
  const fifo = { policy: 'fifo', gates: 'on' } as const
  const rolling = { policy: 'rolling_summary', gates: 'on' } as const
  expect(nextStep([fifo], 'Claude Haiku 4.5')).toContain('add one that does, such as Managed')
  expect(nextStep([fifo, rolling], 'Claude Haiku 4.5')).toMatch(
    /^Beside the name of Rolling summary, choose “summaries by Claude Haiku 4.5”/,
  )
  expect(nextStep([{ ...rolling, answeredBy: 'claude-haiku-4-5' }], 'Claude Haiku 4.5')).toBeNull()
})
