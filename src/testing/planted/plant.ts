import { stream } from '../../engine/internal.ts'
import type { Message, MessageIndex, Part, Turn } from '../../engine/index.ts'
import { PROBED_KINDS } from '../../sim/internal.ts'
import type { ProbedKind, Trace, TraceTurn } from '../../sim/index.ts'
import words from './words.json' with { type: 'json' }

/** What a planted fact is, as prompts are searched for it. */
export const PLANTED_KINDS = PROBED_KINDS
export type PlantedKind = ProbedKind

export type Setting = 'chat' | 'coding'

/** Where a fact is told: in the user's words, the agent's, the arguments of its call, or the output of a tool. */
type Place = 'user' | 'assistant' | 'call' | 'result'

/** One fact of a conversation, and how its survival is proven. */
export interface PlantedFact {
  readonly kind: PlantedKind
  /** Its subject: of two facts with the same key the newer one holds. */
  readonly key: string
  /** The turn in whose inputs or response it is told. */
  readonly turn: Turn
  readonly message: MessageIndex
  /** Its words, once in that message and nowhere else. */
  readonly sentence: string
  /** Strings that are all in a text in which it survived. Each is in the conversation once. */
  readonly proof: readonly string[]
  /** For a changed value: the old one, which is in the conversation once, in an earlier turn; null for the rest. */
  readonly stale: string | null
  /** The sentence with the old value. */
  readonly before: string | null
}

/** Sentences with slots, by setting and kind; for a changed value the old sentence and the new one. */
export type Templates = Readonly<
  Record<
    Setting,
    Readonly<
      Record<Exclude<PlantedKind, 'changed'>, readonly string[]> &
        Record<'changed', readonly (readonly string[])[]>
    >
  >
>

export interface Planted {
  readonly trace: Trace
  readonly facts: readonly PlantedFact[]
}

const PLACES: Readonly<Record<Setting, Readonly<Record<PlantedKind, Place>>>> = {
  chat: {
    goal: 'user',
    constraint: 'user',
    side_constraint: 'user',
    decision: 'assistant',
    artifact: 'assistant',
    fact: 'user',
    number: 'user',
    continuation: 'assistant',
    changed: 'user',
  },
  coding: {
    goal: 'user',
    constraint: 'user',
    side_constraint: 'user',
    decision: 'assistant',
    artifact: 'call',
    fact: 'assistant',
    number: 'result',
    continuation: 'assistant',
    changed: 'user',
  },
}

/** Turns of a conversation. */
export const TURNS = 80
/** Facts of each kind, one in each fifth of the conversation. */
const EACH = 5
/** In coding, the user speaks in every fourth turn. */
const USER_EVERY = 4
/** Turns between an old value and the new one, at least. */
const GAP = 16
/** Share of the made-up sentences with a remark. */
const REMARKS = 0.7
/** Share of the made-up sentences that consist of rare words. */
const BRIEF = 0.6

/** A sentence to be told. */
interface Telling {
  readonly place: Place
  readonly turn: Turn
  readonly sentence: string
}

/**
 * A conversation of 80 turns with five facts of each kind, spread evenly, among made-up sentences. These have names,
 * numbers and paths of the same making, and the words of the facts' own sentences, so that a fact is no rarer than what
 * surrounds it. Same arguments, same bytes.
 */
