import { rowOf } from '../reference.ts'
import type { SettingRow } from '../reference.ts'
import { dotted } from '../wording.ts'
import { declaredAt } from './declared.ts'
import { roughData } from './rough.ts'

/** The documentation of a key, for its author. */
export interface SettingDoc extends Pick<
  SettingRow,
  'key' | 'meaning' | 'type' | 'unit' | 'default' | 'range' | 'usual' | 'choices'
> {
  /** Whether it contains other keys and has no value of its own. */
  readonly section: boolean
}

/**
 * The documentation of a key, a name in a mapping, a cascade step or a key of a step; null if nothing is declared.
 *
 * @param yaml its text, for documentation that depends on other keys: the weights of a policy, the keys of a stage
 */
export function settingDoc(path: readonly string[], yaml = ''): SettingDoc | null {
  return path.length === 0 ? null : docOf(path, roughData(yaml))
}

/** The same with the data of the text. */
export function docOf(path: readonly string[], data: unknown): SettingDoc | null {
  const setting = declaredAt(path, data)
  if (setting === null) return null
  const key = dotted(path)
  if (setting.kind === 'group') {
    const { meaning } = setting
    return {
      key,
      meaning,
      type: 'section',
      unit: '',
      default: '',
      range: null,
      usual: null,
      choices: [],
      section: true,
    }
  }
  const { meaning, type, unit, default: usually, range, usual, choices } = rowOf(setting, path)
  // A step without its own threshold uses that of its section, or none.
  const own = path[0] === 'pipeline' && path.length === 3 && path[2] === 'at' ? '' : usually
  return { key, meaning, type, unit, default: own, range, usual, choices, section: false }
}
