import { isMeant, isRewritable, ProblemError } from '../engine/index.ts'
import type { ManualAction } from '../engine/index.ts'
import type { Intake } from './intake.ts'
import type { Intervention } from './timeline/timeline.ts'

/**
 * Interventions by turn, those of one turn in the order given. A block that the run itself will make can be rewritten;
 * whether there is one is seen when its turn comes.
 *
 * @throws RangeError for a turn that is not there, or a block that cannot be
 * @throws ProblemError for what is no object, for an empty text, and for a block that no text can stand in for
 */
export function inOrder(interventions: readonly Intervention[], intake: Intake): readonly Intervention[] {
  const { trace, blocks } = intake
  for (const one of interventions) {
    // It may come from a file or from plain JavaScript, whatever its type says.
    if (typeof (one as unknown) !== 'object' || (one as unknown) === null)
      throw refused(
        'not-an-intervention',
        `an intervention has to be an object, but this is ${JSON.stringify(one)}`,
      )
    const { turn } = one
    if (trace.turns[turn] === undefined) {
      throw new RangeError(`a trace of ${trace.turns.length} turns has no turn to intervene in: ${turn}`)
    }
    if (!('block' in one)) continue
    const block = blocks[one.block]
    const made = one.kind === 'edit' && Number.isInteger(one.block) && one.block >= blocks.length
    if (block === undefined && !made) {
      throw new RangeError(`a trace of ${blocks.length} blocks has no block to ${one.kind}: ${one.block}`)
    }
    if (one.kind !== 'edit') continue
    if (one.text.trim() === '') {
      throw refused(
        'empty-rewrite',
        `a block cannot become a text without words, but this is ${JSON.stringify(one.text)}`,
      )
    }
    // One that is not the block that was meant stays as it is, whatever it is.
    if (block !== undefined && isMeant(block, one.of) && !isRewritable(block, intake.part(block.id))) {
      const what = block.inferred ? 'inferred' : (intake.part(block.id)?.type ?? block.type)
      throw refused('not-rewritable', `no text can stand in the place of block ${block.id}, which is ${what}`)
    }
  }
  return interventions.toSorted((a, b) => a.turn - b.turn)
}

/** Whether a person asked for something that a stage does. */
export function isAction(one: Intervention): one is Extract<Intervention, { kind: ManualAction }> {
  return one.kind === 'compact' || one.kind === 'reset'
}

function refused(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}
