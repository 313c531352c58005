import { duplicateCall } from './openai/duplicate-call.ts'
import { duplicateResult } from './openai/duplicate-result.ts'
import { emptyMessage } from './openai/empty-message.ts'
import { noMessages } from './openai/no-messages.ts'
import { orphanResult } from './openai/orphan-result.ts'
import { partRole } from './openai/part-role.ts'
import { unansweredCall } from './openai/unanswered-call.ts'
import { unknownRole } from './openai/unknown-role.ts'
import type { OpenAiSubject, Rule } from './rule.ts'

/** What OpenAI chat completions insist on, by the name a violation carries (VALID-1). */
export const openAiRules: Readonly<Record<string, Rule<OpenAiSubject>>> = Object.freeze({
  'no-messages': noMessages,
  'unknown-role': unknownRole,
  'empty-message': emptyMessage,
  'part-role': partRole,
  'unanswered-call': unansweredCall,
  'orphan-result': orphanResult,
  'duplicate-call': duplicateCall,
  'duplicate-result': duplicateResult,
})
