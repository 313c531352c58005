import { grouped } from '../../engine/internal.ts'
import type { Elsewhere } from './elsewhere.ts'

/**
 * The AI SDK, versions 6 and 7: `pruneMessages` in `prepareStep` (AI SDK, “pruneMessages”). It removes calls and
 * reasoning only.
 */
export const aiSdk: Elsewhere = {
  name: 'ai_sdk',
  title: 'AI SDK',
  language: 'typescript',
  write: {
    old_results({ from, keep, atLeast, exclude }) {
      if (from.unit === 'tool_uses')
        return 'Pruning at a number of tool uses is not possible here; only at tokens.'
      return {
        // A call and its result are two messages.
        code: `toolCalls: used < ${from.value} ? 'none' : '${keep === 0 ? 'all' : `before-last-${2 * keep}-messages`}'`,
        lost: [
          'Old calls leave with their results, and no placeholder says so.',
          'Once the whole list is over the threshold, it prunes at every step.',
          'Before the first step the prompt is estimated: four characters are a token, and files and, unless you write their tokens, system prompt and tools are none.',
          ...(keep === 0 ? [] : ['The newest messages stay, not the newest tool uses.']),
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
    const code = written.map((one) => one.code).join(', ')
    const isCounted = code.includes('used')
    return [
      "import { pruneMessages } from 'ai'",
      "import type { ModelMessage } from 'ai'",
      '',
      ...(isCounted
        ? [
            '// Tokens of your system prompt and tools.',
            'const beside = 0',
            '',
            `const files = ['data', 'image']`,
            '',
          ]
        : []),
      'interface Step {',
      '  messages: ModelMessage[]',
      ...(isCounted ? ['  steps: readonly { usage: { inputTokens?: number | undefined } }[]'] : []),
      '}',
      '',
      '// An option of generateText and streamText.',
      `export function prepareStep({ messages${isCounted ? ', steps' : ''} }: Step) {`,
      ...(isCounted
        ? [
            '  // Each step begins with the whole list, so the largest prompt so far decides.',
            '  const list = JSON.stringify(messages, (key, value) => (files.includes(key) ? undefined : value))',
            '  const sizes = steps.map(({ usage }) => usage.inputTokens ?? 0)',
            '  const used = Math.max(beside + list.length / 4, ...sizes)',
          ]
        : []),
      `  return { messages: pruneMessages({ messages, ${code} }) }`,
      '}',
    ].join('\n')
  },
}
