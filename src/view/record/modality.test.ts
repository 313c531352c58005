import { describe, expect, it } from 'vitest'
import { overlaid, presetConfig, presets } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import {
  addModalities,
  mediaTokens,
  modalityTokens,
  partsOf,
  sumOfModalities,
} from '../../engine/internal.ts'
import type { Message, ModalityTokens, Part } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { budgetsOf, readTrace, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Timeline, Trace } from '../../sim/index.ts'
import { budgetSheet } from './budget.ts'
import { mediaKinds, mediaOfBlock, modalitiesAt, countedBy } from './modality.ts'
import { windowAt } from '../layout/window-at.ts'

const PICTURE = { type: 'image', source: { type: 'base64', data: 'AAAA' }, width: 640, height: 480 } as const
const PDF: Part = { type: 'document', source: { type: 'base64', data: 'AAAA' }, pages: 2 }

/** A conversation with a picture in every third result, and a document beside every user message. */
function pictured(): Trace {
  const trace = scenario('axios-migration', 7)
  let results = 0
  const withMedia = (message: Message): Message => {
    if (message.role !== 'user') return message
    const parts = partsOf(message)
    const shown = parts.map((part): Part => {
      if (part.type !== 'tool_result' || typeof part.content !== 'string') return part
      results += 1
      if (results % 3 !== 0) return part
      return { ...part, content: [{ type: 'text', text: part.content }, PICTURE] }
    })
    return { ...message, content: parts.some(({ type }) => type === 'text') ? [...shown, PDF] : shown }
  }
  return { ...trace, messages: trace.messages.map(withMedia), counts: null }
}

const trace = pictured()
const intake = takeIn(trace, chars4, false)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)

function runOf(preset: string): Timeline {
  return run(trace, overlaid(presetConfig(preset), { max_context_tokens }), { intake })
}

/** One preset of each strategy. */
const strategies = [
  ...new Map(presets.toReversed().map((preset) => [presetConfig(preset).strategy, preset])).values(),
]

/** Recounted from the messages that the model sees, by the trimmer's rule. */
function recounted(timeline: Timeline, turn: number): ModalityTokens {
  const { tools = [], messages } = timeline.promptAt(turn)
  const beside = [timeline.trace.system, ...tools.map((tool) => JSON.stringify(tool))]
  const text = beside.reduce((sum, one) => sum + chars4.count(one), 0)
  return addModalities([
    { text, images: 0, documents: 0, audio: 0 },
    ...messages.map((message) => modalityTokens(message, chars4)),
  ])
}

/** Number of messages of the log that are at least partly in a turn's window. */
function standing({ data }: Timeline, turn: number): number {
  const record = data.turns[turn]
  const entries = windowAt(data, record?.points.sent.tick ?? -1, record?.window ?? 0)
  const messages = entries
    .filter(({ tokens }) => tokens > 0)
    .map(({ block }) => data.blocks[block]?.message ?? -1)
  return new Set(messages.filter((message) => message >= 0)).size
}

