import fc from 'fast-check'
import { BLOCK_TYPES, createEmbedder, referenceIndex, requestIndex } from '../engine/internal.ts'
import type { Block, BlockType, Embedding, Reference, SignalContext, Turn } from '../engine/index.ts'

const ROLES: Readonly<Partial<Record<BlockType, Block['role']>>> = {
  system_prompt: 'system',
  tool_definition: 'system',
  assistant_response: 'assistant',
  thinking: 'assistant',
  tool_call: 'assistant',
}

/** A block with defaults: a tool result of 100 tokens. */
export function blockOf(given: Partial<Block> & Pick<Block, 'id'>): Block {
  const type = given.type ?? 'tool_result'
  const role = ROLES[type] ?? 'user'
  const isTool = type === 'tool_call' || type === 'tool_result'
  return {
    type,
    tokens: 100,
    turn: 0,
    window: 0,
    message: given.id,
    part: 0,
    role,
    response: role === 'assistant',
    call: isTool ? { id: `call-${given.id}`, name: 'read_file', before: null } : null,
    important: false,
    doNotEvict: false,
    inferred: false,
    ...given,
  }
}

/**
 * A finished conversation of one window, as signals see it: blocks by id, their texts, and the references between them.
 */
export interface History {
  readonly blocks: readonly Block[]
  readonly texts: readonly string[]
  readonly references: readonly Reference[]
  readonly seed: number
}

const WORDS = [
  'alpha',
  'beta',
  'gamma',
  'parseConfig',
  'src/a.ts',
  'timeout',
  '設定',
  'error',
  'retry',
  'the',
]

/**
 * Any history of up to 40 blocks in up to 60 turns. Blocks may be empty, repeat each other, or never be referred to.
 */
export const arbitraryHistory: fc.Arbitrary<History> = fc
  .record({
    parts: fc.array(
      fc.record({
        type: fc.constantFrom(...BLOCK_TYPES),
        tokens: fc.oneof(fc.nat(50), fc.nat(200_000)),
        // Mostly 0 or 1 turn, sometimes up to 20.
        pause: fc.oneof(fc.nat(1), fc.nat(20)),
        important: fc.boolean(),
        words: fc.array(fc.nat(WORDS.length - 1), { maxLength: 12 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    uses: fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 60 }),
    seed: fc.nat(),
  })
  .map(({ parts, uses, seed }) => {
    let turn = 0
    let answered = false
    const blocks = parts.map(({ type, tokens, pause, important }, id) => {
      const { response } = blockOf({ id, type })
      // Inputs that follow a response belong to the next turn.
      if (id > 0) turn += answered && !response ? Math.max(1, pause) : pause
      answered = response
      return blockOf({ id, type, tokens, important, turn })
    })
    const texts = parts.map(({ words }) => words.map((word) => WORDS[word]).join(' '))
    const references = uses.flatMap(([a, b]) => {
      const source = blocks[Math.min(a, b) % blocks.length]
      const by = blocks[Math.max(a, b) % blocks.length]
      return source !== undefined && by !== undefined && source.id < by.id ? [referenceOf(source, by)] : []
    })
    return { blocks, texts, references: references.sort((a, b) => a.by - b.by || a.source - b.source), seed }
  })

/** `by` refers to `source`. */
export function referenceOf(source: Block, by: Block): Reference {
  const visible = by.response ? by.turn + 1 : by.turn
  return { source: source.id, by: by.id, turn: by.turn, visible, evidence: [] }
}

/**
 * The input of a decision in `turn`, with all blocks up to it. With `hindsight` it has later blocks, too, which a
 * signal must ignore (EDIT-4).
 */
export function contextAt(history: History, turn: Turn, hindsight = false): SignalContext {
  const window = history.blocks.filter((block) => block.turn <= turn)
  const embedder = createEmbedder()
  const vectors = (hindsight ? history.blocks : window).map((block): Embedding | null => {
    const text = history.texts[block.id] ?? ''
    return text === '' ? null : embedder.embed(text)
  })
  const known = history.references.filter((reference) => reference.visible <= turn)
  const requests = requestIndex()
  for (const block of hindsight ? history.blocks : window) {
    const call = history.blocks.find((one) => one.id === block.call?.before) ?? null
    requests.add(block, call, (id) => history.texts[id] ?? '')
  }
  const task = window.find((block) => block.type === 'user_message')
  return {
    turn,
    seed: history.seed,
    references: referenceIndex(hindsight ? history.references : known),
    requests,
    embedding: (block) => vectors[block] ?? null,
    task: task === undefined ? null : (vectors[task.id] ?? null),
    window,
    typeTtl: {},
  }
}
