import type { AskKind, Tokens } from '../../../engine/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { CallFailureCode, Purpose } from '../../../provider/index.ts'
import { counted, money, turnName, whole } from '../../../view/index.ts'
import type { CallRecord, Unusable, UnusableAnswers } from './call-list.ts'
import type { RunPrice } from './run-price.ts'
import texts from './words.json' with { type: 'json' }

const ASKS: Readonly<Record<AskKind, string>> = texts.ASKS

/** The purpose of a call, in a word. */
export const PURPOSES: Readonly<Record<Purpose, string>> = Object.freeze(texts.PURPOSES)

/** The state of a call: a sign beside the word, so that the state does not depend on colour. */
export const STATES: Readonly<
  Record<CallRecord['state'] | 'stopped' | 'unusable', readonly [string, string]>
> = Object.freeze({
  waiting: ['?', 'waits for you'],
  sending: ['→', 'under way'],
  done: ['✓', 'answered'],
  cached: ['=', 'from memory'],
  failed: ['✕', 'failed'],
  stopped: ['■', 'stopped'],
  unusable: ['✕', 'not used'],
  declined: ['−', 'declined'],
})

/** Why a call failed, in a word or two beside the state. */
export const REASONS: Readonly<Record<CallFailureCode, string>> = Object.freeze(texts.REASONS)

/** What failed: a call by what it is for, or the list of models. */
type Failed = Purpose | 'list'

/** Where a failure is shown: on the page, in the panel of the model, or at the call in its list. */
type TellingPlace = 'page' | 'panel' | 'call'

/** What is lost and what is not after a failed call that may be made again. */
const KEPT: Readonly<Record<Failed, string>> = Object.freeze(texts.KEPT)

const SMALLER: Readonly<Record<Failed, string>> = Object.freeze(texts.SMALLER)

const underModel = (place: TellingPlace): string => (place === 'page' ? ' under Model' : '')

/** What a person can do after a failed call, beyond its message. */
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

/** What can be done about a failure, '' if its message says everything. */
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

/** The sums that exceed the limit, for a call that is not made. */
interface OverLimit {
  readonly atMost: Usd
  readonly spent: Usd
  readonly untold: Usd
  readonly underWay: Usd
  readonly cap: Usd
  /** Why the provider's count is unknown: '' if it is known, null if it was not requested. */
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
      ...(untold > 0 ? [`up to ${money(untold)} unreported by the provider`] : []),
      ...(underWay > 0 ? [`up to ${money(underWay)} for calls under way`] : []),
    ]
    const by = uncounted === '' ? ' by the provider’s own count' : ''
    const sum = [`${money(spent)} spent`, ...others].join(', and ')
    const count =
      uncounted === null || uncounted === ''
        ? ''
        : ` It probably costs less, but the provider could not count the tokens: ${uncounted}`
    return `${withAdvice(`This call may cost up to ${money(atMost)}${by}. With ${sum}, that is above the limit of ${money(cap)}.${count}`, 'Raise the limit.')}`
  },
  /** `tries` is null if it was never sent to a provider. */
  ended: (about: string, model: string, tries: number | null, message: string) =>
    `${about}: ${tries === null || tries === 0 ? `${model} was not called` : tries === 1 ? `${model} was called once` : `${model} was called ${whole(tries)} times`}. ${message}`,
  unusable: (why: Unusable, most: Tokens) =>
    why === 'cut-off'
      ? `cut off at ${whole(most)} tokens`
      : why === 'refused'
        ? 'refused by the model'
        : 'without a text',
  unexpected: (found: string) => `unexpected error: ${found}`,
})

export const PANEL_TEXT = Object.freeze(texts.PANEL_TEXT)

export const KEY_TEXT = Object.freeze({
  ...texts.KEY_TEXT,
  /** @param lane one whose summaries the model can write; null if there is none */
  next: (lane: string | null, model: string) =>
    `${lane === null ? `No lane has summaries yet: add one that does, such as Managed or Rolling summary, and choose “summaries by ${model}” beside its name` : `Beside the name of ${lane}, choose “summaries by ${model}”`}, with Compare or Expert at the top; or press Live there to talk with the model.`,
  has: (origin: string) => `A key is set. It is sent only to ${origin}.`,
  hasNone: (origin: string) => `No key is set. It would be sent only to ${origin}.`,
  where: (inTab: boolean) =>
    `${inTab ? 'The key is in the memory of this page and in this tab’s session storage.' : 'The key is only in the memory of this page and is gone after a reload.'} It is never in a link, a download, a log, a message or a worker.`,
})

export const ADDRESS_TEXT = Object.freeze({
  ...texts.ADDRESS_TEXT,
  goes: (origin: string, hasKey: boolean) => `Calls${hasKey ? ' and your key' : ''} will go to ${origin}.`,
  keyGoes: (origin: string, next: string) =>
    `Calls will go to ${next}. The key for ${origin} is forgotten; enter one for ${next} next.`,
  confirm: (origin: string) => `Send calls to ${origin}`,
  notYet: (origin: string) => `This page may call ${origin} only after it is loaded again.`,
  mistake: (mistake: string) => `${mistake.charAt(0).toUpperCase()}${mistake.slice(1)}`,
})

