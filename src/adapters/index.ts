/**
 * An own agent keeps its client's messages, and a manager its window: each adapter translates between the two without
 * loss. `managed-window.test.ts` has a runnable loop for each.
 */

export { aiSdkAdapter } from './ai-sdk.ts'
export { anthropicAdapter } from './anthropic.ts'
export { langChainAdapter } from './langchain.ts'
export { managedWindow } from './managed-window.ts'
export { openAiAdapter } from './openai.ts'
export { responsesAdapter } from './responses.ts'
export type { Adapter, EngineMessages } from './adapter.ts'
export type { AiSdkMessage } from './ai-sdk.ts'
export type { AnthropicMessage } from './anthropic.ts'
export type { PlainLangChainMessage, StoredLangChainMessage } from './langchain.ts'
export type { ManagedWindow, NextRequest, Setup } from './managed-window.ts'
