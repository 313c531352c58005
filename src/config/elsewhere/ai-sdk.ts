import { grouped } from '../../engine/internal.ts'
import type { Elsewhere } from './elsewhere.ts'

/** The AI SDK, version 6: `pruneMessages` in `prepareStep` (AI SDK, “pruneMessages”). It removes calls and reasoning only. */
export const aiSdk: Elsewhere = {
  name: 'ai_sdk',
  title: 'AI SDK',
  language: 'javascript',
  write: {
    old_results({ from, keep, atLeast, exclude }) {
      if (from.unit === 'tool_uses')
        return 'Pruning at a number of tool uses is not possible here; only at tokens.'
      return {
        // A call and its result are two messages.
        code: `toolCalls: used < ${from.value} ? 'none' : '${keep === 0 ? 'all' : `before-last-${2 * keep}-messages`}'`,
        lost: [
          'Old calls leave with their results, and no placeholder says so.',
          'After the first prompt over the threshold it prunes at every step.',
          ...(atLeast === 0 ? [] : [`It prunes even if that frees fewer than ${grouped(atLeast)} tokens.`]),
          ...(exclude.length === 0 ? [] : [`Results of ${exclude.join(', ')} are pruned, too.`]),
        ],
      }
    },
    old_thinking: ({ keepTurns }) =>
      keepTurns === 0
        ? { code: "reasoning: 'none'", lost: [] }
        : {
            code: "reasoning: 'before-last-message'",
            lost: ['Only the reasoning of the last message stays.'],
          },
  },
  whole(written) {
    return [
      "import { pruneMessages } from 'ai'",
      '',
      '// An option of generateText and streamText.',
      'export const prepareStep = ({ messages, steps }) => {',
      '  // Each step begins with the whole list, so the largest prompt so far decides.',
      '  const used = Math.max(0, ...steps.map(({ usage }) => usage.inputTokens ?? 0))',
      `  return { messages: pruneMessages({ messages, ${written.map(({ code }) => code).join(', ')} }) }`,
      '}',
    ].join('\n')
  },
}
