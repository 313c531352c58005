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
  max_tokens: 'The reply was cut off at the maximum number of tokens.',
  refusal: 'The model refused to answer.',
  broken_off: 'The reply was interrupted here and accepted as it was.',
})

export const LIVE_TEXT = Object.freeze({
  title: 'Live conversation',
  close: 'Close the conversation (it is kept)',
  fresh: 'New',
  freshTitle: 'Keep this conversation and start another',
  what: (window: number, lane: string) =>
    `An agent works on a small made-up repository while the first lane, ${lane}, manages its window of ${whole(window)} tokens. The pictures update with each turn. Its tools change nothing outside this page.`,
  task: 'Task',
  agent: 'Agent',
  mock: 'Mock',
  withModel: 'The real model, with your key. Every call is billed to you.',
  needsKey: 'The real model. It needs a key; enter one under Model.',
  begin: 'Begin',
  earlier: 'Earlier conversations',
  takeUp: 'Continue',
  takeUpTitle: (title: string, turns: number) => `${title}, ${counted(turns, 'turn')}`,
  gone: 'This live conversation is gone: it was kept only in the page’s memory.',
  elsewhere: 'The pictures show another conversation.',
  show: 'Show this one',
  nothingSaid: 'No messages yet. Send the task below, or write your own.',
  transcript: 'Messages',
  earlierTurns: (next: string, left: string) => `Show ${next} earlier turns of ${left}`,
  roles: {
    user: 'You',
    agent: 'Agent',
    nobody: 'No one',
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
  sentTokensTitle: 'Tokens of this turn’s request: as billed, or as the page counts if nothing was billed',
  writing: '…',
  cameBefore: 'Received before the interruption. It is not part of the conversation.',
  takeWhatCame: 'Use it as the reply',
  takeWhatCameTitle: 'The received text becomes the agent’s reply; unfinished tool calls are left out',
  other: (type: string) => `[${type}]`,
  failed: 'failed',
  empty: '(nothing)',
  pinned: 'Pinned',
  pinTitle: (role: string, turn: number) =>
    `Keep in the first lane’s window from the next call on: ${role} of ${turnName(turn)}`,
  unpinTitle: (role: string, turn: number) => `Unpin: ${role} of ${turnName(turn)}`,
  deciding: 'May it do this?',
  decided: {
    run: 'will run',
    edited: 'will run as edited',
    refused: 'is refused',
  },
  argumentsOf: (tool: string) => `Arguments of ${tool}, as JSON`,
  noJson: (why: string) => `The arguments are not valid JSON: ${why}`,
  why: 'Reason, shown to the agent',
  run: 'Run',
  edit: 'Edit',
  runEdited: 'Run as edited',
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
  compactAndGoOnTitle: 'Compacts the history into one summary, then makes the call again.',
  roomier: (tokens: number) => `Window of ${whole(tokens)} and try again`,
  roomierTitle:
    'All lanes run again in the larger window. The conversation stays; the pictures show what the larger window would have sent.',
  askAgain: 'Ask again',
  askAgainTitle: 'Discard the last reply and ask for another',
  takeBack: 'Take back',
  takeBackTitle: 'Remove your last message and everything after it',
  bringBack: 'Bring it back',
  bringBackTitle: 'Restore the message that you took back',
  auto: 'run tools without asking',
  steps: STEPS,
  waits: 'The call waits for you to send it.',
  waitsToTry: 'It waits before the next try.',
  said: (words: string) => `The provider said: ${words}`,
  filled: (lane: string, used: string, limit: string, part: string) =>
    `${lane}: ${used} of ${limit} tokens, ${part} of the window.`,
  anchored: (sum: number) => `≈ ${whole(sum)} anchored`,
  anchoredParts: (billed: number, turn: number, since: number, adjustment: number) =>
    `${whole(billed)} billed in ${turnName(turn)}, ${delta(since)} estimated since; the sum of the blocks is adjusted by ${delta(adjustment)}`,
  anchoredNote: 'The strategy uses the first figure; the provider limits and bills the second.',
  byHand: (lane: string) => `By hand before the next call, ${lane}`,
  beforeNext: 'Before the next call:',
  obey: 'From the next turn on',
  obeyNote:
    'Changes a setting from the next turn on; earlier requests stay as sent. Choosing another policy in the lane’s header replays earlier turns, too.',
  obeyRefused: (why: string) =>
    `Not every change is possible here: ${why}. Choosing a policy in the lane’s header replays earlier turns.`,
  sentTitle: (count: number) => `Requests sent: ${whole(count)}`,
  otherwise: (count: number) =>
    `Settings have changed: ${counted(count, 'request')} differed from what the pictures now show. The pictures show what the present settings would have sent.`,
  turn: 'Turn',
  strategy: 'Prepared by',
  notSentYet: 'not sent yet',
  repairedMark: 'repaired',
  repairedTitle: (count: number) =>
    `The provider refused the first version; sent again after ${counted(count, 'repair')}. The counters measured the first version.`,
  api: 'api',
  billed: 'Billed',
  cached: 'From cache',
  error: (part: string) => `(${part})`,
  all: 'All billed',
  allTitle: 'Sum of all billed requests',
  nearest: (counter: string, part: string, requests: number) =>
    `${counter} is closest: off by ${part} over ${counted(requests, 'billed request')}.`,
  notBilled:
    'A mock plays the agent, so nothing was billed and there is nothing to compare the counters with.',
  notBilledYet: 'Nothing was billed yet, so there is nothing to compare the counters with.',
  sentNote: 'Tokens of each request by each counter, followed by the difference from the billed tokens.',
  countedNote: (model: string) => `api: as the provider counts for ${model}.`,
  askCount: 'Ask the provider to count',
  askCountTitle: 'The provider counts the newest request. Free of charge; needs the key.',
  counting: 'Counting …',
  clearing: 'Cleared by the provider',
  clearingColumns: { predicted: 'the run expects', applied: 'the provider says', difference: 'difference' },
  clearingNote:
    'Tokens that the provider clears from each request: by the page’s counter and by the provider’s.',
  clearingMock:
    'A mock clears nothing; it reads what the model would see. Only a real model reports what was cleared.',
  appliedOf: (type: string, tokens: string) => `${type}: ${tokens}`,
  replay:
    'Every lane replays this conversation with its own strategy. Saved as a log, it can be dropped on the page again.',
  save: 'Save as a log',
  saveTitle:
    'Save as a log. Dropped on the page again, it starts with half of its peak as the window, like every log.',
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
  compactedInVain: 'Compacting was not enough: even the newest messages do not fit.',
  left: 'The pictures show another conversation, so nothing more is sent.',
  resting: (turns: number) =>
    `The agent ran ${counted(turns, 'turn')} without asking you. If it is making progress, go on for as many more.`,
  halted: 'Stopped. The text received so far is kept.',
  closed:
    'The page was closed while the agent was working. The text received until then is below; a call that was sent may have been billed.',
  noTool: (name: string) => `there is no tool of this name: ${name}`,
})

export const KEPT_TEXT = Object.freeze({
  keep: 'keep on this machine',
  keepTitle:
    'In this browser’s database, only for this site, until you untick it: messages, files, settings and billed amounts. Never the key.',
  title: 'Kept on this machine',
  entry: (title: string, turns: number, day: string) => `${title}, ${counted(turns, 'turn')}, ${day}`,
  otherVersion: 'A conversation saved by another version of this page',
  broken: (wrong: string) => `A damaged conversation: ${wrong}`,
  export: 'Save its data',
  exportTitle: 'Save the damaged record as a JSON file',
  forget: 'Delete',
  forgetTitle: (title: string) => `Remove from this machine: ${title}`,
  takeUpTitle: (title: string) => `Continue: ${title}`,
  elsewhere: 'It is open in another tab. Continue there, or close that tab first.',
  unreadable: 'It no longer exists, is damaged, or was saved by another version of this page.',
  failed: (why: string) => `The browser’s database: ${why}`,
})
