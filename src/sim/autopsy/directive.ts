import { namedNumbers, strongTokens } from '../../engine/internal.ts'
import type { Directive } from './autopsy.ts'
import { keyOf, unmarked } from './words.ts'

/** Words that forbid the deed after them. */
const NEGATION =
  /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|cannot|can['’]t|should not|shouldn['’]t|shall not|not allowed to|forbidden to|refrain from|avoid|stop|without|instead of|rather than|no)\s+(?:(?:ever|again|directly|manually|accidentally|even|try to|attempt to|the|any|by)\s+)*/gi
/** Where what a negation covers ends. */
const END =
  /[.;!?](?:\s|$)|\s[–—]\s|,\s*(?:but|it|they|because|since|as|so|use|only)\b|\b(?:because|since|as it|which|that is|so that|but|then)\b/i
/** A rule with a condition cannot be checked: it is not known when it holds. */
const CONDITION =
  /\b(?:unless|until|till|except|if|when(?:ever)?|while|before|after|first|yet|for now|without (?:asking|my|approval|permission|confirm\w*|tests?|checking|reading|telling|a)|at once|too (?:many|much)|more than|twice|again|unnecessar\w*|needless\w*)\b/i

const CHANGING =
  /^(?:edit|modify|touch|chang|alter|writ|delet|remov|renam|mov|overwrit|updat|reformat|format|add|creat|put|commit)\w*\b/i
const RUNNING = /^(?:run|execut|us|call|invok|start|launch|install|spawn|pass)(?:ning|ing|e)?\b/i
/** Deeds with a command of git of their own. */
const GIT =
  /^(?:git\s+)?(commit|push|merge|rebase|amend|stash|tag|force[- ]push|cherry-pick)(?:ting|ing|ging|ming|e|s)?\b/i

/** Commands that a rule may name without marking them. */
const COMMANDS: ReadonlySet<string> = new Set(
  (
    'apt apt-get awk bash brew bun bunx cargo cat chmod chown conda cp curl deno dd docker docker-compose eslint find gem ' +
    'gh git go gradle grep helm jest kill killall kubectl ls make mise mkdir mocha mv mvn node npm npx pip pip3 pipenv ' +
    'pkill pnpm poetry prettier psql pytest python python3 rg rm rsync ruby sed ssh sudo tail tar terraform touch tox tsc ' +
    'uv vim vitest wget yarn'
  ).split(' '),
)
/** Words that a command may be followed by in a sentence. */
const NOT_ARGUMENTS: ReadonlySet<string> = new Set(
  'a again and any anymore anything anywhere at by command commands directly either ever for from here in inside instead into it nor of on or the there this to with'.split(
    ' ',
  ),
)

/**
 * What an item forbids that can be checked in a call. Empty where nothing can: a rule with a condition, with no object
 * that has a name, or with none at all.
 *
 * @param tools names of the tools that the log's agent calls
 */
export function directivesOf(text: string, tools: ReadonlySet<string>): readonly Directive[] {
  const said = text.replace(/\*\*/g, '')
  const found: Directive[] = []
  for (const match of said.matchAll(NEGATION)) {
    const from = match.index + match[0].length
    const rest = said.slice(from)
    const clause = rest.slice(0, END.exec(rest)?.index ?? rest.length)
    if (CONDITION.test(clause) || CONDITION.test(said.slice(0, match.index))) continue
    // `use pnpm instead of npm`: what comes after names the thing, not a deed.
    const isThing = /^(?:instead of|rather than|no|without|avoid|stop)\b/i.test(match[0])
    found.push(...forbiddenIn(clause, isThing, tools))
  }
  if (!CONDITION.test(said)) found.push(...onlyIn(said), ...(found.length > 0 ? [] : othersThan(said)))
  return found.length > 0 ? found : valuesOf(said)
}

