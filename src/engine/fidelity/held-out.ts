import { SAID, TOLD } from './template.ts'
import type { ProbeTemplate } from './template.ts'

/**
 * Questions that nothing is tuned on (MOCK-3). Extraction finds what it keeps by cue words, so these templates use
 * none: a sentence is asked about because it is there, or because something in it is mentioned again. A rule in words
 * that no cue matches is asked about like any other sentence.
 */
export const heldOut: readonly ProbeTemplate[] = Object.freeze([
  {
    name: 'told',
    kind: 'told',
    types: TOLD,
    ask: ({ source }) => ({
      question: `What was the agent told in turn ${source.turn}?`,
      expected: null,
      key: null,
    }),
  },
  {
    name: 'said',
    kind: 'said',
    types: SAID,
    ask: ({ source }) => ({
      question: `What did the agent say in turn ${source.turn}?`,
      expected: null,
      key: null,
    }),
  },
  {
    name: 'used',
    kind: 'used',
    types: ['tool_result'],
    ask: ({ strong, source }, sources) => {
      const name = strong.find((token) => sources(token.text) > 1)?.text
      return name === undefined
        ? null
        : {
            question: `Which name, path or number from a tool's output of turn ${source.turn} came up again, and what was said of it?`,
            expected: null,
            key: name,
          }
    },
  },
] satisfies ProbeTemplate[])

/**
 * The kinds of held-out questions in the order in which they take turns; instructions to the agent are binding, so they
 * come twice.
 */
export const HELD_OUT_ROUND = Object.freeze(['told', 'said', 'told', 'used'] as const)
