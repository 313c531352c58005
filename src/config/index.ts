/**
 * The public surface of configs: YAML text to settings and back. Each name is documented where it is declared, and
 * `index.test.ts` has a runnable example of each. Keys and nesting are those of the YAML everywhere; `REFERENCE.md` has
 * every key with its unit, range and default, and `settingRows` returns the same as data. Shares are fractions of 1,
 * offsets count UTF-16 units from 0, lines and columns count from 1. Functions that read a text never throw and return
 * problems with their place; functions that take plain data throw a ProblemError with the path of every error.
 */

// A text or plain data as a complete config, and a config as the settings of a manager or a run
export { parseConfig } from './parse.ts'
export { completeConfig } from './complete.ts'
export { strategySettings } from './settings.ts'
export type { Config, PartialConfig, PipelineStepConfig, StepSettings } from './config.ts'
export type { ConfigProblem, SettingProblem } from './problem.ts'
export type { ManagerSettings, RunSettings } from './settings.ts'

// One config laid over another, and the differences between two
export { differing, overlaid } from './overlay.ts'

// Configs by name, and any config as commented YAML
export { configYaml, defaultConfigYaml, preset, presetConfig, presetMeaning, presets } from './preset/list.ts'
export { expandedConfig, expandedYaml } from './expand.ts'

// A config in the configuration of other libraries
export { configElsewhere, elsewhere } from './elsewhere/list.ts'
export type { ConfigElsewhere, ElsewhereName } from './elsewhere/list.ts'

// All settings: as rows, as a page, as a schema for editors
export { settingRows, settingsReference } from './reference.ts'
export { configJsonSchema } from './json-schema.ts'
export type { SettingRow } from './reference.ts'
export type { JsonSchema } from './json-schema.ts'

// Changes to a text that keep the rest of it byte for byte
export { removeSetting, renameKey, writeSettings } from './text/write.ts'
export { onlyDifferences } from './text/only-differences.ts'
export { fixOf } from './text/fix.ts'
export type { SettingEdit, Written } from './text/write.ts'
export type { Fix } from './text/fix.ts'
export type { TextChange, TextRange } from './text/range.ts'

// What an editor shows at a position in a text, which may be invalid
export { keyAt } from './text/key-at.ts'
export { settingDoc } from './text/setting-doc.ts'
export { completionsAt } from './text/completion.ts'
export type { KeyAt, KeyPlace } from './text/key-at.ts'
export type { SettingDoc } from './text/setting-doc.ts'
export type { Completion, Completions } from './text/completion.ts'
