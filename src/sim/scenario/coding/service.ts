import type { Random, Tokens } from '../../../engine/index.ts'
import type { Chance } from '../telling/chance.ts'
import { codeSlots } from '../telling/code-slots.ts'
import { shellDeed } from '../telling/deed.ts'
import type { Deed } from '../telling/deed.ts'
import { toldFact } from '../telling/fact.ts'
import type { Fact } from '../telling/fact.ts'
import { drawSize } from '../telling/size.ts'
import type { SizeMixture } from '../telling/size.ts'
import { documentFile, sourceFile, testFile } from '../telling/source-file.ts'
import type { SourceFile } from '../telling/source-file.ts'
import { DOMAINS } from '../text/domains.ts'
import type { Domain, Entity } from '../text/domains.ts'
import { expand } from '../text/expand.ts'
import { drawn } from '../text/pattern.ts'
import type { FactTemplate } from '../telling/teller.ts'
import { ROLES } from './plan.ts'
import type { Role } from './plan.ts'
import { pathOf } from './repository.ts'

const IMPORTS = `import { ConflictError, ForbiddenError, ValidationError } from '../shared/errors'\nimport type { Cache, Clock, Database, Logger } from '../shared/ports'`

/** A service whose files a story reads: some of its entities, each with a file per role, a test and a page. */
export interface Service {
  readonly domain: Domain
  readonly entities: readonly Entity[]
  readonly files: readonly SourceFile[]
  /** Paths of source files, entity by entity. */
  readonly sources: readonly string[]
  path(entity: Entity, role: Role, kind?: 'source' | 'test' | 'page'): string
  functionsOf(path: string): readonly string[]
}

/** @param roles files of each entity */
export function service(
  chance: Chance,
  count: number,
  roles: readonly Role[],
  size: SizeMixture,
  scale: number,
): Service {
  const draws = chance('structure', 'service')
  const domain = draws.pick(DOMAINS)
  const entities = draws.shuffle(domain.entities).slice(0, count)
  const files: SourceFile[] = []
  const sizeOf = (path: string): Tokens => Math.round(drawSize(size, chance('sizes', path)) * scale)
  const path: Service['path'] = (entity, role, kind = 'source') =>
    pathOf(domain, { entity: entity.name, role, kind })
  for (const entity of entities) {
    for (const role of roles) {
      const at = path(entity, role)
      const spec = {
        path: at,
        entity,
        role,
        kin: ROLES.indexOf(role),
        imports: IMPORTS,
        core: '',
        landmarks: 2,
      } as const
      const file = sourceFile(domain, spec, sizeOf(at), chance)
      files.push(file)
      if (role !== 'service') continue
      const test = path(entity, role, 'test')
      files.push(plainFile(test, testFile(domain, test, file, entity, sizeOf(test) / 2, chance)))
    }
    const page = path(entity, 'model', 'page')
    files.push(plainFile(page, documentFile(domain, page, entity.plural, [entity], sizeOf(page) / 3, chance)))
  }
  const known = new Map(files.map((file) => [file.path, file.functions]))
  return {
    domain,
    entities,
    files,
    sources: files.filter((file) => file.functions.length > 0).map((file) => file.path),
    path,
    functionsOf: (at) => known.get(at) ?? [],
  }
}

function plainFile(path: string, text: string): SourceFile {
  return { path, text, functions: [], landmarks: [] }
}

/** Writes a template with the words of one entity of a service. */
export type Writer = (template: string) => string

export function writerFor(
  { domain }: Service,
  entity: Entity,
  chance: Chance,
  thing: string,
  known: ReadonlyMap<string, string>,
): Writer {
  const draws: Random = chance('text', thing)
  const slot = codeSlots(domain, entity, draws, known)
  return (template) => expand(drawn(template, draws), slot, draws)
}

/** A fact from a data file, with the words of a service. */
export function writtenFact({ id, kind, evidence, recall }: FactTemplate, write: Writer, odds: number): Fact {
  const of =
    kind === 'result'
      ? 'tool_result'
      : kind === 'goal' || kind === 'constraint' || kind === 'decision'
        ? kind
        : 'fact'
  return toldFact({ key: id, kind: of, evidence: evidence.map(write), recall: recall.map(write), odds })
}

/** A command of a data file: its output, and what the agent keeps of it. */
export interface CommandTemplate {
  readonly command: string
  readonly output: string
  /** What it is run for, after a verb: "the history of the file". */
  readonly aim: string
  readonly finding: string
  readonly fact?: FactTemplate
}

export function commandDeed(template: CommandTemplate, write: Writer): Deed {
  const { command, output, finding, fact } = template
  const plants = fact === undefined ? [] : [writtenFact(fact, write, 0.5)]
  return shellDeed(write(command), write(output), 'saw-shell', { message: write(finding) }, plants)
}
