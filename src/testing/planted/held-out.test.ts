import { describe, expect, it } from 'vitest'
import { sentencesWithCue } from './cue.ts'
import last from './held-out-last.json' with { type: 'json' }
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
    { name: 'truncated', binding: 0.32, others: 0.28 },
    { name: 'first sentences', binding: 0.15, others: 0.17 },
    { name: 'user turns', binding: 1, others: 0.49 },
    { name: 'checklist', binding: 1, others: 1 },
    { name: 'anchored 1', binding: 1, others: 0.82 },
    { name: 'anchored 3', binding: 1, others: 0.82 },
    { name: 'anchored 5', binding: 1, others: 0.82 },
    { name: 'regenerate 1', binding: 1, others: 0.82 },
    { name: 'regenerate 3', binding: 1, others: 0.82 },
    { name: 'regenerate 5', binding: 1, others: 0.82 },
    { name: 'managed', binding: 0.68, others: 0.41 },
    { name: 'rolling_summary', binding: 0.46, others: 0.25 },
    { name: 'handover', binding: 0.63, others: 0.35 },
    { name: 'token_trim', binding: 0.43, others: 0.28 },
    { name: 'compact steps', binding: 0.41, others: 0.25 },
  ],
  coding: [
    { name: 'truncated', binding: 0.3, others: 0.32 },
    { name: 'first sentences', binding: 0.19, others: 0.25 },
    { name: 'user turns', binding: 1, others: 0.16 },
    { name: 'checklist', binding: 1, others: 1 },
    { name: 'anchored 1', binding: 1, others: 0.97 },
    { name: 'anchored 3', binding: 1, others: 0.92 },
    { name: 'anchored 5', binding: 1, others: 0.92 },
    { name: 'regenerate 1', binding: 1, others: 0.97 },
    { name: 'regenerate 3', binding: 1, others: 0.83 },
    { name: 'regenerate 5', binding: 1, others: 0.8 },
    { name: 'managed', binding: 1, others: 0.35 },
    { name: 'rolling_summary', binding: 0.43, others: 0.35 },
    { name: 'handover', binding: 1, others: 0.28 },
    { name: 'token_trim', binding: 0.43, others: 0.32 },
    { name: 'compact steps', binding: 1, others: 0.55 },
  ],
}

/*
 * A second set, written and measured after everything else, in words as they came: about a third of its sentences has a
 * cue by chance, often the wrong one. A summary that is rewritten in full then loses a newer value after the older one.
 */
const LEAST_OF_LAST = {
  chat: [
    { name: 'truncated', binding: 0.32, others: 0.28 },
    { name: 'first sentences', binding: 0.15, others: 0.17 },
    { name: 'user turns', binding: 1, others: 0.49 },
    { name: 'checklist', binding: 1, others: 1 },
    { name: 'anchored 1', binding: 1, others: 0.69 },
    { name: 'anchored 3', binding: 1, others: 0.69 },
    { name: 'anchored 5', binding: 1, others: 0.7 },
    { name: 'regenerate 1', binding: 1, others: 0.69 },
    { name: 'regenerate 3', binding: 0.95, others: 0.71, stale: 0.2 },
    { name: 'regenerate 5', binding: 0.86, others: 0.72, stale: 0.2 },
    { name: 'managed', binding: 0.86, others: 0.43 },
    { name: 'rolling_summary', binding: 0.72, others: 0.23 },
    { name: 'handover', binding: 0.83, others: 0.33 },
    { name: 'token_trim', binding: 0.43, others: 0.28 },
    { name: 'compact steps', binding: 0.63, others: 0.26 },
  ],
  coding: [
    { name: 'truncated', binding: 0.3, others: 0.32 },
    { name: 'first sentences', binding: 0.26, others: 0.16 },
    { name: 'user turns', binding: 1, others: 0.16 },
    { name: 'checklist', binding: 1, others: 1 },
    { name: 'anchored 1', binding: 1, others: 0.89 },
    { name: 'anchored 3', binding: 1, others: 0.87 },
    { name: 'anchored 5', binding: 1, others: 0.85 },
    { name: 'regenerate 1', binding: 1, others: 0.89 },
    { name: 'regenerate 3', binding: 1, others: 0.73, stale: 0.27 },
    { name: 'regenerate 5', binding: 1, others: 0.69, stale: 0.27 },
    { name: 'managed', binding: 1, others: 0.31 },
    { name: 'rolling_summary', binding: 0.63, others: 0.33 },
    { name: 'handover', binding: 1, others: 0.32 },
    { name: 'token_trim', binding: 0.43, others: 0.32 },
    { name: 'compact steps', binding: 1, others: 0.49 },
  ],
}

it('MOCK-3 held-out sentences of the first set are on no list of cues either, and no sentence is in two sets', () => {
  expect(sentencesWithCue(heldOut)).toEqual([])
  expect(sentencesWithCue(last).length).toBeGreaterThan(10)
  const all = (setting: 'chat' | 'coding', of: Templates) =>
    Object.values(of[setting])
      .flat(2)
      .filter((sentence) => sentence !== '{f}')
  for (const setting of ['chat', 'coding'] as const) {
    const known = [...all(setting, templates), ...all(setting, heldOut), ...all(setting, last)]
    expect(new Set(known).size).toBe(known.length)
  }
})

describe.each(['chat', 'coding'] as const)('held-out facts kept today in %s', (setting) => {
  it('MOCK-3 the writer and the lanes keep at least these shares, and no lane less than truncation to its size', () => {
    expect(shortcomings(rowsOf(setting, heldOut, [1, 2, 3]), LEAST[setting])).toEqual([])
    expect(shortcomings(rowsOf(setting, last, [1, 2, 3]), LEAST_OF_LAST[setting])).toEqual([])
  })
})
