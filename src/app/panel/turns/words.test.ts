import { describe, expect, it } from 'vitest'
import { repairLines } from './words.ts'

describe('repairLines', () => {
  it('VALID-2 says once what was repaired many times for one reason, and names the tools', () => {
    const declared = (text: string) =>
      ({
        rule: 'undeclared-tools',
        action: 'declare-tool',
        index: -1,
        ids: [],
        text,
        reason: 'Why.',
      }) as const
    const moved = {
      rule: 'orphan-result',
      action: 'drop-part',
      index: 3,
      part: 1,
      ids: ['a'],
      reason: 'So.',
    } as const
    expect(repairLines([declared('Read'), moved, declared('Bash'), moved])).toEqual([
      { rule: 'undeclared-tools', told: 'the request: Why.', tools: ['Read', 'Bash'] },
      { rule: 'orphan-result', told: 'message 3, part 1: So.', tools: [] },
    ])
  })
})
