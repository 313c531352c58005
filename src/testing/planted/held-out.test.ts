import { describe, expect, it } from 'vitest'
import { sentencesWithCue } from './cue.ts'
import heldOut from './held-out.json' with { type: 'json' }
import { rowsOf, shortcomings } from './measure.ts'
import type { Templates } from './plant.ts'
import templates from './templates.json' with { type: 'json' }

/*
 * The final test: facts in sentences that nothing else may read, so that no cue is made for them. Least shares kept as in
 * `planted.test.ts`; they are to be raised with those, and never looked at to improve anything.
 */
const LEAST = {
  chat: [
    { name: 'truncated', binding: 0.31, others: 0.27 },
    { name: 'first sentences', binding: 0.14, others: 0.16 },
    { name: 'user turns', binding: 1, others: 0.48 },
    { name: 'checklist', binding: 1, others: 1 },
    { name: 'anchored 1', binding: 0, others: 0 },
    { name: 'anchored 3', binding: 0, others: 0 },
    { name: 'anchored 5', binding: 0, others: 0 },
    { name: 'regenerate 1', binding: 0, others: 0 },
    { name: 'regenerate 3', binding: 0, others: 0 },
    { name: 'regenerate 5', binding: 0, others: 0 },
    { name: 'managed', binding: 0.29, others: 0.2 },
    { name: 'rolling_summary', binding: 0.18, others: 0.16 },
    { name: 'handover', binding: 0.09, others: 0.09 },
    { name: 'token_trim', binding: 0.42, others: 0.27 },
    { name: 'compact steps', binding: 0.11, others: 0.1 },
  ],
  coding: [
    { name: 'truncated', binding: 0.29, others: 0.31 },
    { name: 'first sentences', binding: 0.18, others: 0.24 },
    { name: 'user turns', binding: 1, others: 0.15 },
    { name: 'checklist', binding: 1, others: 1 },
    { name: 'anchored 1', binding: 0, others: 0.22 },
    { name: 'anchored 3', binding: 0, others: 0.12 },
    { name: 'anchored 5', binding: 0, others: 0.14 },
    { name: 'regenerate 1', binding: 0, others: 0.22 },
    { name: 'regenerate 3', binding: 0, others: 0.11 },
    { name: 'regenerate 5', binding: 0, others: 0.07 },
    { name: 'managed', binding: 0.16, others: 0.2 },
    { name: 'rolling_summary', binding: 0.38, others: 0.29 },
    { name: 'handover', binding: 0.16, others: 0.06 },
    { name: 'token_trim', binding: 0.42, others: 0.31 },
    { name: 'compact steps', binding: 0.2, others: 0.15 },
  ],
}

it('MOCK-3 held-out sentences are on no list of cues either, and no sentence is in both sets', () => {
  expect(sentencesWithCue(heldOut)).toEqual([])
  const all = (setting: 'chat' | 'coding', of: Templates) =>
    Object.values(of[setting])
      .flat(2)
      .filter((sentence) => sentence !== '{f}')
  for (const setting of ['chat', 'coding'] as const)
    expect(all(setting, heldOut).filter((sentence) => all(setting, templates).includes(sentence))).toEqual([])
})

describe.each(['chat', 'coding'] as const)('held-out facts kept today in %s', (setting) => {
  it('MOCK-3 to be improved: the writer and the lanes lose most of them', () => {
    expect(shortcomings(rowsOf(setting, heldOut, [1, 2, 3]), LEAST[setting])).toEqual([])
  })
})
