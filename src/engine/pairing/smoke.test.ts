import fc from 'fast-check'
import { it, expect } from 'vitest'
import { validate, repair } from '/work/main/src/engine/index.ts'
import {
  arbitraryMessages,
  arbitraryRequest,
  arbitraryConversation,
  arbitraryDamage,
  arbitraryOpenAiMessages,
} from '/work/main/src/testing/arbitrary.ts'
import { conversationText } from '/work/main/src/testing/conversation.ts'
const opts = fc.record(
  {
    prefill: fc.constantFrom('allowed', 'rejected'),
    systemMessages: fc.constantFrom('allowed', 'rejected'),
    tools: fc.constantFrom('required', 'ignored'),
    boundThinkingFrom: fc.constantFrom(null, -1, 0, 1, 2, 5, 99),
  },
  { requiredKeys: [] },
)
const N = 20000
it('a', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryMessages, arbitraryRequest, arbitraryDamage), opts, (input, o: any) => {
      const before = JSON.stringify(input)
      const r = repair(input as any, 'anthropic', o)
      expect(JSON.stringify(input)).toBe(before)
      const v = validate(r.request as any, 'anthropic', o)
      if (v.length)
        throw new Error(
          JSON.stringify(v) +
            '\n' +
            JSON.stringify(r.repairs) +
            '\n' +
            conversationText((r.request as any).messages ?? r.request) +
            '\n--\n' +
            conversationText((input as any).messages ?? input),
        )
    }),
    { numRuns: N },
  )
}, 600000)
it('b', () => {
  fc.assert(
    fc.property(
      fc.oneof(arbitraryMessages, arbitraryRequest, arbitraryDamage, arbitraryOpenAiMessages),
      (input) => {
        const r = repair(input as any, 'openai')
        const v = validate(r.request as any, 'openai')
        if (v.length)
          throw new Error(
            JSON.stringify(v) + '\n' + JSON.stringify(r.repairs) + '\n' + JSON.stringify(r.request),
          )
      },
    ),
    { numRuns: N },
  )
}, 600000)
it('c', () => {
  fc.assert(
    fc.property(arbitraryConversation, (input) => {
      expect(validate(input, 'anthropic')).toEqual([])
      expect(validate(input, 'openai')).toEqual([])
    }),
    { numRuns: 2000 },
  )
}, 600000)