function forbiddenIn(clause: string, isThing: boolean, tools: ReadonlySet<string>): Directive[] {
  const git = GIT.exec(clause)
  if (git !== null) {
    const verb = (git[1] ?? '').toLowerCase()
    const after = clause.slice(git[0].length)
    // `commit the changes` and `commit anything` are any commit; `commit the secrets` is not known.
    const objects = objectsOf(after)
    if (
      objects.length === 0 &&
      !/^\s*(?:$|,|or\b|and\b|any\b|anything\b|(?:the|my|your|these|those|this) (?:changes?|work|code)|to\s+[`"]?[\w./-]+|directly\b|to the remote\b|\s*(?:it|them|this|that|here|now|myself|yourself)?\s*$)/i.test(
        after,
      )
    )
      return []
    const branch = /\bto\s+[`"]?([\w./-]+)/.exec(after)?.[1]
    const words = verb.startsWith('force')
      ? ['git', 'push', '--force']
      : verb === 'amend'
        ? ['git', 'commit', '--amend']
        : ['git', verb]
    const named = branch !== undefined && !NOT_ARGUMENTS.has(branch) && branch !== 'remote' ? [branch] : []
    return [{ rule: 'command', words: [...words, ...(objects.length > 0 ? objects.slice(0, 1) : named)] }]
  }
  const changing = CHANGING.exec(clause)
  if (changing !== null) return pathsIn(clause.slice(changing[0].length))
  const running = RUNNING.exec(clause)
  // `never npm`
  if (running !== null || isThing || COMMANDS.has(/^[\w-]+/.exec(clause)?.[0] ?? ''))
    return commandsIn(
      clause.slice(running?.[0].length ?? 0).trim(),
      tools,
      running !== null && !/^us/i.test(clause),
    )
  return []
}

/** `only edit files in src/app`, `don't touch anything outside src/app`. */
function onlyIn(said: string): Directive[] {
  const only =
    /\b(?:only|exclusively)\s+(?:edit|modify|touch|change|write(?: to)?|update)\s+(?:(?:the|any)\s+)?(?:files?|code|anything|things)\s+(?:in|under|inside|within|below)\s+(?:the\s+)?[`"]?([\w./-]+)/i.exec(
      said,
    ) ??
    /\b(?:never|do not|don['’]t|must not)\s+(?:edit|modify|touch|change|write(?: to)?)\s+(?:any(?:thing| files?)?|files?|code)\s+(?:that (?:is|are) )?outside(?: of)?\s+(?:the\s+)?[`"]?([\w./-]+)/i.exec(
      said,
    )
  const path = only === null ? undefined : (only[1] ?? '').replace(/\.$/, '')
  return path === undefined || !/[/.]/.test(path) ? [] : [{ rule: 'path', path: bare(path), outside: true }]
}

/** Package managers that do the same for one language: who may use only one of them may not use the others. */
const MANAGERS = [
  ['npm', 'pnpm', 'yarn', 'bun'],
  ['pip', 'pip3', 'pipenv', 'poetry', 'uv', 'conda'],
]
const ONLY_USE =
  /\b(?:(?:only|always|exclusively)\s+use|use\s+only|stick\s+(?:to|with))\s+`?(\w+)\b(?!\s*(?:,|or\b|and\b|\/))|\buse\s+`?(\w+)`?\s+(?:only|exclusively)\b/i

/** `only use pnpm` */
function othersThan(said: string): Directive[] {
  const [, first, second] = ONLY_USE.exec(said) ?? []
  const manager = (first ?? second ?? '').toLowerCase()
  // pip3 is pip
  const bare = (name: string): string => name.replace(/\d$/, '')
  const family = MANAGERS.find((names) => names.includes(manager)) ?? []
  return family
    .filter((name) => bare(name) !== bare(manager))
    .map((name) => ({ rule: 'command', words: [name] }))
}

/** The paths that a clause names after its verb. */
function pathsIn(clause: string): Directive[] {
  if (/\boutside\b/i.test(clause)) return []
  return objectsOf(clause).map((path) => ({ rule: 'path', path: bare(path), outside: false }))
}

/** Files and folders: marked with backticks, with a slash or an ending, or `the dist folder`. */
function objectsOf(clause: string): string[] {
  const found = new Set<string>()
  for (const [, marked = ''] of clause.matchAll(/`([^`\s]+)`/g)) if (isPathLike(marked)) found.add(marked)
  for (const [word] of clause.replace(/`[^`]*`/g, ' ').matchAll(/[\w.@*~-]*[/.][\w./@*-]*\w\/?/g))
    if (isPathLike(word)) found.add(word)
  for (const [, name = ''] of clause.matchAll(/\b(?:the\s+)?([\w-]+)\s+(?:folder|directory|dir)\b/gi))
    if (!/^(?:the|any|this|that|other|a|whole|same|entire)$/i.test(name)) found.add(`${name}/`)
  return [...found]
}

function isPathLike(word: string): boolean {
  if (/^\d[\d.]*$|^(?:and\/or|e\.g|i\.e|etc)\.?$|^https?:|^@/i.test(word)) return false
  return (
    /\/./.test(word) || word.endsWith('/') || /^\.\w/.test(word) || /\w\.(?:[a-z]{1,5}|lock)$/i.test(word)
  )
}

/** Without `./` in front, and without stars and a slash at the end. */
function bare(path: string): string {
  return path
    .replace(/^\.\//, '')
    .replace(/\/?\*+(?:\.\w+)?$/, '')
    .replace(/\/$/, '')
}

/** The tools and commands that a clause names. */
function commandsIn(clause: string, tools: ReadonlySet<string>, isRun: boolean): Directive[] {
  const found: Directive[] = []
  for (const part of clause.split(/\s*(?:,|\bor\b|\band\b|\bnor\b|\/(?=\s))\s*/i)) {
    const marked = /`([^`]+)`/.exec(part)?.[1]
    const words = (marked ?? part.replace(/["'“”]/g, '')).trim().split(/\s+/)
    const at = words.findIndex((word) => !/^(?:the|any|a|an)$/i.test(word))
    const [first = '', ...others] = words.slice(Math.max(0, at))
    const name = first.replace(/[,:]$/, '')
    if (tools.has(name) && /^[A-Z]|_/.test(name)) found.push({ rule: 'tool', tool: name })
    else if (/^--?\w/.test(name)) found.push({ rule: 'command', words: ['', name] })
    else if (
      COMMANDS.has(name) ||
      (marked !== undefined && (words.length > 1 || isRun) && /^[a-z./][\w./-]*$/.test(name))
    )
      found.push({ rule: 'command', words: [name, ...argumentsOf(others, marked !== undefined)] })
  }
  return found
}

/** The words after a command that belong to it; in a sentence only those that look like it. */
function argumentsOf(words: readonly string[], marked: boolean): readonly string[] {
  if (marked) return words.filter((word) => !/^[<[]/.test(word))
  const end = words.findIndex((word) => NOT_ARGUMENTS.has(word.toLowerCase()) || !/^[-\w./:@]+$/.test(word))
  return words.slice(0, end < 0 ? undefined : end).slice(0, 2)
}

/** Between a name and its value. */
const BECOMES =
  /\s(?:must|has to|have to|should|shall|needs to|always)?\s?(?:be|stays?|remains?|equals?)\s+(?:at\s+|exactly\s+|set to\s+)?(?=v?\d)/gi

/** Values of names that are rare enough to be the same thing elsewhere. */
function valuesOf(said: string): Directive[] {
  const names = new Set(
    strongTokens(unmarked(said)).flatMap(({ kind, text }) => (kind === 'name' ? [keyOf(text)] : [])),
  )
  if (
    /\b(?:was|used to|instead of|from|than|at (?:most|least)|no more|up to|between|or|currently)\b|\?/i.test(
      said,
    )
  )
    return []
  return namedNumbers(unmarked(said).replace(BECOMES, ' = '))
    .filter(({ name }) => names.has(name))
    .map(({ name, value }) => ({ rule: 'value', name, value: plainValue(value) }))
}

/** A value as it is compared: `1,000` is 1000. */
export function plainValue(value: string): string {
  return value
    .replace(/[,_\s]/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}
