import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Block } from '../message/block.ts'
import { blocksOf } from '../message/blocks.ts'
import { textOf } from '../message/content.ts'
import { partsOf } from '../message/message.ts'
import type { Message } from '../message/message.ts'
import { chars4 } from '../tokens/counter.ts'
import { createReferenceDetector } from './detector.ts'
import type { Reference } from './reference.ts'

const folder = process.env.TRACES_DIR

interface Line {
  readonly block: Block
  readonly text: string
}

/** Blocks of a list of messages; a turn begins where a user message follows a reply. */
function linesOf(messages: readonly Message[]): Line[] {
  const lines: Line[] = []
  const linked = new Map<string, Block>()
  let turn = 0
  messages.forEach((message, index) => {
    const response = message.role === 'assistant'
    if (!response && messages[index - 1]?.role === 'assistant') turn++
    const arrival = { turn, window: 0, message: index, response, injected: false }
    const blocks = blocksOf(message, arrival, lines.length, chars4, (id) => linked.get(id) ?? null)
    const parts = partsOf(message)
    for (const block of blocks) {
      if (block.call !== null) linked.set(block.call.id, block)
      const part = parts[block.part]
      lines.push({ block, text: part === undefined ? '' : textOf(part) })
    }
  })
  return lines
}

function read(name: string): string {
  return readFileSync(join(folder ?? '', name), 'utf8')
}

const anthropic = (): Line[] => linesOf(JSON.parse(read('anthropic-messages.json')) as Message[])

/** The main window of a Claude Code session without its client's edits. */
function claudeCode(): Line[] {
  const messages: Message[] = []
  for (const line of read('claude-code-compaction.jsonl').split('\n')) {
    if (line === '') continue
    const record = JSON.parse(line) as {
      type: string
      isSidechain?: boolean
      isCompactSummary?: boolean
      message: Message
    }
    const spoken = record.type === 'user' || record.type === 'assistant'
    if (spoken && record.isSidechain !== true && record.isCompactSummary !== true)
      messages.push(record.message)
  }
  return linesOf(messages)
}

function observe(lines: readonly Line[]): Reference[] {
  const detector = createReferenceDetector()
  return lines.flatMap(({ block, text }) => detector.observe(block, text))
}

const plain = (text: string): string =>
  text
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()

describe.skipIf(!folder)('REF-1 on real logs', () => {
  it.each([
    ['anthropic-messages.json', anthropic, [0.5, 2.5]],
    ['claude-code-compaction.jsonl', claudeCode, [0.8, 4]],
  ] as const)(
    'REF-1 %s: one or two sources per turn, and the evidence is in both blocks',
    (_, load, [few, many]) => {
      const lines = load()
      const references = observe(lines)
      const turns = (lines.at(-1)?.block.turn ?? 0) + 1
      const pairs = new Set(references.map(({ source, turn }) => `${source} ${turn}`))
      expect(pairs.size / turns).toBeGreaterThan(few)
      expect(pairs.size / turns).toBeLessThan(many)

      // The path of a file is in the call that read it, but the reference is to the result.
      const holds = (at: number, text: string): boolean => plain(lines[at]?.text ?? '').includes(plain(text))
      const shown = references.filter(({ source, evidence }) => holds(source, evidence[0] ?? ''))
      expect(shown.length / references.length).toBeGreaterThan(0.75)
      for (const { by, evidence } of references) for (const one of evidence) expect(holds(by, one)).toBe(true)
    },
  )

  it('REF-1 hardly anything in one project’s log refers to another project’s', () => {
    const before = claudeCode()
    const after = anthropic()
    const detector = createReferenceDetector()
    for (const { block, text } of before) detector.observe(block, text)
    const shift = (before.at(-1)?.block.turn ?? 0) + 3
    const references = after.flatMap(({ block, text }) =>
      detector.observe({ ...block, id: block.id + before.length, turn: block.turn + shift }, text),
    )
    expect(references.length).toBeGreaterThan(10)
    expect(references.filter(({ source }) => source < before.length).length).toBeLessThan(3)
  })

  it('EDIT-4 the references of half a log are the first of the whole', () => {
    const lines = claudeCode()
    const half = lines.length >> 1
    expect(observe(lines).filter(({ by }) => by < half)).toEqual(observe(lines.slice(0, half)))
  })
})
