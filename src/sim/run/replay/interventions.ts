import { ProblemError } from '../../../engine/index.ts'
import { isMeant, isRewritable, MANUAL_ACTIONS } from '../../../engine/internal.ts'
import type { Intake } from '../../trace/intake.ts'
import type { Intervention } from '../timeline/timeline.ts'

/** Fetches this: a file of its own in the worker, and here at once. */
export async function loadInterventions(): Promise<void> {}

const KINDS = [
  'pin',
  'unpin',
  ...MANUAL_ACTIONS,
  'edit',
  'set',
  'confirm',
  'reject',
] as const satisfies Intervention['kind'][]

/**
 * Interventions by turn, those of one turn in the given order. A block that the run itself will make can be rewritten;
 * whether it exists is checked in its turn.
 *
 * @throws ProblemError with the place and the value: for an invalid intervention (it may come from a file or from plain
 *   JavaScript, whatever its type says), for a turn or a block that does not exist, for an empty text, and for a block
 *   that no text can replace
 */
export function inOrder(interventions: readonly Intervention[], intake: Intake): readonly Intervention[] {
  const { trace, blocks } = intake
  if (!isList(interventions)) throw wrong('the list of interventions', 'a list', interventions)
  for (const [nth, one] of interventions.entries()) {
    const place = `intervention ${nth}`
    if (typeof (one as unknown) !== 'object' || (one as unknown) === null)
      throw wrong(place, 'an object', one)
    if (!KINDS.includes(one.kind)) throw wrong(`${place}, kind`, `one of ${KINDS.join(', ')}`, one.kind)
    const { turn } = one
    if (!Number.isInteger(turn) || trace.turns[turn] === undefined)
      throw refused(
        'no-such-turn',
        `a trace of ${trace.turns.length} turns has no turn to intervene in: ${shown(turn)}`,
      )
    if (one.kind === 'set' && !isObject(one.config)) throw wrong(`${place}, config`, 'an object', one.config)
    if (!('block' in one)) continue
    const block = Number.isInteger(one.block) ? blocks[one.block] : undefined
    const made = one.kind === 'edit' && Number.isInteger(one.block) && one.block >= blocks.length
    if (block === undefined && !made)
      throw refused(
        'no-such-block',
        `a trace of ${blocks.length} blocks has no block to ${one.kind}: ${shown(one.block)}`,
      )
    if (one.kind !== 'edit') continue
    if (typeof (one.text as unknown) !== 'string') throw wrong(`${place}, text`, 'a text', one.text)
    if (one.of !== undefined && !isObject(one.of)) throw wrong(`${place}, of`, 'an object', one.of)
    if (one.text.trim() === '') {
      throw refused('empty-rewrite', `a block needs some text, but this is ${JSON.stringify(one.text)}`)
    }
    // A block that is not the intended one is not changed.
    if (block !== undefined && isMeant(block, one.of) && !isRewritable(block, intake.part(block.id))) {
      const what = block.inferred ? 'inferred' : (intake.part(block.id)?.type ?? block.type)
      throw refused('not-rewritable', `block ${block.id} cannot be replaced by text: it is ${what}`)
    }
  }
  return interventions.toSorted((a, b) => a.turn - b.turn)
}

function isList(value: unknown): boolean {
  return Array.isArray(value)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrong(place: string, expected: string, value: unknown): ProblemError {
  return refused('not-an-intervention', `${place} has to be ${expected}, but is ${shown(value)}`)
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value).slice(0, 80)
}

function refused(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}
