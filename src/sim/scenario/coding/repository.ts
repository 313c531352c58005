import type { Tokens } from '../../../engine/index.ts'
import type { Chance } from '../telling/chance.ts'
import { codeSlots } from '../telling/code-slots.ts'
import { ROLES } from './plan.ts'
import type { CodingPlan, FileName } from './plan.ts'
import { documentFile, drawFileSize, sourceFile, testFile } from '../telling/source-file.ts'
import type { SourceFile } from '../telling/source-file.ts'
import type { Domain, Entity } from '../text/domains.ts'
import { expand, screaming, uncapitalized } from '../text/expand.ts'

/** Mean tokens of all results in a turn, at scale 1. */
const RESULT_TOKENS_PER_TURN = { least: 1340, most: 1500 }

/** The part of them for test runs, searches, lists and edits. */
const OTHER_TOKENS_PER_TURN = 260

/** Size of a piece of a file. */
const PIECE_TOKENS = 800

/** Line numbers make a shown text longer by this factor. */
const LINE_NUMBERS = 1.13

/** `src/postings/postingStore.ts`, its test, or the page about the entity. */
export function pathOf(domain: Domain, name: FileName): string {
  const entity = entityOf(domain, name.entity)
  const folder = entity.table.replaceAll('_', '-')
  const file = `${uncapitalized(entity.name)}${name.role.slice(0, 1).toUpperCase()}${name.role.slice(1)}`
  switch (name.kind) {
    case 'source':
      return `src/${folder}/${file}.ts`
    case 'test':
      return `test/${folder}/${file}.test.ts`
    case 'page':
      return `docs/${folder}.md`
  }
}

export function entityOf(domain: Domain, name: string): Entity {
  const entity = domain.entities.find((it) => it.name === name)
  if (entity === undefined) throw new Error(`${domain.service} has no entity ${name}`)
  return entity
}

/**
 * All files of the service. Sizes follow the mixture of file sizes and are scaled so that the plan reads a usual amount
 * for its number of turns.
 */
export function codingRepository(plan: CodingPlan, chance: Chance, scale: number): SourceFile[] {
  const { domain } = plan
  const size = sizesOf(plan, chance, scale)
  const files: SourceFile[] = []
  for (const entity of domain.entities) {
    for (const [kin, role] of ROLES.entries()) {
      const name: FileName = { entity: entity.name, role, kind: 'source' }
      const path = pathOf(domain, name)
      const core = role === 'model' ? modelOf(domain, entity, chance) : ''
      const imports = `import { ConflictError, ForbiddenError, ValidationError } from '../shared/errors'\nimport type { Cache, Clock, Database, Logger } from '../shared/ports'`
      const file = sourceFile(
        domain,
        { path, entity, role, kin, imports, core, landmarks: 2 },
        size(path),
        chance,
      )
      files.push(file)
      if (role === 'store' || role === 'service') {
        const test = pathOf(domain, { ...name, kind: 'test' })
        files.push(text(test, testFile(domain, test, file, entity, size(test), chance)))
      }
    }
    const page = pathOf(domain, { entity: entity.name, role: 'model', kind: 'page' })
    files.push(text(page, documentFile(domain, page, entity.plural, [entity], size(page), chance)))
  }
  return files
}

function text(path: string, written: string): SourceFile {
  return { path, text: written, functions: [], landmarks: [] }
}

function modelOf(domain: Domain, entity: Entity, chance: Chance): string {
  const draws = chance('text', `model of ${entity.name}`)
  const fields = [
    ...entity.texts.map((name) => `  ${name}: string`),
    ...entity.numbers.map((name) => `  ${name}: number`),
    ...entity.times.map((name) => `  ${name}: Date`),
    ...entity.flags.map((name) => `  ${name}: boolean`),
  ]
  const status = entity.states.map((state) => `'${state}'`).join(' | ')
  const template = `export type $EStatus = ${status}

export interface $E {
  id: string
${fields.join('\n')}
  status: $EStatus
  /** Raised by one with every write; $ref explains why it starts at $n1. */
  version: number
}

export type $EInput = Omit<$E, 'id' | 'status' | 'version'>

export const ${screaming(entity.name)}_STATES: readonly $EStatus[] = [${entity.states.map((state) => `'${state}'`).join(', ')}]`
  return expand(template, codeSlots(domain, entity, draws), draws)
}

function sizesOf(plan: CodingPlan, chance: Chance, scale: number): (path: string) => Tokens {
  const { least, most } = RESULT_TOKENS_PER_TURN
  const perTurn = chance('sizes', 'results of a turn').integer(least, most) - OTHER_TOKENS_PER_TURN
  const drawn = (path: string): Tokens => drawFileSize(chance('sizes', path))
  const reads = plan.subtasks.flatMap((it) => it.beats).filter((beat) => beat.kind === 'read')
  const pieces = reads.filter((beat) => beat.piece !== null && beat.piece.around !== null)
  const whole = reads.filter((beat) => !pieces.includes(beat)).flatMap((beat) => beat.files)
  const sum = whole.reduce((all, file) => all + drawn(pathOf(plan.domain, file)), 0)
  const factor = (perTurn * plan.turns - pieces.length * PIECE_TOKENS) / (Math.max(1, sum) * LINE_NUMBERS)
  return (path) => Math.min(22_000, Math.round(drawn(path) * factor * scale))
}
