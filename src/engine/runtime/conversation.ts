import type { Fact } from '../core/extract/fact.ts'
import { factsWithTalk } from '../core/extract/facts-of.ts'
import { createLikeness } from '../policy/signals/likeness.ts'
import type { AskSource } from '../core/llm/ask.ts'
import type { Block } from '../core/message/block.ts'
import { blockFacts } from '../core/message/block-facts.ts'
import { blocksOf, systemBlock, toolBlock } from '../core/message/blocks.ts'
import { callNames } from '../core/message/call-names.ts'
import { textOf } from '../core/message/content.ts'
import { hiddenTokens, isHidden } from '../core/message/hidden.ts'
import type { ReportedOutput } from '../core/message/hidden.ts'
import { partsOf } from '../core/message/message.ts'
import { ownMessage, ownTool } from '../core/message/own-copy.ts'
import type { CompactionPart, Message, ThinkingConfig, ToolDefinition } from '../core/message/message.ts'
import { createReferenceDetector } from '../core/reference/detector.ts'
import { createEmbedder } from '../core/reference/embedder.ts'
import type { Embedder } from '../core/reference/embedder.ts'
import type { ReferenceDetector } from '../core/reference/reference.ts'
import { referenceIndex } from '../core/reference/reference-index.ts'
import type { TokenCounter } from '../core/tokens/counter.ts'
import type { BlockId, Tokens, Turn, WindowId } from '../core/units.ts'
import { assemble } from '../core/window/assemble.ts'
import { append } from '../core/window/change.ts'
import { emptyWindow, everyEntry, ORIGINAL } from '../core/window/window.ts'
import type { BlockState, Window } from '../core/window/window.ts'
import { inheritedFrom } from './inherited.ts'
import { createKnowledge } from './knowledge.ts'
import type { TurnResources } from './turn-input.ts'

/** The one window of a live conversation, through all its model contexts. */
export const MAIN: WindowId = 0

/**
 * The readers of a conversation, and what its client knows about its own requests. Each reader can be replaced, or left
 * out with null.
 */
export interface Readers {
  /** Finds which earlier blocks a block uses; without it, nothing counts as used. */
  readonly references?: ReferenceDetector | null
  /** Compares texts; without it, nothing is similar to anything else, nor to the task. */
  readonly embedder?: Embedder | null
  /** Extracts decisions, errors and the like from a text; without it, there are no notes and no milestones. */
  readonly statements?: ((source: AskSource) => readonly Fact[]) | null
  /**
   * How the request of a turn lets the model think, as the client will send it. It is set in the request, and a running
   * tool loop that began with thinking then keeps it. If missing, or undefined for a turn, requests do not set it.
   */
  readonly thinking?: (turn: Turn) => ThinkingConfig | undefined
  /** Whether the model of a turn accepts thinking only after an unchanged prefix; missing: it does not. */
  readonly bindsThinking?: (turn: Turn) => boolean
}

/** How a message arrived. */
export interface Coming {
  readonly turn: Turn
  readonly response: boolean
  /** The client added it by itself: it is memory, not the user's words; or it is the state of an earlier process. */
  readonly injected: boolean | 'resumed'
}

/** The current state of a block in the window. */
export interface StandingBlock {
  readonly block: BlockId
  readonly type: string
  readonly turn: Turn
  readonly state: BlockState
  readonly tokens: Tokens
  readonly text: string
}

/**
 * A live conversation: its messages split into blocks as they arrive, each counted once, and the facts known about
 * them.
 */
export interface Conversation {
  readonly resources: TurnResources
  readonly pinned: Set<BlockId>
  /** Reasoning that only the provider can read, and its size as reported with its reply; null if that is not known. */
  readonly hidden: ReadonlyMap<BlockId, Tokens | null>
  /** Summaries that the provider wrote, by the turn of their reply. */
  readonly summaries: Map<Turn, CompactionPart>
  /** Number of blocks, including those that edits made. */
  size(): number
  begin(system: string, tools: readonly ToolDefinition[]): readonly Block[]
  take(message: Message, coming: Coming, reported?: ReportedOutput | null): readonly Block[]
  /** The blocks into which a message would be split, counted as `take` counts them; nothing is added. */
  preview(message: Message, injected: Coming['injected']): readonly Block[]
}

