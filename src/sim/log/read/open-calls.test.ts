import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCallPart } from '../../../engine/index.ts'
import { OpenCalls } from './tool.ts'

describe('calls without a result', () => {
  it('PAIR-1 are those that a naive search finds', () => {
    const name = fc.constantFrom('a', 'b', '__proto__')
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 8 }),
        fc.array(fc.oneof(fc.record({ name }), fc.record({ answered: fc.nat(8) })), { maxLength: 12 }),
        (names, steps) => {
          const calls = names.map((one, index): ToolCallPart => ({
            type: 'tool_use',
            id: `c${index}`,
            name: one,
            input: {},
          }))
          const open = new OpenCalls(calls)
          let naive = [...calls]
          for (const step of steps) {
            if ('name' in step)
              expect(open.first(step.name)).toBe(
                (naive.find((call) => call.name === step.name) ?? naive[0])?.id,
              )
            else {
              open.answer(`c${step.answered}`)
              naive = naive.filter((call) => call.id !== `c${step.answered}`)
            }
          }
          expect(open.first(undefined)).toBe(naive[0]?.id)
        },
      ),
    )
  })
})
