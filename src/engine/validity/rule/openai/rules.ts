import { duplicateCall } from './duplicate-call.ts'
import { duplicateResult } from './duplicate-result.ts'
import { emptyMessage } from './empty-message.ts'
import { noMessages } from './no-messages.ts'
import { orphanResult } from './orphan-result.ts'
import { partRole } from './part-role.ts'
import { unansweredCall } from './unanswered-call.ts'
import { unknownRole } from './unknown-role.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

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
