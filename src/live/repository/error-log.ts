import type { Random } from '../../engine/index.ts'

/** Lines of the log; one in eight is about the bug. */
const LINES = 250

const BOATS = ['Kittiwake', 'Albatross', 'Dunlin', 'Sanderling', 'Petrel', 'Gannet', 'Whimbrel', 'Turnstone']
const NOISE: readonly ((random: Random) => string)[] = [
  (random) =>
    `http GET /berths?length=${random.integer(7, 22)} took ${random.integer(210, 900)} ms, more than 200 ms`,
  (random) => `http GET /berths/${random.pick(['E', 'F', 'Z'])}${random.integer(1, 40)}: no such berth`,
  (random) =>
    `http POST /holds: body is no JSON, ${random.integer(1, 60)} bytes from the kiosk at the ${random.pick(['quay', 'office', 'gate'])}`,
  (random) =>
    `weather station answered after ${random.integer(3, 9)} tries; wind ${random.integer(2, 31)} knots`,
  (random) =>
    `payments token of terminal ${random.integer(10, 48)} is older than ${random.integer(20, 80)} days`,
  (random) => `http POST /reservations: 409 taken, berth ${berth(random)} for ${random.pick(BOATS)}`,
]

/** Warnings and errors of two days, most of which have nothing to do with the bug. */
export function errorLog(random: Random): string {
  const lines: string[] = []
  let minutes = 8 * 60
  let hold = 4100
  for (let line = 0; line < LINES; line += 1) {
    minutes += random.integer(1, 14)
    const time = clock(minutes, random)
    if (line % 8 !== 5) {
      lines.push(`${time} WARN  ${random.pick(NOISE)(random)}`)
      continue
    }
    hold += random.integer(1, 9)
    const place = berth(random)
    const boat = random.pick(BOATS)
    lines.push(
      `${time} WARN  reservations hold h-${hold} of berth ${place} ended ${random.integer(601, 980)} ms after it was placed`,
      `${time} ERROR http POST /reservations: 409 hold is over, berth ${place} for ${boat}, who had just paid`,
      `    at ReservationBook.reserve (src/reservations/reservation-book.ts:40:34)`,
      `    at Object.answer (src/routes/reservations.ts:26:22)`,
    )
  }
  return `${lines.join('\n')}\n`
}

function berth(random: Random): string {
  return `${random.pick(['A', 'B', 'C', 'D'])}${random.integer(1, 24)}`
}

/** A time of day on one of the days from 2 March 2026 on. */
function clock(minutes: number, random: Random): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = `${two(random.integer(0, 59))}.${String(random.integer(0, 999)).padStart(3, '0')}`
  return `2026-03-${two(2 + Math.floor(minutes / 1440))}T${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}:${seconds}Z`
}
