import { counted, decimal, whole } from '../../view/index.ts'

export const LOG_TEXT = Object.freeze({
  title: 'Your data',
  note: 'Runs a conversation of your own. It stays on this machine: nothing is sent anywhere.',
  formats:
    'Read are sessions of Claude Code (JSONL), Anthropic and OpenAI messages (JSON or JSONL; requests, responses, Responses items) and plain chats (“User: … Assistant: …”).',
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
  dropNote: 'One file or text, anywhere on the page. It stays on this machine.',
  size: (characters: number, lines: number) =>
    `${counted(characters, 'character')}, ${counted(lines, 'line')}`,
  onlyBeginning: (characters: number) => `The box shows the first ${whole(characters)}.`,
  offered: (count: number) =>
    `${counted(count, 'file')} came together, and one conversation is run at a time. Which one?`,
  sample: 'Or try the same conversation in each format:',
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
  ignored: (count: string) => `${count} passed over`,
  inferred: (count: string) => `${count} inferred`,
  others: (count: number) => `${counted(count, 'other conversation')} not run`,
  workedAround: 'Worked around',
  ignoredTitle: 'Passed over on purpose',
  inferredTitle: 'Inferred',
  siblingsTitle: 'Other conversations of the file, not run',
  moreSiblings: (count: number) => `and ${whole(count)} more`,
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
  why: (tokens: string) =>
    `The log lacks what every request began with. Its recorded usage shows ${tokens} tokens beyond all messages; they stand as one block that nothing may take out. Paste the text to have it counted as it is.`,
  whyUncounted: 'The log lacks what every request began with. Paste the text to have it counted as it is.',
  open: 'Paste the system prompt and tools',
  system: 'System prompt, as plain text',
  tools: 'Tools, as JSON',
  toolsHint: 'Anthropic’s or OpenAI’s list, an object with the key tools, or a whole request',
  systemHint: 'You are …',
  apply: 'Apply',
  remove: 'Remove',
  nothing: 'There is nothing to apply: both boxes are empty.',
  systemTokens: (tokens: string) => `system prompt ${tokens} tokens`,
  toolTokens: (count: number, tokens: string) => `${counted(count, 'tool definition')} ${tokens} tokens`,
  still: (tokens: string) => `${tokens} tokens still inferred`,
  asPasted: (parts: string) => `As pasted: ${parts}.`,
  before: (tokens: string) => `Before: ${tokens} tokens inferred for both.`,
})
