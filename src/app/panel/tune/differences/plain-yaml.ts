import type { Config } from '../../../../config/index.ts'
import { valueIn } from '../../../store/choice/by-hand.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { onOneLine } from './difference-rows.ts'

type Row = Pick<ReturnType<Declarations['settingRows']>[number], 'path' | 'kind'>

/**
 * A config as YAML with one line per setting, in the order of the declarations and without comments, so that two of
 * them differ in a line only if a setting differs. Empty keys are left out.
 *
 * @param sections the sections to write; keys outside of sections are always written
 */
export function plainYaml(config: Config, rows: readonly Row[], sections: ReadonlySet<string>): string {
  const lines: string[] = []
  let open: readonly string[] = []
  for (const { path, kind } of rows) {
    const [section = ''] = path
    if ((path.length > 1 || kind === 'stages') && !sections.has(section)) continue
    const value = valueIn(config, path)
    if (value === null || value === undefined) continue
    const above = path.slice(0, -1)
    const shared = above.findIndex((key, depth) => open[depth] !== key)
    for (let depth = shared < 0 ? above.length : shared; depth < above.length; depth++)
      lines.push(`${'  '.repeat(depth)}${above[depth]}:`)
    open = above
    lines.push(...settingLines(path.at(-1) ?? '', value, '  '.repeat(above.length)))
  }
  return `${lines.join('\n')}\n`
}

/** A list of mappings and a mapping have one line per entry; a list of names is one line. */
function settingLines(key: string, value: unknown, indent: string): readonly string[] {
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return [`${indent}${key}:`, ...value.map((one: unknown) => `${indent}  - ${onOneLine(one)}`)]
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    const inner = Object.entries(value).map(([name, one]) => [name, onOneLine(one)] as const)
    return [`${indent}${key}:`, ...inner.map(([name, one]) => `${indent}  ${quotedKey(name)}: ${one}`)]
  }
  return [`${indent}${key}: ${onOneLine(value)}`]
}

/** Shares as keys are quoted, as the presets write them. */
function quotedKey(name: string): string {
  return /^[a-z_]/.test(name) ? name : `'${name}'`
}
