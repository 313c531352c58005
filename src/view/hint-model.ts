import { whole } from './format.ts'
import type { Hint } from './hint.ts'
import type { LevelData } from './told/level.ts'

/** A window that is larger than that of the model which made the log: what the run lets stand, it could not have read (CONF-4). */
export function largerThanModel({ model, limit }: Pick<LevelData, 'model' | 'limit'>): readonly Hint[] {
  if (model === undefined || model.window >= limit) return []
  const path = ['max_context_tokens']
  const name = model.name ?? 'the model of the log'
  const message =
    `larger than the model’s window: ${whole(limit)} tokens are set, and ${name} has ${whole(model.window)}. ` +
    'A request above that it refuses.'
  return [{ key: 'max_context_tokens', path, code: 'larger_than_model', severity: 'warning', message }]
}
