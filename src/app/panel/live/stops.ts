import { ProblemError } from '../../../engine/index.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import type { Stop } from '../../store/live/state.ts'

/** A person stopped it. */
export class Stopped extends Error {}
/** The pictures changed to another conversation. */
export class Elsewhere extends Error {}
/** It has continued by itself for long enough. */
export class Resting extends Error {}

/** Turns after which a conversation that continues by itself asks whether to go on: an agent may be in a loop. */
export const ALONE = 60

/** The stop reason of an incomplete reply that a person accepted; not one of a provider. */
export const BROKEN_OFF = 'broken_off'

export const HALTED: Stop = Object.freeze({ code: 'halted', message: LIVE_TEXT.halted, said: '' })

export const CLOSED: Stop = Object.freeze({ code: 'closed', message: LIVE_TEXT.closed, said: '' })

/** Stops named like their problems. */
const OWN_STOPS = Object.freeze(['window-over'] as const)

/** The reason of a stop, in words, for any error. */
export async function stopOf(failure: unknown): Promise<Stop> {
  if (failure instanceof Stopped) return HALTED
  if (failure instanceof Resting) return { code: 'resting', message: LIVE_TEXT.resting(ALONE), said: '' }
  if (failure instanceof Elsewhere) return { code: 'elsewhere', message: LIVE_TEXT.left, said: '' }
  const { CallFailure } = await import('../../../provider/index.ts')
  if (failure instanceof CallFailure) {
    const { code, message, said } = failure
    return { code, message, said: message.includes(said) ? '' : said }
  }
  if (failure instanceof ProblemError) {
    const code = OWN_STOPS.find((own) => failure.problems.some((one) => one.code === own)) ?? 'unexpected'
    return { code, message: failure.problems.map((one) => one.message).join(' '), said: '' }
  }
  return {
    code: 'unexpected',
    message: failure instanceof Error ? failure.message : String(failure),
    said: '',
  }
}
