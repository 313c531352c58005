import type { BlockType } from '../message/block.ts'
import type { FactKind } from './fact.ts'
import { isSentence } from './statement.ts'
import { EMPTY } from './subject.ts'

/** How statements of one kind are recognized: by English words that are typical of it. */
export interface Cue {
  readonly kind: FactKind
  /** Blocks that can state this kind. A tool's output never sets a goal or a rule. */
  readonly from: readonly BlockType[]
  readonly says: RegExp
  /** Words that make it a different kind of statement. */
  readonly unless: RegExp | null
  /** `one`: there is one at a time. `words`: statements with the same words are the same. */
  readonly key: 'one' | 'words'
  /** Statements taken from one block, so that one block does not fill a summary. */
  readonly most: number
}

/** What an agent is asked to do. */
const DEEDS =
  'add|analy[sz]e|build|change|check|clean|compare|convert|create|debug|design|document|draft|explain|extend|extract|find|fix|get|help|implement|improve|investigate|make|migrate|move|plan|port|prepare|read|rebuild|refactor|remove|rename|replace|research|review|rewrite|set up|show|speed up|split|summari[sz]e|test|translate|update|upgrade|write'

const USER: readonly BlockType[] = ['user_message']
const PEOPLE: readonly BlockType[] = ['user_message', 'memory_injection', 'summary']
const SPEAKERS: readonly BlockType[] = ['user_message', 'assistant_response', 'memory_injection', 'summary']
const REASONERS: readonly BlockType[] = [...SPEAKERS, 'thinking']
const AGENT: readonly BlockType[] = ['assistant_response', 'summary']
const PLANS: readonly BlockType[] = ['user_message', 'assistant_response', 'summary']

