import type { AskKind } from '../../engine/index.ts'
import type { Usd } from '../../llm/index.ts'
import type { CallFailureCode, Purpose } from '../../provider/index.ts'
import { counted, turnName, whole } from '../../view/index.ts'
import type { CallRecord } from '../model/call-list.ts'
import { dollars } from './connection.ts'

const ASKS: Readonly<Record<AskKind, string>> = {
  summarize_result: 'Summary of a tool result',
  summarize_block: 'Shorter form of a block',
  compact: 'Summary of the conversation',
  summarize_session: 'Summary of the session',
  merge: 'One text of near-duplicates',
  delegate: 'Report of a sub-agent',
  extract: 'State of the task',
}

/** What a call is for, in a word. */
export const PURPOSES: Readonly<Record<Purpose, string>> = Object.freeze({
  agent: 'agent',
  ask: 'compression',
  fidelity: 'fidelity',
  judge: 'judgement',
})

/** The state of a call: a sign that stands beside the word, so that no colour has to tell. */
export const STATES: Readonly<Record<CallRecord['state'] | 'stopped', readonly [string, string]>> =
  Object.freeze({
    waiting: ['?', 'waits for you'],
    sending: ['→', 'under way'],
    done: ['✓', 'answered'],
    cached: ['=', 'from memory'],
    failed: ['✕', 'failed'],
    stopped: ['■', 'stopped'],
    declined: ['−', 'declined'],
  })

/** What a person can do on this page where a call came to nothing, beyond what its message says. */
export const ADVICE: Readonly<Record<CallFailureCode, string>> = Object.freeze({
  'no-key': '',
  'key-refused': 'Under Model the key can be replaced, and the address that it is sent to.',
  'not-allowed': 'Choose another model, or give another key, under Model.',
  'no-such-model': '“Ask the provider” under Model lists what this key can use.',
  'request-refused': 'The exact request is in the list of calls under Model.',
  'context-overflow': 'Give the lane a smaller window, or choose a model with a larger one under Model.',
  'too-large': 'Give the lane a smaller window.',
  'rate-limited': 'What was answered is kept and not asked again.',
  overloaded: 'What was answered is kept and not asked again.',
  'provider-broken': 'What was answered is kept and not asked again.',
  'no-network': 'What was answered is kept and not asked again.',
  'blocked-by-browser': 'The address stands under Model.',
  'broken-stream': 'What had come is in the list of calls under Model.',
  timeout: 'Try again, or choose a faster model under Model.',
  'cap-reached': '',
  'origin-refused': 'Calls go only to the address under Model.',
  aborted: 'What was answered is kept and not asked again.',
})

export function isCallFailure(code: string): code is CallFailureCode {
  return Object.hasOwn(ADVICE, code)
}

