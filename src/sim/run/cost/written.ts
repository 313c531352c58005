import type { Tokens } from '../../../engine/index.ts'
import type { TurnRecord } from '../timeline/timeline.ts'

/** Tokens that the model wrote in the call of a turn; 0 if it never answered. */
export function writtenIn({ calls }: Pick<TurnRecord, 'calls'>): Tokens {
  const main = calls.find(({ kind }) => kind === 'main')
  return (main?.output ?? 0) + (main?.unseen ?? 0)
}
