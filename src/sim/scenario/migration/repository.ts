import type { Tokens } from '../../../engine/index.ts'
import type { Chance } from '../telling/chance.ts'
import { codeSlots } from '../telling/code-slots.ts'
import { documentFile, drawFileSize, sourceFile } from '../telling/source-file.ts'
import type { FileSpec, SourceFile } from '../telling/source-file.ts'
import { CLIENTS, clientClass, clientImports, clientPath } from '../text/clients.ts'
import type { ClientSpec } from '../text/clients.ts'
import { USER_SERVICE } from '../text/domains.ts'
import type { Entity } from '../text/domains.ts'
import { expand } from '../text/expand.ts'
import { CLIENT_TESTS, HTTP_FILES, MIGRATION_FILES, REPLAY_TEST, WRAPPER_FAULTS } from '../text/migration.ts'

/** Tokens of all generated files that the default story reads, at scale 1 and before line numbers. */
const READ_TOKENS = { least: 28_000, most: 31_500 }

export const DOCS_PATH = 'docs/http-clients.md'

/** Entities with a service that calls a client. */
const SERVICES = ['Profile', 'Session', 'Consent', 'Address']
const SERVED = ['avatar', 'identity', 'consent', 'geo']

export interface MigrationRepository {
  readonly files: readonly SourceFile[]
  /** Values of the slots that the story's own edits need too. */
  readonly values: ReadonlyMap<string, string>
  /** Per client the timeouts and the kinds of error handling of its operations. */
  readonly timeouts: ReadonlyMap<string, readonly number[]>
  readonly styles: ReadonlyMap<string, readonly (0 | 1 | 2)[]>
}

/**
 * Files of user-service before the migration.
 *
 * @param given values of the rules, which some files mention
 * @param withBridge whether there is a client that must stay on axios
 */
export function migrationRepository(
  chance: Chance,
  given: ReadonlyMap<string, string>,
  withBridge: boolean,
  scale: number,
): MigrationRepository {
  const values = fileValues(chance, given)
  const write = (place: string, text: string): string =>
    expand(text, (name) => values.get(name), chance('text', `alternatives of ${place}`))
  const timeouts = new Map<string, number[]>()
  const styles = new Map<string, (0 | 1 | 2)[]>()
  const sizes = sizesOf(chance, scale)
  const files: SourceFile[] = HTTP_FILES.map((file) => plain(file.path, write(file.path, file.text)))
  for (const client of CLIENTS) {
    const draws = chance('text', `calls of ${client.name}`)
    timeouts.set(
      client.name,
      client.operations.map(() => draws.integer(21, 79) * 100 + 50),
    )
    styles.set(
      client.name,
      client.operations.map(() => draws.pick([0, 1, 2] as const)),
    )
    files.push(
      clientFile(client, timeouts.get(client.name) ?? [], styles.get(client.name) ?? [], sizes, chance),
    )
    files.push(plain(clientTestPath(client), clientTests(client, chance)))
  }
  const core = (path: string, entity: string, role: string, kin: number, text: string): void => {
    const written = write(path, text)
    const imports = /^(?:import [^\n]*\n)*/.exec(written)?.[0] ?? ''
    const spec: FileSpec = {
      path,
      entity: entityOf(entity),
      role,
      kin,
      imports: imports.trimEnd(),
      core: written.slice(imports.length).trimStart(),
      landmarks: 2,
    }
    files.push(sourceFile(USER_SERVICE, spec, sizes(path), chance))
  }
  core('src/http/context.ts', 'Session', 'context', 2, MIGRATION_FILES.context)
  core('src/config/upstreams.ts', 'Device', 'upstreams', 2, MIGRATION_FILES.upstreams)
  core('src/config/flags.ts', 'Consent', 'flags', 2, MIGRATION_FILES.flags)
  core('src/jobs/nightlyInvoiceSync.ts', 'Invoice', 'nightly', 2, MIGRATION_FILES.job)
  if (withBridge) core('src/legacy/ssoBridge.ts', 'Membership', 'bridge', 2, MIGRATION_FILES.ssoBridge)
  core('test/support/mockUpstream.ts', 'Notice', 'mock', 2, MIGRATION_FILES.mockUpstream)
  for (const [index, name] of SERVICES.entries()) {
    core(
      servicePath(name),
      name,
      'service',
      1,
      MIGRATION_FILES.serviceCore.replaceAll('ENTITY', name).replaceAll('CLIENT', SERVED[index] ?? ''),
    )
  }
  files.push(plain('package.json', write('package.json', MIGRATION_FILES.packageJson)))
  const pages = documentFile(
    USER_SERVICE,
    DOCS_PATH,
    'HTTP clients',
    USER_SERVICE.entities,
    sizes(DOCS_PATH),
    chance,
  )
  files.push(plain(DOCS_PATH, pages.replace('\n\n', `\n\n${MIGRATION_FILES.docsIntro}\n\n`)))
  return { files, values, timeouts, styles }
}

export function servicePath(entity: string): string {
  return `src/services/${entity.slice(0, 1).toLowerCase()}${entity.slice(1)}Service.ts`
}

export function clientTestPath(client: ClientSpec): string {
  return `test/clients/${client.name}Client.test.ts`
}

