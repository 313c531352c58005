import { writeAnthropic } from './anthropic.ts'
import { writeClaudeCode } from './claude-code.ts'
import { writeOpenAi } from './openai.ts'
import { writePlain } from './plain.ts'
import type { Writer } from './writer.ts'

/** Writers of look-alike logs, by the name of the reader that reads them. */
export const writers: Readonly<Record<string, Writer>> = Object.freeze({
  'claude-code': writeClaudeCode,
  anthropic: writeAnthropic,
  openai: writeOpenAi,
  plain: writePlain,
})
