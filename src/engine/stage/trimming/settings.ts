import type { Setting, SettingsSpec } from '../../core/setting.ts'

/**
 * Refuses a setting of another kind, which plain JavaScript may give. A number may be larger than a config allows.
 *
 * @throws RangeError with its name and value
 */
export function mustBeSettings(spec: SettingsSpec, settings: Readonly<Record<string, unknown>>): void {
  for (const [key, setting] of Object.entries(spec)) {
    const name = key.replaceAll(/_./g, (mark) => mark.slice(1).toUpperCase())
    const value = settings[name]
    const expected = Object.hasOwn(settings, name) ? expectedOf(setting, value) : null
    if (expected !== null) throw new RangeError(`${name} has to be ${expected}, not ${String(value)}`)
  }
}

/** What a setting has to be; null if it is that. */
function expectedOf(setting: Setting, value: unknown): string | null {
  switch (setting.kind) {
    case 'number': {
      const fits = setting.integer ? Number.isSafeInteger(value) : Number.isFinite(value)
      return fits && Number(value) >= 0 ? null : `a ${setting.integer ? 'whole ' : ''}number from 0 up`
    }
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false'
    case 'choice':
      return Object.hasOwn(setting.choices, String(value))
        ? null
        : `one of ${Object.keys(setting.choices).join(', ')}`
    default:
      return null
  }
}
