import { alternation } from './anthropic/alternation.ts'
import { blankText } from './anthropic/blank-text.ts'
import { boundThinking } from './anthropic/bound-thinking.ts'
import { cacheMarkers } from './anthropic/cache-markers.ts'
import { disabledThinking } from './anthropic/disabled-thinking.ts'
import { duplicateCall } from './anthropic/duplicate-call.ts'
import { duplicateResult } from './anthropic/duplicate-result.ts'
import { emptyMessage } from './anthropic/empty-message.ts'
import { firstRole } from './anthropic/first-role.ts'
import { loopThinking } from './anthropic/loop-thinking.ts'
import { noMessages } from './anthropic/no-messages.ts'
import { orphanResult } from './anthropic/orphan-result.ts'
import { partRole } from './anthropic/part-role.ts'
import { prefill } from './anthropic/prefill.ts'
import { resultAfterText } from './anthropic/result-after-text.ts'
import { systemMessage } from './anthropic/system-message.ts'
import { thinkingFirst } from './anthropic/thinking-first.ts'
import { thinkingLast } from './anthropic/thinking-last.ts'
import { trailingWhitespace } from './anthropic/trailing-whitespace.ts'
import { unansweredCall } from './anthropic/unanswered-call.ts'
import { undeclaredTools } from './anthropic/undeclared-tools.ts'
import { unknownPart } from './anthropic/unknown-part.ts'
import { unknownRole } from './anthropic/unknown-role.ts'
import type { AnthropicSubject, Rule } from './rule.ts'

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
