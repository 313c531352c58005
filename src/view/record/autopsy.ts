import type {
  Autopsy,
  AutopsyItem,
  CompactionAutopsy,
  Fate,
  ItemKind,
  Language,
  Passage,
  Tally,
} from '../../sim/index.ts'
import { isBroken, isLost, tallyOf } from '../../sim/index.ts'
import { AUTOPSY_RATES, isoOf, ITEM_KINDS } from '../../sim/internal.ts'
import { counted, dash, share, turnName, whole } from '../sentence/format.ts'
import type { CsvCell } from './csv.ts'
import words from './autopsy-words.json' with { type: 'json' }

const KIND_NAMES: Readonly<Record<ItemKind, string>> = words.kinds
const FATE_NAMES: Readonly<Record<Fate, string>> = words.fates
const SPEAKER_NAMES: Readonly<Record<AutopsyItem['by'], string>> = words.speakers

/** What became of one item, in words. */
export interface AutopsyRow {
  /** Unique within its compaction. */
  readonly id: string
  readonly item: AutopsyItem
  readonly kind: string
  readonly by: string
  readonly fate: string
  readonly lost: boolean
  /** The sentence of the summary that has a part of it; null for what is not weakened. */
  readonly part: string | null
  /** What later calls did; a dash for what no call can contradict. */
  readonly later: string
  readonly broken: boolean
  /** Who said it again or brought it back; a dash if nobody. */
  readonly again: string
}

/** One and many of each other kind. */
const OTHERS: Readonly<Record<Exclude<ItemKind, 'rule'>, readonly [string, string]>> = {
  decision: ['decision', 'decisions'],
  number: ['number', 'numbers'],
  file: ['changed file', 'changed files'],
  task: ['open task', 'open tasks'],
}

const FATE_ORDER: readonly Fate[] = ['gone', 'weakened', 'unknown', 'reworded', 'verbatim']

/** The items of a compaction: rules first, the user's before others; of these what was lost first. */
export function autopsyRows({ items, time }: CompactionAutopsy): readonly AutopsyRow[] {
  const place = ({ kind, by, fate }: AutopsyItem) =>
    (ITEM_KINDS.indexOf(kind) * 2 + Number(by === 'client')) * FATE_ORDER.length + FATE_ORDER.indexOf(fate)
  return items
    .map((item, at) => rowOf(item, `${at}`, time))
    .toSorted((a, b) => place(a.item) - place(b.item) || Number(a.id) - Number(b.id))
}

function rowOf(item: AutopsyItem, id: string, compacted: number | undefined): AutopsyRow {
  const { kind, by, fate, nearest } = item
  return {
    id,
    item,
    kind: KIND_NAMES[kind],
    by: SPEAKER_NAMES[by],
    fate: FATE_NAMES[fate],
    lost: isLost(item),
    part: fate === 'weakened' ? nearest : null,
    later: laterOf(item, compacted),
    broken: isBroken(item),
    again: againOf(item, compacted),
  }
}

/** `turn 42 (09:49 UTC)`; with the day where it is another one than the compaction's. */
function whenOf({ turn, time }: Pick<Passage, 'turn' | 'time'>, compacted: number | undefined): string {
  if (time === undefined) return turnName(turn)
  const [day, minute] = instantOf(time)
  const isSame = compacted !== undefined && instantOf(compacted)[0] === day
  return `${turnName(turn)} (${isSame ? '' : `${day} `}${minute} UTC)`
}

/** Day and minute, as logs write them. */
function instantOf(time: number): readonly [string, string] {
  const text = isoOf(time)
  return [text.slice(0, 10), text.slice(11, 16)]
}

function laterOf(item: AutopsyItem, compacted: number | undefined): string {
  const { kind, broken, brokenBefore } = item
  if (kind === 'file' || kind === 'task') return dash
  if (broken === 'undecidable') return words.undecidable
  if (broken === 'none') return words.unbroken
  const before =
    brokenBefore === null
      ? 'No call before the compaction did.'
      : `So did a call before the compaction, in ${whenOf(brokenBefore, compacted)}.`
  return `${broken.tool} contradicts it in ${whenOf(broken, compacted)}. ${before}`
}

function againOf({ saidAgain, sentAgain }: AutopsyItem, compacted: number | undefined): string {
  const told = [
    ...(saidAgain === null ? [] : [`The user says it again in ${whenOf(saidAgain, compacted)}.`]),
    ...(sentAgain === null ? [] : [`The client adds it again in ${whenOf(sentAgain, compacted)}.`]),
  ]
  return told.length === 0 ? dash : told.join(' ')
}

/** The rules that the user gave, and those that the client took from skills and memory files. */
function rulesOf({ items }: CompactionAutopsy): Readonly<Record<'user' | 'client', Tally>> {
  const of = (by: AutopsyItem['by']) =>
    tallyOf(items.filter((item) => item.kind === 'rule' && item.by === by))
  return { user: of('user'), client: of('client') }
}

