import type { Random, Tokens } from '../../../engine/index.ts'
import type { Chance } from './chance.ts'
import { codeSlots } from './code-slots.ts'
import { toldFact } from './fact.ts'
import type { Fact } from './fact.ts'
import { FUNCTIONS_OF_SERVICES, FUNCTIONS_OF_VALUES, LANDMARKS, PARAGRAPHS, TESTS } from '../text/source.ts'
import type { Domain, Entity } from '../text/domains.ts'
import { expand, screaming } from '../text/expand.ts'
import { fileName, roughTokens } from './workspace.ts'
import written from './source-file.json' with { type: 'json' }

/** A made-up file of a scenario. */
export interface FileSpec {
  readonly path: string
  readonly entity: Entity
  /** What the file is for: `store`, `mapper`; part of its constants' names. */
  readonly role: string
  /** Its number among the files of its entity: no two of them share a function name. */
  readonly kin: number
  /** Imports at the top, and a text before the functions. */
  readonly imports: string
  readonly core: string
  /** Number of memorable lines at its top. */
  readonly landmarks: 0 | 2
}

export interface SourceFile {
  readonly path: string
  readonly text: string
  /** Names of its functions in order. The first three exist at any size. */
  readonly functions: readonly string[]
  /** What a reader may remember of it. */
  readonly landmarks: readonly Fact[]
}

const TEMPLATES = [...FUNCTIONS_OF_VALUES, ...FUNCTIONS_OF_SERVICES]
const FEWEST_FUNCTIONS = 3

/** A file has two landmarks, and most reads of a file are needed again. */
const LANDMARK_ODDS = 0.55
const QUALIFIERS = written
const WORDS = ['TOMBSTONE', 'MERGED', 'STALE', 'SHADOW', 'ORPHAN', 'RENAMED', 'PARKED', 'FOREIGN']

/**
 * A TypeScript file of about `size` tokens. A larger size adds functions at the end and changes nothing before them.
 */
export function sourceFile(domain: Domain, spec: FileSpec, size: Tokens, chance: Chance): SourceFile {
  const { lines, facts } = landmarksOf(domain, spec, chance)
  const parts = [spec.imports, ...lines, spec.core].filter((part) => part !== '')
  const functions: string[] = []
  let written = roughTokens(parts.join('\n\n'))
  for (let index = 0; index < FEWEST_FUNCTIONS || written < size; index += 1) {
    const made = functionAt(domain, spec, index, chance)
    functions.push(made.name)
    parts.push(made.code)
    written += roughTokens(made.code)
  }
  return { path: spec.path, text: parts.join('\n\n') + '\n', functions, landmarks: facts }
}

/** A test file of about `size` tokens over the functions of a source file. */
export function testFile(
  domain: Domain,
  path: string,
  subject: SourceFile,
  entity: Entity,
  size: Tokens,
  chance: Chance,
): string {
  const from = subject.path.replace(/\.ts$/, '')
  const parts = [
    `import { describe, expect, it } from 'vitest'\nimport { ${subject.functions.slice(0, 6).join(', ')} } from '../../${from}'\nimport { fakeCache, fakeDatabase, make${entity.name}, make${entity.plural}, utc } from '../support/fakes'`,
  ]
  let written = roughTokens(parts.join('\n'))
  for (let index = 0; index < 2 || written < size; index += 1) {
    const draws = chance('text', `${path}#${index}`)
    const name = subject.functions[index % subject.functions.length] ?? 'subject'
    const round = Math.floor(index / subject.functions.length)
    const slot = codeSlots(domain, entity, draws, new Map([['fn', name]]))
    const tests = draws
      .shuffle(TESTS)
      .slice(0, draws.integer(2, 4))
      .map((test) => expand(test, slot, draws).replace(/^\n/, ''))
    const part = `describe('${name}${round === 0 ? '' : `, case ${round + 1}`}', () => {\n${tests.join('\n\n')}\n})`
    parts.push(part)
    written += roughTokens(part)
  }
  return parts.join('\n\n') + '\n'
}

