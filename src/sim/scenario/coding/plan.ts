import type { Random } from '../../../engine/index.ts'
import type { Chance } from '../telling/chance.ts'
import type { ConstraintTemplate } from '../text/constraints.ts'
import { DOMAINS } from '../text/domains.ts'
import type { Domain } from '../text/domains.ts'
import { SESSION_RULES, SUBTASKS } from '../text/session.ts'
import type { SubtaskTemplate } from '../text/session.ts'

/** Files of an entity that a subtask may open, by role. */
export const ROLES = Object.freeze(['model', 'store', 'service', 'routes', 'mapper', 'jobs'] as const)
export type Role = (typeof ROLES)[number]

/** A file of the session's repository: a role of an entity, its test, or a page about it. */
export interface FileName {
  readonly entity: string
  readonly role: Role
  readonly kind: 'source' | 'test' | 'page'
}

/** A piece of a file that is read again: the lines around one of its first functions, or all of it. */
export type Piece = { readonly around: 0 | 1 | 2 | null }

/** One edit: a function of a file (the first three always exist), and one of the subtask's changes. */
export interface PlannedEdit {
  readonly file: FileName
  readonly fn: 0 | 1 | 2
  readonly change: number
}

/** One turn of the session as planned by the structure stream. */
export type CodingBeat =
  | { readonly kind: 'open'; readonly list: boolean }
  | { readonly kind: 'read'; readonly files: readonly FileName[]; readonly piece: Piece | null }
  | { readonly kind: 'search'; readonly query: 'entity' | 'function'; readonly file: FileName }
  | { readonly kind: 'probe'; readonly probe: number; readonly file: FileName }
  | { readonly kind: 'create'; readonly edits: readonly PlannedEdit[] }
  | { readonly kind: 'edit'; readonly edits: readonly PlannedEdit[] }
  | { readonly kind: 'stale'; readonly edit: PlannedEdit }
  | { readonly kind: 'add-test'; readonly file: FileName }
  | { readonly kind: 'types'; readonly fails: boolean; readonly file: FileName }
  | { readonly kind: 'mend'; readonly file: FileName }
  | { readonly kind: 'test'; readonly file: FileName; readonly finds: PlannedEdit | null }
  | { readonly kind: 'suite' }
  | { readonly kind: 'fix'; readonly edit: PlannedEdit }
  | { readonly kind: 'report' }

export interface PlannedSubtask {
  readonly number: number
  /** Null for the review that closes the session. */
  readonly template: SubtaskTemplate | null
  readonly entity: string
  /** A rule that the user adds with this order. */
  readonly rule: ConstraintTemplate | null
  readonly beats: readonly CodingBeat[]
}

export interface CodingPlan {
  readonly domain: Domain
  readonly turns: number
  /** Rules from the first message. */
  readonly rules: readonly ConstraintTemplate[]
  readonly subtasks: readonly PlannedSubtask[]
}

/** Minimum length of the final review; fewer remaining turns are too few for another subtask. */
const SHORTEST_REVIEW = 6
const LONGEST_SUBTASK = 42

/** Plans the whole session: which subtasks, in how many turns, with which calls. */
export function planCoding(chance: Chance, turns: { least: number; most: number }): CodingPlan {
  const draws = chance('structure', 'session')
  const total = draws.integer(turns.least, turns.most)
  const domain = draws.pick(DOMAINS)
  const rules = draws.shuffle(SESSION_RULES)
  const first = draws.integer(3, 5)
  const later = rules.slice(first, first + 2)
  const names = draws.shuffle(domain.entities.map((it) => it.name))
  const orders = draws.shuffle(SUBTASKS)
  const subtasks: PlannedSubtask[] = []
  let left = total
  while (left >= LONGEST_SUBTASK + SHORTEST_REVIEW) {
    const number = subtasks.length
    const entity = names[number % names.length] ?? ''
    const other = names[(number + 1) % names.length] ?? ''
    const template = orders[number % orders.length] ?? null
    const beats = planSubtask(
      chance('structure', `subtask ${number}`),
      entity,
      other,
      template?.changes.length ?? 1,
    )
    const rule = number === 2 ? later[0] : number === 5 ? later[1] : undefined
    subtasks.push({ number, template, entity, rule: rule ?? null, beats })
    left -= beats.length
  }
  const edited = subtasks
    .flatMap((it) => it.beats)
    .flatMap((beat) => (beat.kind === 'edit' ? beat.edits : []))
  const review = planReview(chance('structure', 'review'), edited, left)
  const entity = subtasks.at(-1)?.entity ?? names[0] ?? ''
  subtasks.push({ number: subtasks.length, template: null, entity, rule: null, beats: review })
  return { domain, turns: total, rules: rules.slice(0, first), subtasks }
}

