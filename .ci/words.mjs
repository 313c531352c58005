// Words that a reader of the page should not meet, each with the standard term for it. Held against every text that a
// person reads: the strings of the program that are sentences or labels, and README.md. Keys of the YAML, fields of the
// JSON and code are no texts: a single word without a capital letter is skipped.
import { parseAst } from 'vite'

/** What is found, and what to say instead. */
const words = [
  [/\bha(?:d|s|ve) to do without/i, 'did not have it in context'],
  [/(?<!\.)\bgates?\b/i, 'guard, protection'],
  [/\bna[iï]ve\b/i, 'protection off, unprotected'],
  [/\b(?:green|yellow|orange|red) on arrival/i, 'was orange'],
  [/\b(?:to write|written|writes?|to be written) anew\b/i, 'rewritten, again'],
  [/\banew\b/i, 'again'],
  [/\bunmanaged peak\b/i, 'peak context without eviction'],
  [/\bneeds met\b/i, 'needed context present'],
  [/\b(?:told|tells?) (?:\w+ )?shorter\b/i, 'shortened'],
  [/\bevicted but for\b/i, 'replaced by a one-line placeholder'],
  [/\b(?:ladders?|rungs?)\b/i, 'cascade, cascade step'],
  [/\bdue by\b/i, 'triggered by'],
  [/\bcut (?:line|\d)/i, 'eviction cutoff'],
  [/\bcarried state\b/i, 'summaries and notes'],
  [/\bthinking of the running loop\b/i, 'thinking in the current tool loop'],
  [/\b(?:requests|tokens|calls) beside the turns\b/i, 'extra LLM calls, tokens of extra calls'],
  [/\bspan ratio\b|\btimes smaller\b/i, 'compression ratio'],
  [/\bworth fades\b/i, 'score decay by age'],
  [/\bgive (?:it |them )?all back\b/i, 'reset all'],
  [/\btake theirs\b/i, 'use this value'],
  [/\bruns? by itself\b/i, 'original preset'],
  [/\bthat is what it is\b/i, 'already this value'],
  [/\bpassed over\b/i, 'skipped'],
  [/\bturn round\b/i, 'swap'],
  [/\bfor nowhere\b/i, 'never leaves the page'],
  [/\bchose alone\b/i, 'is sent only to the address you chose'],
  [/\bnobody told\b/i, 'unreported by the provider'],
  [/\bwhatever stands between\b/i, 'a proxy'],
  [/\bhalf of it fails\b/i, 'fails half its requests'],
  [/\bis no share, so\b/i, 'percentages are not accepted here'],
  [/\bmore than may\b/i, 'over the limit'],
  [/\bcould not be had\b|\bcan be had\b|\bmay be had\b/i, 'could not be loaded, is available'],
  [/\bstub(?:s|bed)?\b/i, 'placeholder'],
  [/\bstretch(?:es)?\b/i, 'part, messages, tool work'],
  [/\btaken into\b/i, 'summarized, compacted into'],
  [/\b(?:given|giving|gives?|gave) way to\b/i, 'replaced by'],
  [/\b(?:stands?|stood) (?:in place of|in the place of|in its place|for (?:it|its|all))\b/i, 'replaces'],
  [/\b(?:put|puts) in (?:the )?place of\b/i, 'replaces, replaced'],
  [/\bput into the (?:store|window)\b/i, 'stored, added'],
  [/\bas it (?:came|stands|stood)\b/i, 'unchanged, original'],
  [/\b(?:what|one) (?:stands|stood)\b/i, 'say what it is'],
  [/\b(?:went|goes?|going) over into\b/i, 'carried into'],
  [/\bof no use\b/i, 'unusable'],
  [/\bnot told\b|\bis told in\b/i, 'unreported, shortened to'],
  [/\bbroke off\b/i, 'was interrupted'],
  [/\bwhat (?:had come|came)\b/i, 'the text received'],
  [/\btaken out\b|\btakes? out\b/i, 'removed, evicted'],
  [/\bput in\b(?! (?:quotes|unusual))/i, 'added'],
  [
    /\bthe (?:version|turn|summary|call|window|save|event|level|one|conversation|comparison) before(?=[.,;:’'”]|$| stands\b| of\b| out\b)/i,
    'the previous …',
  ],
  [/\b(?:event|turns|conversation|comparison) before\b(?=['"’,.]|$)/i, 'previous'],
  [/\bin sight\b/i, 'visible'],
  [/\bmend(?:ed)?\b/i, 'fix'],
  [/\bwas not asked\b(?! for)/i, 'was not called, did not score it'],
  [/\bbeside the (?:lanes|reserve)\b/i, 'side panel; without the reserve'],
  [/\bthe very words\b/i, 'exact words'],
  [/\bdear(?:er)?\b/i, 'expensive'],
  [/\bthe least there is\b|\bthe least of\b(?! the)/i, 'the smallest, the minimum'],
  [/\bwhatever the (?:pressure|cascade|policy)\b/i, 'at any pressure, even if'],
  [/\bso many\b(?! tokens as)/i, 'this many'],
  [/\bis no (?:JSON|YAML|list|address|text|timeline|part)\b/i, 'is not a …'],
  [/\ball the same\b/i, 'anyway'],
  [/\bwithout a word\b/i, 'without warning, silently'],
]

/** Not the page's own words: what a model reads, and what a made-up agent, its tools and its project say. */
const OTHERS =
  /tsconfig|\.test\.tsx?$|fixture|^src\/(?:testing|bench|examples)\/|\/scenario\/|^src\/live\/(?:repository|agent|tools)\/|\/llm\/prompt\.ts$|\/checkpoint\/bootstrap\.ts$|\/validity\/repair\//

/**
 * Each word of the list in a text that people read, one line each, with its place and what to say instead.
 *
 * @param files name and text of each file
 */
export function problemsOfWords(files) {
  const problems = []
  for (const { name, text: source } of files) {
    const document = name === 'README.md'
    if (!document && (!/^src\/.*\.(?:tsx?|json)$/.test(name) || OTHERS.test(name))) continue
    for (const { text, at } of document ? [prose(source)] : textsOf(name, source)) {
      for (const [word, better] of words) {
        const found = word.exec(text)
        if (found === null) continue
        const line = source.slice(0, at + (document ? found.index : 0)).split('\n').length
        problems.push(`${name}:${line}: says “${found[0]}” to a person; better: ${better}`)
      }
    }
  }
  return problems
}

/** Each case breaks the list of words where its problem says so; what is no text of the page breaks nothing. */
export function casesThatBreakWords() {
  const file = (text, name = 'src/a.tsx') => ({ name, text })
  return [
    [file(`const gates = ['gate', 'eviction.gates.task is off']; // a gate`), []],
    [
      file(`const text = 'Held by a gate'`),
      ['src/a.tsx:1: says “gate” to a person; better: guard, protection'],
    ],
    [
      file('const a = 1\nconst text = <p title={`Due by ${a}`}>It runs anew</p>'),
      [
        'src/a.tsx:2: says “Due by” to a person; better: triggered by',
        'src/a.tsx:2: says “anew” to a person; better: again',
      ],
    ],
    [file(`it('names a gate', () => {})`, 'src/a.test.ts'), []],
    [
      file('{\n  "held": "Held by a gate"\n}', 'src/app/words.json'),
      ['src/app/words.json:2: says “gate” to a person; better: guard, protection'],
    ],
    [
      file('One.\n`gate`\nA rung.', 'README.md'),
      ['README.md:3: says “rung” to a person; better: cascade, cascade step'],
    ],
  ].flatMap(([one, expected]) => {
    const found = problemsOfWords([one])
    if (JSON.stringify(found) === JSON.stringify(expected)) return []
    return [`.ci/words.mjs: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`]
  })
}

/** A document without its code, which stands in backquotes. */
function prose(source) {
  return { at: 0, text: source.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' ')) }
}

/** String literals, templates and JSX texts that are a sentence or a label. */
function textsOf(file, source) {
  const texts = []
  // A file of texts is read as the expression that it also is.
  const code = file.endsWith('.json') ? `(${source})` : source
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
  return texts

  function visit(node) {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'ImportDeclaration' || isClassName(node)) return
    const text = { Literal: node.value, JSXText: node.value, TemplateElement: node.value?.cooked }[node.type]
    if (typeof text === 'string' && (/\S\s+\S/.test(text) || /^\s*[A-Z]/.test(text)))
      texts.push({ text, at: node.start })
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child)
  }
}

function isClassName({ type, name }) {
  return type === 'JSXAttribute' && name.name === 'className'
}