export function plant(setting: Setting, seed: number, templates: Templates): Planted {
  const draws = stream(seed, `planted ${setting}`)
  const nouns = setting === 'chat' ? words.chatNouns : words.codingNouns
  const brief = setting === 'chat' ? words.briefChat : words.briefCoding
  const echoes = wordsOf(templates[setting])
  const reserved = new Set<string>()
  const fresh = (make: () => string, reserve: boolean): string => {
    for (;;) {
      const made = make()
      if (reserved.has(made)) continue
      if (reserve) reserved.add(made)
      return made
    }
  }
  const pair = (reserve: boolean) =>
    fresh(() => `${draws.pick(words.adjectives)} ${draws.pick(nouns)}`, reserve)
  const number = (reserve: boolean) => fresh(() => spelled(draws.integer(0, 647)), reserve)
  const digits = (reserve: boolean) => fresh(() => String(draws.integer(10_001, 99_998)), reserve)
  const path = (reserve: boolean) =>
    fresh(() => `lib/${draws.pick(words.adjectives)}/${draws.pick(nouns)}.py`, reserve)
  const slots = new Map<string, (reserve: boolean) => string>([
    ['p', pair],
    ['q', pair],
    ['n', number],
    ['d', digits],
    ['f', path],
    ['v', () => draws.pick(words.verbs)],
    ['w', () => draws.pick(words.people)],
    ['a', () => draws.pick(words.adverbs)],
    ['y', () => draws.pick(words.deeds)],
    ['x', () => draws.pick(echoes)],
    ['X', () => capital(draws.pick(echoes))],
    ['A', () => capital(draws.pick(words.adverbs))],
    ['P', () => capital(pair(false))],
    ['u', () => `${draws.pick(nouns)}_${draws.pick(nouns)}`],
    ['U', () => capital(draws.pick(nouns)) + capital(draws.pick(nouns))],
  ])
  const filled = (template: string): string =>
    spoken(template.replace(/\{(\w)\}/g, (_, slot: string) => slots.get(slot)?.(false) ?? ''))
  /** A made-up sentence, brief or with a remark most often, so that its words are as rare as those of the facts. */
  const chatter = (templates: readonly string[]): string => {
    if (draws.uniform() < BRIEF)
      return filled(draws.pick(templates === words.output ? words.briefOutput : brief))
    const remark = draws.uniform() < REMARKS ? draws.pick(words.remarks) : ''
    return filled(draws.pick(templates).replace(/(?=[.?]?$)/, remark))
  }

  const facts: Omit<PlantedFact, 'message'>[] = []
  const tellings: Telling[] = []
  const turnOf = (place: Place, from: number, to: number): Turn => {
    const turn = Math.min(TURNS - 2, draws.integer(Math.floor(from), Math.floor(to) - 1))
    return setting === 'coding' && place === 'user' ? turn - (turn % USER_EVERY) : Math.max(1, turn)
  }
  for (const kind of PLANTED_KINDS) {
    const place = PLACES[setting][kind]
    for (let index = 0; index < EACH; index++) {
      const values = new Map<string, string>()
      const told = (template: string): string =>
        spoken(
          template.replace(/\{(\w)\}/g, (_, slot: string) => {
            const value = values.get(slot) ?? slots.get(slot)?.(true) ?? ''
            values.set(slot, value)
            return value
          }),
        )
      const fifth = TURNS / EACH
      if (kind === 'changed') {
        const [old = '', now = ''] = draws.pick(templates[setting].changed)
        const first = turnOf(place, index * 10, index * 10 + 10)
        const before = told(old)
        const stale = values.get('n') ?? ''
        values.delete('n')
        const turn = turnOf(place, first + GAP, Math.min(TURNS - 1, first + 2 * GAP))
        const sentence = told(now)
        const key = values.get('p') ?? ''
        facts.push({ kind, key, turn, sentence, proof: [values.get('n') ?? ''], stale, before })
        tellings.push({ place, turn: first, sentence: before }, { place, turn, sentence })
        continue
      }
      const sentence = told(draws.pick(templates[setting][kind]))
      const turn = kind === 'goal' && index === 0 ? 0 : turnOf(place, index * fifth, index * fifth + fifth)
      const proof = [...values.values()]
      facts.push({ kind, key: proof[0] ?? '', turn, sentence, proof, stale: null, before: null })
      tellings.push({ place, turn, sentence })
    }
  }

  const at = (turn: Turn, place: Place): readonly string[] =>
    tellings.filter((one) => one.turn === turn && one.place === place).map(({ sentence }) => sentence)
  /** Made-up sentences with those to be told at random places among them. */
  const talk = (templates: readonly string[], low: number, high: number, told: readonly string[]): string => {
    const sentences = Array.from({ length: draws.integer(low, high) }, () => chatter(templates))
    for (const sentence of told) sentences.splice(draws.integer(0, sentences.length), 0, sentence)
    const lines: string[] = []
    for (let from = 0; from < sentences.length; from += 5)
      lines.push(sentences.slice(from, from + 5).join(' '))
    return lines.join('\n\n')
  }

  const messages: Message[] = []
  const turns: TraceTurn[] = []
  const add = (message: Message): MessageIndex => messages.push(message) - 1
  for (let turn = 0; turn < TURNS; turn++) {
    const inputs: MessageIndex[] = []
    let response: string | Part[]
    if (setting === 'chat') {
      inputs.push(add({ role: 'user', content: talk(words.user, 2, 4, at(turn, 'user')) }))
      response = talk(words.assistant, 8, 14, at(turn, 'assistant'))
    } else {
      if (turn > 0) {
        const output = Array.from({ length: draws.integer(12, 30) }, () => chatter(words.output))
        const content = [...output, ...at(turn, 'result')].join('\n')
        inputs.push(
          add({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `call_${turn - 1}`, content }] }),
        )
      }
      if (turn % USER_EVERY === 0)
        inputs.push(add({ role: 'user', content: talk(words.codingUser, 1, 4, at(turn, 'user')) }))
      const text = talk(words.codingAssistant, 1, 3, at(turn, 'assistant'))
      const [written] = at(turn, 'call')
      const call: Part =
        written === undefined
          ? { type: 'tool_use', id: `call_${turn}`, name: 'read_file', input: { path: path(false) } }
          : {
              type: 'tool_use',
              id: `call_${turn}`,
              name: 'write_file',
              input: { path: written, content: filled(draws.pick(words.output)) },
            }
      response = turn === TURNS - 1 ? text : [{ type: 'text', text }, call]
    }
    turns.push({
      turn,
      window: 0,
      inputs,
      response: add({ role: 'assistant', content: response }),
      time: null,
      usage: null,
      model: null,
    })
  }
  const texts = messages.map((message) => textOfMessage(message))
  const source = { name: `planted-${setting}`, title: `Planted facts, ${setting}`, seed }
  return {
    trace: traceOf(source, messages, turns),
    facts: facts.map((fact) => ({
      ...fact,
      message: texts.findIndex((text) => text.includes(fact.sentence)),
    })),
  }
}