/** A Markdown page of about `size` tokens. */
export function documentFile(
  domain: Domain,
  path: string,
  title: string,
  entities: readonly Entity[],
  size: Tokens,
  chance: Chance,
): string {
  const parts = [`# ${title}`]
  let written = 0
  for (let index = 0; index < 2 || written < size; index += 1) {
    const draws = chance('text', `${path}#${index}`)
    const entity = draws.pick(entities)
    const known = new Map([['file', `src/${entity.table}/${entity.table}.ts`]])
    const order = chance('text', `${path}#order`).shuffle(PARAGRAPHS)
    const template = order[index % order.length] ?? ''
    const part = expand(template, codeSlots(domain, entity, draws, known), draws)
    parts.push(part)
    written += roughTokens(part)
  }
  return parts.join('\n\n') + '\n'
}

/** Function number `index` of a file; a larger index never changes an earlier function. */
export function functionAt(
  domain: Domain,
  spec: Pick<FileSpec, 'path' | 'entity' | 'kin'>,
  index: number,
  chance: Chance,
): { name: string; code: string } {
  const order = chance('text', `templates of ${spec.entity.name}`).shuffle(TEMPLATES)
  // Files of one entity start seven templates apart, so that they do not begin with the same function.
  const template = order[(index + spec.kin * 7) % order.length]
  if (template === undefined) throw new Error('there are no templates of functions')
  const variant = spec.kin + KINS * Math.floor(index / order.length)
  const draws = chance('text', `${spec.path}#${index}`)
  const slot = codeSlots(domain, spec.entity, draws)
  const pattern = template.names[variant % template.names.length] ?? ''
  const turn = Math.floor(variant / template.names.length)
  const qualifier = QUALIFIERS[turn % QUALIFIERS.length] ?? ''
  const round = Math.floor(turn / QUALIFIERS.length)
  const name = expand(pattern, slot, draws) + qualifier + (round === 0 ? '' : String(round + 1))
  const code = expand(template.code, (it) => (it === 'fn' ? name : slot(it)), draws).replace(/^\n/, '')
  return { name, code }
}

/** More than the files of any entity; the next round over the templates uses other names. */
const KINS = 9

function landmarksOf(domain: Domain, spec: FileSpec, chance: Chance): { lines: string[]; facts: Fact[] } {
  const draws = chance('text', `landmarks of ${spec.path}`)
  const lines: string[] = []
  const facts: Fact[] = []
  const chosen = draws.shuffle(LANDMARKS).slice(0, spec.landmarks)
  chosen.forEach((template, index) => {
    const values = new Map([
      ['K', `${screaming(spec.entity.name)}_${screaming(spec.role)}_${template.noun}`],
      ['v', grouped(draws.integer(1001, 98_999))],
      ['ticket', `${domain.tickets}-${draws.integer(1001, 9999)}`],
      ['code', `E_${draws.pick(WORDS)}_${draws.integer(1001, 9999)}`],
      ['path', spec.path],
      ['file', fileName(spec.path)],
    ])
    const write = (text: string): string => expand(text, (name) => values.get(name), draws)
    lines.push(write(template.code))
    facts.push(
      toldFact({
        key: `landmark ${spec.path} ${index}`,
        kind: 'fact',
        evidence: template.evidence.map(write),
        recall: template.recall.map(write),
        odds: LANDMARK_ODDS,
      }),
    )
  })
  return { lines, facts }
}

/** `4275` → `4_275`, as constants are written. */
function grouped(value: number): string {
  return value < 1000 ? String(value) : `${Math.floor(value / 1000)}_${String(value % 1000).padStart(3, '0')}`
}

/** Size of a file in tokens: most are medium, a third are large. Medians 2,500 and 8,000, at most 25,000. */
export function drawFileSize(draws: Random): Tokens {
  const large = draws.uniform() < 0.3
  return Math.min(25_000, large ? draws.lognormal(8_000, 0.6) : draws.lognormal(2_500, 0.9))
}
