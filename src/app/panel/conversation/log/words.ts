import { counted, decimal, whole, shownName } from '../../../../view/index.ts'
import type { RunChoices } from '../../../store/choice/choices.ts'

/** Scenarios by name; the list of the simulator is heavy and stays in the worker. */
export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'axios-migration': 'Axios migration',
  'long-coding': 'Long coding session',
})

/** What the conversation on the page is called. */
export function nameOf(source: RunChoices['source']): string {
  return source.kind === 'scenario' ? (SCENARIO_LABELS[source.name] ?? source.name) : shownName(source.name)
}

/** What people call the formats, by the names of their readers; the readers are heavy and stay in the worker. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'claude-code': 'Claude Code session',
  codex: 'Codex rollout',
  'gemini-cli': 'Gemini CLI session',
  openhands: 'OpenHands events',
  'swe-agent': 'SWE-agent trajectory',
  'mini-swe-agent': 'mini-swe-agent trajectory',
  anthropic: 'Anthropic messages',
  openai: 'OpenAI chat',
  'openai-responses': 'OpenAI Responses',
  langchain: 'LangChain messages',
  'tau-bench': 'τ-bench trajectories',
  'plain-xml': 'chat with calls as XML',
  plain: 'plain Role: text chat',
})

const SAMPLE_NOTES: Readonly<Record<string, string>> = Object.freeze({ anthropic: 'with pictures' })

export const LOG_TEXT = Object.freeze({
  title: 'Your data',
  decoded: (name: string, encoding: string) => `${name} (no UTF-8, read as ${encoding})`,
  note: 'Runs a conversation of your own. It stays on this machine, unless you have a real model write a lane’s summaries.',
  formats:
    'JSON, JSONL or text, up to 50 million characters; a file may hold several conversations. The format is found by content.',
  paste: 'Paste a log here',
  hint: 'Paste a log here, or drop a file anywhere on the page',
  run: 'Run',
  runKey: 'Ctrl+Enter',
  clear: 'Clear',
  choose: 'Choose a file',
  pasted: 'pasted text',
  dropped: 'dropped text',
  nothing: 'There is nothing to run: the box is empty.',
  nothingPasted: 'The clipboard holds no text and no file.',
  drop: 'Drop the log to run it',
  dropNote: 'One file or text, anywhere on the page. It is not sent anywhere.',
  size: (characters: number, lines: number) =>
    `${counted(characters, 'character')}, ${counted(lines, 'line')}`,
  onlyBeginning: (characters: number) => `The box shows the first ${whole(characters)}.`,
  offered: (count: number) =>
    `${counted(count, 'file')} came together, and one conversation is run at a time. Which one?`,
  sample: 'Formats that are read, each with an example to try',
  sampleGroups: { agents: 'Agents', messages: 'Messages', texts: 'Text' },
  /** What only one of them holds, by its format. */
  sampleNotes: SAMPLE_NOTES,
  sampleFailed: (label: string, found: string) =>
    `The ${label} sample could not be fetched from where this page comes from: ${found}.`,
  fetching: (label: string) => `Fetching the ${label} sample…`,
  failed: (name: string) => `${name} could not be run`,
  stays: 'The page still shows the comparison before.',
  backToText: 'Back to the text',
  fix: (value: string) => `Try ${value}.`,
  place: (line: number, column: number) => `line ${whole(line)}, column ${whole(column)}`,
  moreProblems: (count: number) => `and ${whole(count)} more`,
  emptyFile: 'the file is empty: 0 bytes',
  largeFile: (most: string, found: string) => `a log may be ${most} large, but this file has ${found}`,
  binaryFile: (kind: string) => `a log is text, but this file is ${kind}`,
  nulFile: (offset: number) => `a log is text, but this file has a NUL byte at ${whole(offset)}`,
  unreadable: (found: string) =>
    `the browser could not read the file (a folder, or a file that moved): ${found}`,
  records: (records: string, format: string) => `Log read as ${format}: ${records}`,
  problems: (problems: string) => `${problems} worked around`,
  broken: (count: string, lines: string) => `${count} skipped: ${lines}`,
  lines: (numbers: readonly number[], more: number) =>
    `line${numbers.length + more === 1 ? '' : 's'} ${numbers.map(whole).join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}`,
  brokenUnlisted: 'more broken lines or values are not listed',
  cutOff: (line: number) => `cut off: the end is left out from line ${whole(line)} on`,
  ignored: (count: string) => `${count} skipped on purpose`,
  inferred: (count: string) => `${count} inferred`,
  workedAround: 'Worked around',
  ignoredTitle: 'Skipped on purpose',
  inferredTitle: 'Inferred',
})

