import type { BlockId, BlockType, Reference, Turn } from '../../engine/index.ts'
import type { Intake } from '../intake.ts'
import type { NeedKind } from '../trace.ts'
import type { Resolution } from '../timeline/timeline.ts'
import { indexEvidence } from './evidence.ts'
import type { EvidenceIndex } from './evidence.ts'
import type { Prompt } from './prompt.ts'

/** A need of a turn on a block (NEED-1), ground truth or inferred. */
export interface Need {
  readonly turn: Turn
  readonly source: BlockId
  readonly kind: NeedKind
  readonly evidence: readonly string[]
  readonly refetchable: boolean
  readonly inferred: boolean
}

/** Kinds of inferred needs, by the type of their source. */
const KIND_OF: Readonly<Partial<Record<BlockType, NeedKind>>> = {
  user_message: 'constraint',
  assistant_response: 'decision',
  thinking: 'decision',
  tool_call: 'artifact',
  tool_result: 'tool_result',
  memory_injection: 'fact',
}

/**
 * The needs of a trace: a scenario's own, else one for each reference that a response makes (REF-2:
 * the ceiling). What a tool's output happens to repeat is no need.
 */
export function needsOf(intake: Intake, references: readonly Reference[]): Need[] {
  const { trace, blocks } = intake
  if (trace.needs.length > 0) {
    return trace.needs.flatMap((need) => {
      const source = intake.ofMessage.get(need.message)?.[need.part]
      if (source === undefined) return []
      const { turn, kind, evidence, refetchable } = need
      return [{ turn, source, kind, evidence, refetchable, inferred: false }]
    })
  }
  const task = blocks.find((block) => block.type === 'user_message')?.message
  return references.flatMap((reference) => {
    const by = blocks[reference.by]
    const source = blocks[reference.source]
    const kind = source === undefined ? undefined : KIND_OF[source.type]
    if (by?.response !== true || source === undefined || kind === undefined) return []
    return [
      {
        turn: reference.turn,
        source: source.id,
        kind: source.type === 'user_message' && source.message === task ? 'goal' : kind,
        evidence: reference.evidence,
        refetchable: source.type === 'tool_result',
        inferred: true,
      },
    ]
  })
}

/** Needs by turn, and where their evidence is. Made once per trace, used by every lane. */
export interface NeedTable {
  readonly needs: readonly Need[]
  at(turn: Turn): readonly Need[]
  readonly evidence: EvidenceIndex
}

export function needTable(intake: Intake, references: readonly Reference[]): NeedTable {
  const needs = needsOf(intake, references).sort((a, b) => a.turn - b.turn || a.source - b.source)
  const byTurn = new Map<Turn, Need[]>()
  for (const need of needs) {
    const list = byTurn.get(need.turn)
    if (list === undefined) byTurn.set(need.turn, [need])
    else list.push(need)
  }
  const evidence = indexEvidence(
    needs.flatMap((need) => need.evidence),
    intake.blocks.map((block) => [block.id, intake.text(block.id)] as const),
  )
  return { needs, at: (turn) => byTurn.get(turn) ?? [], evidence }
}

/**
 * How a prompt meets a need (NEED-2). Full: the source stands as it came, or every evidence string
 * stands in blocks that do. Summary: in texts that edits made. Pointer: the source left a placeholder
 * that names the way back. Lost: none of these.
 */
export function resolve(need: Need, prompt: Prompt, evidence: EvidenceIndex): Resolution {
  if (prompt.original.has(need.source)) return 'full'
  const verbatim = (text: string): boolean =>
    prompt.clipped.has(text) || evidence.holders(text).some((block) => prompt.original.has(block))
  if (need.evidence.length > 0) {
    if (need.evidence.every(verbatim)) return 'full'
    if (need.evidence.every((text) => verbatim(text) || prompt.derived.has(text))) return 'summary'
  }
  return need.refetchable && prompt.placeholders.has(need.source) ? 'pointer' : 'lost'
}
