import { duplicateCall } from './duplicate-call.ts'
import { duplicateResult } from './duplicate-result.ts'
import { emptyMessage } from './empty-message.ts'
import { looseReasoning } from './loose-reasoning.ts'
import { noInput } from './no-input.ts'
import { orphanResult } from './orphan-result.ts'
import { partRole } from './part-role.ts'
import { unansweredCall } from './unanswered-call.ts'
import { unknownRole } from './unknown-role.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

/** What the OpenAI Responses API insists on, by the name a violation carries (VALID-1). */
export const openAiResponsesRules: Readonly<Record<string, Rule<ResponsesSubject>>> = Object.freeze({
  'no-messages': noInput,
  'unknown-role': unknownRole,
  'empty-message': emptyMessage,
  'part-role': partRole,
  'unanswered-call': unansweredCall,
  'orphan-result': orphanResult,
  'duplicate-call': duplicateCall,
  'duplicate-result': duplicateResult,
  'loose-reasoning': looseReasoning,
})
