import type { AskKind } from '../../../engine/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { CallFailureCode, Purpose } from '../../../provider/index.ts'
import { counted, turnName, whole } from '../../../view/index.ts'
import type { CallRecord } from './call-list.ts'
import type { RunPrice } from './run-price.ts'
import { dollars } from './connection-words.ts'

const ASKS: Readonly<Record<AskKind, string>> = {
  summarize_result: 'Summary of a tool result',
  summarize_block: 'Shorter form of a block',
  compact: 'Summary of the conversation',
  summarize_session: 'Summary of the session',
  merge: 'One merged near-duplicates',
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

/** Why a call failed, in a word or two beside the state. */
export const REASONS: Readonly<Record<CallFailureCode, string>> = Object.freeze({
  'no-key': 'no key',
  'key-refused': 'key refused',
  'not-allowed': 'not allowed',
  'no-such-model': 'no such model',
  'request-refused': 'request refused',
  'context-overflow': 'prompt too long',
  'too-large': 'too many bytes',
  'rate-limited': 'too many calls',
  overloaded: 'overloaded',
  'provider-broken': 'provider failed',
  'no-network': 'no network',
  'blocked-by-browser': 'blocked by the browser',
  'broken-stream': 'broke off',
  timeout: 'timed out',
  'cap-reached': 'over the limit',
  'origin-refused': 'another address',
  aborted: 'stopped',
})

/** What failed: a call by what it is for, or the list of models. */
type Failed = Purpose | 'list'

/** Where a failure is told: on the page, in the panel of the model, or at the call itself in its list. */
type TellingPlace = 'page' | 'panel' | 'call'

/** What is lost and what is not where a call came to nothing that may be made again. */
const KEPT: Readonly<Record<Failed, string>> = Object.freeze({
  ask: 'Earlier answers are kept and not asked for again.',
  agent: 'The conversation is unchanged.',
  fidelity: 'Earlier answers are kept and not asked for again.',
  judge: 'Earlier answers are kept and not asked for again.',
  list: '',
})

const SMALLER: Readonly<Record<Failed, string>> = Object.freeze({
  ask: 'Give the lane a smaller window, so that each summary covers less',
  agent: 'Give the first lane a smaller window',
  fidelity: 'Choose another compression',
  judge: 'Choose another compression',
  list: '',
})

const underModel = (place: TellingPlace): string => (place === 'page' ? ' under Model' : '')

/** What a person can do where a call came to nothing, beyond what its message says. */
const ADVICE: Readonly<Record<CallFailureCode, (failed: Failed, place: TellingPlace) => string>> =
  Object.freeze({
    'no-key': (_, place) => `Enter one${underModel(place)} and try again.`,
    'key-refused': (_, place) =>
      place === 'page'
        ? 'Under Model you can replace the key, or change the address it is sent to.'
        : 'Replace the key, or change the address it is sent to.',
    'not-allowed': (_, place) => `Choose another model, or enter another key${underModel(place)}.`,
    'no-such-model': (failed, place) =>
      failed === 'list' ? '' : `“Ask the provider”${underModel(place)} lists what this key can use.`,
    'request-refused': (failed, place) =>
      failed === 'list'
        ? ''
        : place === 'call'
          ? 'The exact request is below.'
          : `The exact request is in the list of calls${underModel(place)}.`,
    'context-overflow': (failed, place) =>
      failed === 'list' ? '' : `${SMALLER[failed]}, or choose a model with a larger one${underModel(place)}.`,
    'too-large': (failed) =>
      failed === 'list'
        ? ''
        : 'Otherwise a proxy may have a lower limit than the provider: check the address.',
    'rate-limited': (failed) => KEPT[failed],
    overloaded: (failed) => KEPT[failed],
    'provider-broken': (failed) => KEPT[failed],
    'no-network': (failed) => KEPT[failed],
    'blocked-by-browser': (_, place) => (place === 'page' ? 'The address is set under Model.' : ''),
    'broken-stream': (failed, place) =>
      failed === 'list'
        ? ''
        : place === 'call'
          ? 'The text received so far is below.'
          : `Any text received is in the list of calls${underModel(place)}.`,
    timeout: (failed, place) =>
      failed === 'list' ? 'Try again.' : `Try again, or choose a faster model${underModel(place)}.`,
    'cap-reached': (_, place) => (place === 'page' ? 'Limit and prices are set under Model.' : ''),
    'origin-refused': (_, place) => `Calls go only to the address that is set${underModel(place)}.`,
    aborted: (failed) => (failed === 'agent' ? '' : KEPT[failed]),
  })

/** What can be done about a failure, '' where its message says all. */
export function adviceOn(code: CallFailureCode, failed: Failed, place: TellingPlace): string {
  return ADVICE[code](failed, place)
}

/** The message of a failure and what can be done about it, as sentences. */
export function withAdvice(message: string, advice: string): string {
  if (advice === '') return message
  return `${/[.!?…”]$/.test(message) ? message : `${message}.`} ${advice}`
}

export function isCallFailure(code: string): code is CallFailureCode {
  return Object.hasOwn(ADVICE, code)
}

const percent = (part: number): string => {
  const rounded = Math.round(part * 100)
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${Math.abs(rounded)} %`
}

/** What stands against the limit where a call is not made. */
interface OverLimit {
  readonly atMost: Usd
  readonly spent: Usd
  readonly untold: Usd
  readonly underWay: Usd
  readonly cap: Usd
  /** Why the provider's count is not known: '' where it is, null where it was not asked. */
  readonly uncounted: string | null
}

export const MODEL_TEXT = Object.freeze({
  asks: (kind: AskKind, lane: string, turn: number) => `${ASKS[kind]}, ${lane}, ${turnName(turn)}`,
  noKey: 'There is no key.',
  noPrice: (model: string) =>
    `The spending limit needs prices, and none are known for the model ${model}. Enter them.`,
  declined: 'The call was declined.',
  stoppedBefore: 'The call was stopped before it was sent.',
  moved: (baseUrl: string) =>
    `The call was prepared for ${baseUrl}, but the address has changed since. Nothing was sent.`,
  capReached: ({ atMost, spent, untold, underWay, cap, uncounted }: OverLimit) => {
    const others = [
      ...(untold > 0 ? [`up to ${dollars(untold)} unreported by the provider`] : []),
      ...(underWay > 0 ? [`up to ${dollars(underWay)} for calls under way`] : []),
    ]
    const by = uncounted === '' ? ' by the provider’s own count' : ''
    const sum = [`${dollars(spent)} spent`, ...others].join(', and ')
    const count =
      uncounted === null || uncounted === ''
        ? ''
        : ` It probably costs less, but the provider could not count the tokens: ${uncounted}`
    return `${withAdvice(`This call may cost up to ${dollars(atMost)}${by}. With ${sum}, that is above the limit of ${dollars(cap)}.${count}`, 'Raise the limit, or skip the call.')}`
  },
  /** Tries are null where it was never wanted of a provider. */
  ended: (about: string, model: string, tries: number | null, message: string) =>
    `${about}: ${tries === null || tries === 0 ? `${model} was not asked` : tries === 1 ? `${model} was asked once` : `${model} was asked ${whole(tries)} times`}. ${message}`,
  unexpected: (found: string) => `unexpected error: ${found}`,
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
  has: (origin: string) => `A key is set. It is sent only to ${origin}.`,
  hasNone: (origin: string) => `No key is set. It would be sent only to ${origin}.`,
  inTab: 'Keep it in this tab after a reload',
  inTabTitle: 'In the tab’s session storage, until the tab is closed or the key is forgotten',
  inTabRefused: 'The browser does not allow the page to keep it.',
  where: (inTab: boolean) =>
    `${inTab ? 'The key is in the memory of this page and in this tab’s session storage.' : 'The key is only in the memory of this page and is gone after a reload.'} It is never in a link, a download, a log, a message or a worker.`,
  empty: 'Enter a key first.',
})

export const ADDRESS_TEXT = Object.freeze({
  title: 'Address',
  note: 'The provider, a proxy, or a local server with the same Messages API.',
  label: 'Base URL',
  change: 'Change',
  next: 'Continue',
  cancel: 'Cancel',
  goes: (origin: string, hasKey: boolean) => `Calls${hasKey ? ' and your key' : ''} will go to ${origin}.`,
  keyGoes: (origin: string, next: string) =>
    `Calls will go to ${next}. The key for ${origin} is forgotten; enter one for ${next} next.`,
  unchanged: 'This is already the address.',
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
  notAsked: 'The page’s own list. The provider knows which of them your key can use.',
  needsKey: 'Enter a key first: the provider lists its models only for a key.',
  group: 'The model to call; prices in US dollars per million tokens',
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
  noPrice: 'No price known: enter one before it can be called.',
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
  loadTableTitle: 'A file with windows and prices that this page saved',
  tableFile: 'models.json',
  loaded: (name: string, read: number, own: number) =>
    `${name}: ${counted(read, 'model')} read, ${own === 0 ? 'none of them' : own === read ? 'each' : whole(own)} with figures that differ from the page’s.`,
  notLoaded: (name: string) => `${name}: no model could be read.`,
  tableProblems: (count: number) => `${counted(count, 'remark')} on it:`,
  moreProblems: (count: number) => `and ${whole(count)} more`,
  unreadable: (bytes: number) => `the file cannot be read, or is too large: ${whole(bytes)} bytes`,
  reset: 'Back to the page’s own figures',
  drop: 'Discard these figures',
  byYou: 'entered by you',
  wrongTokens: 'A whole number of tokens, 1 or more',
  wrongDollars: 'Dollars, 0 or more',
  mend: (count: number) => `${counted(count, 'field')} to fix first.`,
  formerLanes: (count: number, model: string) =>
    `${counted(count, 'lane')} still ${count === 1 ? 'uses' : 'use'} ${model}.`,
  changeLanes: (label: string) => `Change to ${label}`,
})

export const SPENDING_TEXT = Object.freeze({
  title: 'Spending',
  cap: 'Limit',
  capTitle: 'US dollars, 0 or more. A call that may exceed it is not made.',
  unit: '$',
  spent: (spent: Usd) => `${dollars(spent)} spent`,
  untold: (untold: Usd) => `up to ${dollars(untold)} unreported`,
  strike: 'Write it off',
  strikeTitle: 'Unreported costs no longer count against the limit',
  strikeWarning: (untold: Usd) =>
    `Calls that were sent but not answered may have been billed: check your account at the provider first. The amount leaves the sum permanently, so you may spend up to ${dollars(untold)} more than the limit.`,
  strikeConfirm: (untold: Usd) => `Write off ${dollars(untold)}`,
  strikeCancel: 'Keep it',
  remaining: (left: Usd) => `${dollars(left)} left`,
  bar: 'Spent of the limit',
  note: 'The provider’s billed tokens at the prices below, since this tab was opened. An interrupted reply is estimated from the text received. A call without an answer may be billed and counts with its maximum cost: the longest reply, and a prompt as the provider counted it or else of one token per byte. The sum survives a reload of the tab. Set a limit at the provider, too.',
  askFirst: 'Confirm each call',
  askFirstTitle: 'Every call waits until you press Send. Otherwise calls are made up to the limit.',
})

export const CALLS_TEXT = Object.freeze({
  title: 'Calls',
  none: 'None yet. Let a model write a lane’s summaries, or talk to it in a live conversation: each call is listed here with its exact request.',
  caption: 'Calls since the page was opened, newest first',
  number: 'No.',
  what: 'Purpose',
  state: 'State',
  input: 'Input',
  inputUnit: 'estimated → billed tokens',
  output: 'Output',
  outputUnit: 'billed tokens',
  cost: 'Cost',
  costUnit: 'at the prices above',
  estimated: (tokens: number) => `≈ ${whole(tokens)}`,
  difference: (part: number) => percent(part),
  differenceTitle: 'Billed minus estimated, as a share of the estimate',
  notBilled: 'not billed',
  notTold: 'unreported',
  struck: 'unreported, written off',
  reason: (reason: string, tries: number) => (tries > 1 ? `${reason}, ${whole(tries)} tries` : reason),
  alsoUntold: (cost: string) => `${cost} + unreported`,
  unknownCost: 'no price',
  sum: (count: number, billed: number) => `${counted(count, 'call')}, ${whole(billed)} billed`,
  open: (id: number) => `Details of call ${id}`,
  request: 'Request, as it is sent',
  requestLabel: (id: number) => `Request of call ${id}`,
  copy: 'Copy request',
  copied: 'Copied',
  loading: 'Loading…',
  answer: 'Answer',
  noAnswer: 'No text received.',
  other: (count: number) => counted(count, 'part that is not text', 'parts that are not text'),
  facts: {
    purpose: 'Purpose',
    address: 'Address',
    stop: 'Reason of the end',
    message: 'Message',
    request: 'Request id',
    usage: 'Billed tokens',
    edits: 'Applied by the provider',
    status: 'HTTP status',
    said: 'The provider said',
    likely: 'Expected',
    atMost: 'At most',
    tries: 'Sent',
    untold: 'Unreported',
    betas: 'Header anthropic-beta',
  },
  usage: (uncached: number, read: number, written: number, output: number) =>
    `${whole(uncached)} input, ${whole(read)} read from the cache, ${whole(written)} written to it, ${whole(output)} output`,
  edit: (type: string, tokens: number, uses: number | null, turns: number | null) =>
    `${type}: ${whole(tokens)} tokens cleared${uses === null ? '' : `, ${counted(uses, 'tool use')}`}${turns === null ? '' : `, ${counted(turns, 'thinking turn')}`}`,
  untold: (tries: number, cost: Usd) =>
    `${tries === 1 ? 'a try' : `${whole(tries)} tries`}, billed up to ${dollars(cost)} or nothing`,
  expected: (cost: string, counted: boolean) =>
    counted ? `≈ ${cost}, with the provider’s count of the prompt` : `≈ ${cost}`,
  tries: (tries: number) => counted(tries, 'time'),
  noEdits: 'nothing',
  partial: 'Received before the interruption:',
})

export const APPROVAL_TEXT = Object.freeze({
  label: 'Call to a model',
  asks: 'May this be sent?',
  size: (tokens: number, output: number) => `≈ ${whole(tokens)} tokens in, at most ${whole(output)} out`,
  cost: (likely: Usd | null, atMost: Usd | null) =>
    likely === null || atMost === null
      ? 'no price known'
      : likely < atMost
        ? `≈ ${dollars(likely)}, at most ${dollars(atMost)}`
        : `at most ${dollars(atMost)}`,
  summary: (tokens: number) => `, plus a summary by the provider of up to ${whole(tokens)} tokens`,
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
  run: ({ calls, likely, longest, left }: RunPrice) =>
    calls === 0
      ? `With the mock, this run made no call. ${dollars(left)} left.`
      : `With the mock, this run made ${counted(calls, 'call')}: ≈ ${dollars(likely)} with this model, ≈ ${dollars(longest)} with the longest replies. The number may differ with the model’s own summaries. ${dollars(left)} left.`,
  runUnknown: (left: Usd) =>
    `The number of calls is not known: these lanes were not just run with the mock. ${dollars(left)} left.`,
  ready: 'Not sent yet',
  sending: 'Sent, waiting for the answer',
  answering: (characters: number) => `Answering: ${whole(characters)} characters so far`,
  silent: (seconds: number, online: boolean) =>
    `No data for ${seconds} s${online ? '' : ', and this machine is offline'}: wait, or stop the call.`,
  retry: (seconds: number, message: string) =>
    seconds > 0 ? `Tries again in ${seconds} s: ${message}` : `Tries again: ${message}`,
  stop: 'Stop',
})
