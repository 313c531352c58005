import { counted } from '../../view/index.ts'

/** What stands in the tab of controls. */
export const SETTINGS_TEXT = Object.freeze({
  /* The tools at the top. */
  find: 'Find a key or a word',
  changed: 'only what differs',
  changedTitle: 'Only settings that differ from their defaults',
  all: 'unread too',
  allTitle: 'Also settings that this lane does not read',
  shown: (count: number, all: number) => `${count} of ${counted(count > all ? count : all, 'setting')}`,
  none: 'No setting has these words.',

  /* What has to be mended first. */
  broken: (line: number) => `The text has an error in line ${line}:`,
  brokenAfter: 'The controls show the last config that ran, and wait until it is mended.',
  toText: 'Go to the text',

  /* One setting. */
  table: (lane: string) => `Every setting of ${lane}`,
  knob: (key: string, lane: string) => `${key} of ${lane}`,
  slider: (key: string, lane: string) => `${key} of ${lane}, slider`,
  handle: (key: string, lane: string) => `${key} of ${lane}, handle`,
  giveBack: (key: string, value: string) => `Give ${key} back its value: ${value}`,
  differs: (value: string) => `differs from the default, ${value}`,
  standard: (value: string) => `default ${value}`,
  ofPolicy: 'of the policy',
  unread: 'not read by this lane',
  range: (min: string, max: string) => `${min} to ${max}`,
  wrong: (allowed: string, text: string) => `This takes ${allowed}, not ${text}`,
  unreadable: 'This is no YAML.',
  elsewhere: 'chosen in the head of the lane',
  shared: 'one window for all lanes',
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
  more: 'Everything else that this lane reads',

  /* Zones. */
  zones: 'Where it acts',
  zonesMeaning: 'Shares of the window: zones, what eviction aims at, and from where on each step acts.',
  tracks: { zone: 'zones', target: 'evict down to · hand over', rung: 'ladder' },
  handles: {
    yellow: 'Yellow begins',
    orange: 'Orange begins: eviction',
    red: 'Red begins',
    target: 'Eviction frees down to',
    overflow: 'Handed over to a new window',
    rung: 'Step of the ladder',
  },
  actsAt: (percent: string, tokens: string) => `${percent}, ${tokens} tokens`,
  scaled: (usable: string, red: string, acts: string) =>
    `The reply’s reserve leaves ${usable} of this window, so all shares shrink with it: ${red} acts at ${acts}.`,
  peak: (percent: string, tokens: string) => `highest reading ${percent}, ${tokens} tokens, in`,
  reserve: (percent: string, tokens: string) => `kept for the reply: ${percent}, ${tokens} tokens`,

  /* Weights. */
  weights: 'What counts in the score',
  weightsMeaning: 'The engine scales the weights to sum to 1: the bar shows each signal’s part of the score.',
  weightsSum: (sum: string) => `The weights sum to ${sum} and are scaled to 1.`,
  equal: 'All equal',
  equalTitle: 'Give every signal the same weight',
  backWeights: 'Give back',
  backWeightsTitle: 'Give the weights back what the lane runs by itself',
  ofScore: (percent: string) => `${percent} of the score`,
  unmoved: 'changes nothing here',
  unmovedTitle: (values: string) => `The run makes the same edits with ${values}.`,
  parts: (value: string, turn: string) => `with ${value}, the run first differs in ${turn}`,
  asking: 'asking …',

  /* Ages. */
  aging: 'How worth fades with age',
  agingMeaning: 'Drawn by the engine’s own signals: what each says of a block, turn by turn.',
  lifetimes: 'Lifetimes by type',
  curve: (label: string, percent: string, since: string) => `${label}, ${percent} of the score, ${since}`,
  since: { birth: 'turns since it came', use: 'turns since its last use' },
  fixed: 'The decay is the policy’s own.',
  worth: 'worth',
  turnsAxis: 'turns',
  shortening: 'How blocks shorten with age',
  shorteningMeaning: 'The step progressive of the ladder: what share of a block is told, by its age.',
  levels: ['whole', 'key points', 'one line', 'title'],
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
  clear: 'Give all back',
  file: 'YAML',
  fileName: (lane: string) => `The config of ${lane} as it stands in the text`,
  schema: 'Schema',
  schemaName: 'The JSON Schema of every config, for editors that check YAML',
  reference: 'Reference',
  referenceName: 'Every setting with meaning, default, unit and range, as Markdown',
})
