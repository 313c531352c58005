import type { Setting, SettingsSpec } from '../engine/index.ts'

/** One line for each setting of a declaration: path, kind, default, unit, limits and usual range. */
export function declared(spec: SettingsSpec, before = ''): string[] {
  return Object.entries(spec).flatMap(([key, setting]) =>
    setting.kind === 'group'
      ? declared(setting.settings, `${before}${key}.`)
      : [`${before}${key} ${told(setting)}`],
  )
}

function told(setting: Exclude<Setting, { kind: 'group' }>): string {
  const own = `${setting.kind} ${JSON.stringify(setting.default)}`
  if (setting.kind === 'choice') return `${own} of ${Object.keys(setting.choices).join(', ')}`
  if (setting.kind !== 'number') return own
  const { min, max, integer, usual = [], unit } = setting
  return `${own} ${unit}, ${integer ? 'whole ' : ''}${min} to ${max}, usually ${usual.join(' to ')}`
}
