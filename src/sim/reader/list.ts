import { anthropic } from './anthropic.ts'
import { claudeCode } from './claude-code/reader.ts'
import { openai } from './openai.ts'
import { plain } from './plain.ts'
import type { Reader } from './reader.ts'

/** All readers by name. The first that recognises a text reads it, so formats with sure signs come first. */
export const readers: Readonly<Record<string, Reader>> = Object.freeze({
  'claude-code': claudeCode,
  anthropic,
  openai,
  plain,
})
