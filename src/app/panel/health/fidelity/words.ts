import type { Judged, Tokens } from '../../../../engine/index.ts'
import type { Usd } from '../../../../llm/index.ts'
import { counted, dash, share, stageDone, turnName, whole } from '../../../../view/index.ts'
import type { ChoosableCompression } from './compressions.ts'
import type { Step } from './plan.ts'
import { dollars } from '../../../store/model/connection-words.ts'

const CONTEXTS: Readonly<Record<Step, string>> = {
  before: 'the context before the edit',
  after: 'the context after the edit',
  judge: 'the answers, for a judgement',
}

/** A verdict: a word beside its sign, so that no colour has to tell. */
export const JUDGED_TEXT: Readonly<Record<Judged, string>> = Object.freeze({
  yes: 'right',
  no: 'wrong',
  unanswered: 'not readable',
})

export const FIDELITY_TEXT = Object.freeze({
  title: 'Fidelity, asked of a real model',
  open: 'Ask a real model what a compression kept',
  close: 'Leave the real model',
  intro:
    'The value above looks for the very words. A real model reads: it is asked the same questions twice, once with the context as it was before the edit and once as it is after, and a judge says of each answer whether it is right.',
  mayErr:
    'A judge can err. It is a model like the one that answered, and may let a wrong answer pass or miss a right one. Read the answers before you trust the figure.',
  loading: 'Making the questions…',
  loadFailed: (said: string) => `The questions could not be made: ${said}`,
  none: (lane: string) =>
    `${dash} Nothing was compressed in the run of ${lane}, so there is nothing to ask about.`,
  which: 'Compression',
  option: ({ turn, stage, before, after, probes }: ChoosableCompression) =>
    `${turnName(turn)}: ${stageDone(stage)}, ${whole(before)} → ${whole(after)} tokens, ${probes === 0 ? 'no question' : counted(probes, 'question')}`,
  noQuestion: `${dash} What this edit took in says nothing that a question could be made of, so there is no figure.`,
  few: (count: number) =>
    `Only ${counted(count, 'question')}: each weighs ${share(1 / count, { exact: true })}.`,
  noKey: 'There is no key yet. A real model is called with a key of your own, which you give under Model.',
  noPrice: (label: string) =>
    `No price is known for ${label}, so the spending limit cannot be kept. Enter its prices under Model.`,
  tooLong: (step: Step, tokens: Tokens, window: Tokens, label: string) =>
    `With room for the reply, ${CONTEXTS[step]} ${step === 'judge' ? 'take' : 'takes'} about ${whole(tokens)} tokens, and ${label} has a window of ${whole(window)}. It is not cut, so it is not asked: choose a model with a larger window, or another compression.`,
  cost: (label: string, calls: number, input: Tokens, atMost: Usd | null) =>
    `${counted(calls, 'call')} to ${label}, ≈ ${whole(input)} tokens in, at most ${atMost === null ? dash : dollars(atMost)}. What was answered before comes from memory and costs nothing.`,
  ask: (count: number) => `Ask ${counted(count, 'question')}`,
  again: 'Ask again',
  cancel: 'Cancel',
  step: (at: number, step: Step) => `Call ${at} of 3: ${CONTEXTS[step]}`,
  waits: 'It waits until you press Send.',
  about: (step: Step, lane: string, turn: number) =>
    step === 'judge'
      ? `Judgement of fidelity, ${lane}, ${turnName(turn)}`
      : `Questions to ${CONTEXTS[step]}, ${lane}, ${turnName(turn)}`,
  cancelled: 'Cancelled. Nothing is judged; what was answered is kept in memory.',
  unreadable: (step: Step, count: number, cutOff: boolean) =>
    `The reply to ${step === 'judge' ? 'the judgement' : CONTEXTS[step]} is no list of ${step === 'judge' ? 'yes and no' : counted(count, 'answer')}${cutOff ? ': it was cut off at its longest' : ''}. Nothing is guessed from it, and nothing more was asked.`,
  said: 'The reply',
  figures: 'Both figures',
  byProbes: 'By the very words',
  byProbesWhat: (kept: number, probes: number) =>
    `${whole(kept)} of ${counted(probes, 'question')} still answered by the window`,
  byJudge: (judge: string) => `By the judge, ${judge}`,
  byJudgeWhat: (still: number, right: number) =>
    right === 0
      ? 'no question was answered right before the edit'
      : `${whole(still)} of ${whole(right)} answered right before are still right after`,
  unanswered: (count: number) =>
    `${counted(count, 'question')} with an answer or a verdict that could not be read: never counted as right.`,
  caption: 'The questions, what was expected, the answers and the verdicts',
  captionPlan: 'What would be asked, and what is expected',
  question: 'Question',
  expected: (words: readonly string[]) => `expected: ${words.join(' + ')}`,
  words: 'very words',
  wordsTitle: 'Whether the window still says the expected words, close to each other',
  before: 'before the edit',
  after: 'after the edit',
  silent: 'The context does not say.',
  unreadAnswer: 'No answer that could be read.',
  still: 'still there',
  gone: 'gone',
  notBefore: 'not before either',
})
