import type { Judged, Tokens } from '../../../../engine/index.ts'
import type { Usd } from '../../../../llm/index.ts'
import { counted, dash, money, share, stageDone, turnName, whole } from '../../../../view/index.ts'
import type { ChoosableCompression } from './compressions.ts'
import type { Step } from './plan.ts'
import texts from './words.json' with { type: 'json' }

const CONTEXTS: Readonly<Record<Step, string>> = {
  before: 'the context before the edit',
  after: 'the context after the edit',
  judge: 'the judgement of the answers',
}

/** A verdict: a word beside its sign, so that it does not depend on colour. */
export const JUDGED_TEXT: Readonly<Record<Judged, string>> = Object.freeze({
  yes: 'right',
  no: 'wrong',
  unanswered: 'not readable',
})

export const FIDELITY_TEXT = Object.freeze({
  ...texts.FIDELITY_TEXT,
  loadFailed: (said: string) => `The questions could not be made: ${said}`,
  none: (lane: string) =>
    `${dash} Nothing was compressed in the run of ${lane}, so there is nothing to ask about.`,
  option: ({ turn, stage, before, after, probes }: ChoosableCompression) =>
    `${turnName(turn)}: ${stageDone(stage)}, ${whole(before)} → ${whole(after)} tokens, ${probes === 0 ? 'no question' : counted(probes, 'question')}`,
  noQuestion: `${dash} The text that this edit compressed gives no question, so there is no figure.`,
  few: (count: number) =>
    `Only ${counted(count, 'question')}: each weighs ${share(1 / count, { exact: true })}.`,
  noPrice: (label: string) =>
    `No price is known for ${label}, so the spending limit cannot be kept. Enter its prices under Model.`,
  tooLong: (step: Step, tokens: Tokens, window: Tokens, label: string) =>
    `With room for the reply, ${CONTEXTS[step]} ${step === 'judge' ? 'take' : 'takes'} about ${whole(tokens)} tokens, and ${label} has a window of ${whole(window)}. The context is not cut to fit, so nothing is asked. Choose a model with a larger window, or another compression.`,
  cost: (label: string, calls: number, input: Tokens, atMost: Usd | null) =>
    `${counted(calls, 'call')} to ${label}, ≈ ${whole(input)} tokens in, at most ${atMost === null ? dash : money(atMost)}. Earlier answers come from memory and cost nothing.`,
  ask: (count: number) => `Ask ${counted(count, 'question')}`,
  step: (at: number, step: Step) => `Call ${at} of 3: ${CONTEXTS[step]}`,
  about: (step: Step, lane: string, turn: number) =>
    step === 'judge'
      ? `Judgement of fidelity, ${lane}, ${turnName(turn)}`
      : `Questions to ${CONTEXTS[step]}, ${lane}, ${turnName(turn)}`,
  unreadable: (step: Step, count: number, why: 'refused' | 'cut-off' | 'no-list') => {
    const to = step === 'judge' ? 'the judgement' : CONTEXTS[step]
    const list = `is not a list of ${step === 'judge' ? 'yes and no' : counted(count, 'answer')}`
    const is = {
      refused: 'is a refusal by the model',
      'cut-off': `${list}: it was cut off at the maximum length`,
      'no-list': list,
    }
    return `The reply to ${to} ${is[why]}. It is not used, and nothing more was asked.`
  },
  byProbesWhat: (kept: number, probes: number) =>
    `${whole(kept)} of ${counted(probes, 'question')} still answered by the window`,
  byJudge: (judge: string) => `By the judge, ${judge}`,
  byJudgeWhat: (still: number, right: number) =>
    right === 0
      ? 'no question was answered right before the edit'
      : `${whole(still)} of ${whole(right)} answered right before are still right after`,
  unanswered: (count: number) =>
    `${counted(count, 'question')} with an answer or a verdict that could not be read: never counted as right.`,
  expected: (words: readonly string[]) => `expected: ${words.join(' + ')}`,
})
