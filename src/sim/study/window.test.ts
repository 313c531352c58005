import { expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { call, session, text, tokens } from '../../testing/log/claude-code.ts'
import { readTrace, run, takeIn, unmanagedPeak } from '../index.ts'
import { chosenWindow } from './window.ts'

it('suggests half of a scenario’s peak, as the page opens it, and for the same log the overhead and half of the rest', () => {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, chars4)
  const peak = unmanagedPeak(intake)
  const suggested = { kind: 'suggested' } as const
  expect(chosenWindow(suggested, intake)?.tokens).toBe(Math.round(peak / 2))
  const log = takeIn({ ...trace, source: { ...trace.source, kind: 'log' } }, chars4)
  expect(chosenWindow(suggested, log)?.tokens).toBeGreaterThan(Math.round(peak / 2))
})

it('COST-2 a window for the whole conversation has room for a sub-agent with a larger prompt than the main agent', () => {
  const log = session()
  log.user('Find the settings.')
  const asked = log.reply('m0', call('t1', 'Task'), tokens(0, 10_000, 0, 10))
  const side = { isSidechain: true, agentId: 'agent' }
  log.user('Search them.', { ...side, parentUuid: null })
  log.reply('s0', text('I look.'), tokens(0, 10_000, 0, 10), side)
  log.user('Go on.', side)
  log.reply('s1', text('Here they are.'), tokens(0, 50_000, 10_000, 10), side)
  log.result('t1', 'Found.', { parentUuid: asked })
  log.reply('m1', text('Found.'), tokens(0, 100, 10_000, 10))
  const intake = takeIn(readTrace(log.text()), chars4)
  // One and a half times the largest prompt, which the log records: 60,000 tokens.
  const whole = chosenWindow({ kind: 'whole' }, intake)?.tokens
  expect(whole).toBe(90_000)
  const { ended, turns } = run(
    intake.trace,
    { strategy: 'unmanaged', max_context_tokens: 90_000 },
    { intake },
  )
  expect(ended).toBeNull()
  expect(turns).toHaveLength(4)
})
