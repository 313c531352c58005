import type { BooleanSetting, NumberSetting, TextsSetting } from './setting.ts'

/** A share from 0 to 1 of something that its unit names. */
export function share(
  value: number,
  of: string,
  usual: readonly [number, number],
  meaning: string,
): NumberSetting {
  return {
    kind: 'number',
    default: value,
    min: 0,
    max: 1,
    integer: false,
    usual,
    unit: `share of the ${of}`,
    meaning,
  }
}

/** A whole number. */
export function count(
  value: number,
  [min, max]: readonly [number, number],
  unit: string,
  usual: readonly [number, number],
  meaning: string,
): NumberSetting {
  return { kind: 'number', default: value, min, max, integer: true, usual, unit, meaning }
}

export function onOff(value: boolean, meaning: string): BooleanSetting {
  return { kind: 'boolean', default: value, meaning }
}

/** Names of tools, as a log or an API has them. */
export function toolNames(value: readonly string[], meaning: string): TextsSetting {
  return {
    kind: 'texts',
    default: value,
    pattern: '^[^\\s,]{1,128}$',
    form: 'a tool name without blanks and commas',
    meaning,
  }
}
