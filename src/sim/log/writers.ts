import { writeAnthropic } from './format/anthropic/writer.ts'
import { writeClaudeCode } from './format/claude-code/writer.ts'
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
import type { Writer } from './write/writer.ts'

/** Writers of look-alike logs, by the name of the reader that reads them. */
export const writers: Readonly<Record<string, Writer>> = Object.freeze({
  'claude-code': writeClaudeCode,
  codex: writeCodex,
  'openai-responses': writeOpenAiResponses,
  'gemini-cli': writeGeminiCli,
  langchain: writeLangChain,
  openhands: writeOpenHands,
  'swe-agent': writeSweAgent,
  'mini-swe-agent': writeMiniSweAgent,
  'tau-bench': writeTauBench,
  'plain-xml': writePlainXml,
  anthropic: writeAnthropic,
  openai: writeOpenAi,
  plain: writePlain,
})
