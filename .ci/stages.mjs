// A stage is named in its own entry of the catalogue. Elsewhere only strategies, presets and tests name one; what else is to
// be known of a stage is asked of its entry (`stageNamed`, `isStageWith`), so that a new stage needs no other file.
import { parseAst } from 'vite'

/** Where stages are named, and why. */
const ALLOWED = [
  /^src\/engine\/stage\/(?:catalogue|strategy)\//,
  /^src\/config\/preset\//,
  /\.test\.tsx?$|fixture|^src\/(?:testing|bench|examples)\//,
  // how each is told to people: a table over all of them, which the compiler holds complete
  /^src\/view\/sentence\/told\.ts$/,
  // the articles' code runs under the names of the stages that it is shown in place of
  /^src\/lessons\//,
  // timelines of earlier versions: what their records mean is known by the names that they had then
  /^src\/sim\/run\/encoding\/upgrade\.ts$/,
]

/** Names that mean other things too; such a word counts only where the code about it speaks of a stage. */
const ALSO = new Map(
  Object.entries({
    'a verb of an edit': ['clip'],
    'what an alert asks for': ['summarize_results'],
    'what a model is asked for': ['compact', 'merge', 'delegate'],
    'a strategy': ['evict', 'rolling_summary'],
    'a setting': ['progressive', 'new_window', 'collapse', 'clear_thinking', 'clear_tool_uses'],
  }).flatMap(([what, words]) => words.map((word) => [word, what])),
)

/** Functions whose arguments are names of stages. */
const ASKED = new Set(['step', 'stageNamed', 'isStageWith', 'toldOf', 'stageWords', 'beginsBy'])

/** Names of the catalogue's entries. */
export function stageNames(files) {
  const entry = /^export const \w+Entry = \{\n {2}name: '(\w+)'/gm
  return files
    .filter(({ name }) => name.startsWith('src/engine/stage/catalogue/'))
    .flatMap(({ text }) => [...text.matchAll(entry)].map(([, name]) => name))
}

/**
 * Each place outside the catalogue that names a stage, one line each.
 *
 * @param files name and text of each file
 * @param names what the stages are called
 */
export function problemsOfStages(files, names) {
  if (names.length < 2) return ['.ci/stages.mjs: found no stages in src/engine/stage/catalogue']
  const problems = []
  for (const { name: file, text } of files) {
    if (!/^src\/.*\.tsx?$/.test(file) || ALLOWED.some((place) => place.test(file))) continue
    if (!names.some((name) => text.includes(name))) continue
    for (const { word, at } of namesIn(file, text)) {
      if (!names.includes(word.replace('?', '')) || (word.endsWith('?') && ALSO.has(word.slice(0, -1))))
        continue
      const line = text.slice(0, at).split('\n').length
      problems.push(
        `${file}:${line}: names the stage ${word.replace('?', '')}; ask its entry in src/engine/stage/catalogue, or give it a trait in known-for.ts`,
      )
    }
  }
  return problems
}

/** Each case breaks the law where its problem says so. */
export function casesThatBreakStages() {
  const names = ['evict', 'slide', 'take_notes']
  const said = (name) =>
    `src/view/a.ts:1: names the stage ${name}; ask its entry in src/engine/stage/catalogue, or give it a trait in known-for.ts`
  return [
    ["if (stage === 'slide') stop()", ['slide']],
    ['const table = { take_notes: 1 }', ['take_notes']],
    ["if (edit.stage === 'evict') stop()", ['evict']],
    ["switch (edit.stage) { case 'evict': stop() }", ['evict']],
    ["const edit = { stage: 'evict' }", ['evict']],
    ["isStageWith('ranks', 'evict')", ['evict']],
    ["if (strategy === 'evict') stop(); const label = { evict: 'Eviction' }", []],
    ["import { a } from 'slide'; const word = 'slides'", []],
  ].flatMap(([text, named]) => {
    const found = problemsOfStages([{ name: 'src/view/a.ts', text }], names)
    const expected = named.map(said)
    if (JSON.stringify(found) === JSON.stringify(expected)) return []
    return [`.ci/stages.mjs: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`]
  })
}

/** Words that stand as a text or a key, with `?` where nothing near them speaks of a stage. */
function namesIn(file, source) {
  const found = []
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), false)
  return found

  function visit(node, ofStage) {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, ofStage))
    if (node === null || typeof node !== 'object' || /^(?:Import|Export(?:All|Named))/.test(node.type)) return
    if (node.type === 'Literal' && typeof node.value === 'string') note(node.value, node.start, ofStage)
    if (node.type === 'Property' && !node.computed && !node.shorthand && node.key.type === 'Identifier')
      note(node.key.name, node.key.start, false)
    if (node.type === 'SwitchCase') {
      visit(node.test, ofStage)
      return visit(node.consequent, false)
    }
    const about = aboutStage(node)
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child, about)
  }

  function note(word, at, ofStage) {
    found.push({ word: ofStage ? word : `${word}?`, at })
  }

  /** Whether what stands directly in this node is said of a stage. */
  function aboutStage(node) {
    const speaks = (part) => /\bstage\b/i.test(source.slice(part.start, part.end))
    switch (node.type) {
      case 'BinaryExpression':
        return speaks(node.left) || speaks(node.right)
      case 'SwitchStatement':
        return speaks(node.discriminant)
      case 'Property':
        return node.key.name === 'stage'
      case 'CallExpression':
        return ASKED.has(node.callee.name)
      default:
        return false
    }
  }
}
