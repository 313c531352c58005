import type { BlockId, Ratio, Reference, Turn } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { Resolution } from '../timeline/timeline.ts'
import { indexEvidenceSteps } from './evidence.ts'
import type { Compared, EvidenceIndex } from './evidence.ts'
import { inferredNeeds } from './inferred.ts'
import type { Prompt } from './prompt.ts'
import { strongOf } from './strong.ts'
import type { Need } from './strong.ts'

/** The needs of a trace: a scenario's own, or else what is inferred of a log or a live conversation. */
function* needsOf(intake: Intake, references: readonly Reference[]): Generator<Ratio, Need[], void> {
  const { trace } = intake
  if (trace.needs.length === 0) return yield* inferredNeeds(intake, references)
  return trace.needs.flatMap((need) => {
    const source = intake.ofMessage.get(need.message)?.[need.part]
    if (source === undefined) return []
    const { turn, kind, evidence, refetchable } = need
    const about = { proof: evidence, told: evidence, way: [], strong: strongOf(evidence) }
    return [{ ...about, turn, source, kind, evidence, refetchable, inferred: false, unseen: [] }]
  })
}

/** Needs by turn, and where their evidence is. Made once per trace, used by every lane. */
export interface NeedTable {
  readonly needs: readonly Need[]
  at(turn: Turn): readonly Need[]
  readonly evidence: EvidenceIndex
}

/**
 * Made in steps, because a long conversation takes seconds: yields the part that is done.
 *
 * @param compared the text of a block as evidence is looked for in it
 */
export function* needTableSteps(
  intake: Intake,
  references: readonly Reference[],
  compared: (block: BlockId) => Compared,
): Generator<Ratio, NeedTable, void> {
  const found = yield* needsOf(intake, references)
  const needs = found.sort((a, b) => a.turn - b.turn || a.source - b.source)
  const byTurn = new Map<Turn, Need[]>()
  const wanted = new Set<readonly string[]>()
  for (const need of needs) {
    const list = byTurn.get(need.turn)
    if (list === undefined) byTurn.set(need.turn, [need])
    else list.push(need)
    // The needs of one goal share their lists.
    for (const list of [need.proof, need.told, need.way, need.strong, need.unseen]) wanted.add(list)
  }
  const texts = intake.blocks.map(({ id }) => [id, () => compared(id)] as const)
  const evidence = yield* indexEvidenceSteps([...wanted].flat(), texts)
  return { needs, at: (turn) => byTurn.get(turn) ?? [], evidence }
}

/** Strong tokens that are enough for part of a need (NEED-2). */
const PART = 2

/**
 * How a prompt meets a need (NEED-2). Full: the source is unchanged, or every string of its proof is in unchanged blocks.
 * Summary: the strings are in texts that edits made. Partial: otherwise, two strong tokens are present, or a part of a
 * source that only itself can prove. Pointer: the source left a placeholder, or a text names the way to it. Unknown: a text
 * stands for something that the log does not hold and that may have it. Lost: none of
 * these.
 *
 * An inferred goal is met by its own block, or by texts that edits made: a tool's output that names the same file does
 * not tell the model what to do with it.
 */
export function resolve(need: Need, prompt: Prompt): Resolution {
  const { source, proof, told, way, strong } = need
  if (prompt.original.has(source)) return 'full'
  const isGoal = need.inferred && need.kind === 'goal'
  // If a person rewrites the task, the new text is the task from then on.
  if (isGoal && prompt.rewritten.has(source)) return 'full'
  const verbatim = (text: string): boolean =>
    isGoal ? prompt.keptOf(source).includes(text) : prompt.verbatim.has(text)
  const anywhere = (text: string): boolean => verbatim(text) || prompt.derived.has(text)
  if (proof.length > 0) {
    if (proof.every(verbatim)) return 'full'
    if (told.every(anywhere)) return 'summary'
  } else if (way.length > 0 && prompt.clipped.has(source)) return 'partial'
  let there = 0
  for (const token of strong) if (anywhere(token) && ++there >= PART) return 'partial'
  const { refetchable } = need
  if (refetchable && prompt.placeholders.has(source)) return 'pointer'
  if (need.unseen.some((text) => prompt.derived.has(text))) return 'unknown'
  return refetchable && way.length > 0 && way.every(anywhere) ? 'pointer' : 'lost'
}
