import { isList, isRecord } from '../json/guard.ts'
import type { Log } from '../read/reader.ts'
import { a2a } from './a2a.ts'
import { acp } from './acp.ts'
import { adk } from './adk.ts'
import { agUi } from './ag-ui.ts'
import { agentEvaluation } from './agent-evaluation.ts'
import { agentSteps } from './agent-steps.ts'
import { agentNet } from './agentnet.ts'
import { agentDojo } from './agentdojo.ts'
import { agentStream } from './agent-stream.ts'
import { agentsSdk, agentsSdkCalls, runState } from './agents-sdk.ts'
import { agentsSdkItems } from './agents-sdk-items.ts'
import { agno } from './agno.ts'
import { aiSdkDevTools } from './ai-sdk-dev-tools.ts'
import { aiSdkSteps } from './ai-sdk-steps.ts'
import { aiSdkStream } from './ai-sdk-stream.ts'
import { aiStudio } from './ai-studio.ts'
import { aider, aiderRequests } from './aider.ts'
import { amazonQ } from './amazon-q.ts'
import { amp } from './amp.ts'
import { antigravity } from './antigravity.ts'
import { anyAgent } from './any-agent.ts'
import { atif } from './atif.ts'
import { autoGen, autoGenChat } from './autogen.ts'
import { autoGenCore } from './autogen-core.ts'
import { batch, batchRequests } from './batch.ts'
import { bigAgi } from './big-agi.ts'
import { botTurns } from './bot-turns.ts'
import { browserUse } from './browser-use.ts'
import { camel } from './camel.ts'
import { chatGpt } from './chatgpt.ts'
import { cherryStudio } from './cherry-studio.ts'
import { claudeAi } from './claude-ai.ts'
import { claudeCodeEvents } from './claude-code-events.ts'
import { claudeCodeList } from './claude-code-list.ts'
import { claudeCodeText } from './claude-code-text.ts'
import { cline } from './cline.ts'
import { clineUi } from './cline-ui.ts'
import { cody } from './cody.ts'
import { cohere } from './cohere.ts'
import { codebuff } from './codebuff.ts'
import { codexExec } from './codex-exec.ts'
import { codexOld } from './codex-old.ts'
import type { Container } from './container.ts'
import { copilotChat } from './copilot-chat.ts'
import { copilotCli } from './copilot-cli.ts'
import { copilotDebug } from './copilot-debug.ts'
import { copilotReplay } from './copilot-replay.ts'
import { coze } from './coze.ts'
import { crewAi } from './crewai.ts'
import { crush } from './crush.ts'
import { cursor } from './cursor.ts'
import { databaseRows } from './database-rows.ts'
import { deepSeek } from './deepseek.ts'
import { devin } from './devin.ts'
import { droid } from './droid.ts'
import { finalAnswer } from './final-answer.ts'
import { flowise } from './flowise.ts'
import { geminiActivity, geminiChats } from './gemini-activity.ts'
import { geminiStream } from './gemini-stream.ts'
import { goose } from './goose.ts'
import { grok } from './grok.ts'
import { grokExport } from './grok-export.ts'
import { haystack } from './haystack.ts'
import { hermes } from './hermes.ts'
import { hooks } from './hooks.ts'
import { huggingChat } from './hugging-chat.ts'
import { inspectAi } from './inspect-ai.ts'
import { jsonInText, yaml } from './in-text.ts'
import { interactions } from './interactions.ts'
import { jules } from './jules.ts'
import { junie } from './junie.ts'
import { kimi } from './kimi.ts'
import { kimiCli } from './kimi-cli.ts'
import { kiro } from './kiro.ts'
import { langChainRows } from './langchain-rows.ts'
import { langChain4j } from './langchain4j.ts'
import { langGraph, langGraphEvents, langGraphSteps } from './langgraph.ts'
import { letta, lettaMessages } from './letta.ts'
import { libreChat } from './librechat.ts'
import { llamaIndex } from './llama-index.ts'
import { lmStudio } from './lm-studio.ts'
import { lobeChat } from './lobe-chat.ts'
import { managedAgents } from './managed-agents.ts'
import { markdownChat } from './markdown-chat.ts'
import { mistral } from './mistral.ts'
import { moatless } from './moatless.ts'
import { modelEvaluations } from './model-evaluations.ts'
import { mtBench } from './mt-bench.ts'
import { nested } from './nested.ts'
import { nextChat } from './next-chat.ts'
import { openAssistant } from './open-assistant.ts'
import { openInterpreter } from './open-interpreter.ts'
import { openClaw } from './openclaw.ts'
import { openCode } from './opencode.ts'
import { openRouter } from './openrouter.ts'
import { openWebUi } from './open-webui.ts'
import { openTelemetry } from './open-telemetry.ts'
import { otelLogs } from './otel-logs.ts'
import { pi } from './pi.ts'
import { pretty } from './pretty.ts'
import { promptfoo } from './promptfoo.ts'
import { pydanticAi } from './pydantic-ai.ts'
import { python } from './python.ts'
import { qwenCode } from './qwen-code.ts'
import { reactText } from './react-text.ts'
import { realtime } from './realtime.ts'
import { recordedCalls } from './recorded-calls.ts'
import { requestLogs } from './request-logs.ts'
import { locomo } from './locomo.ts'
import { rolePlay } from './role-play.ts'
import { semanticKernel } from './semantic-kernel.ts'
import { shareGpt } from './sharegpt.ts'
import { smolagents } from './smolagents.ts'
import { springAi } from './spring-ai.ts'
import { streamedAnswers } from './streamed-answers.ts'
import { streamedCalls } from './streamed-calls.ts'
import { table } from './table.ts'
import { taskDialogues } from './task-dialogues.ts'
import { taskWeaver } from './taskweaver.ts'
import { promptText } from './templates.ts'
import { threadMessages } from './thread-messages.ts'
import { tracedCalls } from './traced-calls.ts'
import { trae } from './trae.ts'
import { cassette, har } from './traffic.ts'
import { speakers, transcript } from './transcript.ts'
import { typedEvents } from './typed-events.ts'
import { unquoted } from './unquoted.ts'
import { voiceCalls } from './voice-calls.ts'
import { whatsApp } from './whatsapp.ts'
import { wrappedMessages } from './wrapped-messages.ts'
import { zed } from './zed.ts'

