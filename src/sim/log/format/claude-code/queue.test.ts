import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import { call, result, session, text } from '../../../../testing/log/claude-code.ts'

const RULE = 'Never touch the folder vendor.'
const NEWS = '<task-notification>\n<summary>The build ended.</summary>\n</task-notification>'
const PEER = '<cross-session-message from="x">Are you done?</cross-session-message>'

/** A session with a running call, after which the queue moves as listed; the second is the time of each line. */
function told(
  version: string,
  ...moves: readonly (readonly [
    second: number,
    operation: string,
    content?: string,
    reason?: string | undefined,
  ])[]
) {
  const log = session()
  log.user('Go.', { version })
  log.reply('m1', call('t1'), null, { version })
  for (const [second, operation, content, reason] of moves)
    log.raw(
      JSON.stringify({
        type: 'queue-operation',
        operation,
        timestamp: `2026-02-11T04:00:${String(second).padStart(2, '0')}.500Z`,
        sessionId: 's',
        content,
        reason,
      }),
    )
  return log
}

function said(log: ReturnType<typeof session>): unknown[] {
  const trace = readTrace(log.text())
  return trace.messages.flatMap(({ role, content }, index) =>
    role === 'user' && typeof content === 'string' && !trace.injected.includes(index) ? [content] : [],
  )
}

const OLD = '2.1.39'
const NEW = '2.1.250'

describe('MSG-1 what a user of Claude Code types while the agent works', () => {
  it('is a message where the running turn took it, after older lines of the turn', () => {
    const log = told(OLD, [2, 'enqueue', RULE], [3, 'remove'])
    log.result('t1')
    log.reply('m2', text('The folder stays.'))
    const { messages, injected, intake } = readTrace(log.text())
    expect(messages).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [call('t1')] },
      { role: 'user', content: [result('t1')] },
      { role: 'user', content: RULE },
      { role: 'assistant', content: [text('The folder stays.')] },
    ])
    expect(injected).toEqual([])
    expect(intake.ignored).toEqual([{ kind: 'queue-operation', count: 1 }])
  })

  it('is one where the last line took it', () => {
    expect(said(told(OLD, [2, 'enqueue', RULE], [3, 'remove']))).toEqual(['Go.', RULE])
  })

  it('is one in newer versions only if they say that the turn took it', () => {
    const moved = (reason?: string) => said(told(NEW, [2, 'enqueue', RULE], [3, 'remove', RULE, reason]))
    expect(moved('absorbed_mid_turn')).toEqual(['Go.', RULE])
    expect(moved()).toEqual(['Go.'])
    expect(moved('delivered_to_agent')).toEqual(['Go.'])
  })

  it.each([['before'], ['after']])('is not repeated if its attachment stands %s', (place) => {
    const removed = [3, 'remove', RULE, 'absorbed_mid_turn'] as const
    const log = told(NEW, [2, 'enqueue', RULE], ...(place === 'after' ? [removed] : []))
    const attachment = { type: 'queued_command', commandMode: 'prompt', prompt: [text(RULE)] }
    log.add({ type: 'attachment', attachment })
    const again = told(NEW, ...(place === 'before' ? [removed] : []))
      .text()
      .split('\n')
      .slice(2)
    for (const line of again) log.raw(line)
    log.result('t1')
    const { messages } = readTrace(log.text())
    expect(messages.filter(({ content }) => JSON.stringify(content).includes(RULE))).toHaveLength(1)
  })

  it('is not repeated if it became a line of its own, and the same words may be said again', () => {
    const log = told(OLD, [2, 'enqueue', 'Go on.'], [3, 'remove'], [4, 'enqueue', 'Go on.'])
    log.result('t1')
    log.raw(told(OLD, [5, 'dequeue']).text().split('\n')[2]!)
    log.user('Go on.')
    expect(said(log)).toEqual(['Go.', 'Go on.', 'Go on.'])
  })

  it('is not one if it went back into the input, still waits, or left by a line of its own', () => {
    expect(said(told(OLD, [2, 'enqueue', RULE], [3, 'popAll', RULE]))).toEqual(['Go.'])
    expect(said(told(OLD, [2, 'enqueue', 'a'], [2, 'enqueue', 'b'], [3, 'popAll'], [4, 'remove']))).toEqual([
      'Go.',
    ])
    expect(said(told(OLD, [2, 'enqueue', RULE]))).toEqual(['Go.'])
    expect(said(told(OLD, [2, 'enqueue', RULE], [3, 'dequeue'], [4, 'remove']))).toEqual(['Go.'])
    const log = told(OLD, [2, 'enqueue', RULE])
    log.user(RULE)
    expect(said(log)).toEqual(['Go.', RULE])
  })

  it('is told from notices, commands of the client and messages of other agents', () => {
    for (const other of [NEWS, PEER, '/mcp', '/plugin:do it'])
      expect(said(told(OLD, [2, 'enqueue', other], [3, 'remove']))).toEqual(['Go.'])
    for (const own of ['/src/a.ts is wrong', '<b> is wrong'])
      expect(said(told(OLD, [2, 'enqueue', own], [3, 'remove']))).toEqual(['Go.', own])
  })

  it('leaves in the order in which it was typed, whatever else waits', () => {
    const log = told(OLD, [2, 'enqueue', NEWS], [3, 'enqueue', 'One.'], [4, 'enqueue', 'Two.'], [5, 'remove'])
    expect(said(log)).toEqual(['Go.', 'One.'])
    const all = told(OLD, [2, 'enqueue'], [3, 'enqueue', 'One.'], [4, 'dequeue'], [5, 'remove'])
    expect(said(all)).toEqual(['Go.', 'One.'])
  })
})
