import { namedNumbers, pathsOf, strongTokens } from '../../engine/internal.ts'
import type { Directive } from './autopsy.ts'
import { keyOf, unmarked } from './words.ts'

/** Words that forbid the deed after them. */
const NEGATION =
  /(?:\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|cannot|can['’]t|should not|shouldn['’]t|shall not|not allowed to|forbidden to|refrain from|avoid|stop|without|instead of|rather than|no)|(?<=(?:^|[.:;!,–—-]\s*|\b(?:please|we|always|only|must|should|to) )(?:use|run) [^,.;:?]{1,40}),\s*not)\s+(?:(?:ever|again|directly|manually|accidentally|even|try to|attempt to|the|any|by)\s+)*/gi
/** Where what a negation covers ends. */
const END =
  /(?:[;!?]|(?<!\s)\.)(?:\s|$)|\s[–—]\s|:\s|,\s*(?:but|it|they|because|since|as|so|use|only|never|don['’]t|do not|always|keep|leave|no|and (?:never|always|only|use|keep|don['’]t|do not))\b|\b(?:because|since|as it|which|that is|so that|but|then|and (?:never|always|only|use|keep|don['’]t|do not))\b/i
/** A rule with a condition cannot be checked: it is not known when it holds. */
const CONDITION =
  /\b(?:unless|until|till|except|apart from|aside from|other than|besides|excluding|if|when(?:ever)?|while|during|before|after|first|yet|for now|without (?:asking|my|approval|permission|confirm\w*|tests?|checking|reading|telling|a)|at once|too (?:many|much)|more than|twice|again|unnecessar\w*|needless\w*)\b/i

/** Any change of a file; removing it; moving it. Of what else is done with files, an edit alone does not show it. */
const CHANGING = /^(?:edit|modify|modification|touch|chang|alter|writ|updat)\w*\b/i
const REMOVING = /^(?:delet|remov)\w*\b/i
const MOVING = /^(?:renam|mov)\w*\b/i
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
  'a again and any anymore anything anywhere as at by command commands directly either ever for from here in inside instead into it nor of on or the there this to tool when while with'.split(
    ' ',
  ),
)

/** Words that narrow nothing down: with any other word, what is forbidden is a part of a file, or a use of a command. */
const PLAIN =
  /^(?:[\s,.;!?"'“”()\0]|\b(?:(?:any|every)(?:thing|where)|all|any|the|a|an|of|files?|folders?|director(?:y|ies)|dirs?|code|things?|stuff|commands?|tools?|branch(?:es)?|in|under|inside|within|to|into|from|at|below|beneath|or|and|nor|itself|existing|generated|contents?|your|my|our|that|these|this|those|them|it|ever|again|directly|manually|by hand|yourself|myself|please|here|there|now|either|instead|any ?more|for (?:this|that|everything|anything|all of (?:this|it)|now on)|(?:on|in) this (?:machine|computer|laptop|repo(?:sitory)?|project|session|workspace|task|code ?base|folder)|is|are)\b)*$/i

/**
 * What an item forbids that can be checked in a call. Empty where nothing can: a rule with a condition, with no object
 * that has a name, with one that is only a part of a file or for a purpose, or with none at all.
 *
 * @param tools names of the tools that the log's agent calls
 */
export function directivesOf(text: string, tools: ReadonlySet<string>): readonly Directive[] {
  // A pattern of paths has two stars, too.
  const said = text.replace(/(?<![\w/*])\*\*([^*\n]+)\*\*(?![\w/*])/g, '$1')
  const found: Directive[] = []
  let covered = 0
  for (const match of said.matchAll(NEGATION)) {
    const from = match.index + match[0].length
    const rest = said.slice(from)
    const clause = rest.slice(0, END.exec(rest)?.index ?? rest.length)
    const before = said.slice(0, match.index)
    const without = /^without\b/i.test(match[0])
    // `never run pytest without -x` asks for -x.
    if (without && match.index < covered) continue
    covered = from + clause.length
    if (CONDITION.test(clause) || CONDITION.test(before) || /\bwithout\b/i.test(clause)) continue
    // `use pnpm instead of npm`: what comes after names the thing, not a deed.
    const isThing = /^(?:,|(?:instead of|rather than|no|without|avoid|stop)\b)/i.test(match[0])
    found.push(...forbiddenIn(clause, isThing, tools).flatMap((one) => ofItsCommand(one, before, without)))
  }
  if (!CONDITION.test(said))
    found.push(
      ...onlyIn(said),
      ...(found.length > 0 ? [] : protectedIn(said)),
      ...(found.length > 0 ? [] : othersThan(said)),
    )
  return found.length > 0 ? found : valuesOf(said)
}

/** An option is forbidden for the command that the sentence named before it; after `without` for none if it named none. */
function ofItsCommand(directive: Directive, before: string, without: boolean): Directive[] {
  if (directive.rule !== 'command' || directive.words[0] !== '') return [directive]
  const programs = (before.match(/[\w-]+/g) ?? []).filter((word) => COMMANDS.has(word))
  const program = programs.at(-1)
  if (program === undefined) return without ? [] : [directive]
  return [{ ...directive, words: [program, ...directive.words.slice(1)] }]
}

function forbiddenIn(clause: string, isThing: boolean, tools: ReadonlySet<string>): Directive[] {
  if (GIT.test(clause)) return gitIn(clause)
  const kinds = new Set<'all' | 'remove' | 'move' | 'none'>()
  let rest = clause
  // `edit or delete`
  for (;;) {
    const kind = CHANGING.test(rest)
      ? 'all'
      : REMOVING.test(rest)
        ? 'remove'
        : MOVING.test(rest)
          ? 'move'
          : /^(?:overwrit|reformat|format|add|creat|put|generat)\w*\b/i.test(rest)
            ? 'none'
            : null
    if (kind === null) break
    kinds.add(kind)
    rest = rest.replace(/^[\w-]+\s*(?:,?\s*(?:or|and|nor)\s+(?=\w)|,\s*(?=\w))?/, '')
  }
  if (kinds.size > 0) {
    if (kinds.has('move') && /\b(?:in)?to\b/i.test(rest)) return []
    const paths = pathsIn(rest)
    const path = (one: string, only?: 'remove' | 'move'): Directive =>
      only === undefined
        ? { rule: 'path', path: one, outside: false }
        : { rule: 'path', path: one, outside: false, only }
    if (kinds.has('all')) return paths.map((one) => path(one))
    return (['remove', 'move'] as const).flatMap((only) =>
      kinds.has(only) ? paths.map((one) => path(one, only)) : [],
    )
  }
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

/** `commit`, `commit or push`, `commit .env`, `push to main` */
function gitIn(clause: string): Directive[] {
  const verbs: string[] = []
  let rest = clause
  for (let git = GIT.exec(rest); git !== null; git = GIT.exec(rest)) {
    verbs.push((git[1] ?? '').toLowerCase())
    rest = rest.slice(git[0].length).replace(/^,?\s*(?:or|and|nor)\s+(?=\w)|^,\s*(?=\w)/, '')
  }
  // After a comma follows why.
  rest = rest.replace(/\s*(?:,(?!\s*(?:or|and|nor)\b)|[–—(]|\s-\s).*$/s, '')
  const { paths, masked } = objectsOf(rest)
  const branch =
    paths.length > 0
      ? undefined
      : /^\s*(?:anything |directly |straight |changes |code )*(?:in)?to (?:the )?[`"]?(?!the\b|a\b|any\b)([\w./-]+?)[`"]?(?: branch| repo(?:sitory)?)?(?: directly)?[\s.!?]*$/i.exec(
          rest,
        )?.[1]
  // `commit the changes` is any commit; `commit the secrets` is not known.
  const isAny =
    /^\s*(?:(?:directly|any|anything|all|the|my|your|these|those|this|that|it|them|changes?|work|code|here|now|yourself|myself|at all|ever|again|please|from here)\b[\s,]*|to (?:the )?remote\b)*[\s.!?]*$/i
  if (paths.length === 0 && branch === undefined && !isAny.test(rest)) return []
  if (paths.length > 0 && !PLAIN.test(masked.replace(/\bchanges?\b/i, ''))) return []
  return verbs.flatMap((verb): Directive[] => {
    const words = verb.startsWith('force')
      ? ['git', 'push', '--force']
      : verb === 'amend'
        ? ['git', 'commit', '--amend']
        : ['git', verb]
    // On which branch something is committed or merged, a call does not say.
    if (branch !== undefined && branch !== 'remote' && !words.includes('push')) return []
    if (paths.length > 0 && !words.includes('commit')) return []
    const named = branch === undefined || NOT_ARGUMENTS.has(branch) || branch === 'remote' ? [] : [branch]
    return paths.length > 0
      ? paths.map((path): Directive => ({ rule: 'command', words: [...words, bare(path)] }))
      : [{ rule: 'command', words: [...words, ...named] }]
  })
}

/** `only edit files in src/app`, `don't touch anything outside src/app`. */
function onlyIn(said: string): Directive[] {
  const only =
    /\b(?:only|exclusively)\s+(?:edit|modify|touch|change|write(?: to)?|update)\s+(?:(?:the|any)\s+)?(?:files?|code|anything|things)\s+(?:in|under|inside|within|below)\s+(?:the\s+)?[`"]?([\w./-]+)(?!.*(?:\bor\b|\band\b|,)\s*\S*[/.]\w)/i.exec(
      said,
    ) ??
    /\b(?:never|do not|don['’]t|must not)\s+(?:edit|modify|touch|change|write(?: to)?)\s+(?:any(?:thing| files?)?|files?|code)\s+(?:that (?:is|are) )?outside(?: of)?\s+(?:the\s+)?[`"]?([\w./-]+)(?!.*(?:\bor\b|\band\b|,)\s*\S*[/.]\w)/i.exec(
      said,
    )
  const path = only === null ? undefined : (only[1] ?? '').replace(/\.$/, '')
  return path === undefined || !/[/.]/.test(path) ? [] : [{ rule: 'path', path: bare(path), outside: true }]
}

const BE = String.raw`(?:(?:strictly|completely|totally|absolutely|exactly) )?`
const ONE = String.raw`\0(?: itself| files?| folder| directory)?`
const UNTOUCHED = String.raw`${BE}(?:alone|untouched|unchanged|intact|as[- ]is|as (?:it|they) (?:is|are))`
const DONE = String.raw`(?:edited|modified|touched|changed|altered|updated|written(?: to)?)`
/** What is protected is named before what says so, or as what to keep away from. */
const PROTECTED = new RegExp(
  [
    String.raw`${ONE}(?:,? (?:or|and) ${ONE})* (?:(?:must|may|should|shall|can|is|are|has|have)(?: not|n['’]t|not)|(?:must|may|should|shall|can|is|are)? ?never)(?: ever)?(?: to)?(?: be)? (?:${DONE}(?: or )?)+\b(?=(.*))`,
    String.raw`${ONE}(?:,? (?:or|and) ${ONE})* (?:is|are|stays?|remains?|(?:must|should|shall|has to|have to|needs? to) (?:be|stay|remain|be kept|be left)) ${BE}(?:read[- ]only|off[- ]limits|untouchable|frozen|untouched|unchanged|as[- ]is|as (?:it|they) (?:is|are))\b(?=(.*))`,
    String.raw`\b(?:leave|keep) (?:(?:everything|anything|all files|all|the|files) (?:(?:in|under) )?)*${ONE}(?:,? (?:or|and) ${ONE})* ${UNTOUCHED}\b(?=(.*))`,
    String.raw`\b(?:hands off|(?:stay|keep) (?:away from|out of)|keep (?:your )?(?:hands|fingers) (?:off|out of|away from))(?: of)? (?:(?:everything|anything|all files|all|the|files) (?:(?:in|under) )?)*${ONE}(?=(.*))`,
  ].join('|'),
  'i',
)

/** `src/core.ts must not be edited`, `leave config.yaml alone`, `hands off vendor/`. */
function protectedIn(said: string): Directive[] {
  const { paths, masked } = objectsOf(said)
  if (paths.length === 0) return []
  const [shown = '', ...after] = PROTECTED.exec(masked) ?? []
  const rest = after.find((one) => one !== undefined) ?? ''
  const clause = rest.slice(
    0,
    /[.;!?,:–—]|\s-\s|\b(?:because|since|as|so|it)\b/i.exec(rest)?.index ?? rest.length,
  )
  if (shown === '' || !PLAIN.test(clause)) return []
  const before = masked.slice(0, masked.indexOf(shown)).split('\0').length - 1
  const count = shown.split('\0').length - 1
  return paths
    .slice(before, before + count)
    .map((path) => ({ rule: 'path', path: bare(path), outside: false }))
}

/** Package managers that do the same for one language: who may use only one of them may not use the others. */
const MANAGERS = [
  ['npm', 'pnpm', 'yarn', 'bun'],
  ['pip', 'pip3', 'pipenv', 'poetry', 'uv', 'conda'],
]
const ONLY_USE =
  /\b(?:(?:only|always|exclusively)\s+use|use\s+only|stick\s+(?:to|with))\s+`?(\w+)\b`?(?!\s*(?:,|or\b|and\b|\/))|\buse\s+`?(\w+)`?\s+(?:only|exclusively)\b/i
/** For what a package manager is used: only the commands that bring packages. */
const FOR_PACKAGES =
  /^\s*(?:for|to)\s+(?:(?:all|any|the|of|install|installing|add|adding|new|our|this)\s+)*(?:packages?|installs?|installations?|dependenc(?:y|ies)|libraries)\b/i

/** `only use pnpm` */
function othersThan(said: string): Directive[] {
  const match = ONLY_USE.exec(said)
  const manager = (match?.[1] ?? match?.[2] ?? '').toLowerCase()
  // pip3 is pip
  const bareName = (name: string): string => name.replace(/\d$/, '')
  const family = MANAGERS.find((names) => names.includes(manager)) ?? []
  if (match === null || family.length === 0) return []
  const rest = said.slice(match.index + match[0].length)
  const clause = rest.slice(0, END.exec(rest)?.index ?? rest.length)
  const isForPackages = FOR_PACKAGES.test(clause)
  if (!isForPackages && !PLAIN.test(clause.replace(/[,–—].*/s, ''))) return []
  return family
    .filter((name) => bareName(name) !== bareName(manager))
    .map((name) => ({ rule: 'command', words: isForPackages ? [name, 'install'] : [name] }))
}

/** The paths that a clause names as what its verb is about: as its object, or as where anything is. */
function pathsIn(clause: string): string[] {
  const { paths, masked } = objectsOf(clause)
  if (/\b(?:outside|inside out)\b/i.test(clause)) return []
  let count = 0
  for (const [nth, part] of masked.split(/\s*(?:,|\s-\s|[–—:(])\s*/).entries()) {
    const own = part.split('\0').length - 1
    // After a comma only more of them, not why.
    if (!PLAIN.test(part) || (nth > 0 && own === 0)) {
      if (nth === 0) return []
      break
    }
    count += own
  }
  return paths.slice(0, count).map(bare)
}

/**
 * Files and folders in the order of the text: marked with backticks, with a slash or an ending, or `the dist folder`;
 * and the text with a mark for each.
 */
function objectsOf(clause: string): { readonly paths: readonly string[]; readonly masked: string } {
  const paths: string[] = []
  const masked = clause
    .replace(/(?<=[\w.:*])\\+(?=[\w.*])/g, '/')
    .replace(
      /`([^`\s]+)`|((?:\b[a-z]:(?=\/))?[\w.@*~-]*[/.][\w./@*-]*[\w*]\/?|[\w.-]+\/(?=\s|$|[,.;]))|\b(?:the\s+)?([\w-]+)\s+(?:folder|directory|dir)\b/gi,
      (whole, marked?: string, word?: string, folder?: string) => {
        const path = marked ?? word ?? ''
        if (path !== '' && isPathLike(path)) paths.push(path)
        else if (folder !== undefined && !/^(?:the|any|this|that|other|a|whole|same|entire)$/i.test(folder))
          paths.push(`${folder}/`)
        else return whole
        return '\0'
      },
    )
  return { paths, masked }
}

/** Endings of files that are not among those of strong tokens. */
const MORE_ENDINGS =
  /\.(?:cjs|cts|mts|dart|exs?|kts?|gradle|tf|less|sass|tex|bib|ps1|bat|docx|parquet|snap|mk|mm|m|lock)$/i

function isPathLike(word: string): boolean {
  if (/^\d[\d.]*$|^(?:and\/or|e\.g|i\.e|etc)\.?$|^https?:|^@/i.test(word)) return false
  if (/\/./.test(word) || word.endsWith('/') || /^\.\w/.test(word)) return true
  return pathsOf(word).length > 0 || MORE_ENDINGS.test(word) || /^\*\.\w+$/.test(word)
}

/** Without `./` in front, and without stars and a slash at the end. */
function bare(path: string): string {
  return path
    .replace(/^\.\//, '')
    .replace(/(?:\/\*+)+$/, '')
    .replace(/\/$/, '')
}

/** The tools and commands that a clause names; none if it goes on with a purpose or a place. */
function commandsIn(clause: string, tools: ReadonlySet<string>, isRun: boolean): Directive[] {
  const found: Directive[] = []
  const isForPackages = /\b(?:for|to)\s.*$/i.exec(clause)
  const purpose = isForPackages !== null && FOR_PACKAGES.test(isForPackages[0]) ? isForPackages[0] : ''
  const parts = clause
    .slice(0, clause.length - purpose.length)
    .split(/(\s*(?:,|\bor\b|\band\b|\bnor\b|\/(?=\s))\s*)/i)
  for (let nth = 0; nth < parts.length; nth += 2) {
    const part = parts[nth] ?? ''
    const marked = /`([^`]+)`/.exec(part)
    const words = (marked?.[1] ?? part.replace(/["'“”]/g, '')).trim().split(/\s+/)
    const at = Math.max(
      0,
      words.findIndex((word) => !/^(?:the|any|a|an)$/i.test(word)),
    )
    const name = (words[at] ?? '').replace(/[,:.!]$/, '')
    const others = words.slice(at + 1)
    const isCommand =
      COMMANDS.has(name) || (marked !== null && (words.length > 1 || isRun) && /^[a-z./][\w./-]*$/.test(name))
    const args = isCommand ? argumentsOf(others, marked !== null) : []
    const rest =
      marked === null
        ? others.slice(args.length).join(' ')
        : `${part.slice(0, marked.index)} ${part.slice(marked.index + marked[0].length)}`
    const of = /^(?:to|with|in|on|for)\s+(?:the\s+)?`?(\w[\w-]*)(?:\s+([a-z-]+))?`?[.!]?$/i.exec(rest)
    if (/^--?\w/.test(name) && of !== null && COMMANDS.has(of[1] ?? ''))
      found.push({ rule: 'command', words: [of[1] ?? '', ...(of[2] === undefined ? [] : [of[2]]), name] })
    else if (!PLAIN.test(rest.replace(/\bmanager\b|\bpackage\b/gi, ''))) {
      // After a comma may follow why; else it is a purpose or a place of them all.
      if (
        nth > 0 &&
        (parts[nth - 1] ?? '').includes(',') &&
        !/^\s*(?:for|to|in|on|with|when|as)\b/i.test(part)
      )
        break
      return []
    } else if (tools.has(name) && /^[A-Z]|_/.test(name)) found.push({ rule: 'tool', tool: name })
    else if (/^--?\w/.test(name)) found.push({ rule: 'command', words: ['', name] })
    else if (isCommand) {
      const isManager = MANAGERS.some((names) => names.includes(name)) && args.length === 0
      found.push({
        rule: 'command',
        words: [name, ...args, ...(isManager && purpose !== '' ? ['install'] : [])],
      })
    }
  }
  return purpose !== '' && found.some((one) => one.rule !== 'command' || one.words.length < 2) ? [] : found
}

/** The words after a command that belong to it; in a sentence only those that look like it. */
function argumentsOf(words: readonly string[], marked: boolean): readonly string[] {
  if (marked) return words.filter((word) => !/^[<[]/.test(word))
  // `git add .`
  const plain = words.map((word) => (word === '.' ? word : word.replace(/[.!?]$/, '')))
  const end = plain.findIndex((word) => NOT_ARGUMENTS.has(word.toLowerCase()) || !/^[-\w./:@]+$/.test(word))
  return plain.slice(0, end < 0 ? undefined : end).slice(0, 2)
}

/** Between a name and its value. */
const BECOMES =
  /\s(?:must|has to|have to|should|shall|needs to|always)?\s?(?:be|stays?|remains?|equals?)\s+(?:at\s+|exactly\s+|set to\s+)?(?=v?\d)/gi

/** Told as what is to be, not as what is. */
const SETS = /\b(?:must|has to|have to|needs? to|shall|should|always|keep|set|stays?|use|limit|make)\b/i
/** The value holds at a place, or it is not one value. */
const NARROWED =
  /\b(?:was|used to|instead of|from|than|at (?:most|least)|no more|up to|between|or|currently|during|(?:for|in|on|under|per) (?!(?:all|any|every|general|total|the (?:code|project))\b))\b|\?/i
/** `30 seconds`, which may be written as 30000. */
const UNIT = /\d\s?(sec|min|hour|day|m(?:illi)?s(?:ec)?)/i

/** Values of names that are rare enough to be the same thing elsewhere. */
function valuesOf(said: string): Directive[] {
  const names = new Set(
    strongTokens(unmarked(said)).flatMap(({ kind, text }) => (kind === 'name' ? [keyOf(text)] : [])),
  )
  if (CONDITION.test(said) || NARROWED.test(said) || !SETS.test(said)) return []
  return namedNumbers(unmarked(said).replace(BECOMES, ' = '))
    .filter(({ name }) => names.has(name))
    .map(({ name, value }) => {
      const plain = plainValue(value)
      const unit = /^[\d.]+$/.test(plain) ? (UNIT.exec(said)?.[1]?.[0] ?? '') : ''
      return { rule: 'value', name, value: plain + unit.toLowerCase() }
    })
}

/** A value as it is compared: `1,000` and `1000.0` are 1000. */
export function plainValue(value: string): string {
  return value
    .replace(/[,_\s]/g, '')
    .replace(/\.0*$/, '')
    .toLowerCase()
}
