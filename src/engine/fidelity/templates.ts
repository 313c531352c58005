import { cued, REPORTED, SAID, TOLD } from './template.ts'
import type { ProbeTemplate } from './template.ts'

/**
 * The half of the questions that summaries may be tuned on: they use cue words. The other half is in `held-out.ts`
 * (MOCK-3).
 */
export const templates: readonly ProbeTemplate[] = Object.freeze([
  {
    name: 'request',
    kind: 'goal',
    types: ['user_message'],
    ask: ({ first, source }) =>
      first
        ? { question: `What did the user ask for in turn ${source.turn}?`, expected: null, key: null }
        : null,
  },
  cued(
    'ban',
    'constraint',
    TOLD,
    /\b(?:must not|mustn['’]t|never|do not|don['’]t|no longer|under no circumstances)\b/i,
    (turn) => `What was forbidden in turn ${turn}?`,
  ),
  cued(
    'settled',
    'decision',
    SAID,
    /\b(?:decided|decision|chose|chosen|opted|going with|agreed on)\b/i,
    (turn) => `What was settled in turn ${turn}?`,
  ),
  {
    name: 'tally',
    kind: 'number',
    types: REPORTED,
    ask: ({ text }) => {
      const match =
        /(?<![\d.,/-])(\d[\d,]*(?:\.\d+)?)\s+((?:tests?|passed|failed|failures|errors|warnings|files|matches|occurrences|references|rows|lines|requests|records|users|usages|tokens)\b)/i.exec(
          text,
        )
      const [, amount, what] = match ?? []
      if (amount === undefined || what === undefined) return null
      return {
        question: `How many ${what.toLowerCase()} were there?`,
        expected: [amount, what],
        key: what.toLowerCase(),
      }
    },
  },
  {
    name: 'touched',
    kind: 'path',
    types: ['tool_call'],
    ask: ({ strong, source }) => {
      const path = strong.find(({ kind }) => kind === 'path')?.text
      if (path === undefined) return null
      const tool = source.tool === '' ? 'the tool' : source.tool
      return {
        question: `Which file did ${tool} work on in turn ${source.turn}?`,
        expected: [path],
        key: path,
      }
    },
  },
  {
    name: 'thrown',
    kind: 'error',
    types: REPORTED,
    ask: ({ text, strong, source }) => {
      const name = /\b[A-Z]\w*(?:Error|Exception)(?=: \S)|\bE[A-Z]{5,}\b(?=[: ])|\bTS\d{4}\b(?=:)/.exec(
        text,
      )?.[0]
      if (name === undefined) return null
      const where = strong.find((token) => token.text !== name)?.text
      const told = where === undefined ? null : [name, where]
      return { question: `Which error came up in turn ${source.turn}?`, expected: told ?? [name], key: null }
    },
  },
  cued(
    'achieved',
    'progress',
    SAID,
    /\b(?:done|finished|completed?|fixed|migrated|implemented|added|updated|merged)\b/i,
    (turn) => `What was achieved in turn ${turn}?`,
  ),
  cued(
    'wish',
    'goal',
    ['user_message', 'summary'],
    /\b(?:please|can you|could you|i want|i need|we need|would like|help me|let's)\b/i,
    (turn) => `What is wanted since turn ${turn}?`,
  ),
  cued(
    'limit',
    'constraint',
    TOLD,
    /\b(?:at most|at least|no more than|only|without|avoid|always|required|keep|stay(?:s)? (?:below|under|within))\b/i,
    (turn) => `Which limit was set in turn ${turn}?`,
  ),
  cued(
    'reason',
    'decision',
    SAID,
    /\b(?:because|rather than|instead of|the reason|prefer|settle|trade-off|we(?:'ll| will) use)\b/i,
    (turn) => `What was preferred in turn ${turn}, and over what?`,
  ),
  {
    name: 'setting',
    kind: 'number',
    types: REPORTED,
    ask: ({ text }) => {
      const match =
        /(?<![\w.-])([A-Za-z_][\w-]{2,40})["']?\s?(?:=|:|is|of)\s?(-?\d[\d,]*(?:\.\d+)*(?:ms|s|kb|mb|gb)?)(?![\w%:/])/i.exec(
          text,
        )
      const [, name, value] = match ?? []
      if (name === undefined || value === undefined) return null
      return {
        question: `What is ${name} set to?`,
        expected: [name, value.replace(/,$/, '')],
        key: name.toLowerCase(),
      }
    },
  },
  {
    name: 'mentioned',
    kind: 'path',
    types: ['user_message', 'assistant_response', 'summary'],
    ask: ({ strong, source }) => {
      const path = strong.find(({ kind }) => kind === 'path')?.text
      if (path === undefined) return null
      return { question: `Which file was spoken of in turn ${source.turn}?`, expected: [path], key: path }
    },
  },
  {
    name: 'refused',
    kind: 'error',
    types: REPORTED,
    ask: ({ text, source }) => {
      const code = /\b(?:exit code|exit status|status(?: code)?|http)\s\d{1,3}\b/i.exec(text)?.[0]
      // Output is full of comments about what code cannot do; if a person says it, it happened.
      const phrase =
        source.type === 'tool_result'
          ? undefined
          : /\b(?:cannot|could not|can['’]t|unable to|failed to)\s\w+(?:\s\w+)?\b/i.exec(text)?.[0]
      const found = code ?? phrase
      return found === undefined
        ? null
        : { question: `What went wrong in turn ${source.turn}?`, expected: [found], key: null }
    },
  },
  cued(
    'outlook',
    'progress',
    SAID,
    /\b(?:next|remaining|remains|still (?:to|need)|step \d+|left to|then i(?:'ll| will)|continu(?:e|ing))\b/i,
    (turn) => `What was under way or to come in turn ${turn}?`,
  ),
] satisfies ProbeTemplate[])
