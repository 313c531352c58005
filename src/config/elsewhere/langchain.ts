import { grouped } from '../../engine/internal.ts'
import type { Elsewhere } from './elsewhere.ts'

/**
 * LangChain for JavaScript, version 1: middleware of `createAgent`, and `trimMessages` (LangChain, “Context editing”,
 * “Summarization” and “trimMessages”).
 */
export const langchain: Elsewhere = {
  name: 'langchain',
  title: 'LangChain',
  language: 'typescript',
  write: {
    old_results({ from, keep, atLeast, exclude, inputs }) {
      if (from.unit === 'tool_uses')
        return 'Clearing at a number of tool uses is not possible; only at tokens or messages.'
      const options = [
        `trigger: at(${from.value})`,
        `keep: { messages: ${keep} }`,
        ...(exclude.length === 0 ? [] : [`excludeTools: ${JSON.stringify(exclude)}`]),
        ...(inputs === false ? [] : ['clearToolInputs: true']),
      ]
      return {
        code: `contextEditingMiddleware({ edits: [new ClearToolUsesEdit({ ${options.join(', ')} })] })`,
        names: ['ClearToolUsesEdit', 'contextEditingMiddleware'],
        lost: [
          COUNTED,
          ...(atLeast === 0 ? [] : [`It clears even if that frees fewer than ${grouped(atLeast)} tokens.`]),
          ...(Array.isArray(inputs)
            ? ['It clears the arguments of all tools, not only of those listed.']
            : []),
        ],
      }
    },
    summarize: ({ from, keepMessages }) => ({
      // Without the last option it would summarize only the newest 4,000 tokens of what it replaces.
      code: `summarizationMiddleware({ model, trigger: at(${from}), keep: { messages: ${keepMessages} }, trimTokensToSummarize: ${from} })`,
      names: ['summarizationMiddleware'],
      lost: [COUNTED],
    }),
    trim_tokens: ({ budget, from }) =>
      from === 'middle'
        ? 'Removing the middle is not possible; only the start or the end.'
        : {
            code: trimmed(`${budget} - beside`, 'model', from),
            names: ['trimMessages'],
            lost: [TRIM_LOSES[from]],
          },
    trim_messages: ({ most }) => ({
      code: trimmed(`${most}`, '(list) => list.length', 'start'),
      names: ['trimMessages'],
      lost: [TRIM_LOSES.start, 'The system message counts as one of the messages.'],
    }),
  },
  whole(written) {
    const trims = written.filter(({ names }) => names?.includes('trimMessages') === true)
    const middleware = written.filter((one) => !trims.includes(one))
    const isCounted = trims.some(({ code }) => code.includes('beside'))
    const isCut = trims.some(({ code }) => code.startsWith('whole('))
    const names = new Set([
      ...written.flatMap((one) => one.names ?? []),
      ...(middleware.length > 0 ? ['createAgent', 'SystemMessage', 'countTokensApproximately'] : []),
      ...(isCounted ? ['countTokensApproximately'] : []),
      ...(isCut ? ['AIMessage'] : []),
    ])
    const types = [
      ...(middleware.length > 0
        ? ["import type { BaseChatModel } from '@langchain/core/language_models/chat_models'"]
        : []),
      ...(trims.length > 0
        ? [
            `import type { BaseMessage${isCounted ? ', TrimMessagesFields' : ''} } from '@langchain/core/messages'`,
          ]
        : []),
      ...(middleware.length > 0 || isCounted
        ? ["import type { StructuredToolInterface } from '@langchain/core/tools'"]
        : []),
    ]
    return [
      ...types,
      `import { ${[...names].toSorted().join(', ')} } from 'langchain'`,
      '',
      ...(middleware.length === 0
        ? []
        : [
            "export function agentWith(model: BaseChatModel, tools: StructuredToolInterface[], systemPrompt = '') {",
            '  // LangChain counts the messages alone; what a prompt has beside them is subtracted.',
            '  const beside = countTokensApproximately([new SystemMessage(systemPrompt)], tools)',
            '  const at = (tokens: number) => ({ tokens: Math.max(1, tokens - beside) })',
            '  return createAgent({',
            '    model,',
            '    tools,',
            '    systemPrompt,',
            '    middleware: [',
            ...middleware.map(({ code }) => `      ${code},`),
            '    ],',
            '  })',
            '}',
          ]),
      ...(isCut
        ? [
            '// Of several calls of a reply some may have lost their results.',
            'function whole(messages: BaseMessage[]) {',
            '  const at = messages.findLastIndex((one) => AIMessage.isInstance(one) && one.tool_calls?.length)',
            '  const last = messages[at]',
            '  const calls = AIMessage.isInstance(last) ? (last.tool_calls?.length ?? 0) : 0',
            '  return messages.length - at - 1 < calls ? messages.slice(0, at) : messages',
            '}',
            '',
          ]
        : []),
      ...(trims.length === 0
        ? []
        : [
            ...(isCounted
              ? [
                  '// Before each call. `model` counts the tokens; a function of the messages may count them, too.',
                  "type Counter = TrimMessagesFields['tokenCounter']",
                  'export async function trim(messages: BaseMessage[], model: Counter, tools: StructuredToolInterface[] = []) {',
                  '  // The tools of a prompt are not among its messages.',
                  '  const beside = countTokensApproximately([], tools)',
                ]
              : ['// Before each call.', 'export async function trim(messages: BaseMessage[]) {']),
            ...trims.map(({ code }) => `  messages = ${code}`),
            '  return messages',
            '}',
          ]),
    ].join('\n')
  },
}

const COUNTED = 'Four characters count as a token; thinking and pictures do not count.'

const TRIM_LOSES = Object.freeze({
  start: 'The list may begin with a reply, which Anthropic’s API refuses.',
  end: 'The newest messages leave, and the newest message of the user with them.',
})

function trimmed(budget: string, counter: string, from: 'start' | 'end'): string {
  const options = [
    `maxTokens: ${budget}`,
    `tokenCounter: ${counter}`,
    ...(from === 'start'
      ? ["strategy: 'last'", 'includeSystem: true', "startOn: ['human', 'ai']"]
      : ["strategy: 'first'", "endOn: ['human', 'tool']"]),
  ]
  const call = `await trimMessages(messages, { ${options.join(', ')} })`
  return from === 'start' ? call : `whole(${call})`
}
