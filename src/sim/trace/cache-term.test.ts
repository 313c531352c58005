import { expect, it } from 'vitest'
import { hourTurns } from './cache-term.ts'
import type { Usage } from './trace.ts'

/** Calls as `window:tokens written to the cache`, followed by `h` where an hour was asked for; `-` without usage. */
function hoursOf(calls: string): string {
  const turns = calls.split(' ').map((call, turn) => {
    const [, window = '', written = '', hour] = /^(\d):(\d+|-)(h?)$/.exec(call) ?? []
    const usage: Usage | null =
      written === '-'
        ? null
        : {
            input: 1000,
            output: 10,
            cacheRead: 0,
            cacheWrite: Number(written),
            ...(hour === 'h' ? { cacheTerm: '1h' as const } : {}),
          }
    return { turn, window: Number(window), inputs: [], response: null, time: null, usage, model: null }
  })
  const isForAnHour = hourTurns({ turns })
  return turns.map(({ turn }) => (isForAnHour(turn) ? 'h' : '.')).join('')
}

it.each([
  ['as the newest call that wrote says', '0:5h 0:5 0:5h', 'h.h'],
  ['until another call writes', '0:5h 0:- 0:0 0:5 0:-', 'hhh..'],
  ['before the first that wrote, as that one says', '0:- 0:0 0:5h 0:-', 'hhhh'],
  ['in each window by itself', '0:5h 1:- 0:- 1:5 1:- 0:-', 'h.h..h'],
  ['never where nothing was written, whatever was asked for', '0:0h 0:-', '..'],
])('COST-2 a log’s client asks for an hour %s', (_, calls, hours) => {
  expect(hoursOf(calls)).toBe(hours)
})
