import type { Turn } from '../../../engine/index.ts'
import type { Chance } from './chance.ts'
import type { Fact } from './fact.ts'

interface Appointment {
  readonly fact: Fact
  readonly due: Turn
  /** Turns from the source to the use, as drawn. */
  readonly gap: number
}

/**
 * Decides when facts are needed again. A gap is short (geometric, mean 2 turns) or long (4 to 80 turns, within the
 * conversation). Half of all gaps of a conversation should be long; the goal, the rules and the story add many long
 * ones, so fewer than half of the gaps drawn here are.
 *
 * Each fact draws from its own stream, named by its key, so that one more fact moves no other.
 */
export class Agenda {
  readonly #chance: Chance
  readonly #reuse: number
  readonly #last: Turn
  readonly #longShare: number
  #appointments: Appointment[] = []

  /**
   * @param reuse factor on the odds that a fact is needed again, 1 = unchanged
   * @param last the last turn
   * @param longShare share of the drawn gaps that are long, 0…1
   */
  constructor(chance: Chance, reuse: number, last: Turn, longShare: number) {
    this.#chance = chance
    this.#reuse = reuse
    this.#last = last
    this.#longShare = longShare
  }

  /** A fact that may be needed again, by its odds. Call once for each fact. */
  note(fact: Fact, turn: Turn): void {
    const draws = this.#chance('needs', fact.key)
    if (draws.uniform() >= fact.odds * this.#reuse) return
    const times = draws.uniform() < 0.5 ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      const long = draws.uniform() < this.#longShare
      const short = draws.geometric(2)
      const share = draws.uniform()
      const room = Math.min(80, this.#last - turn)
      const gap = long && room >= 4 ? 4 + Math.floor(share * (room - 3)) : short
      this.#add({ fact, due: turn + gap, gap })
    }
  }

  /** A fact that is needed again within the next turns, one to three times. */
  soon(fact: Fact, turn: Turn): void {
    const draws = this.#chance('needs', `soon ${fact.key}`)
    if (draws.uniform() >= fact.odds * this.#reuse) return
    const times = draws.integer(1, 3)
    let due = turn
    for (let time = 0; time < times; time += 1) {
      due += draws.geometric(2)
      this.#add({ fact, due, gap: due - turn })
    }
  }

  /** A fact that is needed at shares (0…1) of the rest of the conversation, give or take a turn or two. */
  spread(fact: Fact, turn: Turn, shares: readonly number[]): void {
    const draws = this.#chance('needs', fact.key)
    for (const share of shares) {
      const due = turn + Math.round((this.#last - turn) * share) + draws.integer(-2, 2)
      this.#add({ fact, due: Math.max(turn + 1, due), gap: due - turn })
    }
  }

  /**
   * Removes and returns at most `most` facts that are due, those with the shortest gap first, because a long gap is
   * still long when it grows by a turn. Each fact once.
   */
  due(turn: Turn, most: number): Fact[] {
    const taken: Fact[] = []
    const left: Appointment[] = []
    for (const it of this.#appointments) {
      if (it.due > turn) left.push(it)
      else if (!it.fact.holds()) continue
      else if (taken.includes(it.fact)) continue
      else if (taken.length < most) taken.push(it.fact)
      else left.push(it)
    }
    this.#appointments = left
    return taken
  }

  #add(appointment: Appointment): void {
    if (appointment.due > this.#last) return
    this.#appointments = [...this.#appointments, appointment].sort(
      (a, b) =>
        a.gap - b.gap || a.due - b.due || (a.fact.key < b.fact.key ? -1 : a.fact.key > b.fact.key ? 1 : 0),
    )
  }
}
