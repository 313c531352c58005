import type { Setting } from '../../engine/index.ts'
import { shareOf } from '../ladder.ts'
import type { Ladder } from '../ladder.ts'
import { isMapping } from '../mapping.ts'
import { dataAt, declaredAt, within } from './declared.ts'
import { sameData } from './same.ts'

/** Whether what is written at a path says something else than the default. */
export function differsFromDefault(path: readonly string[], data: unknown): boolean {
  const setting = declaredAt(path, data)
  if (setting === null) return false
  const value = dataAt(data, path)
  const owner = declaredAt(path.slice(0, -1), data)
  if (owner?.kind === 'ladder') return rungDiffers(owner.default, path.at(-1) ?? '', value)
  // No step is there by default.
  if (path[0] === 'pipeline') return path.length > 1 || (Array.isArray(value) && value.length > 0)
  return says(setting, value, path, data)
}

function says(setting: Setting, value: unknown, path: readonly string[], data: unknown): boolean {
  if (value === undefined) return false
  switch (setting.kind) {
    case 'group':
    case 'numbers':
      return isMapping(value) && anyBelow(setting, value, path, data)
    case 'boolean':
      return (value === 'on' || value === 'off' ? value === 'on' : value) !== setting.default
    case 'ladder': {
      const written = isMapping(value) ? value : {}
      return Object.keys(setting.default).length !== Object.keys(written).length
        ? true
        : Object.entries(written).some(([at, step]) => rungDiffers(setting.default, at, step))
    }
    case 'names':
    case 'texts':
    case 'stages':
      return !sameData(
        Array.isArray(value) ? value : Object.values(isMapping(value) ? value : {}),
        setting.default,
      )
    case 'number':
    case 'choice':
    case 'text':
      return !sameData(value, setting.default)
  }
}

function anyBelow(setting: Setting, value: object, path: readonly string[], data: unknown): boolean {
  return Object.entries(value).some(([key, inner]) => {
    const below = within(setting, key, path, data)
    return below !== null && says(below, inner, [...path, key], data)
  })
}

function rungDiffers(usual: Ladder, at: string, step: unknown): boolean {
  const share = shareOf(at)
  const there = Object.entries(usual).find(([key]) => shareOf(key) === share)
  return share === null || !sameData([there?.[1]].flat(), [step].flat())
}
