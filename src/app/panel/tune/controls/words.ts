import { counted } from '../../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

/** Texts of the tab of controls. */
export const SETTINGS_TEXT = Object.freeze({
  ...texts.SETTINGS_TEXT,
  /* The tools at the top. */
  find: 'Find a key or a word',
  findShort: 'Find a key',
  shown: (count: number, all: number) => `${count} of ${all}`,
  shownTitle: (count: number, all: number) => `${counted(count, 'setting')} of ${all} shown`,

  /* Errors to fix first. */
  broken: (line: number) => `The text has an error on line ${line}:`,

  /* One setting. */
  knob: (key: string, lane: string) => `${key} of ${lane}`,
  slider: (key: string, lane: string) => `${key} of ${lane}, slider`,
  handle: (key: string, lane: string) => `${key} of ${lane}, handle`,
  giveBack: (key: string, value: string) => `Reset ${key} to ${value}`,
  differs: (value: string) => `differs from the default, ${value}`,
  standard: (value: string) => `default ${value}`,
  range: (min: string, max: string) => `${min} to ${max}`,
  wrong: {
    'no number': (allowed: string, text: string) =>
      `This takes a number, ${allowed}, and cannot read ${text}`,
    fraction: (allowed: string, text: string) => `This takes a whole number, ${allowed}, not ${text}`,
    percent: (allowed: string, text: string) =>
      `Percentages are not accepted here: enter ${allowed}, not ${text}`,
    range: (allowed: string, text: string) => `This takes ${allowed}, not ${text}`,
  },
  stages: (count: number) => counted(count, 'step'),

  /* Sections. */
  top: 'Lane',
  ofSection: (count: number | null, changed: number) =>
    [count === null ? '' : String(count), changed === 0 ? '' : `${changed} changed`]
      .filter((part) => part !== '')
      .join(', '),

  /* Zones. */
  zones: 'Where it acts',
  actsAt: (percent: string, tokens: string) => `${percent}, ${tokens} tokens`,
  scaled: (red: string, acts: string) =>
    `The reserve takes much of this window, so each threshold is scaled down: ${red} acts at ${acts}.`,
  peak: (percent: string, tokens: string) => `Highest reading: ${percent}, ${tokens} tokens, in`,
  reserve: (percent: string, tokens: string) => `Reserved for the reply: ${percent}, ${tokens} tokens`,

  /* Weights. */
  weights: 'Score weights',
  weightsTitle: (lane: string) => `What each signal is of the score in ${lane}`,
  weightsSum: (sum: string) => `The weights sum to ${sum} and are scaled to 1.`,
  ofScore: (percent: string) => `${percent} of the score`,

  /* Ages. */
  aging: 'Score decay by age',
  shorteningTitle: (lane: string) => `How the blocks of ${lane} shorten with their age`,
  agingTitle: (lane: string) => `How the score of a block falls with its age in ${lane}`,
  curve: (label: string, percent: string, since: string, parts: string) =>
    `${label}, ${percent} of the score${parts === '' ? '' : ` (${parts})`}, ${since}`,
  curvePart: (percent: string, within: string | null) =>
    within === null ? `${percent} alone` : `${percent} within ${within}`,
  ofBlock: (percent: string) => `${percent} of the block`,
  turns: (count: number) => counted(count, 'turn'),

  /* Budget. */
  budget: 'Budget shares',
  rest: (percent: string) => `${percent} not planned`,
  over: (percent: string) => `The parts sum to ${percent} of the window.`,

  /* Hints. */
  hints: (count: number) => counted(count, 'hint'),

  /* The foot. */
  changes: (count: number) =>
    count === 0 ? 'Nothing changed by hand' : `${counted(count, 'setting')} changed by hand`,
  fileName: (lane: string) => `The config of ${lane} as in the text`,
})