function entityOf(name: string): Entity {
  const entity = USER_SERVICE.entities.find((it) => it.name === name)
  if (entity === undefined) throw new Error(`user-service has no entity ${name}`)
  return entity
}

function plain(path: string, text: string): SourceFile {
  return { path, text: text.endsWith('\n') ? text : text + '\n', functions: [], landmarks: [] }
}

function clientFile(
  client: ClientSpec,
  timeouts: readonly number[],
  styles: readonly (0 | 1 | 2)[],
  sizes: (path: string) => Tokens,
  chance: Chance,
): SourceFile {
  const errors = [...new Set(client.operations.map((it) => it.error))].sort()
  const types = [...new Set(client.operations.map((it) => it.answer).filter((it) => it !== ''))].sort()
  const spec: FileSpec = {
    path: clientPath(client),
    entity: entityOf(client.entity),
    role: 'client',
    kin: 0,
    imports: `${clientImports().axios}\nimport { ${errors.join(', ')} } from '../errors/${client.name}'\nimport type { ${types.join(', ')} } from '../types/${client.name}'`,
    core: clientClass(client, timeouts, styles),
    landmarks: 2,
  }
  return sourceFile(USER_SERVICE, spec, sizes(spec.path), chance)
}

function clientTests(client: ClientSpec, chance: Chance): string {
  const draws = chance('text', clientTestPath(client))
  const suites = client.operations.map((it, index) => {
    const known = new Map([
      ['client', client.name],
      ['method', it.method],
      ['verb', it.verb],
      ['route', it.path],
      ['status', String(it.status)],
      ['error', it.error],
    ])
    const slot = codeSlots(USER_SERVICE, entityOf(client.entity), draws, known)
    const replays = WRAPPER_FAULTS.filter(
      (fault) => fault.client === client.name && fault.operation === index,
    ).map((fault) => expand(REPLAY_TEST, (name) => (name === 'title' ? fault.test : slot(name)), draws))
    const tests = [...CLIENT_TESTS.map((test) => expand(test, slot, draws)), ...replays]
    return `  describe('${it.method}', () => {${tests.join('\n')}\n  })`
  })
  return `import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recorded, replay } from '../support/recorded'
import { fixtures, samples, ${client.name}, upstream } from '../support/${client.name}'

describe('${client.name}Client', () => {
  beforeAll(() => upstream.listen())
  afterEach(() => upstream.requests.splice(0))

${suites.join('\n\n')}
})
`
}

/**
 * Sizes of the generated files: drawn from the mixture of file sizes, none more than five times another, and scaled so
 * that every seed's story reads about the same amount.
 */
function sizesOf(chance: Chance, scale: number): (path: string) => Tokens {
  const target = chance('sizes', 'all reads').integer(READ_TOKENS.least, READ_TOKENS.most)
  const drawn = (path: string): Tokens =>
    Math.min(6_000, Math.max(1_200, drawFileSize(chance('sizes', path))))
  const paths = [...CLIENTS.map(clientPath), ...OTHERS, ...SERVICES.slice(0, 3).map(servicePath)]
  const sum = paths.reduce((total, path) => total + drawn(path), 0)
  return (path) => Math.round((drawn(path) / sum) * target * scale)
}

const OTHERS = [
  'src/http/context.ts',
  'src/config/upstreams.ts',
  'src/config/flags.ts',
  'src/jobs/nightlyInvoiceSync.ts',
  'test/support/mockUpstream.ts',
  DOCS_PATH,
]

function fileValues(chance: Chance, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const draws = chance('text', 'file values')
  const number = (low: number, high: number): string => String(draws.integer(low, high))
  return new Map([
    ...given,
    ['ticketA', `PLAT-${number(1001, 1999)}`],
    ['ticketB', `PLAT-${number(1001, 1999)}`],
    ['ticketC', `PLAT-${number(1001, 1999)}`],
    ['sockets', number(24, 96)],
    ['defaultTimeout', number(31, 59) + '50'],
    ['maxBody', number(1_048_577, 9_437_184)],
    ['oldTimeoutCode', given.get('timeoutCode') ?? 'USR_UPSTREAM_TIMEOUT'],
    ['unreachable', number(5001, 5899)],
    ['tokenSeconds', number(1201, 3599)],
    ['minValidity', number(31, 119)],
    ['oldBase', given.get('base') ?? '250'],
    ['floor', number(51, 199)],
    ['requestBudget', number(8001, 14_999)],
    ['noContext', number(7001, 7999)],
    ['adminPort', number(9101, 9899)],
    ['internalPort', number(7101, 7899)],
    ['flagOne', number(1101, 4999)],
    ['flagTwo', number(5001, 9899)],
    ['jobMinute', number(11, 58)],
    ['jobSource', number(1001, 9899)],
    ['jobTimeout', number(41, 149) + '00'],
    ['ssoTimeout', number(21, 69) + '00'],
    ['ssoCode', number(6001, 6899)],
    ['unknownRoute', number(560, 598)],
    ['release', `4.${number(11, 38)}.${number(0, 9)}`],
    ['axiosPatch', number(3, 9)],
  ])
}
