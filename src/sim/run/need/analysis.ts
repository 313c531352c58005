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
  Reference,
  ReferenceIndex,
  Turn,
  TurnResources,
  WindowId,
} from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { requestThinking } from '../../trace/request-thinking.ts'
import { needTableSteps } from './need.ts'
import type { NeedTable } from './need.ts'

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
  const steps = analysisSteps(intake)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Blocks between two steps of the analysis. */
const STEP = 64

/** The same in steps, so that a worker can show that it is at work, and be cancelled. */
export function* analysisSteps(intake: Intake): Generator<void, Analysis, void> {
  const before = known.get(intake)
  if (before !== undefined) return before
  const made = yield* analyse(intake)
  known.set(intake, made)
  return made
}

function* analyse(intake: Intake): Generator<void, Analysis, void> {
  const detector = createReferenceDetector()
  const found: Reference[] = []
  for (const block of intake.blocks) {
    if (block.id % STEP === 0) yield
    for (const one of detector.observe(block, intake.text(block.id))) found.push(one)
  }
  const references = referenceIndex(found)
  const arrived = {
    size: () => intake.blocks.length,
    block: (id: BlockId) => intake.blocks[id] ?? null,
    text: (id: BlockId) => intake.text(id),
  }
  return {
    references,
    needs: yield* needTableSteps(intake, references.all),
    ...createKnowledge(arrived, createEmbedder()),
    inherited: inheritedFrom(
      (window, turn) => unmanagedRequest(intake, window, turn),
      requestThinking(intake.trace).at,
    ),
  }
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
