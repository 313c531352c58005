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
  note: 'Runs your own conversation. It stays on this machine unless a real model writes a lane’s summaries.',
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
  nothing: 'Nothing to run: the box is empty.',
  nothingPasted: 'The clipboard has no text and no file.',
  drop: 'Drop the log to run it',
  dropNote: 'One file or text, anywhere on the page. It is not sent anywhere.',
  size: (characters: number, lines: number) =>
    `${counted(characters, 'character')}, ${counted(lines, 'line')}`,
  onlyBeginning: (characters: number) => `The box shows the first ${whole(characters)}.`,
  offered: (count: number) =>
    `${counted(count, 'file')} dropped, but one conversation runs at a time. Which one?`,
  sample: 'Supported formats, each with an example',
  sampleGroups: { agents: 'Agents', messages: 'Messages', texts: 'Text' },
  /** What only one of them holds, by its format. */
  sampleNotes: SAMPLE_NOTES,
  sampleFailed: (label: string, found: string) =>
    `The ${label} sample could not be fetched from this page’s server: ${found}.`,
  fetching: (label: string) => `Fetching the ${label} sample…`,
  failed: (name: string) => `${name} could not be run`,
  stays: 'The page still shows the previous comparison.',
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
  brokenUnlisted: 'further broken lines or values are not listed',
  cutOff: (line: number) => `cut off: nothing is read from line ${whole(line)} on`,
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
    `${lacking} Its recorded usage shows ${tokens} tokens more than the log contains. They are shown as one block that cannot be evicted. Paste the text to count it exactly.`,
  whyUncounted: (system: boolean) =>
    `${system ? 'The log contains no tools.' : 'The log lacks the system prompt and the tools.'} Paste the text to count it.`,
  open: 'Paste the system prompt and tools',
  system: 'System prompt, as plain text',
  tools: 'Tools, as JSON',
  toolsHint: 'Anthropic’s or OpenAI’s list, an object with the key tools, or a whole request',
  systemHint: 'You are …',
  model:
    'Model that made the log (the log names none). It sets the window and how text and images are counted.',
  modelHint: 'claude-sonnet-4-5',
  modelGiven: (name: string) => `model ${shownName(name, 60)}`,
  apply: 'Apply',
  remove: 'Remove',
  nothing: 'Nothing to apply: all boxes are empty.',
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
    return tools > 0 ? 'The log lacks the system prompt.' : 'The log lacks the system prompt and the tools.'
  return tools > 0 ? 'The log lacks some of the tools.' : 'The log contains a system prompt and no tools.'
}

/** How a log is read, and what was found in it. */
export const READING_TEXT = Object.freeze({
  title: 'How the log is read',
  conversation: 'Conversation in the file',
  conversationOption: (place: number, label: string, turns: number) =>
    `${place + 1}. ${shownName(label, 80)} · ${counted(turns, 'turn')}`,
  before: 'Previous conversation',
  next: 'Next conversation',
  ofAll: (place: number, count: number) => `${whole(place + 1)} of ${whole(count)}`,
  compactions: (count: number) =>
    `The log’s own client compacted ${count === 1 ? 'once' : `${whole(count)} times`}, which is`,
  undo: 'undone',
  keep: 'kept',
  undone:
    'Here its summaries are left out and the full conversation continues. The lane “As recorded” replays what it did.',
  kept: 'Here a new window begins with each of its summaries, as it was sent. The lane “As recorded” then has nothing to replay.',
  window: 'Window to start with',
  windowFrom: {
    model: (tokens: string) => `${tokens}, the model’s`,
    content: (tokens: string) => `${tokens}, derived from the log`,
  },
  windowTitles: {
    model: 'The window of the model that made the log',
    content: 'Fixed overhead plus half of the rest of the largest prompt',
  },
  itsModel: 'its model',
  ofModel: (name: string, tokens: string, told: 'log' | 'table') =>
    told === 'log'
      ? `According to the log, ${name} has a window of ${tokens} tokens.`
      : `The window of ${name} is ${tokens} tokens.`,
  reached: (peak: string, threshold: string) =>
    `Without eviction the largest prompt would be ${peak}, above its eviction threshold of ${threshold}.`,
  notReached: (threshold: string) => `The log never reaches its eviction threshold of ${threshold}.`,
  ofContent: (overhead: string, peak: string) =>
    `Fixed overhead (${overhead}) plus half of the rest of the largest prompt (${peak}).`,
  least: (least: string) => `That is below the smallest window, so it starts with ${least}.`,
  noModel: 'The log names no model whose window is known.',
  format: 'Read as',
  found: (format: string) => `found: ${format}`,
  byContent: 'detected from the content',
  tryAs: 'Read it as',
  choose: 'choose a format',
  countsTitle: 'Counts',
  fitted: (calls: string, counter: string, ratio: string) =>
    `Fitted to the usage that ${calls} recorded: × ${ratio} on what ${counter} counts.`,
  noUsage: 'No call recorded its token usage',
  noGoodUsage: 'No call recorded usable token usage',
  notFitted: (none: string, model: string | null) =>
    `${none}, and ${model === null ? 'the log names no model' : `no factor is known for ${model}`}: tokens are those of the counter; other models count differently.`,
  byFactor: (none: string, counter: string, ratio: string, label: string, range: string, measured: string) =>
    `${none}. Tokens are what ${counter} counts × ${ratio}, the factor of ${label} (${range}; ${measured}).`,
  factorRange: (low: string, high: string) => `${low} to ${high} in the logs it was measured on`,
  factorMeasured: (calls: string, logs: string, day: string) => `${calls} of ${logs}, ${day}`,
  follows: 'Until a lane’s first edit, each prompt has the size that its call recorded.',
  heldOut: (calls: string, median: string, p95: string, peak: string) =>
    `Check: a ratio fitted on the first half of the calls is off by ${median} (median) and ${p95} (95th percentile) on the ${calls} others, and by ${peak} on the largest prompt.`,
  unexplained: (tokens: string, percent: string) =>
    `≈ ${tokens} tokens, ${percent} of all blocks, are unexplained growth: the recorded prompts grew by them, but the log has no text for them. They are shown as separate blocks in the turns where they appeared and cannot be evicted.`,
  explained: 'No prompt grew by more than its texts explain.',
  lost: (tokens: string) =>
    `A recorded prompt had up to ${tokens} tokens less than the sum of its blocks. The log does not say why. The lanes subtract the difference as an adjustment; each evicted block takes its share of it along.`,
  errors: (errors: string) => `Error against that usage before fitting: ${errors}.`,
  error: (counter: string, percent: string) => `${counter} ${percent}`,
  less: (percent: string) => `counts ${percent} too little`,
  more: (percent: string) => `counts ${percent} too much`,
  right: 'exact',
  otherCounters: 'Choose another counter to see its error.',
  beginningTitle: 'System prompt and tools',
  beginning: (tools: string) => `The log contains the system prompt and ${tools}.`,
  counters: { chars4: 'characters / 4', o200k_base: 'o200k_base', cl100k_base: 'cl100k_base' },
})
