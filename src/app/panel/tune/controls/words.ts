import { counted } from '../../../../view/index.ts'

/** What stands in the tab of controls. */
export const SETTINGS_TEXT = Object.freeze({
  /* The tools at the top. */
  find: 'Find a key or a word',
  changed: 'only differences',
  changedTitle: 'Only settings that differ from their defaults',
  all: 'unused too',
  allTitle: 'Also settings that this lane does not use',
  shown: (count: number, all: number) => `${count} of ${all}`,
  shownTitle: (count: number, all: number) => `${counted(count, 'setting')} of ${all} shown`,
  none: 'No setting matches.',

  /* What has to be mended first. */
  broken: (line: number) => `The text has an error on line ${line}:`,
  brokenAfter: 'The controls show the last valid config until you fix it.',
  toText: 'Go to the text',

  /* One setting. */
  knob: (key: string, lane: string) => `${key} of ${lane}`,
  slider: (key: string, lane: string) => `${key} of ${lane}, slider`,
  handle: (key: string, lane: string) => `${key} of ${lane}, handle`,
  giveBack: (key: string, value: string) => `Reset ${key} to ${value}`,
  differs: (value: string) => `differs from the default, ${value}`,
  standard: (value: string) => `default ${value}`,
  unread: 'not used by this lane',
  range: (min: string, max: string) => `${min} to ${max}`,
  wrong: {
    'no number': (allowed: string, text: string) =>
      `This takes a number, ${allowed}, and cannot read ${text}`,
    fraction: (allowed: string, text: string) => `This takes a whole number, ${allowed}, not ${text}`,
    percent: (allowed: string, text: string) =>
      `Percentages are not accepted here: enter ${allowed}, not ${text}`,
    range: (allowed: string, text: string) => `This takes ${allowed}, not ${text}`,
  },
  unreadable: 'This is not valid YAML.',
  elsewhere: 'set in the lane’s header',
  stages: (count: number) => counted(count, 'step'),
  editStages: 'Edit as text',
  on: 'on',
  off: 'off',
  policy: 'the policy’s own',

  /* Sections. */
  top: 'Lane',
  topMeaning: 'The strategy and the size of the window.',
  ofSection: (count: number | null, changed: number) =>
    [count === null ? '' : String(count), changed === 0 ? '' : `${changed} changed`]
      .filter((part) => part !== '')
      .join(', '),

  /* Zones. */
  zones: 'Where it acts',
  zonesMeaning: 'Shares of the window: zones, the target of eviction, and the threshold of each step.',
  tracks: { zone: 'zones', rung: 'ladder' },
  aims: { target: 'evict down to', overflow: 'hand over' },
  actsAt: (percent: string, tokens: string) => `${percent}, ${tokens} tokens`,
  scaled: (red: string, acts: string) =>
    `The reserve takes much of this window, so each threshold is scaled down: ${red} acts at ${acts}.`,
  peak: (percent: string, tokens: string) => `Highest reading: ${percent}, ${tokens} tokens, in`,
  reserve: (percent: string, tokens: string) => `Reserved for the reply: ${percent}, ${tokens} tokens`,

  /* Weights. */
  weights: 'Score weights',
  weightsMeaning: 'The engine scales the weights to sum to 1: the bar shows each signal’s part of the score.',
  weightsSum: (sum: string) => `The weights sum to ${sum} and are scaled to 1.`,
  equal: 'All equal',
  equalTitle: 'Give every signal the same weight',
  backWeights: 'Reset',
  backWeightsTitle: 'Reset the weights to those of the lane’s preset',
  ofScore: (percent: string) => `${percent} of the score`,

  /* Ages. */
  aging: 'Score decay by age',
  agingMeaning: 'Computed with the engine’s own signals: the value of each for a block, by age.',
  curve: (label: string, percent: string, since: string, parts: string) =>
    `${label}, ${percent} of the score${parts === '' ? '' : ` (${parts})`}, ${since}`,
  curvePart: (percent: string, within: string | null) =>
    within === null ? `${percent} alone` : `${percent} within ${within}`,
  since: { birth: 'turns since arrival', use: 'turns since its last use' },
  fixed: 'The decay is the policy’s own.',
  turnsAxis: 'turns',
  shortening: 'How blocks shorten with age',
  shorteningMeaning: 'The cascade step “progressive”: the share of a block that is kept, by age.',
  ofBlock: (percent: string) => `${percent} of the block`,
  turns: (count: number) => counted(count, 'turn'),

  /* Budget. */
  budget: 'Budget shares',
  budgetMeaning: 'A part grows by taking unplanned tokens and gives them back when it shrinks.',
  rest: (percent: string) => `${percent} not planned`,
  noRest: 'The whole window is planned: one part can grow only if another shrinks.',
  over: (percent: string) => `The parts sum to ${percent} of the window.`,
  global: 'Only the reserve is enforced; the other parts only warn.',
  perComponent: 'A part over its share is reduced.',

  /* Hints. */
  hints: (count: number) => counted(count, 'hint'),

  /* The foot. */
  changes: (count: number) =>
    count === 0 ? 'Nothing changed by hand' : `${counted(count, 'setting')} changed by hand`,
  comments: 'You edited the text, but no setting differs',
  clear: 'Reset all',
  file: 'YAML',
  fileName: (lane: string) => `The config of ${lane} as in the text`,
  schema: 'Schema',
  schemaName: 'The JSON Schema of every config, for editors that check YAML',
  reference: 'Reference',
  referenceName: 'Every setting with meaning, default, unit and range, as Markdown',
})