/** The first one that finds something opens a file; what has no certain sign comes last. */
export const CONTAINERS: readonly Container[] = [
  har,
  cassette,
  streamedCalls,
  langGraph,
  langGraphEvents,
  interactions,
  aiSdkStream,
  aiSdkSteps,
  aiSdkDevTools,
  realtime,
  streamedAnswers,
  agentsSdk,
  agentsSdkCalls,
  runState,
  agentsSdkItems,
  anyAgent,
  openTelemetry,
  claudeCodeEvents,
  otelLogs,
  tracedCalls,
  recordedCalls,
  acp,
  agUi,
  a2a,
  managedAgents,
  mistral,
  crewAi,
  deepSeek,
  chatGpt,
  claudeAi,
  aiStudio,
  geminiChats,
  geminiActivity,
  grokExport,
  shareGpt,
  openAssistant,
  promptfoo,
  modelEvaluations,
  agentEvaluation,
  batch,
  batchRequests,
  databaseRows,
  inspectAi,
  agentDojo,
  agentNet,
  atif,
  moatless,
  trae,
  taskWeaver,
  pydanticAi,
  adk,
  qwenCode,
  openCode,
  openClaw,
  pi,
  droid,
  goose,
  hermes,
  cline,
  clineUi,
  hooks,
  grok,
  antigravity,
  copilotChat,
  copilotCli,
  copilotDebug,
  copilotReplay,
  browserUse,
  crush,
  cursor,
  camel,
  langChainRows,
  smolagents,
  autoGen,
  autoGenChat,
  autoGenCore,
  langChain4j,
  springAi,
  llamaIndex,
  haystack,
  semanticKernel,
  letta,
  agno,
  lettaMessages,
  voiceCalls,
  rolePlay,
  locomo,
  mtBench,
  taskDialogues,
  botTurns,
  openInterpreter,
  cherryStudio,
  lobeChat,
  lmStudio,
  threadMessages,
  cohere,
  cody,
  devin,
  zed,
  openWebUi,
  openRouter,
  libreChat,
  huggingChat,
  nextChat,
  bigAgi,
  flowise,
  coze,
  claudeCodeList,
  claudeCodeText,
  codebuff,
  jules,
  junie,
  codexExec,
  codexOld,
  kimi,
  kimiCli,
  kiro,
  amazonQ,
  geminiStream,
  agentStream,
  finalAnswer,
  promptText,
  python,
  pretty,
  whatsApp,
  reactText,
  aider,
  aiderRequests,
  markdownChat,
  amp,
  typedEvents,
  wrappedMessages,
  langGraphSteps,
  unquoted,
  requestLogs,
  agentSteps,
  transcript,
  nested,
  speakers,
  table,
  yaml,
  jsonInText,
]

/** A log that was in another file, which no reader knows. */
export interface Opened {
  readonly log: Log
  readonly name: string
  /** True for a guess of which it is not known what it left out. */
  readonly isGuess: boolean
}

/**
 * The log that a file contains: the calls of recorded traffic or of spans, the branch of a ChatGPT export that its user
 * saw last, and the like. Null if it is none of these containers.
 */
export function opened(log: Log, isGuess: boolean): Opened | null {
  const found = keysOf(log)
  const beginning = log.text.slice(0, LONGEST_HEAD)
  for (const { name, keys, head, open, ...container } of CONTAINERS) {
    const isOwn =
      log.shape === 'text'
        ? head?.test(beginning) === true
        : (keys?.some((key) => found.has(key)) ?? head === undefined)
    if ((container.isGuess ?? false) !== isGuess || !isOwn) continue
    const records = open(log)
    // places are those of the records: paths lead through values that are not in the text
    const skipped = [...log.skipped, ...(container.lost?.(records, log) ?? [])]
    if (records.length === 0) continue
    // why a text is no JSON is settled
    const faults = log.shape === 'text' ? [] : log.faults
    return {
      log: { ...log, shape: 'lines', records, skipped, faults },
      name,
      isGuess: isGuess && container.isWhole !== true,
    }
  }
  return null
}

/** In characters. */
const LONGEST_HEAD = 4000

/** The keys of all records, and of the values of those that are lists: a log may have 200,000, and most are no container. */
function keysOf({ records }: Log): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { value } of records)
    for (const one of isList(value) ? value : [value]) if (isRecord(one)) for (const key in one) keys.add(key)
  return keys
}
