import { stream } from '../../../engine/internal.ts'
import type { Milliseconds, Random } from '../../../engine/index.ts'
import type { Pace } from './recorder.ts'

/** The topics of a scenario's random streams, which are independent of each other. */
export type StreamTopic = 'structure' | 'sizes' | 'needs' | 'text' | 'gaps'

/** The stream for one thing within a topic: a file, a turn, a fact. Requested again, it restarts. */
export type Chance = (topic: StreamTopic, thing: string) => Random

/**
 * Random streams for one conversation. Every thing has its own stream, so that a file that grows by ten functions does
 * not change the text of the next file.
 */
export function chanceOf(scenario: string, seed: number): Chance {
  return (topic, thing) => stream(seed, `${scenario}/${topic}/${thing}`)
}

/**
 * Waiting times as measured over thousands of agent sessions. A tool answers in 0.3 s in the median and in 13.6 s at
 * the 90th percentile; a reply takes 5.7 s; a person takes 1.4 minutes and sometimes most of an hour. Tools are stopped
 * after ten minutes, and people come back within fourteen hours.
 */
export function paceOf(chance: Chance, humanMinutes: number): Pace {
  const tool = chance('gaps', 'tool')
  const model = chance('gaps', 'model')
  const human = chance('gaps', 'human')
  const within = (value: number, most: number): Milliseconds => Math.round(Math.min(value, most))
  return {
    tool: () => within(tool.lognormal(300, 2.9), 600_000),
    model: () => within(model.lognormal(5_700, 0.8), 180_000),
    human: () => within(human.lognormal(humanMinutes * 60_000, 2.1), 50_400_000),
  }
}

const ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Ids like `toolu_01HqT…`: twelve random characters, and the number of the call so that none occurs twice. */
export function callIdsOf(chance: Chance): () => string {
  const draws = chance('text', 'call ids')
  let made = 0
  return () => {
    made += 1
    const letters = Array.from({ length: 12 }, () =>
      ID_LETTERS.charAt(draws.integer(0, ID_LETTERS.length - 1)),
    )
    return `toolu_01${letters.join('')}${String(made).padStart(4, '0')}`
  }
}