/** A conversation in one window, without a system prompt and tools. */
export function traceOf(
  source: { readonly name: string; readonly title: string; readonly seed: number },
  messages: readonly Message[],
  turns: readonly TraceTurn[],
): Trace {
  return {
    version: 1,
    source: { kind: 'scenario', ...source, filename: null },
    system: '',
    tools: [],
    messages,
    windows: [{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }],
    injected: [],
    turns,
    needs: [],
    recordedEdits: [],
    intake: { records: messages.length, problems: [], ignored: [], inferred: [] },
    siblings: [],
    lacksOverhead: false,
    counts: null,
  }
}

/** All strings of a message, each from a new line: texts, arguments of calls, outputs. */
export function textOfMessage({ content }: { readonly content: unknown }): string {
  const strings: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) if (!TAGS.has(name)) collect(inner)
  }
  collect(content)
  return strings.join('\n')
}

const TAGS: ReadonlySet<string> = new Set(['type', 'id', 'tool_use_id', 'name', 'cache_control'])

const ONES = 'one two three four five six seven eight nine'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** One of 648 numbers in words. None is a part of another. */
function spelled(index: number): string {
  const hundreds = ONES[Math.floor(index / 72)] ?? ''
  return `${hundreds} hundred and ${TENS[Math.floor(index / 9) % 8] ?? ''}-${ONES[index % 9] ?? ''}`
}

/** The words of the sentences of facts, which occur in made-up sentences too. */
function wordsOf(templates: Templates[Setting]): readonly string[] {
  const text = Object.values(templates)
    .flat(2)
    .join(' ')
    .replace(/\{\w\}/g, ' ')
  return [...new Set(text.toLowerCase().match(/[a-z-]{3,}/g))]
}

/** With `an` before a vowel. */
function spoken(text: string): string {
  return text.replace(/\b([Aa]) (?=[aeiou])/g, '$1n ')
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
