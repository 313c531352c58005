import { describe, expect, it } from 'vitest'
import type { Message, Part } from '../../engine/index.ts'
import { shown } from '../../testing/shown.ts'
import type { MockAgent } from '../live.ts'
import { taskPresets } from '../task/list.ts'
import { mockAgents } from './list.ts'
import { survey } from './survey.ts'

describe('giving up', () => {
  const task: Message = { role: 'user', content: 'Read every file and write a report.' }
  const report = (step: number): Message => ({
    role: 'assistant',
    content: [{ type: 'text', text: `Step ${step}. The report is in REPORT.md.` }],
  })

  /** Replies of an agent from a request on, in a window that keeps its task and its newest text, but no result. */
  function forgetful(
    opening: readonly Message[],
    keep: readonly Message[],
    most: number,
    agent: MockAgent = survey,
  ) {
    const said: string[] = []
    let messages = opening
    while (said.length < most) {
      const content = agent.reply({ messages })
      const calls = content.filter((part) => part.type === 'tool_use')
      said.push(shown(content).words)
      if (calls.length === 0) break
      const results = calls.map(({ id }): Part => ({
        type: 'tool_result',
        tool_use_id: id,
        content: '[Evicted]',
      }))
      messages = [...keep, { role: 'assistant', content }, { role: 'user', content: results }]
    }
    return said
  }

  it('an agent that always loses what it needs stops after 80 steps', () => {
    const said = forgetful([task], [task], 400)
    expect(said).toHaveLength(81)
    expect(said.at(-1)).toMatch(/^Step 81\. I stop here: after 80 steps/)
  })

  it.each([
    ['while it sees what came before', [task, report(158), task]],
    ['when only its notes tell of what came before', [task]],
  ])('the steps count from the last message of the user, %s', (_, keep) => {
    const said = forgetful([task, report(158), task], keep, 400)
    expect(said[0]).toBe('Step 159. I begin with the list of files.')
    expect(said).toHaveLength(81)
    expect(said.at(-1)).toMatch(/^Step 239\. I stop here: after 80 steps/)
  })

  it.each(taskPresets.map(({ id, agent, task: content }) => [id, agent, content] as const))(
    'every agent stops in a window that keeps only its task: %s',
    (_, name, content) => {
      const words: Message = { role: 'user', content }
      const said = forgetful([words], [words], 400, mockAgents[name])
      expect(said.length).toBeLessThan(400)
      expect(said.at(-1)).not.toBe('')
    },
  )

  it('a message of the user in the middle of the work restarts the count', () => {
    const opening = forgetful([task, report(158), task], [task], 40)
    const halfway: Message = {
      role: 'assistant',
      content: [{ type: 'text', text: `${opening.at(-1) ?? ''}\n[since step: 159]` }],
    }
    const said = forgetful([task, halfway, task], [task], 400)
    expect([said[0]?.slice(0, 9), said.length]).toEqual(['Step 199.', 81])
  })
})
