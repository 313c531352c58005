import { counted, delta, turnName, whole } from '../../../view/index.ts'
import type { Step } from './step.ts'

const STEPS: Readonly<Record<Step, string>> = {
  user: 'Your move.',
  managing: 'The first lane prepares the request …',
  calling: 'The agent writes …',
  deciding: 'The agent wants to act.',
  stopped: 'Stopped.',
}

/** Why a reply is less than a whole one, by the provider's word for it. */
export const ENDINGS: Readonly<Record<string, string>> = Object.freeze({
  max_tokens: 'The reply was cut off: it had reached the most tokens that are asked for.',
  refusal: 'The model refused to answer.',
  broken_off: 'The reply broke off here, and was taken as it was.',
})

export const LIVE_TEXT = Object.freeze({
  title: 'Live conversation',
  close: 'Close the conversation; it is kept',
  fresh: 'New',
  freshTitle: 'Put this conversation on the shelf and begin another',
  what: (window: number, lane: string) =>
    `An agent works on a small made-up repository while the first lane, ${lane}, manages its window of ${whole(window)} tokens. The pictures grow with it. Its tools touch nothing outside this page.`,
  task: 'Task',
  agent: 'Agent',
  mock: 'Mock',
  withModel: 'The real model, with your key. Every call is billed to you.',
  needsKey: 'The real model. It needs a key; give one under Model.',
  begin: 'Begin',
  earlier: 'Earlier conversations',
  takeUp: 'Go on with it',
  takeUpTitle: (title: string, turns: number) => `${title}, ${counted(turns, 'turn')}`,
  gone: 'This live conversation is gone: it was kept only in the memory of the page.',
  elsewhere: 'The pictures show another conversation.',
  show: 'Show this one',
  nothingSaid: 'Nothing was said yet. Send the task below, or write your own.',
  transcript: 'What was said',
  earlierTurns: (next: string, left: string) => `Show ${next} earlier turns of ${left}`,
  roles: {
    user: 'You',
    agent: 'Agent',
    nobody: 'Nobody',
    thinking: 'Thinking',
    call: 'Call',
    result: 'Result',
  },
  notes: (count: number) => `${counted(count, 'note')} to itself`,
  showAll: 'Show all',
  showLess: 'Show less',
  length: (lines: number, characters: number) =>
    lines > 1 ? counted(lines, 'line') : counted(characters, 'character'),
  sentTokens: (tokens: string) => `${tokens} sent`,
  billedTokens: (tokens: string) => `${tokens} billed`,
  sentTokensTitle: 'Tokens of the request of this turn: as billed, or as the page counts where nothing was',
  writing: '…',
  cameBefore: 'This came before it broke off. It is no part of the conversation.',
  takeWhatCame: 'Take it as the reply',
  takeWhatCameTitle:
    'What came becomes the agent’s reply, as if it had ended there; calls to tools that were begun are left out',
  other: (type: string) => `[${type}]`,
  failed: 'failed',
  empty: '(nothing)',
  pinned: 'Pinned',
  pinTitle: (role: string, turn: number) =>
    `Keep this in the window of the first lane from the next call on: ${role} of ${turnName(turn)}`,
  unpinTitle: (role: string, turn: number) => `Take the pin back: ${role} of ${turnName(turn)}`,
  deciding: 'May it do this?',
  decided: {
    run: 'will run',
    edited: 'will run as edited',
    refused: 'is refused',
  },
  argumentsOf: (tool: string) => `Arguments of ${tool}, as JSON`,
  noJson: (why: string) => `These arguments are no JSON: ${why}`,
  why: 'Why not, for the agent',
  run: 'Run',
  edit: 'Edit',
  runEdited: 'Run it so',
  refuse: 'Refuse',
  refuseNow: 'Refuse it',
  back: 'Back',
  message: 'Message to the agent',
  send: 'Send',
  sendKey: 'Ctrl ↵',
  stop: 'Stop',
  goOn: 'Go on',
  showAndGoOn: 'Show it and go on',
  compactAndGoOn: 'Compact now and try again',
  compactAndGoOnTitle: 'Before this call the history becomes one summary; then the call is made again.',
  roomier: (tokens: number) => `Window of ${whole(tokens)} and try again`,
  roomierTitle:
    'All lanes run again in the larger window. What was sent before stays in the conversation; the pictures show what the larger window would have sent.',
  askAgain: 'Ask again',
  askAgainTitle: 'Forget the last reply and ask for another',
  takeBack: 'Take back',
  takeBackTitle: 'Take back your last message and all that came of it',
  bringBack: 'Bring it back',
  bringBackTitle: 'As it was before the last message was taken back',
  auto: 'run tools without asking',
  steps: STEPS,
  waits: 'The call waits for you to send it.',
  waitsToTry: 'It waits to try again.',
  said: (words: string) => `The provider said: ${words}`,
  filled: (lane: string, used: string, limit: string, part: string) =>
    `${lane}: ${used} of ${limit} tokens, ${part} of the window.`,
  anchored: (sum: number) => `≈ ${whole(sum)} anchored`,
  anchoredParts: (billed: number, turn: number, since: number, adjustment: number) =>
    `${whole(billed)} billed in ${turnName(turn)}, ${delta(since)} estimated since; adjustment ${delta(adjustment)} to the sum of the blocks`,
  anchoredNote: 'The strategy acts on the first figure; the provider limits and bills the second.',
  byHand: (lane: string) => `By hand before the next call, ${lane}`,
  beforeNext: 'Before the next call:',
  obey: 'From the next turn on',
  obeyNote:
    'Adds a setting at the next turn: what was sent before stays as it was. Choosing another policy at the head of the lane replays its past, too.',
  obeyRefused: (why: string) =>
    `Not everything can follow here: ${why}. Choosing a policy at the head of the lane replays its past.`,
  sentTitle: (count: number) => `What was sent: ${counted(count, 'request')}`,
  otherwise: (count: number) =>
    `The settings have changed since: ${counted(count, 'request')} went out otherwise than the pictures now show. The pictures say what the present settings would have sent.`,
  turn: 'Turn',
  strategy: 'Prepared by',
  notSentYet: 'not sent yet',
  repairedMark: 'repaired',
  repairedTitle: (count: number) =>
    `The provider refused it once; sent again after ${counted(count, 'repair')}. What the counters said of the first is no count of the second.`,
  api: 'api',
  billed: 'Billed',
  cached: 'From cache',
  error: (part: string) => `(${part})`,
  all: 'All billed',
  allTitle: 'Sum over all requests that were billed',
  nearest: (counter: string, part: string, requests: number) =>
    `${counter} is nearest: ${part} over ${counted(requests, 'billed request')}.`,
  notBilled: 'A mock plays the agent: nothing was billed, so there is nothing to hold the counters against.',
  notBilledYet: 'Nothing was billed yet, so there is nothing to hold the counters against.',
  sentNote:
    'Tokens of each request as every counter counts them; behind it the difference from what was billed.',
  countedNote: (model: string) => `api: as the provider counts for ${model}.`,
  askCount: 'Ask the provider to count',
  askCountTitle: 'Has the provider count the newest request. It is free of charge, and needs the key.',
  counting: 'Counting …',
  clearing: 'Cleared by the provider',
  clearingColumns: { predicted: 'the run expects', applied: 'the provider says', difference: 'difference' },
  clearingNote:
    'Tokens that the provider leaves out of each request by itself, by the counter of the page and by its own.',
  clearingMock:
    'A mock clears nothing and reads what the model would see: only a real model says what was cleared.',
  appliedOf: (type: string, tokens: string) => `${type}: ${tokens}`,
  replay:
    'Every lane replays this conversation with its own strategy; saved and dropped on the page again it is a log like any other.',
  save: 'Save as a log',
  saveTitle:
    'Save as a log. Dropped on the page again it begins, as every log does, with half of its peak as the window.',
  aboutTurn: (turn: number) => `Reply of the agent, ${turnName(turn)}`,
  aboutRepaired: (turn: number, faults: readonly string[]) =>
    `Reply of the agent, ${turnName(turn)}, once more with a repaired request: ${faults.join(' ')}`,
  thinkingFault: (messages: number) =>
    `thinking was taken out of ${counted(messages, 'message')}, because it holds only behind the prompt that it was written for.`,
  ended: (
    lane: string,
    sizes: { readonly used: number; readonly limit: number; readonly reserve: number } | null,
  ) =>
    `${lane} cannot free enough for the next call${sizes === null ? '' : `: the prompt has ${whole(sizes.used)} tokens, and a window of ${whole(sizes.limit)} leaves ${whole(sizes.limit - sizes.reserve)} beside the ${whole(sizes.reserve)} reserved for the reply`}. Give it a larger window, or take the last message back.`,
  compactedInVain: 'It was compacted here, and is still too long: even the newest messages do not fit.',
  left: 'The pictures show another conversation, so nothing more is sent.',
  resting: (turns: number) =>
    `${counted(turns, 'turn')} went by without a question. Go on for as many more, if it is not going round in circles.`,
  halted: 'Stopped. What had come is kept.',
  closed:
    'The page was closed while the agent was at it. What had come until then is below; a call that was sent may have been billed.',
  noTool: (name: string) => `there is no tool of this name: ${name}`,
})

export const KEPT_TEXT = Object.freeze({
  keep: 'keep on this machine',
  keepTitle:
    'In this browser’s database, only for this address, until you untick it: messages, files, settings and what was billed. Never the key.',
  title: 'Kept on this machine',
  entry: (title: string, turns: number, day: string) => `${title}, ${counted(turns, 'turn')}, ${day}`,
  otherVersion: 'A conversation that another version of this page wrote',
  broken: (wrong: string) => `A conversation that is damaged: ${wrong}`,
  export: 'Save what is there',
  exportTitle: 'Save the damaged record as a JSON file',
  forget: 'Forget it',
  forgetTitle: (title: string) => `Remove from this machine: ${title}`,
  takeUpTitle: (title: string) => `Go on with it as it was left: ${title}`,
  elsewhere: 'It is open in another tab. Go on with it there, or close that tab first.',
  unreadable: 'It is not there any more, is damaged, or another version of this page wrote it.',
  failed: (why: string) => `The browser’s database: ${why}`,
})
