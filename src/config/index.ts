/**
 * The public surface of configs: YAML text to settings and back. Each name is documented where it is declared, and
 * `index.test.ts` has an example of each that runs. Keys and nesting are those of the YAML, everywhere; `REFERENCE.md` has
 * every key with its unit, range and default, and `settingRows` the same as data. Shares are of 1, offsets count UTF-16
 * units from 0, lines and columns from 1. What reads a text never throws and returns problems with their place; what takes
 * plain data throws a ProblemError with the path of every error.
 */

// A text or plain data as a complete config, and that as the settings of a manager or a run
export { parseConfig } from './parse.ts'
export { completeConfig } from './complete.ts'
export { strategySettings } from './settings.ts'
export type { Config, PartialConfig, PipelineStepConfig, StepSettings } from './config.ts'
export type { ConfigProblem, SettingProblem } from './problem.ts'
export type { RunSettings } from './settings.ts'

// One config over another, and what differs between two
export { differing, overlaid } from './overlay.ts'

// Configs by name, and any config as commented YAML
export { configYaml, defaultConfigYaml, preset, presetConfig, presetMeaning, presets } from './preset/list.ts'
export { expandedConfig, expandedYaml } from './expand.ts'

// What may be set: as rows, as a page, as a schema for editors
export { settingRows, settingsReference } from './reference.ts'
export { configJsonSchema } from './json-schema.ts'
export type { SettingRow } from './reference.ts'
export type { JsonSchema } from './json-schema.ts'

// Changes of a text that leave the rest of it byte for byte as it is
export { removeSetting, renameKey, writeSettings } from './text/write.ts'
export { onlyDifferences } from './text/only-differences.ts'
export { fixOf } from './text/fix.ts'
export type { SettingEdit, Written } from './text/write.ts'
export type { Fix } from './text/fix.ts'
export type { TextChange, TextRange } from './text/range.ts'

// What an editor shows at a place of a text, which may be broken
export { keyAt } from './text/key-at.ts'
export { settingDoc } from './text/setting-doc.ts'
export { completionsAt } from './text/completion.ts'
export type { KeyAt, KeyPlace } from './text/key-at.ts'
export type { SettingDoc } from './text/setting-doc.ts'
export type { Completion, Completions } from './text/completion.ts'
