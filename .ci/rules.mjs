// Holds src/RULES.md to the code: an ID that is cited is there, and a rule that is there stands in the title of a test.
// No text names an article by a number.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What an ID looks like: letters, a dash, a number. */
const ID = /\b[A-Z]{2,}-\d+\b/g
/** What looks like one and is none: models, encodings, formats, the numbers of tickets in made-up texts. */
const NO_RULE = /^(?:GPT|UTF|SHA|PDF|PLAT)-/
/** Titles of tests begin with the IDs of the rules that they check. */
const TITLE = /(['"`])(?=[A-Z]{2,}-\d+ )[^\n]*?\1/g
/** An article by a number that nobody outside knows; its short title stands in the page of rules. */
const NUMBERED = /\barticles? [`'‘]?00\d/i
const TESTS = /\.(?:test|spec)\.tsx?$/

/**
 * The problems of a page of rules and the files that cite them, one line each.
 *
 * @param page text of the page; a rule is a list item that begins with its ID in bold
 * @param files name and text of each file
 */
export function problemsOfRules(page, files) {
  const rules = [...page.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id]) => id)
  const known = new Set(rules)
  const problems = rules
    .filter((id, at) => rules.indexOf(id) !== at)
    .map((id) => `src/RULES.md: ${id} stands twice`)
  const tested = new Set()
  for (const { name, text } of [{ name: 'src/RULES.md', text: page }, ...files]) {
    const unknown = idsIn(text).filter((id) => !known.has(id) && !NO_RULE.test(id))
    for (const id of new Set(unknown)) problems.push(`${name}: cites ${id}, which is not in src/RULES.md`)
    if (NUMBERED.test(text))
      problems.push(`${name}: names an article by a number; src/RULES.md has its title`)
    if (!TESTS.test(name)) continue
    for (const [title] of text.matchAll(TITLE)) for (const id of idsIn(title)) tested.add(id)
  }
  for (const id of known) {
    if (!tested.has(id)) problems.push(`src/RULES.md: ${id} is in the title of no test`)
  }
  return problems
}

function idsIn(text) {
  return text.match(ID) ?? []
}

/** The files of the project that may cite rules. */
export function citingFiles(root) {
  const names = ['src', 'e2e', '.ci'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return [...names, 'README.md']
    .filter(
      (name) =>
        /\.(?:tsx?|mjs|css|md)$|words\.json$/.test(name) &&
        name !== 'src/RULES.md' &&
        name !== '.ci/rules.mjs',
    )
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
}

/** Each case breaks one law of the page, and exactly its problem must be reported; the first breaks none. */
export function casesThatBreakRules() {
  const page = '- **ONE-1** First.\n- **ONE-2** Second.\n'
  const test = { name: 'src/a.test.ts', text: `it('ONE-1 ONE-2 both', () => {})` }
  const cases = [
    [page, [test, { name: 'src/a.ts', text: '// ONE-1, UTF-8' }], []],
    [
      page,
      [test, { name: 'src/a.ts', text: '// ONE-3' }],
      ['src/a.ts: cites ONE-3, which is not in src/RULES.md'],
    ],
    [`${page}See TWO-1.\n`, [test], ['src/RULES.md: cites TWO-1, which is not in src/RULES.md']],
    [
      page,
      [{ name: 'src/a.test.ts', text: `// ONE-2\nit('ONE-1 one', () => expect(rule).toBe('ONE-2'))` }],
      ['src/RULES.md: ONE-2 is in the title of no test'],
    ],
    [
      page,
      [
        { name: 'src/a.test.ts', text: `it('ONE-1 one', () => {})` },
        { name: 'src/a.ts', text: `throw new Error('ONE-2 two')` },
      ],
      ['src/RULES.md: ONE-2 is in the title of no test'],
    ],
    [
      page,
      [test, { name: 'src/a.ts', text: `// as article ${'003'} has it` }],
      ['src/a.ts: names an article by a number; src/RULES.md has its title'],
    ],
    [`${page}- **ONE-1** Again.\n`, [test], ['src/RULES.md: ONE-1 stands twice']],
  ]
  return cases.flatMap(([text, files, expected]) => {
    const found = problemsOfRules(text, files)
    if (JSON.stringify(found) === JSON.stringify(expected)) return []
    return [`.ci/rules.mjs: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`]
  })
}
