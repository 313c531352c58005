/** The made-up service: what a marina lends out, for how long, and at what price. One line of it is wrong. */
export const serviceFiles: readonly (readonly [path: string, text: string])[] = Object.freeze([
  [
    'src/server.ts',
    `import { createServer } from 'node:http'
import { BerthList } from './berths/berth-list.ts'
import { writeLine } from './log.ts'
import { ReservationBook } from './reservations/reservation-book.ts'
import { berthRoutes } from './routes/berths.ts'
import { reservationRoutes } from './routes/reservations.ts'
import type { Route } from './routes/route.ts'
import { readSettings } from './settings.ts'
import { systemClock } from './time/clock.ts'

// Puts the service together and listens. Everything that has a state is made here and handed down.

const settings = readSettings(process.env)
const berths = new BerthList(settings.berthsPerPier)
const book = new ReservationBook(berths, systemClock, settings)

const routes: readonly Route[] = [...berthRoutes(berths), ...reservationRoutes(book)]

const server = createServer((request, response) => {
  const started = systemClock.now()
  const path = request.url ?? '/'
  const route = routes.find((one) => one.method === request.method && one.matches(path))
  if (route === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'no such route', path }))
    return
  }
  route
    .answer(request)
    .then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
      writeLine('info', 'http', request.method + ' ' + path + ' ' + status + ' in ' + (systemClock.now() - started) + ' ms')
    })
    .catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'internal error' }))
      writeLine('error', 'http', request.method + ' ' + path + ': ' + String(error))
    })
})

server.listen(settings.port, () => writeLine('info', 'http', 'listening on port ' + settings.port))
`,
  ],
  [
    'src/settings.ts',
    `/**
 * What an operator can change. Lengths of time are in seconds here, as people write them in a
 * configuration, and their names end with the unit.
 */
export interface Settings {
  readonly port: number
  /** How long a berth is kept for somebody who has not paid yet. */
  readonly holdSeconds: number
  /** How long before arrival a reservation can still be given back. */
  readonly refundSeconds: number
  readonly berthsPerPier: number
  /** Share of the price that is taxed, 0.07 for seven percent. */
  readonly taxRate: number
}

export const defaults: Settings = Object.freeze({
  port: 4180,
  holdSeconds: 600,
  refundSeconds: 172800,
  berthsPerPier: 24,
  taxRate: 0.07,
})

/** Settings from the environment; what is missing has its default. Throws for what is no number. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  return {
    port: numberFrom(environment, 'MOORING_PORT', defaults.port),
    holdSeconds: numberFrom(environment, 'MOORING_HOLD_SECONDS', defaults.holdSeconds),
    refundSeconds: numberFrom(environment, 'MOORING_REFUND_SECONDS', defaults.refundSeconds),
    berthsPerPier: numberFrom(environment, 'MOORING_BERTHS_PER_PIER', defaults.berthsPerPier),
    taxRate: numberFrom(environment, 'MOORING_TAX_RATE', defaults.taxRate),
  }
}

function numberFrom(environment: Record<string, string | undefined>, name: string, otherwise: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new RangeError(name + ' must be a number from 0 on, not ' + text)
  return value
}
`,
  ],
  [
    'src/log.ts',
    `export type Level = 'info' | 'warn' | 'error'

/** Writes one line to the standard output; a collector puts it into logs/error.log when it is a warning or worse. */
export function writeLine(level: Level, area: string, text: string): void {
  process.stdout.write(new Date().toISOString() + ' ' + level.toUpperCase().padEnd(5) + ' ' + area + ' ' + text + '\\n')
}
`,
  ],
  [
    'src/time/clock.ts',
    `/** Tells the time. A test hands in one that stands still until it is moved. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock for tests: it begins at a time and moves when it is told to. */
export function clockAt(start: number): Clock & { advance(milliseconds: number): void } {
  let time = start
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
`,
  ],
  [
    'src/time/units.ts',
    `// Times on the clock are in milliseconds, lengths in the settings are in seconds. Nothing else is.

export const MS_PER_SECOND = 1000
export const SECONDS_PER_MINUTE = 60
export const SECONDS_PER_DAY = 86400

/** A length of a setting as the clock counts it. */
export function toMilliseconds(seconds: number): number {
  return seconds * MS_PER_SECOND
}
`,
  ],
  [
    'src/berths/berth-list.ts',
    `import { PIERS } from '../harbour/tariffs.ts'

/** A place for one boat. Its name is the pier's letter and a number: B17. */
export interface Berth {
  readonly name: string
  readonly pier: string
  /** Longest boat that fits, in metres. */
  readonly length: number
}

/** Every berth of the harbour. Numbers begin at 1, and the outer berths of a pier take the longer boats. */
export class BerthList {
  readonly #byName = new Map<string, Berth>()

  constructor(berthsPerPier: number) {
    for (const pier of PIERS)
      for (let number = 1; number <= berthsPerPier; number += 1) {
        const name = pier + String(number)
        this.#byName.set(name, { name, pier, length: 8 + Math.floor(number / 4) * 2 })
      }
  }

  find(name: string): Berth | null {
    return this.#byName.get(name) ?? null
  }

  /** Berths that a boat of this length fits into, the shortest of them first. */
  fitting(length: number): readonly Berth[] {
    return [...this.#byName.values()]
      .filter((berth) => berth.length >= length)
      .sort((a, b) => a.length - b.length || a.name.localeCompare(b.name))
  }
}
`,
  ],
  [
    'src/reservations/reservation.ts',
    `/** A berth that is kept for somebody until they pay or the time is over. */
export interface Hold {
  readonly id: string
  readonly berth: string
  readonly boat: string
  /** When it was placed, on the clock of the service. */
  readonly placedAt: number
}

/** A berth that is paid for. */
export interface Reservation {
  readonly id: string
  readonly berth: string
  readonly boat: string
  /** First and last night, as days since 1970. */
  readonly from: number
  readonly to: number
  /** In cents, tax included. */
  readonly price: number
}

export type Refusal = 'no such berth' | 'taken' | 'held by somebody else' | 'hold is over'
`,
  ],
  [
    'src/reservations/expiry.ts',
    `import type { Settings } from '../settings.ts'
import type { Hold } from './reservation.ts'

/** When a hold lets go of its berth, on the clock of the service. */
export function heldUntil(hold: Hold, settings: Settings): number {
  return hold.placedAt + settings.holdSeconds
}

/** Whether a hold is over at a time. At its very end it still holds. */
export function isOver(hold: Hold, settings: Settings, now: number): boolean {
  return now > heldUntil(hold, settings)
}
`,
  ],
  [
    'src/reservations/reservation-book.ts',
    `import type { BerthList } from '../berths/berth-list.ts'
import { writeLine } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Clock } from '../time/clock.ts'
import { isOver } from './expiry.ts'
import { priceOf } from './price.ts'
import type { Hold, Refusal, Reservation } from './reservation.ts'

/**
 * Who has which berth. A berth is first held and then reserved; a hold that nobody pays for goes when it
 * is looked at after its end, so that no timer has to run.
 */
export class ReservationBook {
  readonly #berths: BerthList
  readonly #clock: Clock
  readonly #settings: Settings
  readonly #holds = new Map<string, Hold>()
  readonly #reservations = new Map<string, Reservation[]>()
  #next = 1

  constructor(berths: BerthList, clock: Clock, settings: Settings) {
    this.#berths = berths
    this.#clock = clock
    this.#settings = settings
  }

  /** Keeps a berth for a boat. The same boat may ask again, which does not make its hold longer. */
  hold(berth: string, boat: string): Hold | Refusal {
    if (this.#berths.find(berth) === null) return 'no such berth'
    const before = this.#holdOf(berth)
    if (before !== null) return before.boat === boat ? before : 'held by somebody else'
    const hold = { id: 'h-' + this.#next++, berth, boat, placedAt: this.#clock.now() }
    this.#holds.set(berth, hold)
    return hold
  }

  /** Turns a hold into a reservation once it is paid. */
  reserve(hold: Hold, from: number, to: number): Reservation | Refusal {
    const current = this.#holdOf(hold.berth)
    if (current === null) return 'hold is over'
    if (current.id !== hold.id) return 'held by somebody else'
    const others = this.#reservations.get(hold.berth) ?? []
    if (others.some((one) => one.from <= to && from <= one.to)) return 'taken'
    const price = priceOf(this.#berths.find(hold.berth), from, to, this.#settings)
    const made = { id: 'r-' + this.#next++, berth: hold.berth, boat: hold.boat, from, to, price }
    this.#reservations.set(hold.berth, [...others, made])
    this.#holds.delete(hold.berth)
    return made
  }

  /** The hold on a berth, null where there is none or it is over. */
  #holdOf(berth: string): Hold | null {
    const hold = this.#holds.get(berth)
    if (hold === undefined) return null
    const now = this.#clock.now()
    if (!isOver(hold, this.#settings, now)) return hold
    this.#holds.delete(berth)
    writeLine('warn', 'reservations', 'hold ' + hold.id + ' of berth ' + berth + ' ended ' + (now - hold.placedAt) + ' ms after it was placed')
    return null
  }
}
`,
  ],
  [
    'src/reservations/price.ts',
    `import type { Berth } from '../berths/berth-list.ts'
import { tariffOn } from '../harbour/tariffs.ts'
import type { Settings } from '../settings.ts'

/** Nights from the seventh on cost this share of the first ones. */
const LONG_STAY = 0.8
const LONG_STAY_FROM = 7

/** Price of a stay in cents, tax included and rounded up to a whole cent. 0 for a berth that does not exist. */
export function priceOf(berth: Berth | null, from: number, to: number, settings: Settings): number {
  if (berth === null) return 0
  let net = 0
  for (let night = from; night <= to; night += 1) {
    const share = night - from >= LONG_STAY_FROM - 1 ? LONG_STAY : 1
    net += tariffOn(night, berth.length) * share
  }
  return Math.ceil(net * (1 + settings.taxRate))
}
`,
  ],
  [
    'src/routes/route.ts',
    `import type { IncomingMessage } from 'node:http'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  matches(path: string): boolean
  answer(request: IncomingMessage): Promise<Answer>
}

/** The body of a request as JSON; a body that is none is answered with 400 by whoever called. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}
`,
  ],
  [
    'src/routes/berths.ts',
    `import type { BerthList } from '../berths/berth-list.ts'
import type { Route } from './route.ts'

/** GET /berths?length=12 lists what fits, GET /berths/B17 tells of one. */
export function berthRoutes(berths: BerthList): readonly Route[] {
  return [
    {
      method: 'GET',
      matches: (path) => path === '/berths' || path.startsWith('/berths?'),
      async answer(request) {
        const length = Number(new URL(request.url ?? '/', 'http://local').searchParams.get('length') ?? 0)
        if (!Number.isFinite(length)) return { status: 400, body: { error: 'length must be a number' } }
        return { status: 200, body: berths.fitting(length) }
      },
    },
    {
      method: 'GET',
      matches: (path) => path.startsWith('/berths/'),
      async answer(request) {
        const name = (request.url ?? '').slice('/berths/'.length)
        const berth = berths.find(name)
        return berth === null ? { status: 404, body: { error: 'no such berth', name } } : { status: 200, body: berth }
      },
    },
  ]
}
`,
  ],
  [
    'src/routes/reservations.ts',
    `import type { ReservationBook } from '../reservations/reservation-book.ts'
import { bodyOf } from './route.ts'
import type { Route } from './route.ts'

/** POST /holds keeps a berth, POST /reservations turns a hold into a reservation. */
export function reservationRoutes(book: ReservationBook): readonly Route[] {
  return [
    {
      method: 'POST',
      matches: (path) => path === '/holds',
      async answer(request) {
        const { berth, boat } = (await bodyOf(request)) as { berth: string; boat: string }
        const hold = book.hold(berth, boat)
        return typeof hold === 'string' ? { status: 409, body: { error: hold } } : { status: 201, body: hold }
      },
    },
    {
      method: 'POST',
      matches: (path) => path === '/reservations',
      async answer(request) {
        const { hold, from, to } = (await bodyOf(request)) as {
          hold: { id: string; berth: string; boat: string; placedAt: number }
          from: number
          to: number
        }
        const made = book.reserve(hold, from, to)
        return typeof made === 'string' ? { status: 409, body: { error: made } } : { status: 201, body: made }
      },
    },
  ]
}
`,
  ],
])
