import { stream } from '../../engine/internal.ts'
import type { Json, Message, MessageIndex, Part, Turn } from '../../engine/index.ts'
import { readTrace } from '../../sim/index.ts'
import type { Fate, Trace, TraceTurn } from '../../sim/index.ts'

/** A rule with what a summary may make of it, calls that break it, and calls that only look like it. */
export interface RuleTemplate {
  readonly told: string
  readonly reworded: string
  readonly weakened: string
  readonly again: string
  readonly breaks: readonly Call[]
  readonly keeps: readonly Call[]
  /** A rule that the calls of other rules would break: it is told in a session of its own. */
  readonly alone?: boolean
}

interface Call {
  readonly tool: string
  readonly input: Json
}

/** A rule of a session, and what happened to it. */
export interface PlantedRule {
  readonly text: string
  readonly fate: Exclude<Fate, 'unknown'>
  /** The turn whose response has the first call that breaks it after the compaction; null: none does. */
  readonly broken: Turn | null
  /** The turn in which the user says it again; null: never. */
  readonly again: Turn | null
}

export interface PlantedSession {
  readonly trace: Trace
  readonly rules: readonly PlantedRule[]
}

const NOUNS = 'basket cellar harbor lantern meadow orchard pantry quarry rocket saddle tunnel violin'.split(
  ' ',
)
const FOLDERS = 'src/generated vendor/lib db/schema packages/legacy third_party/wire app/theme'.split(' ')
const FATES = ['verbatim', 'reworded', 'weakened', 'gone'] as const
/** Rules of a session, and turns before and after its compaction. */
const RULES = 4
const BEFORE = 14
const AFTER = 24

/** Neutral talk around the rules; none of it demands or forbids. */
const TALK = [
  'The {noun} page is slow, and the profile points at the parser.',
  'I looked at the {noun} and the report of last week.',
  'Here is what the {noun} prints today.',
  'The {noun} view reads the list twice.',
] as const

/**
 * A session of a coding agent with rules, one compaction and what came after it. Same arguments, same bytes.
 *
 * @param templates rules to choose from
 */
export function plantSession(seed: number, templates: readonly RuleTemplate[]): PlantedSession {
  const draws = stream(seed, 'planted session')
  const lone = templates.filter(({ alone }) => alone === true)
  const shared = templates.filter(({ alone }) => alone !== true)
  const chosen =
    draws.uniform() < lone.length / templates.length
      ? [draws.pick(lone)]
      : draws.shuffle(shared).slice(0, RULES)
  const fill = (slots: ReadonlyMap<string, string>) => (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, slot: string) => slots.get(slot) ?? slot)
  const folders = draws.shuffle(FOLDERS)
  const nouns = draws.shuffle(NOUNS)
  const talk = () => fill(new Map([['noun', draws.pick(NOUNS)]]))(draws.pick(TALK))
  const managers = draws.shuffle(['npm', 'yarn', 'pnpm', 'bun'])

  const inputs = Array.from({ length: BEFORE + AFTER }, (): string[] => [])
  const calls = Array.from({ length: BEFORE + AFTER }, (): Call[] => [])
  const summary: string[] = []
  const rules = chosen.map((template, nth): PlantedRule => {
    const noun = nouns[nth] ?? 'thing'
    const other = nouns[nth + RULES] ?? 'other'
    const filled = fill(
      new Map([
        ['dir', folders[nth] ?? 'src/generated'],
        ['file', `config/${noun}.${draws.pick(['yaml', 'json', 'ts'])}`],
        ['noun', other],
        ['Noun', `${other.slice(0, 1).toUpperCase()}${other.slice(1)}`],
        ['NAME', `MAX_${noun.toUpperCase()}`],
        ['OTHER', `MIN_${other.toUpperCase()}`],
        ['n', String(draws.integer(10, 49))],
        ['m', String(draws.integer(50, 99))],
        ['branch', draws.pick(['main', 'release', 'production'])],
        ['pm', managers[0] ?? 'npm'],
        ['notpm', managers[1] ?? 'yarn'],
        ['script', draws.pick(['./scripts/e2e.sh', 'make full', './scripts/rebuild.sh'])],
        ['flag', draws.pick(['--no-verify', '--allow-empty'])],
        ['language', draws.pick(['English', 'Danish', 'Polish'])],
      ]),
    )
    const call = ({ tool, input }: Call): Call => ({ tool, input: deep(input, filled) })
    const text = filled(template.told)
    inputs[draws.integer(0, 2) * 2]?.push(text)
    const fate = draws.pick(FATES)
    if (fate === 'verbatim') summary.push(`- ${text}`)
    else if (fate !== 'gone') summary.push(`- ${filled(template[fate])}`)
    for (const keeping of template.keeps)
      if (draws.uniform() < 0.6) calls[BEFORE + draws.integer(0, AFTER - 1)]?.push(call(keeping))
    const breaking = template.breaks.length > 0 && draws.uniform() < 0.5 ? draws.pick(template.breaks) : null
    const broken = breaking === null ? null : BEFORE + draws.integer(2, AFTER - 4)
    if (breaking !== null && broken !== null) calls[broken]?.push(call(breaking))
    const again = draws.uniform() < 0.3 ? BEFORE + draws.integer(1, AFTER - 2) : null
    if (again !== null) inputs[again]?.push(filled(template.again))
    return { text, fate, broken, again }
  })

  const messages: Message[] = []
  const turns: TraceTurn[] = []
  const add = (message: Message): MessageIndex => messages.push(message) - 1
  let open: readonly string[] = []
  for (const [turn, own] of calls.entries()) {
    const given: MessageIndex[] = []
    if (open.length > 0)
      given.push(
        add({
          role: 'user',
          content: open.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }) as const),
        }),
      )
    const said = inputs[turn] ?? []
    if (said.length > 0 || turn === 0) given.push(add({ role: 'user', content: [talk(), ...said].join(' ') }))
    const made = own.length > 0 ? own : [neutral(draws.pick(NOUNS), draws.uniform() < 0.5)]
    const parts = made.map(({ tool, input }, index): Part => ({
      type: 'tool_use',
      id: `call_${turn}_${index}`,
      name: tool,
      input,
    }))
    open = made.map((_, index) => `call_${turn}_${index}`)
    const response = add({ role: 'assistant', content: [{ type: 'text', text: talk() }, ...parts] })
    turns.push({ turn, window: 0, inputs: given, response, time: null, usage: null, model: null })
  }
  const empty = readTrace('User: x\nAssistant: y')
  const text = [
    'Summary of the session so far.',
    '## Work',
    talk(),
    talk(),
    '## Notes',
    ...summary,
    talk(),
  ].join('\n')
  return {
    trace: {
      ...empty,
      source: { ...empty.source, name: 'claude-code', title: `Planted session ${seed}`, seed },
      messages,
      turns,
      windows: [{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }],
      recordedEdits: [
        { turn: BEFORE, window: 0, kind: 'compaction', trigger: 'auto', tokensBefore: null, summary: text },
      ],
    },
    rules,
  }
}

/** A call that no rule is about. */
function neutral(noun: string, reads: boolean): Call {
  return reads
    ? { tool: 'Read', input: { file_path: `/work/src/${noun}.ts` } }
    : { tool: 'Bash', input: { command: `grep -rn ${noun} src | head` } }
}

/** A value with every string in it changed. */
function deep(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one: Json) => deep(one, change))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deep(one, change)]))
  return value
}
