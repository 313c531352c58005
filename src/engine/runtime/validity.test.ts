import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { stageScene } from '../../testing/stage-view.ts'
import { madeBlock } from '../stage/compression/absorb.ts'
import { append } from '../core/window/change.ts'
import type { Change } from '../core/window/change.ts'
import type { Window } from '../core/window/window.ts'
import { repairWindow } from './validity.ts'

const LOOP = conversation(
  Array.from(
    { length: 40 },
    (_, at) => `assistant: think[s${at}] hm + call c${at} read_file\nresult c${at}: found ${at}`,
  ).reduce((text, step) => `${text}\n${step}`, 'user: build the parser'),
)
const scene = stageScene(LOOP, { limit: 10_000 })
const { context, view } = scene
const summary = context.makeBlock(madeBlock('summary', 5, { turn: 40, window: 0, role: 'assistant' }))
const content = context.store('what was done')

/** The window after the provider compacted all of it, without some removed blocks. */
function compacted(gone: readonly number[] = []): Window {
  const last = view.window.entries.at(-1)?.block ?? null
  return scene.after([
    ...view.window.entries.map(({ block }): Change =>
      gone.includes(block) ? { verb: 'drop', block } : { verb: 'clear', block, content: -1, tokens: 0 },
    ),
    { verb: 'insert', block: summary.id, content, tokens: 5, after: last },
  ])
}

/** The repairs of a window, and the messages that were checked. */
function repaired(window: Window) {
  const read = new Set<number>()
  const { found, edits } = repairWindow(window, 40, {
    block: view.block,
    content: {
      message(index) {
        read.add(index)
        return LOOP[index] ?? { role: 'user', content: '' }
      },
      text: context.stored,
      system: '',
      tool: () => null,
    },
    messageOverhead: 4,
    store: context.store,
    makeBlock: context.makeBlock,
    count: context.count,
    inherited: () => false,
  })
  return { found, edits, read: [...read].sort((a, b) => a - b) }
}

describe('a request after the provider compacted', () => {
  it('VALID-3 is judged from the last reply before the summary on, not from the beginning', () => {
    const { found, edits, read } = repaired(compacted())
    expect(found).toEqual([])
    expect(edits).toEqual([])
    expect(read).toEqual([79, 80])
  })

  it('VALID-2 at the boundary a call without its result is found, and answered after it', () => {
    const result = view.window.entries.at(-1)?.block ?? -1
    const { found, edits } = repaired(compacted([result]))
    expect(found.map(({ rule }) => rule)).toEqual(['unanswered-call'])
    const after = edits.at(-1)?.applied.window
    expect(after === undefined ? null : repaired(after).found).toEqual([])
    // The call is behind the window, and the added result after the call.
    expect(edits[0]?.changes).toEqual([expect.objectContaining({ verb: 'insert', after: result - 1 })])
  })

  it('VALID-3 the prompt is judged whole', () => {
    const window = compacted()
    const reply = view.block(view.window.entries[1]?.block ?? -1)
    const call = view.block(view.window.entries[2]?.block ?? -1)
    const arrived = [reply, call].map((one) => context.makeBlock({ ...one, message: 1, turn: 40 }))
    const { found } = repaired(append(window, arrived, 4).window)
    expect(found.map(({ rule }) => rule)).toContain('unanswered-call')
  })
})
