import { aiSdk } from './format/ai-sdk/reader.ts'
import { anthropic } from './format/anthropic/reader.ts'
import { claudeCode } from './format/claude-code/reader.ts'
import { codex } from './format/codex/reader.ts'
import { geminiApi } from './format/gemini-api/reader.ts'
import { geminiCli } from './format/gemini-cli/reader.ts'
import { langchain } from './format/langchain/reader.ts'
import { miniSweAgent } from './format/mini-swe-agent/reader.ts'
import { openHands } from './format/openhands/reader.ts'
import { openai } from './format/openai/reader.ts'
import { openaiResponses } from './format/responses/reader.ts'
import { plain } from './format/plain/reader.ts'
import { plainXml } from './format/plain-xml/reader.ts'
import { sweAgent } from './format/swe-agent/reader.ts'
import { tauBench } from './format/tau-bench/reader.ts'
import { writeAiSdk } from './format/ai-sdk/writer.ts'
import { writeAnthropic } from './format/anthropic/writer.ts'
import { writeClaudeCode } from './format/claude-code/writer.ts'
import { writeGeminiApi } from './format/gemini-api/writer.ts'
import { writeGeminiCli } from './format/gemini-cli/writer.ts'
import { writeLangChain } from './format/langchain/writer.ts'
import { writeMiniSweAgent } from './format/mini-swe-agent/writer.ts'
import { writeOpenHands } from './format/openhands/writer.ts'
import { writeCodex } from './format/codex/writer.ts'
import { writeOpenAiResponses } from './format/responses/writer.ts'
import { writeOpenAi } from './format/openai/writer.ts'
import { writePlain } from './format/plain/writer.ts'
import { writePlainXml } from './format/plain-xml/writer.ts'
import { writeSweAgent } from './format/swe-agent/writer.ts'
import { writeTauBench } from './format/tau-bench/writer.ts'
import { named } from '../trace/model-of.ts'
import type { Reader } from './read/reader.ts'
import type { Writer } from './write/writer.ts'

const list = [
  claudeCode,
  geminiCli,
  langchain,
  openHands,
  codex,
  openaiResponses,
  sweAgent,
  miniSweAgent,
  tauBench,
  geminiApi,
  aiSdk,
  plainXml,
  anthropic,
  openai,
  plain,
] as const satisfies readonly Reader[]

export type FormatName = (typeof list)[number]['name']

/** All readers by name. The first one that recognises a text reads it, so formats with certain signs come first. */
export const readers: { readonly [Name in FormatName]: Reader<Name> } = named(list)

/** Writers of look-alike logs, one for each reader, in the order in which the page offers the formats. */
export const writers: Readonly<Record<FormatName, Writer>> = Object.freeze({
  'claude-code': writeClaudeCode,
  codex: writeCodex,
  'gemini-cli': writeGeminiCli,
  openhands: writeOpenHands,
  'swe-agent': writeSweAgent,
  'mini-swe-agent': writeMiniSweAgent,
  anthropic: writeAnthropic,
  openai: writeOpenAi,
  'openai-responses': writeOpenAiResponses,
  langchain: writeLangChain,
  'ai-sdk': writeAiSdk,
  'gemini-api': writeGeminiApi,
  'tau-bench': writeTauBench,
  'plain-xml': writePlainXml,
  plain: writePlain,
})
