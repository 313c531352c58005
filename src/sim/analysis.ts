import { createEmbedder, createReferenceDetector, referenceIndex } from '../engine/index.ts'
import type { BlockId, Embedding, ReferenceIndex, Violation, WindowId } from '../engine/index.ts'
import { validate } from '../engine/index.ts'
import type { Intake } from './intake.ts'
import { needTable } from './need/need.ts'
import type { NeedTable } from './need/need.ts'

/** What a trace tells about itself, worked out once and used by every lane. Causal parts are asked "as known at turn t". */
export interface Analysis {
  readonly references: ReferenceIndex
  readonly needs: NeedTable
  embedding(block: BlockId): Embedding | null
  task(window: WindowId): Embedding | null
  /** Whether the log itself breaks this rule at these blocks (VALID-3). */
  inherited(violation: Violation, blocks: readonly BlockId[]): boolean
}

const known = new WeakMap<Intake, Analysis>()

/** The analysis of a trace, made on first use. */
export function analysisOf(intake: Intake): Analysis {
  const before = known.get(intake)
  if (before !== undefined) return before
  const made = analyse(intake)
  known.set(intake, made)
  return made
}

function analyse(intake: Intake): Analysis {
  const detector = createReferenceDetector()
  const references = referenceIndex(
    intake.blocks.flatMap((block) => detector.observe(block, intake.text(block.id))),
  )
  const embedding = embeddings(intake)
  const tasks = new Map<WindowId, BlockId>()
  for (const block of intake.blocks) {
    if (block.type === 'user_message' && !tasks.has(block.window)) tasks.set(block.window, block.id)
  }
  return {
    references,
    needs: needTable(intake, references.all),
    embedding,
    task(window) {
      const block = tasks.get(window)
      return block === undefined ? null : embedding(block)
    },
    inherited: brought(intake),
  }
}

/** Vectors in order of arrival, made when first asked for: a policy without similarity never pays for them. */
function embeddings(intake: Intake): (block: BlockId) => Embedding | null {
  const embedder = createEmbedder()
  const made: (Embedding | null)[] = []
  return (block) => {
    while (made.length <= block && made.length < intake.blocks.length) {
      const text = intake.text(made.length)
      made.push(text === '' ? null : embedder.embed(text))
    }
    return made[block] ?? null
  }
}

/** Violations of the whole log as recorded, found once. A run's violation at the same block and rule is the log's. */
function brought(intake: Intake): Analysis['inherited'] {
  let keys: Set<string> | null = null
  const find = (): Set<string> => {
    const found = new Set<string>()
    for (const window of intake.trace.windows) {
      const turns = intake.trace.turns.filter((turn) => turn.window === window.id)
      const order = turns.flatMap((turn) => [...turn.inputs, ...(turn.response === null ? [] : [turn.response])])
      const messages = order.flatMap((index) => intake.trace.messages[index] ?? [])
      for (const violation of validate(messages, 'anthropic')) {
        const blocks = intake.ofMessage.get(order[violation.index] ?? -1) ?? []
        const part = violation.part === undefined ? undefined : blocks[violation.part]
        for (const block of part === undefined ? blocks : [part]) found.add(`${violation.rule} ${block}`)
        for (const id of violation.ids) found.add(`${violation.rule} call ${id}`)
      }
    }
    return found
  }
  return (violation, blocks) => {
    keys ??= find()
    const all = keys
    return (
      blocks.some((block) => all.has(`${violation.rule} ${block}`)) ||
      violation.ids.some((id) => all.has(`${violation.rule} call ${id}`))
    )
  }
}
