import { describe, expect, it } from 'vitest'
import type { Answer, Ask } from '../core/llm/ask.ts'
import { driveAsync, driveSync } from './drive.ts'

/** Asks twice and joins the answers; a failed answer becomes part of the result. */
function* twoQuestions(): Generator<Ask, string, Answer> {
  const ask = (task: string): Ask => ({
    kind: 'compact',
    stage: 'test',
    turn: 0,
    window: 0,
    sources: [],
    task,
    previous: null,
    update: 'regenerate',
    maxTokens: 10,
  })
  const first = yield ask('one')
  try {
    const second = yield ask(`two after ${first.text}`)
    return `${first.text}, ${second.text}`
  } catch (reason) {
    return `${first.text}, ${String(reason)}`
  }
}

describe('drivers', () => {
  it('LLM-1 both drivers ask in the same order and give the same result', async () => {
    const asked: string[] = []
    const answer = (ask: Ask): Answer => {
      asked.push(ask.task)
      return { text: ask.task.toUpperCase() }
    }
    const sync = driveSync(twoQuestions(), answer)
    const async = await driveAsync(twoQuestions(), (ask) => Promise.resolve(answer(ask)))
    expect(sync).toBe('ONE, TWO AFTER ONE')
    expect(async).toBe(sync)
    expect(asked).toEqual(['one', 'two after ONE', 'one', 'two after ONE'])
  })

  it('LLM-1 a failure of the client is reported to the stage, which can continue', async () => {
    let calls = 0
    const result = await driveAsync(twoQuestions(), () => {
      calls += 1
      return calls === 1 ? Promise.resolve({ text: 'yes' }) : Promise.reject(new Error('offline'))
    })
    expect(result).toBe('yes, Error: offline')
  })
})
