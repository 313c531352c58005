import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { chanceOf } from './chance.ts'
import { ROLES } from '../coding/plan.ts'
import { documentFile, drawFileSize, sourceFile, testFile } from './source-file.ts'
import type { FileSpec } from './source-file.ts'
import { CLIENTS, clientClass } from '../text/clients.ts'
import { DOMAINS, USER_SERVICE } from '../text/domains.ts'
import { WRAPPER_FAULTS, wrapperText } from '../text/migration.ts'
import { functionIn } from './workspace.ts'

const domains = [...DOMAINS, USER_SERVICE]
const chance = chanceOf('test', 11)

function syntaxErrors(path: string, text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.map((it) => `${path}: ${ts.flattenDiagnosticMessageText(it.messageText, ' ')}`)
}

function specOf(domain: (typeof domains)[number], index: number, kin: number): FileSpec {
  const entity = domain.entities[index]!
  const role = ROLES[kin % ROLES.length]!
  return {
    path: `src/${entity.table}/${role}${kin}.ts`,
    entity,
    role,
    kin,
    imports: '',
    core: '',
    landmarks: 2,
  }
}

describe('a generated source file', () => {
  it.each(domains)('parses as TypeScript, for entities of $service', (domain) => {
    const entity = domain.entities[0]!
    // Large enough that every template of a function is used.
    const file = sourceFile(domain, specOf(domain, 0, 0), 12_000, chance)
    expect(file.functions.length).toBeGreaterThanOrEqual(38)
    expect(syntaxErrors(file.path, file.text)).toEqual([])
    const test = testFile(domain, `test/${entity.table}.test.ts`, file, entity, 5_000, chance)
    expect(syntaxErrors(`test/${entity.table}.test.ts`, test)).toEqual([])
  })

  it.each(CLIENTS)(
    'parses as TypeScript, for the client of $name in each style of error handling',
    (client) => {
      for (const style of [0, 1, 2] as const) {
        const text = clientClass(
          client,
          client.operations.map(() => 3050),
          client.operations.map(() => style),
        )
        expect(syntaxErrors(`${client.name}.ts`, text)).toEqual([])
      }
    },
  )

  it('parses as TypeScript, for the wrapper with each fault', () => {
    for (const fault of WRAPPER_FAULTS) {
      const text = wrapperText(['retryOn: [503], maxAttempts: 3, retryBaseMs: 200,'], new Set([fault.id]))
      expect(syntaxErrors('request.ts', text)).toEqual([])
      expect(text.split(fault.wrong)).toHaveLength(2)
      expect(text.replace(fault.wrong, () => fault.right)).toBe(
        wrapperText(['retryOn: [503], maxAttempts: 3, retryBaseMs: 200,'], new Set()),
      )
    }
  })

  it('a larger version begins with the smaller one', () => {
    const spec = specOf(USER_SERVICE, 2, 1)
    const small = sourceFile(USER_SERVICE, spec, 800, chance)
    const large = sourceFile(USER_SERVICE, spec, 6_000, chance)
    expect(large.text.startsWith(small.text.trimEnd())).toBe(true)
    expect(large.functions.slice(0, small.functions.length)).toEqual(small.functions)
    expect(large.text.length).toBeGreaterThan(small.text.length * 3)
  })

  it('has about the requested size, and at least three functions', () => {
    for (const size of [1, 900, 2_500, 8_000, 20_000]) {
      const { text, functions } = sourceFile(USER_SERVICE, specOf(USER_SERVICE, 0, 2), size, chance)
      expect(functions.length).toBeGreaterThanOrEqual(3)
      expect(text.length / 4).toBeGreaterThanOrEqual(size)
      expect(text.length / 4).toBeLessThan(Math.max(1_000, size + 450))
    }
  })

  it('shares no function name with another file of its entity', () => {
    for (const domain of domains.slice(0, 3)) {
      domain.entities.slice(0, 1).forEach((_, index) => {
        const names = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(
          (kin) => sourceFile(domain, specOf(domain, index, kin), 20_000, chance).functions,
        )
        expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
      })
    }
  })

  it('contains its functions and landmarks, and each function can be found', () => {
    const file = sourceFile(USER_SERVICE, specOf(USER_SERVICE, 4, 3), 5_000, chance)
    for (const name of file.functions) {
      const found = functionIn(file.text, name)
      expect(found?.lines.at(-1)).toBe('}')
      expect(file.text.split('\n').slice((found?.first ?? 0) - 1, found?.first)).toEqual(
        found?.lines.slice(0, 1),
      )
    }
    expect(file.landmarks).toHaveLength(2)
    for (const fact of file.landmarks) {
      for (const string of fact.evidence) {
        expect(file.text).toContain(string)
        for (const sentence of fact.recall) expect(sentence).toContain(string)
      }
    }
  })
})

describe('sizes', () => {
  it('follow the mixed distribution: a median of about 3,600 tokens, and nothing above 25,000', () => {
    const draws = chance('sizes', 'many')
    const sizes = Array.from({ length: 20_000 }, () => drawFileSize(draws)).sort((a, b) => a - b)
    // For 0.7 LN(2500, 0.9) + 0.3 LN(8000, 0.6) the distribution function is 0.5 at about 3,600.
    expect(sizes[10_000]).toBeGreaterThan(3_300)
    expect(sizes[10_000]).toBeLessThan(3_900)
    expect(sizes.filter((size) => size > 8_000).length / sizes.length).toBeCloseTo(0.7 * 0.098 + 0.15, 1)
    expect(sizes.at(-1)).toBe(25_000)
  })
})

describe('a page of documentation', () => {
  it('begins with its title and has several sections', () => {
    const page = documentFile(USER_SERVICE, 'docs/x.md', 'Title', USER_SERVICE.entities, 1_500, chance)
    expect(page.startsWith('# Title\n\n## ')).toBe(true)
    expect(page.match(/^## /gm)!.length).toBeGreaterThan(4)
    expect(page).not.toContain('$')
  })
})