/** One rule per kind, in the order in which they are tried: a statement is of the first kind that matches. */
export const CUES: readonly Cue[] = Object.freeze([
  {
    kind: 'constraint',
    from: PEOPLE,
    says: /\b(?:must(?:n['’]t)?|never|do not|don['’]t|always|only|no more than|at (?:most|least)|not allowed|forbidden|required?|has to|have to|needs? to stay|shall|without|keep|leave|stays?|stick to|avoid|under no circumstances|no (?:new|other|longer|further)|nothing else|exactly|may not|cannot be|in any case)\b/i,
    unless:
      /[?:]$|\b(?:not only|never mind)\b|^(?:always (?:an?|nice|good|great)|only (?:\d|one|two|three))\b/i,
    key: 'words',
    most: 200,
  },
  {
    kind: 'decision',
    from: REASONERS,
    says: /\b(?:decided|decision|decide (?:for|to|on)|chose|choose|chosen|opt(?:ed)? for|settled? on|agreed (?:on|to|that)|go(?:ing)? with|instead of|rather than|in favou?r of|(?:will|shall|['’]ll) (?:use|keep|take|build|write|make|split|move|store|rely on)\b.{1,160}\b(?:because|since|so that)|we use|I use)\b/i,
    unless:
      /\?$|^(?:let me|next)\b|^(?:\S+ ){0,4}?(?:could|might|may|would|options?)\b|\b(?:(?:not|nothing) (?:yet )?decided|decided nothing|undecided|to be decided)\b/i,
    key: 'words',
    most: 6,
  },
  {
    kind: 'open',
    from: REASONERS,
    says: /\b(?:(?:still|remains?) (?:open|unsolved|unclear|failing|broken|missing|to do)|open (?:issue|question|point|item)s?|unsolved|unresolved|unclear|not (?:yet|solved|fixed|clear|reproduc\w+)|does(?:n['’]t| not) work|blocked|blocker|todo|fixme|pending|waiting (?:for|on)|known (?:issue|bug|problem)|to be (?:decided|done|checked|confirmed)|follow[- ]up|cannot reproduce|flaky|left over|I do(?:n['’]t| not) know)\b/i,
    unless: /\b(?:no longer|nothing (?:is )?(?:open|left|pending)|no open)\b/i,
    key: 'words',
    most: 6,
  },
  {
    kind: 'fix',
    from: AGENT,
    says: /\b(?:fix(?:ed|es)?|repaired|resolved|solved|the (?:fix|cure|remedy|solution)|works? (?:now|again)|(?:passes|pass|green|builds|compiles) (?:now|again)|no longer (?:fails?|throws?|breaks?)|corrected|worked around|workaround|helped)\b/i,
    unless: /\?$/,
    key: 'words',
    most: 6,
  },
  {
    kind: 'learning',
    from: REASONERS,
    says: /\b(?:turn(?:s|ed) out|learn(?:ed|t)|lesson|gotcha|caveat|pitfall|beware|careful|root cause|the (?:cause|reason|culprit|catch)|note that|remember(?: that)?|important to know|it seems that|apparently|the (?:trick|point) is|discovered|found out|(?:is|was|are|were) (?:actually|caused by|due to)|depends? on|relies on|assum(?:es|ed|ption)|which (?:means|explains))\b/i,
    // An intention to look at something is not yet a finding.
    unless:
      /\?$|^(?:(?:now|next|so|then|first|ok(?:ay)?),?\s)?(?:let me|let['’]s|let us|I(?:['’]ll| will))\b/i,
    key: 'words',
    most: 4,
  },
  {
    kind: 'done',
    from: AGENT,
    says: /\b(?:done|finished|completed?|implemented|merged|migrated|shipped|deployed|in place|added|created|removed|renamed|moved|updated|wrote|ported|all (?:tests )?(?:pass|green)|pass(?:es|ed|ing)?)\b/i,
    unless:
      /\?$|^(?:no|nobody|none|nothing)\b|n['’]t\b|\b(?:never|not|nothing|will|would|should|can be|to be|before|once|until|if|when)\b/i,
    key: 'words',
    most: 4,
  },
  {
    kind: 'next',
    from: PLANS,
    says: /\b(?:next(?: step| up)?|then|afterwards?|later|plan(?:ned)?|upcoming|remaining|after that|I(?:['’]ll| will)|we(?:['’]ll| will)|let me|going to|to do)\b/i,
    unless: /\?$|\b(?:if|when|even then)\b/i,
    key: 'one',
    most: 8,
  },
  {
    kind: 'current',
    from: AGENT,
    says: /^(?:now|first|currently|at the moment|I(?: am|['’]m) |I (?:start|begin|look|read|check|change|edit|run|write|search|add|go|continue)|(?:read|look|runn|work|chang|edit|check|search|add|writ|open)ing\b)|\b(?:in progress|under way|at present|working on)\b/i,
    unless: /\?$/,
    key: 'one',
    most: 2,
  },
  {
    kind: 'goal',
    from: USER,
    says: new RegExp(
      String.raw`^(?:please\s+)?(?:${DEEDS})\b|\b(?:please|I(?: want| need| would like|['’]d like)|we (?:want|need|would like)|(?:can|could|would) you|help me|your (?:task|job)|the (?:task|goal|aim|objective|idea) (?:is|here)|task (?:for|is)|(?:is|are) yours|asks? for|should)\b`,
      'i',
    ),
    unless: /^(?:agreed|good|great|nice|ok(?:ay)?|perfect|sure|thank(?:s| you)|yes)\b.{0,40}$/i,
    key: 'words',
    most: 3,
  },
])

/** A rule of any length: it begins with what is only, never or always to be done, or is `no` and things of a kind. */
export const RULE = new RegExp(
  `^(?!.*[?:]$)(?:please )?(?:(?:only|never|always|do not|don['’]t) (?:${DEEDS}|use|run|edit|touch|commit|push|delete|install|log|ask|send)\\b|no (?:[a-z-]+ )?(?!problem|worr|error|fail|result|match|change|issue|warn|question|thank|test)(?:\x60.+\x60|[a-z-]+(?:[^s]s|ing))(?: (?:in|at|on|for)\\b.*)?[.!]?$)`,
  'i',
)

/** Deeds that are done when they are done once. */
const ONCE = `(?:${DEEDS}|ask|call|close|count|delete|go|list|look|open|print|push|resolve|run|scan|search|send|start|take|tell|try)\\b`
/** Words that point at one thing, or at things that are there. */
const THIS = `(?:the|th[aeio]\\w+|its?|my|your|our|an?|of)\\b`
/** Things of a kind, also those to come. */
const SOME = `(?:(?:all|any|each|every|such) (?!${THIS}|(?:time|day|ideas?|right|good|other|case|as)\\b)|(?:every|any)thing\\b)`
/** A word that may be a verb in the imperative. */
const ORDER = `(?!(?:${[...EMPTY].join('|')}|after|before|each|every|found|given|got|he|how|import|like|love|many|most|nothing|saw|see|she|want|what\\w*|why|yes)\\b)[a-z]+(?<![^s]s|ed|ing|ly)`
/** What holds for all of them, said in the present. */
const HOLDS = `\\b(?:should|goe?s?(?= )|comes?|needs?|gets?|sees?|carr(?:y|ies)|takes?(?! (?:about|long|\\d))|ends?|stays?|belongs?|ha(?:s|ve) (?:its|their)|(?:is|are) (?:to be|\\w+ed|given|shown|kept)|\\w+[^s]s (?:after|before|behind|into|on|over|past|through|under))\\b`

/**
 * What is to be done from now on, by the form of the sentence: an order for all things of a kind (`Mark every …`) or
 * about how to do something (`Write dates as …`), not one for a deed that is done once; a statement about all of them
 * (`Each … needs …`); an order with a condition, or for as long as it says.
 */
const STANDING = new RegExp(
  `^(?!.*(?:\\?$|\\b(?:I|we|(?<!from )now|yesterday|since|seems?|ago|said|says?)\\b))` +
    `(?:(?!(?:if|when|as|you|it|the)\\b)[^,:;.?>]{1,30}[,:] )?(?:(?:please|also|and|so)\\b,? ){0,3}(?:` +
    [
      `(?!${ONCE})${ORDER} (?:(?:the|an?|my|our|to|in|on) (?:(?!is|are|can|will|was|and)\\S+ ){0,6}?)?${SOME}`,
      `(?:address|answer|format|give|mark|name|quote|refer to|reply|round|show|sort|spell|state|treat|write) (?:(?:(?:(?!${THIS})\\S+ )?(?!this)\\w+[^s]s|people|${SOME}\\S+) (?:after|as|below|by|in|with) |in (?!th|my))`,
      `(?:${SOME}|(?:everyone|everybody|nothing|nobody|no one)\\b)(?!.*\\b(?:error|fail|crash|wrong|broken|slow|missing|seconds))[^,;?]{0,80}?${HOLDS}`,
      `[a-z-]{2,}[a-rt-z]s (?:\\S+ ){0,6}?(?:go|need) `,
      `.*, whatever `,
      `(?:${ORDER} .*|.{2,60} (?:is|are) \\w+ed )(?:(?:after|before|with) (?:any|each|every)|before you)\\b`,
      `(?:use|prefer) (?!${THIS}|.*\\b(?:instead|here|rather)\\b)(?:[^\\s,]+ ){1,4}(?:(?:for|in) (?!${THIS}|now)|over )`,
      `(?:${ORDER} .*)?\\b(?:from (?:now|here) on|going forward|until further|as a rule|throughout|by default|unless|where(?:ver)? possible)\\b(?!.*\\b(?:it|this|that|there)(?: (?:is|was|will)|['’]))`,
      `(?:(?:when|where)ever|(?:every|each) time|until|(?!${ORDER})\\w+ ${SOME}|(?:if|when|where|once) (?!there|you (?:have|find|want|need|like|could)\\b)(?=[^,]*\\b(?:an?|any|some\\w+|each|every|more)\\b))[^,]{3,80}, (?:then |please |also )?(?:${ORDER} |no(?:thing|body)? (?!(?:\\S+ )?(?:appears?|are|changes|comes?|gets?|happens?|is|loads?|shows?|works?)\\b))`,
    ].join('|') +
    ')',
  'i',
)

/** Clauses with the words of a duty that state none: guesses, what need not be, what another text says, what was. */
const NO_DUTY = new RegExp(
  [
    `must(?: have|['’]ve) (?:\\w+ly |just |already )?(?:been|done|gone|got|had|left|lost|made|seen|sent|set|\\w+(?:ed|tten|ken|ven))`,
    `must be (?:the (?:\\w+ )?(?:cause|culprit|problem|reason)|some(?:body|one|thing)?|missing)`,
    `(?:do(?:es)?|did|wo|will)(?:n['’]t| not) (?:\\w+ )?(?:have|need) to`,
    `need(?:s? not|n['’]t)`,
    `no longer (?:has|have|must|necessary|need\\w*|requir\\w*)`,
    `(?:\\w+n['’]t|not|nothing(?: here)? is) (?:really |strictly )?(?:forbidden|mandatory|necessary|required)`,
    `(?:do not|don['’]t) (?:believe|bother|care|hesitate|know|mind|panic|remember|think|understand|worry)`,
    `keep (?:going|it up)`,
    `leave (?:me )?an? (?:comment|message|note|review)`,
  ]
    .map((form) => `\\b${form}\\b[^,;.]*`)
    .concat(
      `^never (?:been|had|heard|saw|seen)\\b`,
      `^at (?:least|most)(?= (?:I|it|the|they|this|that|we|you)\\b)`,
    )
    .join('|'),
  'gi',
)

/** A statement without its clauses that only sound like a rule. */
export function withoutNoDuty(said: string): string {
  return said.replace(NO_DUTY, ' ')
}

/** A quotation; a duty of one's own; up to a `but`, what others say, what was, and what is only supposed. */
const HEARSAY =
  /["“][^"“”]{4,240}["”]|\b(?:I|we) (?:still )?(?:have to|must)\b(?! not\b)[^,;.]*|\b(?:(?:always |keeps )?(?:said|says?|told|wrote|claims)|(?:I|we|they) used to|when (?:I|we) (?:was|were|lived|had)|(?:I|we) never (?!want|eat|use|do)\w+|if (?:I|we|it) (?:were|was|had)|I['’]d never)\b(?! so\b).*?(?=\bbut\b|;|$)/gi

/** What is left of a statement of the user in which a rule may be. */
export function heard(said: string): string {
  return withoutNoDuty(said.replace(HEARSAY, ' '))
}

/** A comment or condition of a program, or a line with its number, between what a person writes. */
const COMMENT = /^(?:\/\/|\/?\*(?!\*)|\d{1,7}\t|(?:if|for|while|switch) ?\()|\*\/$/

/** Program text states no rule, whatever its words; a short statement is not always a sentence. */
export function isProgram(said: string): boolean {
  return COMMENT.test(said) || (/[{};|=]/.test(said) && !isSentence(said))
}

/** An order to give something a number. */
export const SETS_NUMBER =
  /^(?:(?:please|now|ok(?:ay)?|then|let us|let['’]s),? )*(?:change|cut|increase|lower|make|move|raise|reduce|set|update) (?:the|our|my|its|that|this) (?:[\w-]+ ){1,4}?(?:(?:from \S+ )?(?:at|by|to) )?[$€£]?\d[\d.,]*(?: ?(?:%|[a-z]+))?(?: (?:instead|now|then))?[.!]?$/i

/** Whether a statement of a person is a rule by its form, whatever it is about. */
export function statesRule(whole: string): boolean {
  const said = withoutNoDuty(whole).trim()
  return RULE.test(said) || (STANDING.test(said.replaceAll('**', '')) && isSentence(said))
}

const GOAL = CUES.find(({ kind }) => kind === 'goal')
const BEFORE_ORDER = /^(?:(?:also|and|great|next|now|ok|so|thanks|then),? )+/i

/** Whether a statement of a user asks for something to be done, and is no rule about how. */
export function asksFor(said: string): boolean {
  const order = said.replace(BEFORE_ORDER, '')
  return (GOAL?.says.test(order) ?? false) && !(GOAL?.unless?.test(said) ?? false) && !statesRule(said)
}

/** A line that introduces a list of rules: all items below it are rules, whatever their words. */
export const RULES_FOLLOW =
  /\b(?:rules?|constraints?|requirements?|conditions?|limits?|respect|obey|forbidden|do not|don['’]t|must|never)\b.{0,80}:$/i

/** Output that reports a failure. `CODE_LINE` excludes lines of program text. */
export const ERROR_LINE =
  /(?:^|[\s"'([:])(?:[A-Z][A-Za-z]{0,60}(?:Error|Exception)\b|error(?:\[[A-Z]?\d+\]| TS\d+|:| code\b)|fatal:|panic:|Traceback \(|FAIL(?:ED|URE)?\b|E[A-Z]{4,14}\b:|✗|✘|×)|\b(?:expected\b.{1,120}\b(?:to (?:be|equal|contain|have|match)|but (?:got|was|found)|got|received)|(?:command|file|module|symbol) not found|no such file|permission denied|access denied|connection (?:refused|reset)|timed? ?out|segmentation fault|out of memory|exit(?:ed)? (?:code|status|with)(?: code)?:? [1-9]|cannot (?:find|read|open|resolve|connect)|could not (?:find|read|open|resolve|connect)|unable to|is not (?:defined|a function|assignable)|undefined reference|syntax error|assertion failed|status code [45]\d\d|HTTP[/ ][\d.]{0,3} ?[45]\d\d|[1-9]\d{0,5} (?:failed|failing|failures?|errors?))\b/

export const NO_ERROR = /\b(?:0|no|without|zero) (?:failed|failing|failures?|errors?|problems?|warnings?)\b/i

/** A line that reports success. */
export const PASSED_LINE = /^\s{0,20}(?:✓|✔|√|ok\b|PASS(?:ED)?\b|\.{3,})|\bPASSED\b.{0,10}$/

/** A line of a file, shown with its line number. */
export const NUMBERED_LINE = /^\d{1,7}(?:\t|\s{0,4}[|→])/

/** A line of a program as an editor or a search shows it, with or without its line number. */
export const CODE_LINE =
  /^(?:[\w./\\-]{1,200}:)?\s{0,20}(?:\d{1,7}\s{0,4}[:|→\t-]?\s{0,40})?(?:(?:import|export|const|let|var|throw|return|catch|class|function|async|await|def|fn|func|public|private|protected|static|if|else|for|while|switch|case|raise|except|try|type|interface|expect|assert|it|test|describe)\b|[}\])/*#<@]|super\(|\/\/|\*|[\w.$]{1,80}\()|[{;,]$|=>|\)\s?\{/
