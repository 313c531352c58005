import { managerSnippet } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import type { Declarations } from '../../store/choice/declarations.ts'
import { laneNames } from '../../store/choice/lanes.ts'
import { MORE_TEXT } from './more-words.ts'

/** The settings of a lane as a file. */
export interface SettingsFile {
  readonly title: string
  readonly content: string
  readonly extension: string
  readonly text: () => string
  readonly note?: string
}

/** File endings of languages in which a config is written. */
const EXTENSIONS: Readonly<Record<string, string>> = { json: 'json', typescript: 'ts' }

/** The settings of a lane in all forms: as YAML, as code, and as the nearest in other libraries. */
export function settingsFiles(lane: LaneResult, declarations: Declarations): readonly SettingsFile[] {
  const { config } = lane.data.spec
  const { configElsewhere, elsewhere, onlyDifferences } = declarations
  const yaml = (): string => laneYaml(lane, declarations)
  return [
    { title: MORE_TEXT.yaml, content: 'settings', extension: 'yaml', text: yaml },
    {
      title: MORE_TEXT.differences,
      content: 'differences',
      extension: 'yaml',
      text: () => onlyDifferences(yaml()),
    },
    {
      title: MORE_TEXT.snippet,
      content: 'manager',
      extension: 'ts',
      text: () =>
        managerSnippet({ ...lane.data, label: lane.label, differences: differencesOf(lane, declarations) }),
    },
    ...elsewhere.flatMap((name): SettingsFile[] => {
      const { title, language, code, differences } = configElsewhere(config, name)
      if (code === null) return []
      return [
        {
          title: MORE_TEXT.elsewhere(title),
          content: name,
          extension: EXTENSIONS[language] ?? 'txt',
          text: () => code,
          note: differences.join(' '),
        },
      ]
    }),
  ]
}

/** A lane's config as the differences from the defaults. */
export function differencesOf(
  { data }: LaneResult,
  { completeConfig, differing }: Declarations,
): ReturnType<Declarations['differing']> {
  return differing(completeConfig({}), data.spec.config)
}

/** A lane's config with comments: the person's own text, if it is what was run. */
export function laneYaml(
  { name, data }: LaneResult,
  { completeConfig, configYaml, differing, parseConfig, presetMeaning }: Declarations,
): string {
  const { config } = data.spec
  const { lanes } = useChoices.getState()
  const text = lanes[laneNames(lanes).indexOf(name)]?.text
  if (text !== undefined) {
    const parsed = parseConfig(text).config
    if (parsed !== null && Object.keys(differing(completeConfig(parsed), config)).length === 0) return text
  }
  return configYaml(config, presetMeaning(lanes[laneNames(lanes).indexOf(name)]?.policy ?? 'default'))
}
