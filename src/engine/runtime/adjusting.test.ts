import { describe, expect, it } from 'vitest'
import { adjustedBy, adjustmentOf, withShareOfLoss } from './adjusting.ts'
import { applyChanges, append } from '../core/window/change.ts'
import { tokensByType } from '../core/window/ledger.ts'
import { emptyWindow } from '../core/window/window.ts'
import type { Block } from '../core/message/block.ts'

function block(id: number, type: Block['type'], tokens: number): Block {
  return {
    id,
    type,
    tokens,
    turn: 0,
    window: 0,
    message: type === 'system_prompt' ? -1 : id,
    part: 0,
    role: 'user',
    response: false,
    call: null,
    important: false,
    doNotEvict: false,
    inferred: false,
  }
}

const blocks = [
  block(0, 'system_prompt', 500),
  block(1, 'user_message', 600),
  block(2, 'user_message', 400),
  block(3, 'user_message', 300),
]
const table = (id: number): Block => blocks[id] ?? block(id, 'summary', 0)

describe('LED-1 tokens that recorded usage subtracts from a window', () => {
  it('LED-1 blocks that leave take their share of the loss with them; worked by hand', () => {
    const stood = append(emptyWindow(0), blocks.slice(0, 3), 0).window
    const loss = adjustmentOf(-250, undefined, false, { used: 1000 }, [])
    const adjusted = adjustedBy(loss, undefined, stood, tokensByType(stood.entries, table), [], table)
    // The system prompt keeps its tokens, so the other 1,000 share the loss.
    expect(adjusted).toEqual({ tokens: -250, base: 1000, newest: 2 })
    const { window } = append(stood, blocks.slice(3), 0, loss)
    expect(window.used).toBe(1550)
    const dropped = applyChanges(window, [{ verb: 'drop', block: 1 }], 0, table)
    const first = withShareOfLoss(dropped, adjusted, table)
    // 600 of 1,000 leave, and with them 150 of the 250 already missing.
    expect(first.applied).toMatchObject({ before: 1550, freed: 600, added: 150, after: 1100 })
    expect(first.applied.window.used).toBe(1100)
    expect(first.adjusted).toEqual({ tokens: -100, base: 400, newest: 2 })
    // Blocks that arrived after the loss have no part in it.
    const newer = applyChanges(first.applied.window, [{ verb: 'drop', block: 3 }], 0, table)
    expect(withShareOfLoss(newer, first.adjusted, table)).toEqual({
      applied: newer,
      adjusted: first.adjusted,
    })
    const last = applyChanges(first.applied.window, [{ verb: 'drop', block: 2 }], 0, table)
    expect(withShareOfLoss(last, first.adjusted, table)).toMatchObject({
      applied: { before: 1100, freed: 400, added: 100, after: 800 },
      adjusted: undefined,
    })
  })

  it('LED-1 a block that becomes smaller takes a share by what it lost', () => {
    const { window } = append(emptyWindow(0), blocks, 0, -250)
    const change = { verb: 'replace', block: 1, content: 0, tokens: 100 } as const
    const applied = applyChanges(window, [change], 0, table)
    const { adjusted } = withShareOfLoss(applied, { tokens: -250, base: 1000, newest: 2 }, table)
    expect(adjusted).toEqual({ tokens: -125, base: 500, newest: 2 })
  })

  it('LED-1 a loss larger than what stood is also of what arrived, so that no window has fewer than 0 tokens', () => {
    const stood = append(emptyWindow(0), blocks.slice(0, 2), 0).window
    const arrival = append(stood, blocks.slice(2), 0, -1700)
    expect(arrival.after).toBe(100)
    const byType = tokensByType(stood.entries, table)
    const adjusted = adjustedBy(-1700, undefined, stood, byType, arrival.opened, table)
    expect(adjusted).toEqual({ tokens: -1700, base: 1300, newest: 3 })
    const changes = [1, 2, 3].map((id) => ({ verb: 'drop', block: id }) as const)
    const { applied } = withShareOfLoss(applyChanges(arrival.window, changes, 0, table), adjusted, table)
    // The system prompt is left, without the 400 tokens that the loss takes of it.
    expect(applied.after).toBe(100)
  })

  it('LED-1 a loss larger than the conversation belongs to the system prompt, too, and stays', () => {
    const { window } = append(emptyWindow(0), blocks.slice(0, 3), 0, -1200)
    const changes = [1, 2].map((id) => ({ verb: 'drop', block: id }) as const)
    const applied = applyChanges(window, changes, 0, table)
    const { applied: after, adjusted } = withShareOfLoss(
      applied,
      { tokens: -1200, base: 1000, newest: 2 },
      table,
    )
    expect(after.after).toBe(300)
    expect(adjusted).toEqual({ tokens: -200, base: 0, newest: 2 })
  })

  it('LED-1 after an edit a recorded prompt belongs to another window, and at most the loss is regained', () => {
    const adjusted = { tokens: -40, base: 10, newest: 0 }
    expect(adjustmentOf(-50, undefined, true, { used: 1000 }, [])).toBe(0)
    expect(adjustmentOf(-50, adjusted, false, { used: 1000 }, [])).toBe(-50)
    expect(adjustmentOf(30, adjusted, false, { used: 1000 }, [])).toBe(30)
    expect(adjustmentOf(300, adjusted, true, { used: 1000 }, [])).toBe(40)
    expect(adjustmentOf(30, undefined, false, { used: 1000 }, [])).toBe(0)
    // No more than the window has.
    expect(adjustmentOf(-250, undefined, false, { used: 200 }, [])).toBe(-200)
    expect(adjustmentOf(-250, undefined, false, { used: 0 }, [{ tokens: 30 }])).toBe(-30)
  })
})