function planSubtask(draws: Random, entity: string, other: string, changes: number): CodingBeat[] {
  const roles = draws.shuffle(ROLES)
  const own = roles.slice(0, draws.integer(3, 5)).map((role): FileName => ({ entity, role, kind: 'source' }))
  const tested: FileName = { entity, role: draws.pick(['store', 'service'] as const), kind: 'test' }
  const [target] = own
  if (target === undefined) throw new Error(`no files to work on for ${entity}`)
  const pick = (): FileName => draws.pick(own)
  const beats: CodingBeat[] = [{ kind: 'open', list: draws.uniform() < 0.4 }]
  beats.push(...explore(draws, own, tested, other))
  const edits = editing(draws, own, changes)
  beats.push({ kind: 'create', edits: edits.flatMap((beat) => (beat.kind === 'edit' ? beat.edits : [])) })
  beats.push(...edits)
  if (draws.uniform() < 0.6) beats.push({ kind: 'add-test', file: tested })
  if (draws.uniform() < 0.25) beats.push(...stale(draws, own, changes))
  const done = beats.flatMap((beat) => (beat.kind === 'edit' ? beat.edits : []))
  const different = [...new Map(done.map((it) => [`${it.file.role} ${it.fn} ${it.change}`, it])).values()]
  const faulty = draws.shuffle(different).slice(0, draws.pick([0, 1, 1, 2]))
  for (const edit of faulty) {
    beats.push({ kind: 'test', file: tested, finds: edit })
    if (draws.uniform() < 0.4) beats.push({ kind: 'search', query: 'function', file: edit.file })
    beats.push(readAgain(draws, edit.file))
    if (draws.uniform() < 0.5) beats.push(readAgain(draws, tested))
    beats.push({ kind: 'fix', edit })
  }
  beats.push({ kind: 'test', file: tested, finds: null })
  if (draws.uniform() < 0.4) beats.push(readAgain(draws, pick()))
  if (draws.uniform() < 0.4) beats.push({ kind: 'suite' })
  beats.push({ kind: 'report' })
  return beats
}

function explore(draws: Random, own: readonly FileName[], tested: FileName, other: string): CodingBeat[] {
  const beats: CodingBeat[] = []
  const neighbour: FileName = { entity: other, role: draws.pick(ROLES), kind: 'source' }
  const page: FileName = { entity: tested.entity, role: 'model', kind: 'page' }
  const queue = [
    ...own,
    tested,
    ...(draws.uniform() < 0.5 ? [neighbour] : []),
    ...(draws.uniform() < 0.3 ? [page] : []),
  ]
  const order = draws.shuffle(queue)
  while (order.length > 0) {
    const files = order.splice(0, draws.uniform() < 0.25 ? 2 : 1)
    beats.push({ kind: 'read', files, piece: null })
    const [file] = files
    if (file === undefined) continue
    const next = draws.uniform()
    if (next < 0.2) beats.push({ kind: 'search', query: draws.pick(['entity', 'function']), file })
    else if (next < 0.28) beats.push({ kind: 'probe', probe: draws.integer(0, 99), file })
  }
  return beats
}

function editing(draws: Random, own: readonly FileName[], changes: number): CodingBeat[] {
  const beats: CodingBeat[] = []
  const touched = new Set<FileName>()
  const places = draws.shuffle(own.flatMap((file) => ([0, 1, 2] as const).map((fn) => ({ file, fn }))))
  const rounds = draws.integer(3, 5)
  for (let round = 0; round < rounds; round += 1) {
    const count = draws.uniform() < 0.3 ? 2 : 1
    const edits = places
      .splice(0, count)
      .map((place) => ({ ...place, change: draws.integer(0, changes - 1) }))
    const [first] = edits
    if (first === undefined) break
    if (draws.uniform() < (touched.has(first.file) ? 0.8 : 0.65)) {
      beats.push(readAgain(draws, first.file))
      if (draws.uniform() < 0.6) beats.push({ kind: 'search', query: 'function', file: first.file })
    }
    for (const edit of edits) touched.add(edit.file)
    beats.push({ kind: 'edit', edits })
    if (draws.uniform() < 0.25) beats.push(...typeCheck(draws, first.file))
  }
  return beats
}

/** A type check; an error is inspected and fixed. */
function typeCheck(draws: Random, file: FileName): CodingBeat[] {
  const fails = draws.uniform() < 0.35
  return [
    { kind: 'types', fails, file },
    ...(fails ? [readAgain(draws, file), { kind: 'mend', file } as const] : []),
  ]
}

/** An edit made from an old copy of a file: it fails, the file is read again, and the edit is made again. */
function stale(draws: Random, own: readonly FileName[], changes: number): CodingBeat[] {
  const edit: PlannedEdit = {
    file: draws.pick(own),
    fn: draws.pick([0, 1, 2] as const),
    change: draws.integer(0, changes - 1),
  }
  return [{ kind: 'stale', edit }, readAgain(draws, edit.file), { kind: 'edit', edits: [edit] }]
}

/** A second look: at a piece of a source file two times out of three, at all of a test or a page. */
function readAgain(draws: Random, file: FileName): CodingBeat {
  const around = draws.pick([0, 1, 2] as const)
  const whole = draws.uniform() < 0.35 || file.kind !== 'source'
  return { kind: 'read', files: [file], piece: { around: whole ? null : around } }
}

/** The last exchange: edited files are read again, and everything is run. It uses the remaining turns. */
function planReview(draws: Random, edited: readonly PlannedEdit[], turns: number): CodingBeat[] {
  const files = draws.shuffle([...new Set(edited.map((edit) => edit.file))])
  const beats: CodingBeat[] = [{ kind: 'open', list: true }]
  for (let index = 0; beats.length < turns - 2; index += 1) {
    const file = files[index % files.length]
    if (file === undefined) throw new Error('there is nothing to review')
    const turn = draws.uniform()
    if (turn < 0.15) beats.push({ kind: 'search', query: 'function', file })
    else if (turn < 0.22) beats.push({ kind: 'probe', probe: draws.integer(0, 99), file })
    else beats.push(readAgain(draws, file))
  }
  return [...beats, { kind: 'suite' }, { kind: 'report' }]
}
