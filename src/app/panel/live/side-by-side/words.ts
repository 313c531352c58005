import { counted, whole } from '../../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const TWO_TEXT = Object.freeze({
  ...texts,
  step: (step: number, of: number) => `Step ${whole(step)} of ${whole(of)}`,
  windowAllowed: (least: number, most: number) =>
    `a whole number of tokens from ${whole(least)} to ${whole(most)}`,
  perSecond: (steps: number) => `${counted(steps, 'step')} per second`,
  running: (label: string, step: number) =>
    step === 0 ? `${label}: counting tokens …` : `${label}: step ${whole(step)}`,
  stepHead: (step: number, tokens: string) => `Step ${whole(step)}, ${tokens} tokens sent`,
  transcriptOf: (label: string) => `What was said with ${label}`,
  picture: (label: string) => `The window of ${label}, step by step`,
  saved: (label: string) => `Window of ${label}`,
  logName: (title: string, label: string) => `${title}, ${label}`,
})