/** Which compaction it is, of what. */
export function autopsyTitle({ nth, turn }: CompactionAutopsy): string {
  return `Compaction ${whole(nth)}, before ${turnName(turn)}`
}

/** Who compacted, when and to what, as far as the log tells. */
export function autopsyFacts(
  { client }: Autopsy,
  { version, trigger, tokensBefore, summary, time }: CompactionAutopsy,
): string {
  return [
    version === null ? client : `${client} ${version}`,
    ...(time === undefined ? [] : [`${instantOf(time).join(' ')} UTC`]),
    ...(trigger === null ? [] : [trigger === 'auto' ? 'automatic' : trigger]),
    ...(tokensBefore === null ? [] : [`${whole(tokensBefore)} tokens before it`]),
    ...(summary === null ? [] : [`summary of ${counted(summary, 'character')}`]),
  ].join(' · ')
}

/** What became of what was in the window, and what came after: first of the user's own rules. */
export function autopsySentences(compaction: CompactionAutopsy): readonly string[] {
  const { items, summary } = compaction
  if (items.length === 0) return [words.nothing]
  const { user, client } = rulesOf(compaction)
  const others = ITEM_KINDS.flatMap((kind) => {
    const { all, kept } = tallyOf(items.filter((item) => item.kind === kind))
    return kind === 'rule' || all === 0 ? [] : [`${whole(kept)} of ${counted(all, ...OTHERS[kind])}`]
  })
  return [
    ...(summary === null ? [words.noSummary] : []),
    ...(user.all > 0
      ? [`The user’s own rules: ${fatesOf(user)}.${afterOf(user)}`]
      : [items.every(({ kind }) => kind === 'file') ? words.onlyFiles : words.noRules]),
    ...(client.all === 0
      ? []
      : [
          `Rules that the client injected, as skills, memory files and reminders: ${fatesOf(client)}.${afterOf(client)}${
            client.weakened + client.gone === 0
              ? ''
              : ` The log shows that the client adds ${client.sentAgain === 0 ? 'none' : whole(client.sentAgain)} of the lost to the window again right after.`
          }`,
        ]),
    ...(others.length === 0
      ? []
      : [`${summary === null ? 'Known to be kept' : 'Kept'} of the rest: ${others.join(', ')}.`]),
  ]
}

/** `3 found, 1 kept, 1 weakened, 1 gone`. */
function fatesOf({ all, kept, weakened, gone, unknown }: Tally): string {
  return [
    `${whole(all)} found`,
    `${whole(kept)} kept`,
    `${whole(weakened)} weakened`,
    `${whole(gone)} gone`,
    ...(unknown === 0 ? [] : [`${whole(unknown)} not known`]),
  ].join(', ')
}

/** What came after, of the lost and of the kept alike: a call against a kept rule shows that losing it need not be why. */
function afterOf({ weakened, gone, checkable, broken, saidAgain, keptBroken }: Tally): string {
  const lost = weakened + gone
  const told = [
    ...(lost === 0 || checkable === 0
      ? []
      : [
          `Of the ${counted(checkable, 'lost rule')} that a call can be held to, ${broken === 0 ? 'no later call is found to contradict any' : `a later call contradicts ${whole(broken)}`}.`,
        ]),
    ...(saidAgain === 0 ? [] : [`The user says ${whole(saidAgain)} of the lost again.`]),
    ...(keptBroken === 0 ? [] : [`A later call contradicts ${whole(keptBroken)} of the kept, too.`]),
  ]
  return told.map((one) => ` ${one}`).join('')
}

/** What the compaction that lost most of the user's rules did to them; null where none was lost. */
export function lostSentence({ compactions }: Autopsy): string | null {
  const lossy = compactions
    .map((one) => ({ turn: one.turn, ...rulesOf(one).user }))
    .filter(({ gone, weakened }) => gone + weakened > 0)
    .toSorted((a, b) => b.gone - a.gone || b.weakened - a.weakened || a.turn - b.turn)
  const [worst] = lossy
  if (worst === undefined) return null
  const { turn, all, gone, weakened, broken } = worst
  const rules = counted(all, 'rule of the user', 'rules of the user')
  const did = [
    ...(gone === 0 ? [] : [`lost ${whole(gone)} of ${rules}`]),
    ...(weakened === 0 ? [] : [`weakened ${whole(weakened)}${gone === 0 ? ` of ${rules}` : ''}`]),
  ].join(' and ')
  const count = whole(compactions.length)
  const which =
    compactions.length === 1
      ? 'The compaction'
      : lossy.length === 1
        ? `Of ${count} compactions, only the one`
        : `Of ${count} compactions, ${whole(lossy.length)} lost or weakened rules: the worst, the one`
  return `${which} before ${turnName(turn)}${lossy.length > 1 ? ',' : ''} ${did}${broken === 0 ? '' : `; a later call contradicts ${whole(broken)} of these`}.`
}