export const MODELS_TEXT = Object.freeze({
  ...texts.MODELS_TEXT,
  chosen: (label: string) => `Chosen: ${label}`,
  asking: (seconds: number) => `Asking the provider, ${seconds} s`,
  listed: (count: number, origin: string) =>
    `${counted(count, 'model')} listed by ${origin} for this key, first in the list.`,
  source: (dated: string, source: string) => `${dated}, ${source}`,
  from: (dated: string, source: string) => `As of ${dated}, from ${source}.`,
  editOf: (label: string) => `Edit the figures of ${label}`,
  enterOf: (label: string) => `Enter the prices of ${label}`,
  longPrompt: (above: number, input: number, output: number) =>
    `prompts above ${whole(above)} tokens: ${input} in, ${output} out`,
  loaded: (name: string, read: number, own: number) =>
    `${name}: ${counted(read, 'model')} read, ${own === 0 ? 'none of them' : own === read ? 'each' : whole(own)} with figures that differ from the page’s.`,
  notLoaded: (name: string) => `${name}: no model could be read.`,
  tableProblems: (count: number) => `${counted(count, 'remark')} on it:`,
  moreProblems: (count: number) => `and ${whole(count)} more`,
  unreadable: (bytes: number) => `the file cannot be read, or is too large: ${whole(bytes)} bytes`,
  mend: (count: number) => `${counted(count, 'field')} to fix first.`,
  formerLanes: (count: number, model: string) =>
    `${counted(count, 'lane')} still ${count === 1 ? 'uses' : 'use'} ${model}.`,
  changeLanes: (label: string) => `Change to ${label}`,
})

export const SPENDING_TEXT = Object.freeze({
  ...texts.SPENDING_TEXT,
  spent: (spent: Usd) => `${money(spent)} spent`,
  untold: (untold: Usd) => `up to ${money(untold)} unreported`,
  strikeWarning: (untold: Usd) =>
    `Calls that were sent but not answered may have been billed: check your account at the provider first. The amount leaves the sum permanently, so you may spend up to ${money(untold)} more than the limit.`,
  strikeConfirm: (untold: Usd) => `Write off ${money(untold)}`,
  remaining: (left: Usd) => `${money(left)} left`,
})

export const CALLS_TEXT = Object.freeze({
  ...texts.CALLS_TEXT,
  estimated: (tokens: number) => `≈ ${whole(tokens)}`,
  difference: (part: number) => percent(part),
  reason: (reason: string, tries: number) => (tries > 1 ? `${reason}, ${whole(tries)} tries` : reason),
  alsoUntold: (cost: string) => `${cost} + unreported`,
  sum: (count: number, billed: number) => `${counted(count, 'call')}, ${whole(billed)} billed`,
  open: (id: number) => `Details of call ${id}`,
  requestLabel: (id: number) => `Request of call ${id}`,
  other: (count: number) => counted(count, 'part that is not text', 'parts that are not text'),
  usage: (uncached: number, read: number, written: number, output: number) =>
    `${whole(uncached)} input, ${whole(read)} read from the cache, ${whole(written)} written to it, ${whole(output)} output`,
  edit: (type: string, tokens: number, uses: number | null, turns: number | null) =>
    `${type}: ${whole(tokens)} tokens cleared${uses === null ? '' : `, ${counted(uses, 'tool use')}`}${turns === null ? '' : `, ${counted(turns, 'thinking turn')}`}`,
  untold: (tries: number, cost: Usd) =>
    `${tries === 1 ? 'a try' : `${whole(tries)} tries`}, billed up to ${money(cost)} or nothing`,
  expected: (cost: string, counted: boolean) =>
    counted ? `≈ ${cost}, with the provider’s count of the prompt` : `≈ ${cost}`,
  tries: (tries: number) => counted(tries, 'time'),
})

export const APPROVAL_TEXT = Object.freeze({
  ...texts.APPROVAL_TEXT,
  size: (tokens: number, output: number) => `≈ ${whole(tokens)} tokens in, at most ${whole(output)} out`,
  cost: (likely: Usd | null, atMost: Usd | null) =>
    likely === null || atMost === null
      ? 'no price known'
      : likely < atMost
        ? `≈ ${money(likely)}, at most ${money(atMost)}`
        : `at most ${money(atMost)}`,
  summary: (tokens: number) => `, plus a summary by the provider of up to ${whole(tokens)} tokens`,
  to: (model: string, baseUrl: string) => `${model} at ${baseUrl}`,
  more: (count: number) => `${counted(count, 'more call')} after it`,
  all: Object.freeze({
    run: 'Send all of this run',
    test: 'Send all of this test',
    always: 'Send all from now on',
  }),
  run: ({ calls, likely, longest, left }: RunPrice) =>
    calls === 0
      ? `With the mock, this run made no call. ${money(left)} left.`
      : `With the mock, this run made ${counted(calls, 'call')}: ≈ ${money(likely)} with this model, ≈ ${money(longest)} with the longest replies. The number may differ with the model’s own summaries. ${money(left)} left.`,
  runUnknown: (left: Usd) =>
    `The number of calls is not known: these lanes were not just run with the mock. ${money(left)} left.`,
  unusable: ({ lane, model, count, of, why }: UnusableAnswers) =>
    `${lane}: ${whole(count)} of ${counted(of, 'answer')} of ${model} could not be used${why.length === 0 ? '' : `, ${why.join(' or ')}`}. Its figures tell what happens without them, not what the strategy does.`,
  answering: (characters: number) => `Answering: ${whole(characters)} characters so far`,
  silent: (seconds: number, online: boolean) =>
    `No data for ${seconds} s${online ? '' : ', and this machine is offline'}: wait, or stop the call.`,
  retry: (seconds: number, message: string) =>
    seconds > 0 ? `Tries again in ${seconds} s: ${message}` : `Tries again: ${message}`,
})