/** A size in bytes as people say it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${decimal(size, size < 10 ? 1 : 0)} ${unit}`
}

export const SETUP_TEXT = Object.freeze({
  title: 'System prompt and tools',
  lacking: 'no system prompt and tools',
  lackingTools: 'no tools',
  lackingSystem: 'no system prompt',
  given: 'setup as pasted',
  why: (lacking: string, tokens: string) =>
    `${lacking} Its recorded usage shows ${tokens} tokens beyond all that it holds; they stand as one block that nothing may take out. Paste the text to have it counted as it is.`,
  whyUncounted: (system: boolean) =>
    `${system ? 'The log holds no tools.' : 'The log lacks what every request began with.'} Paste the text to have it counted as it is.`,
  open: 'Paste the system prompt and tools',
  system: 'System prompt, as plain text',
  tools: 'Tools, as JSON',
  toolsHint: 'Anthropic’s or OpenAI’s list, an object with the key tools, or a whole request',
  systemHint: 'You are …',
  model: 'Model that made the log, which names none: for its window, its pictures and how it counts',
  modelHint: 'claude-sonnet-4-5',
  modelGiven: (name: string) => `model ${shownName(name, 60)}`,
  apply: 'Apply',
  remove: 'Remove',
  nothing: 'There is nothing to apply: all boxes are empty.',
  systemTokens: (tokens: string) => `system prompt ${tokens} tokens`,
  toolTokens: (count: number, tokens: string) => `${counted(count, 'tool definition')} ${tokens} tokens`,
  still: (tokens: string) => `${tokens} tokens still inferred`,
  asPasted: (parts: string) => `As pasted: ${parts}.`,
  before: (tokens: string) => `Before: ${tokens} tokens inferred for both.`,
})

/** Which part of what every request began with a log lacks, as a sentence. */
export function lackedBeginning({
  system,
  tools,
}: {
  readonly system: boolean
  readonly tools: number
}): string {
  if (!system)
    return tools > 0 ? 'The log lacks the system prompt.' : 'The log lacks what every request began with.'
  return tools > 0 ? 'The log lacks some of the tools.' : 'The log holds a system prompt and no tools.'
}

/** How a log is read, and what was found in it. */
export const READING_TEXT = Object.freeze({
  title: 'How the log is read',
  conversation: 'Conversation of the file',
  conversationOption: (place: number, label: string, turns: number) =>
    `${place + 1}. ${shownName(label, 80)} · ${counted(turns, 'turn')}`,
  before: 'Conversation before',
  next: 'Next conversation',
  ofAll: (place: number, count: number) => `${whole(place + 1)} of ${whole(count)}`,
  compactions: (count: number) =>
    `The log’s own client compacted ${count === 1 ? 'once' : `${whole(count)} times`}, which is`,
  undo: 'undone',
  keep: 'kept',
  undone:
    'Its summaries are left out and the raw conversation goes on. The lane “As recorded” replays what it did.',
  kept: 'A new window begins with each of its summaries, as it was sent. The lane “As recorded” has nothing left to replay.',
  window: 'Window to start with',
  windowFrom: {
    model: (tokens: string) => `${tokens}, the model’s`,
    content: (tokens: string) => `${tokens}, by what the log holds`,
  },
  windowTitles: {
    model: 'The window of the model that made the log',
    content: 'Fixed overhead, and half of what the largest prompt holds besides',
  },
  itsModel: 'its model',
  ofModel: (name: string, tokens: string, told: 'log' | 'table') =>
    told === 'log'
      ? `The log tells the window of ${name}: ${tokens} tokens.`
      : `The window of ${name} is ${tokens} tokens.`,
  reached: (peak: string, threshold: string) =>
    `Without eviction the largest prompt would be ${peak}, above its eviction threshold of ${threshold}.`,
  notReached: (threshold: string) => `The log never reaches its eviction threshold of ${threshold}.`,
  ofContent: (overhead: string, peak: string) =>
    `Fixed overhead (${overhead}) and half of what the largest prompt (${peak}) holds besides.`,
  least: (least: string) => `Less than the smallest window, so it starts with ${least}.`,
  noModel: 'The log names no model whose window is known.',
  format: 'Read as',
  found: (format: string) => `found: ${format}`,
  byContent: 'as its content tells',
  tryAs: 'Read it as',
  choose: 'choose a format',
  countsTitle: 'Counts',
  fitted: (calls: string, counter: string, ratio: string) =>
    `Fitted to the usage that ${calls} recorded: × ${ratio} on what ${counter} counts.`,
  noUsage: 'No call recorded its usage',
  noGoodUsage: 'No call recorded a usage that can be used',
  notFitted: (none: string, model: string | null) =>
    `${none}, and ${model === null ? 'the log names no model' : `no factor is known for ${model}`}: tokens are those of the counter, and those of other models differ.`,
  byFactor: (none: string, counter: string, ratio: string, label: string, range: string, measured: string) =>
    `${none}. Tokens are what ${counter} counts × ${ratio}, the factor of ${label} (${range}; ${measured}).`,
  factorRange: (low: string, high: string) => `${low} to ${high} in the logs it was measured on`,
  factorMeasured: (calls: string, logs: string, day: string) => `${calls} of ${logs}, ${day}`,
  follows: 'Until a lane’s first edit every prompt is as large as its call recorded.',
  heldOut: (calls: string, median: string, p95: string, peak: string) =>
    `Without that, with a ratio fitted on the first half of the calls, the ${calls} after them are off by ${median} in the median and by ${p95} at the 95th percentile, the largest prompt by ${peak}.`,
  unexplained: (tokens: string, percent: string) =>
    `≈ ${tokens} tokens, ${percent} of all blocks, are unexplained growth: the prompts grew by them and no text in the log says what they were. They stand as blocks of their own in the turns where they appeared, and nothing may take them out.`,
  explained: 'No prompt grew by more than its texts can cost.',
  lost: (tokens: string) =>
    `A prompt held up to ${tokens} tokens less than its blocks, and nothing in the log says which: the lanes take that off as an adjustment, and each block that leaves takes its share of it along.`,
  errors: (errors: string) => `Against that usage, before it was fitted: ${errors}.`,
  error: (counter: string, percent: string) => `${counter} ${percent}`,
  less: (percent: string) => `counts ${percent} too little`,
  more: (percent: string) => `counts ${percent} too much`,
  right: 'counts right',
  otherCounters: 'Choose another counter to see its error too.',
  beginningTitle: 'What every request began with',
  beginning: (tools: string) => `The log holds the system prompt and ${tools}.`,
  counters: { chars4: 'characters / 4', o200k_base: 'o200k_base', cl100k_base: 'cl100k_base' },
})