/** Files with rules that clients read at every start, by the beginning of their titles. */
const RULE_FILES: readonly (readonly [RegExp, string])[] = [
  [/^claude code/i, 'CLAUDE.md'],
  [/^gemini cli/i, 'GEMINI.md'],
  [/^codex/i, 'AGENTS.md'],
]

/** What to do next time; null where no rule of the user was lost. */
export function adviceSentence({ client, compactions }: Autopsy): string | null {
  const isAnyLost = compactions.some(({ items }) =>
    items.some((item) => item.kind === 'rule' && item.by === 'user' && isLost(item)),
  )
  if (!isAnyLost) return null
  const [, file] = RULE_FILES.find(([title]) => title.test(client)) ?? []
  const where =
    file === undefined
      ? 'a file that the client reads at every start'
      : `${file}, which the client reads at every start`
  const keep = file === 'CLAUDE.md' ? ', or say what to keep: /compact Keep my rules word for word' : ''
  return `Next time: put such rules into ${where}${keep}.`
}

/** Why little may be found; null where most of what the user says is in English, or too short to tell. */
export function foreignSentence({ messages, foreign }: Language): string | null {
  return 2 * foreign > messages
    ? `${whole(foreign)} of ${counted(messages, 'message')} of the user ${foreign === 1 ? 'is' : 'are'} not in English. Rules, decisions, numbers and tasks are found by English words, so most of theirs are missing here. Changed files and lists of tasks are found in any language.`
    : null
}

/** Everything that was lost and not brought back, as a text to paste into the conversation; null if nothing. */
export function lostText({
  items,
}: CompactionAutopsy): { readonly text: string; readonly count: number } | null {
  const lost = items.filter((item) => isLost(item) && item.sentAgain === null)
  if (lost.length === 0) return null
  const listed = (head: string, of: readonly AutopsyItem[]): readonly string[] => {
    const texts = [...new Set(of.map(({ text }) => `- ${text}`))]
    return texts.length === 0 ? [] : [`${head}:\n${texts.join('\n')}`]
  }
  const isInjected = ({ kind, by }: AutopsyItem) => kind === 'rule' && by === 'client'
  const groups = [
    ...ITEM_KINDS.flatMap((kind) =>
      listed(
        words.groups[kind],
        lost.filter((item) => item.kind === kind && !isInjected(item)),
      ),
    ),
    ...listed(words.groups.injected, lost.filter(isInjected)),
  ]
  return { text: `${words.pasted}\n\n${groups.join('\n\n')}\n`, count: lost.length }
}

/** How often the detection is right on sessions with planted rules, and how much it finds. */
export interface DetectionRow {
  readonly id: 'lost' | 'broken' | 'again'
  readonly label: string
  readonly right: string
  readonly found: string
}

/** Precision and recall of what the panel tells. */
export function detectionRows(): readonly DetectionRow[] {
  const of = (part: number, all: number) => `${share(part / all)} (${whole(part)} of ${whole(all)})`
  return (['lost', 'broken', 'again'] as const).map((id) => {
    const { found, right, there } = AUTOPSY_RATES[id]
    return { id, label: words.measures[id], right: of(right, found), found: of(right, there) }
  })
}

/** Where the rates come from. */
export function detectionNote(): string {
  const { sessions, rules, rulesFound, talk } = AUTOPSY_RATES
  return `How far to trust this: of ${whole(rules)} rules in ${whole(sessions)} made-up coding sessions, in words that were new to the search, it found ${whole(rulesFound)}. There the user also says a rule again in planted words; in other words it may be missed. In a real log a sentence may only look like a rule. In talk about other things it finds fewer: of ${whole(talk.rules)} in conversations written by hand it found ${whole(talk.rulesFound)}.`
}

/** Every item of every compaction, for a file. */
export function autopsySheet(autopsy: Autopsy): readonly (readonly CsvCell[])[] {
  return [
    [
      'compaction',
      'before turn',
      'client',
      'version',
      'kind',
      'said by',
      'said in turn',
      'item',
      'in the summary',
      'nearest sentence of the summary',
      'missing',
      'contradicting calls',
      'contradicted in turn',
      'contradicted at',
      'contradicting call',
      'contradicted before in turn',
      'said again in turn',
      'added again in turn',
    ],
    ...autopsy.compactions.flatMap(({ nth, turn, version, items }) =>
      items.map((item): readonly CsvCell[] => {
        const { broken, brokenBefore, saidAgain, sentAgain } = item
        const call = isBroken(item) ? item.broken : null
        return [
          nth,
          turn,
          autopsy.client,
          version,
          item.kind,
          item.by,
          item.turn,
          item.text,
          item.fate,
          item.nearest,
          item.missing.join(' '),
          typeof broken === 'object' ? 'found' : broken,
          call?.turn ?? null,
          call?.time === undefined ? null : `${instantOf(call.time).join(' ')} UTC`,
          call === null ? null : `${call.tool}: ${call.shown}`,
          brokenBefore?.turn ?? null,
          saidAgain?.turn ?? null,
          sentAgain?.turn ?? null,
        ]
      }),
    ),
  ]
}
