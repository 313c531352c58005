import { counted } from '../../../../view/index.ts'

/** What stands in the tab of controls. */
export const SETTINGS_TEXT = Object.freeze({
  /* The tools at the top. */
  find: 'Find a key or a word',
  changed: 'only what differs',
  changedTitle: 'Only settings that differ from their defaults',
  all: 'unread too',
  allTitle: 'Also settings that this lane does not read',
  shown: (count: number, all: number) => `${count} of ${all}`,
  shownTitle: (count: number, all: number) => `${counted(count, 'setting')} of ${all} shown`,
  none: 'No setting has these words.',

  /* What has to be mended first. */
  broken: (line: number) => `The text has an error in line ${line}:`,
  brokenAfter: 'The controls show the last config that ran, and wait until it is mended.',
  toText: 'Go to the text',

  /* One setting. */
  knob: (key: string, lane: string) => `${key} of ${lane}`,
  slider: (key: string, lane: string) => `${key} of ${lane}, slider`,
  handle: (key: string, lane: string) => `${key} of ${lane}, handle`,
  giveBack: (key: string, value: string) => `Give ${key} back its value: ${value}`,
  differs: (value: string) => `differs from the default, ${value}`,
  standard: (value: string) => `default ${value}`,
  unread: 'not read by this lane',
  range: (min: string, max: string) => `${min} to ${max}`,
  wrong: {
    'no number': (allowed: string, text: string) =>
      `This takes a number, ${allowed}, and cannot read ${text}`,
    fraction: (allowed: string, text: string) => `This takes a whole number, ${allowed}, not ${text}`,
    percent: (allowed: string, text: string) =>
      `Percentages are not accepted here: enter ${allowed}, not ${text}`,
    range: (allowed: string, text: string) => `This takes ${allowed}, not ${text}`,
  },
  unreadable: 'This is no YAML.',
  elsewhere: 'chosen in the head of the lane',
  stages: (count: number) => counted(count, 'step'),
  editStages: 'Edit as text',
  on: 'on',
  off: 'off',
  policy: 'the policy’s own',

  /* Sections. */
  top: 'Lane',
  topMeaning: 'Who manages the window, and how large it is.',
  ofSection: (count: number | null, changed: number) =>
    [count === null ? '' : String(count), changed === 0 ? '' : `${changed} changed`]
      .filter((part) => part !== '')
      .join(', '),

  /* Zones. */
  zones: 'Where it acts',
  zonesMeaning: 'Shares of the window: zones, what eviction aims at, and from where on each step acts.',
  tracks: { zone: 'zones', rung: 'ladder' },
  aims: { target: 'evict down to', overflow: 'hand over' },
  actsAt: (percent: string, tokens: string) => `${percent}, ${tokens} tokens`,
  scaled: (red: string, acts: string) =>
    `That is much of this window, so every share shrinks with what is left: ${red} acts at ${acts}.`,
  peak: (percent: string, tokens: string) => `Highest reading: ${percent}, ${tokens} tokens, in`,
  reserve: (percent: string, tokens: string) => `Kept for the reply: ${percent}, ${tokens} tokens`,

  /* Weights. */
  weights: 'What counts in the score',
  weightsMeaning: 'The engine scales the weights to sum to 1: the bar shows each signal’s part of the score.',
  weightsSum: (sum: string) => `The weights sum to ${sum} and are scaled to 1.`,
  equal: 'All equal',
  equalTitle: 'Give every signal the same weight',
  backWeights: 'Reset',
  backWeightsTitle: 'Set the weights back to those of the lane’s preset',
  ofScore: (percent: string) => `${percent} of the score`,

  /* Ages. */
  aging: 'Score decay by age',
  agingMeaning: 'Drawn by the engine’s own signals: what each says of a block, turn by turn.',
  curve: (label: string, percent: string, since: string, parts: string) =>
    `${label}, ${percent} of the score${parts === '' ? '' : ` (${parts})`}, ${since}`,
  curvePart: (percent: string, within: string | null) =>
    within === null ? `${percent} by itself` : `${percent} within ${within}`,
  since: { birth: 'turns since it came', use: 'turns since its last use' },
  fixed: 'The decay is the policy’s own.',
  turnsAxis: 'turns',
  shortening: 'How blocks shorten with age',
  shorteningMeaning: 'The cascade step progressive: what share of a block is kept, by its age.',
  ofBlock: (percent: string) => `${percent} of the block`,
  turns: (count: number) => counted(count, 'turn'),

  /* Budget. */
  budget: 'How the window is shared out',
  budgetMeaning: 'A part grows into what is not planned and shrinks into it.',
  rest: (percent: string) => `${percent} not planned`,
  noRest: 'All of the window is planned: before one part can grow, another has to shrink.',
  over: (percent: string) => `The parts sum to ${percent} of the window.`,
  global: 'Only the reply’s reserve acts; the other parts are a plan that warns.',
  perComponent: 'A part over its share is acted on.',

  /* Hints. */
  hints: (count: number) => counted(count, 'hint'),

  /* The foot. */
  changes: (count: number) =>
    count === 0 ? 'Nothing changed by hand' : `${counted(count, 'setting')} changed by hand`,
  comments: 'The text is yours; its settings are the lane’s own',
  clear: 'Reset all',
  file: 'YAML',
  fileName: (lane: string) => `The config of ${lane} as it stands in the text`,
  schema: 'Schema',
  schemaName: 'The JSON Schema of every config, for editors that check YAML',
  reference: 'Reference',
  referenceName: 'Every setting with meaning, default, unit and range, as Markdown',
})