export function createConversation(counter: TokenCounter, seed: number, readers: Readers): Conversation {
  const detector = readers.references === undefined ? createReferenceDetector() : readers.references
  const embedder = readers.embedder === undefined ? createEmbedder() : readers.embedder
  const statements = readers.statements === undefined ? factsWithTalk : readers.statements
  const { thinking, bindsThinking } = readers
  const messages: Message[] = []
  const blocks: Block[] = []
  /** Original texts by block; null for a block that an edit made. */
  const texts: (string | null)[] = []
  const contents: string[] = []
  const definitions = new Map<BlockId, ToolDefinition>()
  const names = callNames()
  const lastOf = new Map<string, Block>()
  const facts = blockFacts([])
  const references = referenceIndex()
  const pinned = new Set<BlockId>()
  const hidden = new Map<BlockId, Tokens | null>()
  const summaries = new Map<Turn, CompactionPart>()
  let system = ''
  const block = (id: BlockId): Block => {
    const found = blocks[id]
    if (found === undefined) throw new RangeError(`unknown block: ${id}`)
    return found
  }
  const text = (id: BlockId): string => texts[id] ?? ''
  const knowledge = createKnowledge(
    { size: () => blocks.length, block: (id) => ((texts[id] ?? null) === null ? null : block(id)), text },
    embedder,
    statements,
  )
  const content: TurnResources['content'] = {
    message: (index) => messages[index] ?? { role: 'user', content: '' },
    text: (id) => contents[id] ?? '',
    get system() {
      return system
    },
    tool: ({ id }) => definitions.get(id) ?? null,
    // What the provider writes itself comes in its replies.
    compaction: ({ turn }) => summaries.get(turn),
    isSent: true,
  }

  function add(made: Block, original: string | null): Block {
    blocks.push(made)
    texts.push(original)
    facts.add(made)
    if (original !== null && detector !== null) references.add(detector.observe(made, original))
    return made
  }

  return {
    pinned,
    hidden,
    summaries,
    size: () => blocks.length,
    begin(prompt, tools) {
      const made: Block[] = []
      if (prompt !== '') made.push(systemBlock(0, counter.count(prompt), MAIN, 0, false))
      const first = made.length
      const own = tools.map(ownTool)
      for (const tool of own) made.push(toolBlock(made.length, tool, MAIN, 0, counter))
      // Nothing is added if the counter fails.
      system = prompt
      return made.map((block) => {
        const tool = own[block.id - first]
        if (tool === undefined) return add(block, prompt)
        definitions.set(block.id, tool)
        return add(block, JSON.stringify(tool))
      })
    },
    take(given, { turn, response, injected }, reported = null) {
      // Results have the conversation's own ids already: they answer open calls.
      const own = ownMessage(given)
      const arrival = { turn, window: MAIN, message: messages.length, response, injected }
      const split = (message: Message) =>
        blocksOf(message, arrival, blocks.length, counter, (id) => lastOf.get(id) ?? null)
      // Nothing is added if the counter fails.
      const first = split(own)
      const message = response ? names.take(own) : own
      const made = message === own ? first : split(message)
      const unseen = made.filter(isHidden)
      const size = reported === null ? null : hiddenTokens(made, reported)
      for (const { id } of unseen) hidden.set(id, size === null ? null : Math.floor(size / unseen.length))
      messages.push(message)
      const parts = partsOf(message)
      for (const one of made) {
        if (one.call !== null) lastOf.set(one.call.id, one)
        const part = parts[one.part]
        add(one, part === undefined ? '' : textOf(part))
      }
      return made
    },
    preview(message, injected) {
      const arrival = { turn: 0, window: MAIN, message: messages.length, response: false, injected }
      return blocksOf(message, arrival, blocks.length, counter, (id) => lastOf.get(id) ?? null)
    },
    resources: {
      ...knowledge,
      block,
      facts,
      content,
      seed,
      messageOverhead: counter.messageOverhead,
      count: (one): Tokens => counter.count(one),
      text,
      references,
      likeness: createLikeness(),
      pinned,
      store: (one) => contents.push(one) - 1,
      makeBlock: (one) => add({ ...one, id: blocks.length }, null),
      inherited: inheritedFrom((window, turn) => {
        const sent = blocks.filter(
          (one) =>
            (texts[one.id] ?? null) !== null && (one.turn < turn || (one.turn === turn && !one.response)),
        )
        return assemble(append(emptyWindow(window), sent, 0).window, block, content)
      }, thinking),
      ...(thinking !== undefined && { thinking }),
      ...(bindsThinking !== undefined && { bindsThinking }),
      detail: false,
    },
  }
}

/** The current blocks of a window, in the order of the prompt. */
export function standingBlocks(window: Window, { resources }: Conversation): readonly StandingBlock[] {
  return everyEntry(window).map(({ block, state, tokens, content }) => {
    const { type, turn } = resources.block(block)
    const text = content === ORIGINAL ? resources.text(block) : resources.content.text(content)
    return { block, type, turn, state, tokens, text }
  })
}
