import { alternation } from './alternation.ts'
import { blankText } from './blank-text.ts'
import { boundThinking } from './bound-thinking.ts'
import { cacheMarkers } from './cache-markers.ts'
import { disabledThinking } from './disabled-thinking.ts'
import { duplicateCall } from './duplicate-call.ts'
import { duplicateResult } from './duplicate-result.ts'
import { emptyMessage } from './empty-message.ts'
import { firstRole } from './first-role.ts'
import { loopThinking } from './loop-thinking.ts'
import { noMessages } from './no-messages.ts'
import { orphanResult } from './orphan-result.ts'
import { partRole } from './part-role.ts'
import { prefill } from './prefill.ts'
import { resultAfterText } from './result-after-text.ts'
import { systemMessage } from './system-message.ts'
import { thinkingFirst } from './thinking-first.ts'
import { thinkingLast } from './thinking-last.ts'
import { trailingWhitespace } from './trailing-whitespace.ts'
import { unansweredCall } from './unanswered-call.ts'
import { undeclaredTools } from './undeclared-tools.ts'
import { unknownPart } from './unknown-part.ts'
import { unknownRole } from './unknown-role.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/** What the Anthropic Messages API insists on, by the name a violation carries (VALID-1). */
export const anthropicRules: Readonly<Record<string, Rule<AnthropicSubject>>> = Object.freeze({
  'no-messages': noMessages,
  'unknown-role': unknownRole,
  'first-role': firstRole,
  alternation,
  'system-message': systemMessage,
  'empty-message': emptyMessage,
  'blank-text': blankText,
  'unknown-part': unknownPart,
  'part-role': partRole,
  'unanswered-call': unansweredCall,
  'result-after-text': resultAfterText,
  'orphan-result': orphanResult,
  'duplicate-call': duplicateCall,
  'duplicate-result': duplicateResult,
  'thinking-first': thinkingFirst,
  'loop-thinking': loopThinking,
  'disabled-thinking': disabledThinking,
  'thinking-last': thinkingLast,
  'bound-thinking': boundThinking,
  prefill,
  'trailing-whitespace': trailingWhitespace,
  'undeclared-tools': undeclaredTools,
  'cache-markers': cacheMarkers,
})
