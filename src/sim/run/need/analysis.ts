import {
  append,
  assemble,
  createEmbedder,
  createKnowledge,
  createReferenceDetector,
  emptyWindow,
  inheritedFrom,
  referenceIndex,
} from '../../../engine/internal.ts'
import type {
  Assembled,
  Block,
  BlockId,
  Knowledge,
  Ratio,
  Reference,
  ReferenceIndex,
  Turn,
  TurnResources,
  WindowId,
} from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { requestThinking } from '../../trace/request-thinking.ts'
import { comparedAs } from './evidence.ts'
import type { Compared } from './evidence.ts'
import { needTableSteps } from './need.ts'
import type { NeedTable } from './need.ts'
import { atOnce } from '../../trace/at-once.ts'

/**
 * What a trace says about itself, computed once and used by every lane. Causal parts are queried "as known at turn t".
 */
export interface Analysis extends Knowledge {
  readonly references: ReferenceIndex
  readonly needs: NeedTable
  /** Whether the log itself, with nothing removed, breaks this rule at these blocks in this turn (VALID-3). */
  readonly inherited: TurnResources['inherited']
}

const known = new WeakMap<Intake, Analysis>()

/** The analysis of a trace, made on first use. */
export function analysisOf(intake: Intake): Analysis {
  return atOnce(analysisSteps(intake))
}

/** Blocks between two steps of the analysis. */
const STEP = 64

/** The same in steps, so that a worker can show progress and be cancelled: yields the part that is done, roughly. */
export function* analysisSteps(intake: Intake): Generator<Ratio, Analysis, void> {
  const before = known.get(intake)
  if (before !== undefined) return before
  const made = yield* analyse(intake)
  known.set(intake, made)
  return made
}

function* analyse(intake: Intake): Generator<Ratio, Analysis, void> {
  const isLive = intake.trace.source.kind === 'live'
  const reading = (isLive && (yield* takeUp(intake))) || new Reading()
  yield* readOn(reading, intake)
  const references = referenceIndex(reading.found)
  const needs = yield* needTableSteps(intake, references.all, (id) =>
    isLive ? reading.compared(id) : comparedAs(intake.text(id)),
  )
  if (isLive) latest = reading
  return {
    references,
    needs,
    ...reading.knowledge,
    inherited: inheritedFrom(
      (window, turn) => unmanagedRequest(intake, window, turn),
      requestThinking(intake.trace).at,
    ),
  }
}

/** What was read of a conversation, up to the last of its blocks. */
class Reading {
  readonly blocks: Block[] = []
  readonly texts: string[] = []
  readonly found: Reference[] = []
  /** Of these blocks; what it says of one does not change when more arrive. */
  readonly knowledge: Knowledge = createKnowledge(
    {
      size: () => this.blocks.length,
      block: (id) => this.blocks[id] ?? null,
      text: (id) => this.texts[id] ?? '',
    },
    createEmbedder(),
  )
  readonly detector = createReferenceDetector()
  readonly #compared: Compared[] = []

  /** The text of a block as evidence is looked for in it. Kept, because every revision looks for more. */
  compared(id: BlockId): Compared {
    return (this.#compared[id] ??= comparedAs(this.texts[id] ?? ''))
  }
}

/** Reads the blocks of a conversation that begins with those read before. */
function* readOn({ blocks, texts, found, detector }: Reading, intake: Intake): Generator<Ratio, void, void> {
  for (const block of intake.blocks.slice(blocks.length)) {
    if (block.id % STEP === 0) yield block.id / intake.blocks.length / 2
    const text = intake.text(block.id)
    found.push(...detector.observe(block, text))
    blocks.push(block)
    texts.push(text)
  }
}

/**
 * The reading of the newest revision of a live conversation, so that the next one reads only the new part; null while
 * it is in use.
 */
let latest: Reading | null = null

/** That reading, if a conversation begins with all of it. It belongs to the caller until it is put back. */
function* takeUp(intake: Intake): Generator<Ratio, Reading | null, void> {
  const before = latest
  latest = null
  if (before === null) return null
  for (const [id, block] of before.blocks.entries()) {
    if (id % STEP === 0) yield 0
    if (!isSame(block, intake.blocks[id]) || before.texts[id] !== intake.text(id)) return null
  }
  return before
}

/** Whether a block is, as far as a reading depends on it, the block of an earlier revision. */
function isSame({ type, role, turn, window, response, call }: Block, now: Block | undefined): boolean {
  return (
    now?.type === type &&
    now.role === role &&
    now.turn === turn &&
    now.window === window &&
    now.response === response &&
    now.call?.id === call?.id &&
    now.call?.name === call?.name
  )
}

/** The request of a turn if nothing had been removed. */
function unmanagedRequest(intake: Intake, id: WindowId, turn: Turn): Assembled {
  const sent = intake.blocks.filter(
    (block) => block.window === id && (block.turn < turn || (block.turn === turn && !block.response)),
  )
  const table = (block: BlockId): Block => intake.blocks[block] as Block
  const { window } = append(emptyWindow(id), sent, 0)
  return assemble(window, table, {
    message: (index) => intake.messages[index] ?? { role: 'user', content: '' },
    text: () => '',
    system: intake.trace.system,
    tool: (block) => intake.tool(block.id),
  })
}
