import { anthropic } from './format/anthropic/reader.ts'
import { claudeCode } from './format/claude-code/reader.ts'
import { codex } from './format/codex/reader.ts'
import { geminiCli } from './format/gemini-cli/reader.ts'
import { langchain } from './format/langchain/reader.ts'
import { miniSweAgent } from './format/mini-swe-agent/reader.ts'
import { openHands } from './format/openhands/reader.ts'
import { openai } from './format/openai/reader.ts'
import { openaiResponses } from './format/responses/reader.ts'
import { plain } from './format/plain/reader.ts'
import { plainXml } from './format/plain-xml/reader.ts'
import type { Reader } from './read/reader.ts'
import { sweAgent } from './format/swe-agent/reader.ts'
import { tauBench } from './format/tau-bench/reader.ts'

/** All readers by name. The first that recognises a text reads it, so formats with sure signs come first. */
export const readers: Readonly<Record<string, Reader>> = Object.freeze({
  'claude-code': claudeCode,
  'gemini-cli': geminiCli,
  langchain,
  openhands: openHands,
  codex,
  'openai-responses': openaiResponses,
  'swe-agent': sweAgent,
  'mini-swe-agent': miniSweAgent,
  'tau-bench': tauBench,
  'plain-xml': plainXml,
  anthropic,
  openai,
  plain,
})