describe('TRIM-1 the tokens of a prompt by kind of content', () => {
  it.each(strategies)(
    'LED-1 TOK-3 all kinds add up to the ledger, and media equal an independent count: %s',
    (preset) => {
      const timeline = runOf(preset)
      let seen = 0
      for (const { turn, used } of timeline.turns) {
        const sum = modalitiesAt(timeline.data, turn)
        expect(sum && sumOfModalities(sum)).toBe(used)
        expect(sum?.text).toBeGreaterThan(0)
        seen = Math.max(seen, sum?.images ?? 0)
        if (turn % 4 !== 3) continue
        const { text: _, ...media } = recounted(timeline, turn)
        expect(sum, `turn ${turn}`).toMatchObject(media)
      }
      expect(seen).toBeGreaterThan(0)
    },
  )

  it.each(['unmanaged', 'naive_fifo', 'context_editing'])(
    'LED-1 TOK-3 text equals an independent count of the messages with the overhead of each: %s',
    (preset) => {
      const timeline = runOf(preset)
      let most = 0
      for (const { turn } of timeline.turns) {
        const said = recounted(timeline, turn)
        // Neighbouring messages of one role are sent as one; the window counts the overhead of each.
        const joined = standing(timeline, turn) - timeline.promptAt(turn).messages.length
        const text = said.text + joined * chars4.messageOverhead
        expect(modalitiesAt(timeline.data, turn), `turn ${turn}`).toEqual({ ...said, text })
        most = Math.max(most, joined)
      }
      // Only this preset evicts a message between two others.
      expect(most > 0).toBe(preset === 'naive_fifo')
    },
  )

  it('EVI-4 evicting images lowers their tokens below those of all images', () => {
    const { data } = runOf('naive_fifo')
    const last = data.turns.at(-1)?.turn ?? 0
    const all = data.blocks.reduce((sum, { media }) => sum + (media?.images ?? 0), 0)
    expect(all % mediaTokens(PICTURE)).toBe(0)
    expect(modalitiesAt(data, last)?.images).toBeLessThan(all)
  })

  it('TOK-2 scaled to recorded usage, all kinds still add up to the blocks of the ledger', () => {
    const usage = (input: number) => ({ input, output: 10, cacheRead: null, cacheWrite: null })
    const measured: Trace = {
      ...trace,
      turns: trace.turns.map((turn) => ({ ...turn, usage: usage(9000 + 1300 * turn.turn) })),
    }
    const timeline = run(measured, { strategy: 'unmanaged', max_context_tokens: 1_000_000 })
    expect(timeline.data.calibration).not.toBe(1)
    const fitted = timeline.blocks.filter(({ media }) => media !== undefined)
    expect(fitted.some(({ id, media }) => media?.images !== intake.blocks[id]?.media?.images)).toBe(true)
    for (const { tokens, media } of fitted)
      expect((media?.images ?? 0) + (media?.documents ?? 0)).toBeLessThanOrEqual(tokens)
    for (const { turn, used, adjustment = 0 } of timeline.turns) {
      const sum = modalitiesAt(timeline.data, turn)
      expect(sum && sumOfModalities(sum)).toBe(used - adjustment)
    }
  })

  it('there are no kinds in a conversation of text only, and no figures for a turn that was not reached', () => {
    const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 16_000 })
    expect(mediaKinds(data)).toEqual([])
    expect(data.blocks.some((block) => 'media' in block)).toBe(false)
    expect(modalitiesAt(data, 3)).toEqual({ text: data.turns[3]?.used, images: 0, documents: 0, audio: 0 })
    expect(modalitiesAt(data, 9999)).toBeNull()
    expect(budgetSheet(data, budgetsOf(data))[0]?.join()).not.toContain('images')
  })

  it('the exported budget has a column for each kind that occurs, with the same figures', () => {
    const { data } = runOf('hybrid')
    expect(mediaKinds(data)).toEqual(['images', 'documents'])
    const [head, ...rows] = budgetSheet(data, budgetsOf(data))
    expect(head?.slice(-3)).toEqual(['text: tokens', 'images: tokens', 'documents: tokens'])
    for (const [turn, row] of rows.entries()) {
      const sum = modalitiesAt(data, turn)
      expect(row.slice(-3)).toEqual([sum?.text, sum?.images, sum?.documents])
    }
  })

  it('the media of a block, and how each kind is counted, are described in words', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const { data } = run(
      readTrace(
        JSON.stringify([
          { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
          { role: 'assistant', content: 'seen' },
        ]),
      ),
      { max_context_tokens: 16_000 },
    )
    // A picture of unknown size costs the maximum.
    expect(data.blocks.map(({ id }) => mediaOfBlock(data, id))).toEqual(['', 'images ≈ 1,568', ''])
    expect(countedBy(['documents'])).toBe('Documents (PDF) by the page, never as text.')
  })
})
