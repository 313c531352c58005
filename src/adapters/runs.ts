import type { Message, Part, Role } from '../engine/index.ts'

/** A part to be written. */
export interface Piece {
  readonly part: Part
  /** What the client had for it; null for what the engine wrote. */
  readonly own: unknown
  /** The part that was read from it. */
  readonly was: Part | null
  /** Whether that is still what the part says. */
  readonly intact: boolean
  /** Whether it is sent whatever an edit does to it. */
  readonly stays: boolean
  /** Names of what ids in it belong to and that is not sent. */
  readonly lacks: readonly string[]
}

/** Where a part came from. */
export interface Place<Client> {
  readonly message: Client
  readonly role: Role
  /** Place of the message in the conversation. */
  readonly nth: number
  readonly results: boolean
  /** Place of the part in the message, and the number of its parts. */
  readonly at: number
  readonly of: number
}

/** Parts in a row that came in one message. */
export interface Run<Client> {
  /** Null for what the engine wrote. */
  readonly message: Client | null
  readonly role: Role | null
  readonly nth: number
  readonly results: boolean
  readonly of: number
  readonly pieces: Piece[]
  /** The last place of its parts that are there. */
  last: number
  /** Whether they are in the order in which they came. */
  sorted: boolean
}

/** The parts of one of the engine's messages, by the client's messages that they came in. */
export function runsOf<Client>(
  parts: readonly Part[],
  read: (part: Part) => readonly [Place<Client> | null, Piece],
): readonly Run<Client>[] {
  const runs: Run<Client>[] = []
  /** What the engine wrote before the first part of a message that lacks its beginning. */
  let waiting: Piece[] = []
  const alone = (): void => {
    if (waiting.length === 0) return
    runs.push({
      message: null,
      role: null,
      nth: Infinity,
      results: false,
      of: waiting.length,
      pieces: waiting,
      last: waiting.length,
      sorted: true,
    })
    waiting = []
  }
  for (const part of parts) {
    const [origin, piece] = read(part)
    const run = runs.at(-1)
    if (origin === null) {
      // In the place of a part that an edit replaced.
      const isOpen = run !== undefined && run.message !== null && !run.results && run.last < run.of - 1
      if (waiting.length === 0 && isOpen) run.pieces.push(piece)
      else waiting.push(piece)
      continue
    }
    if (run !== undefined && waiting.length === 0 && run.nth === origin.nth) {
      run.pieces.push(piece)
      run.sorted &&= origin.at > run.last
      run.last = Math.max(run.last, origin.at)
      continue
    }
    const { message, role, nth, results, of, at } = origin
    // A result is a message of its own.
    const leads = at > 0 && !results ? waiting.findLastIndex(isResult) + 1 : waiting.length
    const lead = waiting.splice(leads)
    alone()
    runs.push({ message, role, nth, results, of, pieces: [...lead, piece], last: at, sorted: true })
  }
  alone()
  return runs
}

function isResult({ part }: Piece): boolean {
  return part.type === 'tool_result'
}

/** Whether a message comes back as it was. */
export function isWhole<Client>(run: Run<Client>): run is Run<Client> & { readonly message: Client } {
  return (
    run.message !== null &&
    run.sorted &&
    run.pieces.length === run.of &&
    run.pieces.every(({ intact, lacks }) => intact && lacks.length === 0)
  )
}

/** Whether it changes what the model may call, which only a message of the system's may. */
export function isOfSystem<Client>({ role, pieces }: Run<Client>): boolean {
  return role === 'system' && pieces.some(({ stays }) => stays)
}

export function inTurn<Client>(runs: readonly Run<Client>[]): readonly Run<Client>[] {
  return runs.toSorted((a, b) => a.nth - b.nth)
}

/** Whether it is said by nobody else in its message: a reply before the user's first words, fields without content. */
export function isAlone<Client>({ role, pieces }: Run<Client>, message: Message): boolean {
  if (role === 'assistant' && message.role === 'user') return true
  return pieces.every(({ own, intact }) => intact && Array.isArray(own) && own.length === 0)
}

export function groupsOf<Client>(
  runs: readonly Run<Client>[],
  isAlone: (run: Run<Client>) => boolean,
): readonly (readonly Run<Client>[])[] {
  const groups: Run<Client>[][] = []
  let open: Run<Client>[] | null = null
  for (const run of runs) {
    if (open !== null && !isAlone(run)) open.push(run)
    else groups.push((open = [run]))
    if (isAlone(run)) open = null
  }
  return groups
}

/** Results and what belongs to them come first, as the client had them. */
export function inOrder<Client>(runs: readonly Run<Client>[]): readonly Run<Client>[] {
  const results = runs.filter((run) => run.results).toSorted((a, b) => a.nth - b.nth)
  return results.length === 0 ? runs : [...results, ...runs.filter((run) => !run.results)]
}

/** Runs of which each is a message, and those together that an edit made neighbours, or that the engine wrote. */
export function madeNeighbours<Client>(
  runs: readonly Run<Client>[],
  { role }: Message,
  joins: ((message: Client, isLast: boolean) => boolean) | undefined,
): readonly (readonly Run<Client>[])[] {
  const isJoined = (one: Run<Client>, isLast: boolean): boolean =>
    (one.role ?? role) === role &&
    !one.results &&
    one.pieces.every(({ part }) =>
      isLast || role === 'user' ? part.type !== 'tool_result' : part.type === 'text',
    ) &&
    (one.message === null || joins?.(one.message, isLast) === true)
  const groups: Run<Client>[][] = []
  let before: Run<Client> | undefined
  for (const run of runs) {
    const isMade = before?.message === null || run.message === null || before?.nth !== run.nth - 1
    if (before !== undefined && isMade && isJoined(before, false) && isJoined(run, true))
      groups.at(-1)?.push(run)
    else groups.push([run])
    before = run
  }
  return groups
}