const percent = (part: number): string => {
  const rounded = Math.round(part * 100)
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${Math.abs(rounded)} %`
}

export const MODEL_TEXT = Object.freeze({
  asks: (kind: AskKind, lane: string, turn: number) => `${ASKS[kind]}, ${lane}, ${turnName(turn)}`,
  noKey: 'There is no key. Give one under Model, and try again.',
  noPrice: (model: string) =>
    `No price is known for ${model}, so the spending limit cannot be kept. Enter its prices under Model.`,
  declined: 'The call was declined.',
  stoppedBefore: 'The call was stopped before it was sent.',
  moved: (baseUrl: string) =>
    `The call was prepared for ${baseUrl}, and calls go elsewhere now. Nothing was sent.`,
  capReached: (atMost: Usd, spent: Usd, untold: Usd, cap: Usd) =>
    `This call may cost up to ${dollars(atMost)}. With ${dollars(spent)} spent${untold > 0 ? ` and up to ${dollars(untold)} that nobody told` : ''}, that is above the limit of ${dollars(cap)}. Raise the limit under Model, or leave the call.`,
  unexpected: (found: string) => `something went wrong that should not have: ${found}`,
})

export const PANEL_TEXT = Object.freeze({
  title: 'A real model',
  intro:
    'It can write the summaries of a lane, and be the agent of a live conversation. Calls go from this page straight to the address below, at your cost.',
  failed: 'The last run ended because of a call.',
  openModel: 'Open Model',
  tryAgain: 'Try again',
})

export const KEY_TEXT = Object.freeze({
  title: 'Key',
  label: 'API key',
  placeholder: 'sk-ant-…',
  give: 'Use this key',
  replace: 'Replace the key',
  forget: 'Forget the key',
  has: (origin: string) => `There is a key. It is sent to ${origin} and nowhere else.`,
  hasNone: (origin: string) => `There is no key. It would be sent to ${origin} and nowhere else.`,
  inTab: 'Keep it in this tab over a reload',
  inTabTitle: 'In the tab’s session storage, until the tab is closed or the key is forgotten',
  inTabRefused: 'The browser does not let the page keep it.',
  where: (inTab: boolean) =>
    `${inTab ? 'The key is in the memory of this page and in this tab’s session storage.' : 'The key is in the memory of this page alone and gone with a reload.'} It is never in a link, a file you take away, a log, a message or a worker.`,
  empty: 'Enter a key first.',
})

export const ADDRESS_TEXT = Object.freeze({
  title: 'Address',
  note: 'The provider, a proxy, or a local server that speaks the same Messages API.',
  label: 'Base URL',
  change: 'Change',
  next: 'Continue',
  cancel: 'Cancel',
  goes: (origin: string, hasKey: boolean) => `Calls${hasKey ? ' and your key' : ''} will go to ${origin}.`,
  keyGoes: (origin: string, next: string) =>
    `Calls will go to ${next}. The key for ${origin} is forgotten; give one for ${next} next.`,
  unchanged: 'This is the address already.',
  confirm: (origin: string) => `Send calls to ${origin}`,
  back: 'Back to the provider’s own address',
  mistake: (mistake: string) => `${mistake.charAt(0).toUpperCase()}${mistake.slice(1)}`,
})

export const MODELS_TEXT = Object.freeze({
  title: 'Model',
  chosen: (label: string) => `Chosen: ${label}`,
  ask: 'Ask the provider',
  asking: (seconds: number) => `Asking the provider, ${seconds} s`,
  cancel: 'Cancel',
  listed: (count: number, origin: string) =>
    `${counted(count, 'model')} listed by ${origin} for this key, first in the list.`,
  notAsked: 'These came with the page. The provider says which of them your key can use.',
  needsKey: 'Give a key first: the provider lists models only to those who have one.',
  group: 'The model that is called; prices in US dollars per million tokens',
  model: 'Model',
  window: 'Window',
  input: 'Input',
  output: 'Output',
  cacheRead: 'Cache read',
  tokens: 'tokens',
  perMillion: '$ / M',
  isListed: 'listed',
  notListed: 'not listed',
  own: 'yours',
  source: (dated: string, source: string) => `${dated}, ${source}`,
  from: (dated: string, source: string) => `As of ${dated}, from ${source}.`,
  noPrice: 'No price known: it is not called until you enter one.',
  edit: 'Edit',
  editOf: (label: string) => `Edit the figures of ${label}`,
  enter: 'Enter prices',
  enterOf: (label: string) => `Enter the prices of ${label}`,
  longPrompt: (above: number, input: number, output: number) =>
    `prompts above ${whole(above)} tokens: ${input} in, ${output} out`,
  fields: {
    window: 'Window, tokens',
    maxOutput: 'Longest reply, tokens',
    input: 'Input',
    output: 'Output',
    cacheRead: 'Cache read',
    cacheWrite5m: 'Cache write, 5 min',
    cacheWrite1h: 'Cache write, 1 h',
    above: 'Prompts above, tokens',
  },
  prices: 'US dollars per million tokens',
  longPrices: 'US dollars per million tokens, for every token of a longer prompt',
  unknown: 'not known',
  save: 'Save',
  saveTable: 'Save the table as a file',
  loadTable: 'Load a table',
  loadTableTitle: 'A file with windows and prices, as the page saves it',
  tableFile: 'models.json',
  loaded: (name: string, read: number, own: number) =>
    `${name}: ${counted(read, 'model')} read, ${own === 0 ? 'none of them' : own === read ? 'each' : whole(own)} with figures other than those of the page.`,
  notLoaded: (name: string) => `${name}: no model could be read.`,
  tableProblems: (count: number) => `${counted(count, 'remark')} on it:`,
  moreProblems: (count: number) => `and ${whole(count)} more`,
  unreadable: (bytes: number) =>
    `the file cannot be read, or is too large for a table: ${whole(bytes)} bytes`,
  reset: 'Back to what came with the page',
  drop: 'Forget these figures',
  byYou: 'entered by you',
  wrongTokens: 'A whole number of tokens, 1 or more',
  wrongDollars: 'Dollars, 0 or more',
  mend: (count: number) => `${counted(count, 'field')} to mend first.`,
  formerLanes: (count: number, model: string) =>
    `${counted(count, 'lane')} still ${count === 1 ? 'uses' : 'use'} ${model}.`,
  changeLanes: (label: string) => `Change to ${label}`,
})

export const SPENDING_TEXT = Object.freeze({
  title: 'Spending',
  cap: 'Limit',
  capTitle: 'US dollars, 0 or more. A call that may go over it is not made.',
  unit: '$',
  spent: (spent: Usd) => `${dollars(spent)} spent`,
  untold: (untold: Usd) => `up to ${dollars(untold)} not told`,
  remaining: (left: Usd) => `${dollars(left)} left`,
  bar: 'Spent of the limit',
  note: 'Counted from what the provider says it billed, at the prices below, since this tab was opened; of a reply that broke off, what had come is estimated. A call that was sent and not answered may be billed, and counts with the most that it can cost. The tab remembers the sum over a reload. Set a limit with the provider, too.',
  askFirst: 'Look at each call first',
  askFirstTitle: 'Every call waits until you press Send. Without it, calls are made up to the limit.',
})

export const CALLS_TEXT = Object.freeze({
  title: 'Calls',
  none: 'None yet. Choose a model as the writer of a lane’s summaries, or talk to it in a live conversation: each call is listed here, with the exact request.',
  caption: 'Calls since the page was opened, newest first',
  number: 'No.',
  what: 'What for',
  state: 'State',
  input: 'Input',
  inputUnit: 'estimated → billed tokens',
  output: 'Output',
  outputUnit: 'billed tokens',
  cost: 'Cost',
  costUnit: 'at the prices above',
  estimated: (tokens: number) => `≈ ${whole(tokens)}`,
  difference: (part: number) => percent(part),
  differenceTitle: 'Billed against estimated, as a share of the estimate',
  notBilled: 'not billed',
  notTold: 'not told',
  alsoUntold: (cost: string) => `${cost} + not told`,
  unknownCost: 'no price',
  sum: (count: number, billed: number) => `${counted(count, 'call')}, ${whole(billed)} billed`,
  open: (id: number) => `Details of call ${id}`,
  request: 'Request, as it is sent',
  requestLabel: (id: number) => `Request of call ${id}`,
  copy: 'Copy request',
  copied: 'Copied',
  loading: 'Loading…',
  answer: 'Answer',
  noAnswer: 'No text came.',
  other: (count: number) => counted(count, 'part that is no text', 'parts that are no text'),
  facts: {
    purpose: 'Purpose',
    address: 'Address',
    stop: 'Ended because',
    message: 'Message',
    request: 'Request id',
    usage: 'Billed tokens',
    edits: 'Applied by the provider',
    status: 'HTTP status',
    said: 'The provider said',
    atMost: 'At most',
    untold: 'Not told',
    betas: 'Header anthropic-beta',
  },
  usage: (uncached: number, read: number, written: number, output: number) =>
    `${whole(uncached)} input, ${whole(read)} read from the cache, ${whole(written)} written to it, ${whole(output)} output`,
  edit: (type: string, tokens: number, uses: number | null, turns: number | null) =>
    `${type}: ${whole(tokens)} tokens cleared${uses === null ? '' : `, ${counted(uses, 'tool use')}`}${turns === null ? '' : `, ${counted(turns, 'thinking turn')}`}`,
  untold: (tries: number, cost: Usd) =>
    `${tries === 1 ? 'a try' : `${whole(tries)} tries`}, billed with up to ${dollars(cost)} or not at all`,
  noEdits: 'nothing',
  partial: 'What had come before it broke:',
})

export const APPROVAL_TEXT = Object.freeze({
  label: 'Call to a model',
  asks: 'May this be sent?',
  size: (tokens: number, output: number) => `≈ ${whole(tokens)} tokens in, at most ${whole(output)} out`,
  atMost: (cost: Usd | null) => (cost === null ? 'no price known' : `at most ${dollars(cost)}`),
  to: (model: string, baseUrl: string) => `${model} at ${baseUrl}`,
  more: (count: number) => `${counted(count, 'more call')} after it`,
  look: 'Look',
  send: 'Send',
  all: Object.freeze({
    run: 'Send all of this run',
    test: 'Send all of this test',
    always: 'Send all from now on',
  }),
  decline: 'Decline',
  sending: 'Sent, waiting for the answer',
  answering: (characters: number) => `Answering: ${whole(characters)} characters so far`,
  retry: (seconds: number, message: string) =>
    seconds > 0 ? `Tries again in ${seconds} s: ${message}` : `Tries again: ${message}`,
  stop: 'Stop',
})
