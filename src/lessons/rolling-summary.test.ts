import { describe, expect, it } from 'vitest'
import { conversation } from '../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../testing/stage-view.ts'
import { exchangesOf, exchangeStarts, rollingSummaryStage } from '../engine/internal.ts'
import { MOST_ROUNDS, rollingAsWritten } from './rolling-stage.ts'
import { loopAsWritten, turnStartsAsWritten } from './rolling-code.ts'
import defects from './defects.json' with { type: 'json' }

const OPEN = { task: false, current_user_message: false, running_results: false }
const SETTINGS = {
  maxInputTokens: 300,
  keepRecentExchanges: 1,
  summaryTokens: 40,
  update: 'regenerate' as const,
}

function lanes(text: string, answers: readonly string[], given: Partial<typeof SETTINGS> = {}) {
  const scene = stageScene(conversation(text), { limit: 1000 })
  const settings = { ...SETTINGS, ...given }
  const written = answered(rollingAsWritten(settings).act(scene.view, null, scene.context), answers)
  const right = answered(
    rollingSummaryStage(settings, evictionSettings({ gates: OPEN }), 3).act(scene.view, [], scene.context),
    answers,
  )
  const used = ({ result }: typeof written | typeof right) => scene.after(result.edits[0]?.changes ?? []).used
  return { scene, written, right, used }
}

describe('the rolling summary as written in “Short-Term Memory”', () => {
  it('ROLL-1 as written, a pasted log is sent over the budget; here it counts', () => {
    const pasted = `
      user: build it
      assistant: 400 chars
      user: 400 chars
      assistant: 100 chars
      user: 400 chars`
    const { written, right, used } = lanes(pasted, ['short'])
    expect(written.result.edits).toEqual([])
    expect(used(written)).toBeGreaterThan(300)
    expect(used(right)).toBeLessThanOrEqual(300)
    const { sent, stopped } = loopAsWritten({ budget: 300, kept: 130, rest: 150, message: 200 }, () => 20, 5)
    expect({ sent, stopped }).toEqual({ sent: 480, stopped: false })
  })

  it('ROLL-1 as written, a message with a list as content begins no turn; here it does, and results do not', () => {
    const messages = conversation(`
      user: text look at this + image 100x100
      assistant: call a read_file
      result a: 40 chars
      assistant: done
      user: and now`)
    expect(turnStartsAsWritten(messages)).toEqual([4])
    expect(exchangesOf(messages).map(({ start }) => start)).toEqual([0, 4])
    const scene = stageScene(messages, { limit: 1000 })
    const starts = exchangeStarts(scene.view).map((position) => scene.view.blocks[position]?.message)
    expect(starts).toEqual([0, 4])
  })

  it('ROLL-1 as written, messages with images begin no exchange, so that nothing is summarized; here they do', () => {
    const pictures = `
      user: build it
      assistant: 400 chars
      user: text a picture + image 50x50
      assistant: 400 chars
      user: text another + image 50x50
      assistant: 400 chars
      user: go on`
    const { scene, written, right } = lanes(pictures, ['a', 'b'].concat(Array(MOST_ROUNDS).fill('c')))
    expect(scene.shown(scene.after(right.result.edits[0]?.changes ?? []))).toBe(
      'summary3 message2 message2 response2 message3',
    )
    // Only the first turn begins an exchange, and it stays: there is nothing to summarize.
    expect(written.result.note?.code).toBe('nothing_to_compress')
  })

  it('ROLL-1 as written, exchanges that alone exceed the budget cause endless requests; here there is one request', () => {
    const stuck = `
      user: build it
      assistant: 400 chars
      user: 400 chars
      assistant: 1600 chars
      user: go on`
    const { written, right } = lanes(stuck, Array<string>(MOST_ROUNDS).fill('short'))
    expect(written.asks).toHaveLength(MOST_ROUNDS)
    expect(written.result.note).toMatchObject({ code: 'kept_exchanges_too_large', allowed: 300 })
    // It fits if only the current exchange is kept.
    expect(right.asks).toHaveLength(1)
    const loop = { budget: 300, kept: 400, rest: 100, message: 10 }
    for (const rounds of [10, 1000]) {
      expect(loopAsWritten(loop, (of) => Math.max(10, Math.floor(of / 2)), rounds)).toMatchObject({
        asks: rounds,
        stopped: true,
      })
    }
  })

  it('ROLL-1 inside a tool loop the code checks nothing; here each call is measured', () => {
    const loop = `
      user: build it
      assistant: 400 chars
      user: now read
      assistant: call a read_file
      result a: 1000 chars`
    const { written, right } = lanes(loop, ['short'], { maxInputTokens: 330 })
    expect(written.result.edits).toEqual([])
    expect(right.result.edits).toHaveLength(1)
  })

  it('every entry says what, why and what instead', () => {
    for (const entry of defects['rolling-summary'])
      for (const text of [entry.defect, entry.harm, entry.fix]) expect(text).toMatch(/^[A-Z].+\.$/)
  })
})
