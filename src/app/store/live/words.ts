import { counted, delta, turnName, whole } from '../../../view/index.ts'
import type { Step } from './step.ts'
import texts from './words.json' with { type: 'json' }

const STEPS: Readonly<Record<Step, string>> = texts.STEPS

/** Why a reply is incomplete, by the provider's word for it. */
export const ENDINGS: Readonly<Record<string, string>> = Object.freeze({
  max_tokens: 'The reply was cut off at the maximum number of tokens.',
  refusal: 'The model refused to answer.',
  broken_off: 'The reply was interrupted here and accepted as it was.',
})

export const LIVE_TEXT = Object.freeze({
  ...texts.LIVE_TEXT,
  what: (window: number, lane: string) =>
    `An agent works in a made-up world while the first lane, ${lane}, manages its window of ${whole(window)} tokens. The pictures update with each turn. Its tools change nothing outside this page.`,
  takeUpTitle: (title: string, turns: number) => `${title}, ${counted(turns, 'turn')}`,
  earlierTurns: (next: string, left: string) => `Show ${next} earlier turns of ${left}`,
  notes: (count: number) => `${counted(count, 'note')} to itself`,
  length: (lines: number, characters: number) =>
    lines > 1 ? counted(lines, 'line') : counted(characters, 'character'),
  sentTokens: (tokens: string) => `${tokens} sent`,
  billedTokens: (tokens: string) => `${tokens} billed`,
  other: (type: string) => `[${type}]`,
  pinTitle: (role: string, turn: number) =>
    `Keep in the first lane’s window from the next call on: ${role} of ${turnName(turn)}`,
  unpinTitle: (role: string, turn: number) => `Unpin: ${role} of ${turnName(turn)}`,
  argumentsOf: (tool: string) => `Arguments of ${tool}, as JSON`,
  noJson: (why: string) => `The arguments are not valid JSON: ${why}`,
  roomier: (tokens: number) => `Window of ${whole(tokens)} and try again`,
  steps: STEPS,
  said: (words: string) => `The provider said: ${words}`,
  filled: (lane: string, used: string, limit: string, part: string) =>
    `${lane}: ${used} of ${limit} tokens, ${part} of the window.`,
  anchored: (sum: number) => `≈ ${whole(sum)} anchored`,
  anchoredParts: (billed: number, turn: number, since: number, adjustment: number) =>
    `${whole(billed)} billed in ${turnName(turn)}, ${delta(since)} estimated since; the sum of the blocks is adjusted by ${delta(adjustment)}`,
  byHand: (lane: string) => `By hand before the next call, ${lane}`,
  obeyRefused: (why: string) =>
    `Not every change is possible here: ${why}. Choosing a policy in the lane’s header replays earlier turns.`,
  sentTitle: (count: number) => `Requests sent: ${whole(count)}`,
  otherwise: (count: number) =>
    `Settings have changed: ${counted(count, 'request')} differed from what the pictures now show. The pictures show what the present settings would have sent.`,
  repairedTitle: (count: number) =>
    `The provider refused the first version; sent again after ${counted(count, 'repair')}. The counters measured the first version.`,
  error: (part: string) => `(${part})`,
  nearest: (counter: string, part: string, requests: number) =>
    `${counter} is closest: off by ${part} over ${counted(requests, 'billed request')}.`,
  countedNote: (model: string) => `api: as the provider counts for ${model}.`,
  appliedOf: (type: string, tokens: string) => `${type}: ${tokens}`,
  aboutTurn: (turn: number) => `Reply of the agent, ${turnName(turn)}`,
  aboutRepaired: (turn: number, faults: readonly string[]) =>
    `Reply of the agent, ${turnName(turn)}, again with a repaired request: ${faults.join(' ')}`,
  thinkingFault: (messages: number) =>
    `thinking was removed from ${counted(messages, 'message')}, because it is valid only after the prompt it was written for.`,
  ended: (
    lane: string,
    sizes: { readonly used: number; readonly limit: number; readonly reserve: number } | null,
  ) =>
    `${lane} cannot free enough for the next call${sizes === null ? '' : `: the prompt has ${whole(sizes.used)} tokens, and a window of ${whole(sizes.limit)} leaves ${whole(sizes.limit - sizes.reserve)} without the ${whole(sizes.reserve)} reserved for the reply`}. Enlarge the window, or take back the last message.`,
  resting: (turns: number) =>
    `The agent ran ${counted(turns, 'turn')} without asking you. If it is making progress, go on for as many more.`,
})

export const KEPT_TEXT = Object.freeze({
  ...texts.KEPT_TEXT,
  entry: (title: string, about: string, day: string) => `${title}, ${about}, ${day}`,
  broken: (wrong: string) => `A conversation that cannot be read: ${wrong}`,
  forgetTitle: (title: string) => `Remove from this machine: ${title}`,
  takeUpTitle: (title: string) => `Continue: ${title}`,
  failed: (why: string) => `The browser’s database: ${why}`,
})
