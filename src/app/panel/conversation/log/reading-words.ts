import { counted, whole, shownName } from '../../../../view/index.ts'
import texts from './reading-words.json' with { type: 'json' }

export const SETUP_TEXT = Object.freeze({
  ...texts.SETUP_TEXT,
  why: (lacking: string, tokens: string) =>
    `${lacking} Its recorded usage shows ${tokens} tokens more than the log contains. They are shown as one block that cannot be evicted. Paste the text to count it exactly.`,
  whyUncounted: (system: boolean) =>
    `${system ? 'The log contains no tools.' : 'The log lacks the system prompt and the tools.'} Paste the text to count it.`,
  modelGiven: (name: string) => `model ${shownName(name, 60)}`,
  systemTokens: (tokens: string) => `system prompt ${tokens} tokens`,
  toolTokens: (count: number, tokens: string) => `${counted(count, 'tool definition')} ${tokens} tokens`,
  still: (tokens: string) => `${tokens} tokens still inferred`,
  asPasted: (parts: string) => `As pasted: ${parts}.`,
  before: (tokens: string) => `Before: ${tokens} tokens inferred for both.`,
})

/** Which part of the setup a log lacks, as a sentence. */
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
  ...texts.READING_TEXT,
  conversationOption: (place: number, label: string, turns: number) =>
    `${place + 1}. ${shownName(label, 80)} · ${counted(turns, 'turn')}`,
  ofAll: (place: number, count: number) => `${whole(place + 1)} of ${whole(count)}`,
  part: (turns: number) => `Shown of ${counted(turns, 'turn')}`,
  firstTurns: (turns: number | null) => (turns === null ? 'its beginning' : `the first ${whole(turns)}`),
  mostTurns: (turns: number, most: number) => (most < turns ? `the first ${whole(most)}` : 'all'),
  compactions: (count: number) =>
    `The log’s own client compacted ${count === 1 ? 'once' : `${whole(count)} times`}, which is`,
  windowFrom: {
    model: (tokens: string) => `${tokens}, the model’s`,
    content: (tokens: string) => `${tokens}, derived from the log`,
  },
  ofModel: (name: string, tokens: string, told: 'log' | 'table') =>
    told === 'log'
      ? `According to the log, ${name} has a window of ${tokens} tokens.`
      : `The window of ${name} is ${tokens} tokens.`,
  reached: (peak: string, threshold: string) =>
    `Without eviction the largest prompt would be ${peak}, above its eviction threshold of ${threshold}.`,
  notReached: (threshold: string) => `The log never reaches its eviction threshold of ${threshold}.`,
  records: (records: string, format: string) => `Log read as ${format}: ${records}`,
  problems: (problems: string) => `${problems} worked around`,
  broken: (count: string, lines: string) => `${count} skipped: ${lines}`,
  lines: (numbers: readonly number[], more: number) =>
    `line${numbers.length + more === 1 ? '' : 's'} ${numbers.map(whole).join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}`,
  cutOff: (line: number, column: number) =>
    `cut off: nothing is read from line ${whole(line)}, column ${whole(column)} on`,
  ignored: (count: string) => `${count} skipped on purpose`,
  inferred: (count: string) => `${count} inferred`,
  onlyPart: (turns: number, all: number) => `only the first ${whole(turns)} of ${counted(all, 'turn')} shown`,
  found: (format: string) => `found: ${format}`,
  /** @param several whether there are contexts of sub-agents, each fitted to its own calls */
  fitted: (calls: string, counter: string, ratio: string, several: boolean) =>
    `Fitted to the usage that ${calls} recorded${several ? ', each context to its own' : ''}: × ${ratio} on what ${counter} counts${several ? ' in the main context' : ''}.`,
  notFitted: (none: string, model: string | null) =>
    `${none}, and ${model === null ? 'the log names no model' : `no factor is known for ${model}`}: tokens are those of the counter; other models count differently.`,
  byFactor: (none: string, counter: string, ratio: string, label: string, range: string, measured: string) =>
    `${none}. Tokens are what ${counter} counts × ${ratio}, the factor of ${label} (${range}; ${measured}).`,
  factorRange: (low: string, high: string) => `${low} to ${high} in the logs it was measured on`,
  factorMeasured: (calls: string, logs: string, day: string) => `${calls} of ${logs}, ${day}`,
  heldOut: (calls: string, median: string, p95: string, peak: string) =>
    `Check: a ratio fitted on the first half of the calls is off by ${median} (median) and ${p95} (95th percentile) on the other ${calls}, and by ${peak} on the largest prompt.`,
  unexplained: (tokens: string, percent: string) =>
    `≈ ${tokens} tokens, ${percent} of all blocks, are unexplained growth: the recorded prompts grew by them, but the log has no text for them. They are shown as separate blocks in the turns where they appeared and cannot be evicted.`,
  lost: (tokens: string) =>
    `A recorded prompt had up to ${tokens} tokens less than the sum of its blocks. The log does not say why. The lanes subtract the difference as an adjustment; each evicted block takes its share of it along.`,
  errors: (errors: string) => `Error against that usage before fitting: ${errors}.`,
  error: (counter: string, percent: string) => `${counter} ${percent}`,
  less: (percent: string) => `counts ${percent} too little`,
  more: (percent: string) => `counts ${percent} too much`,
  beginning: (tools: string) => `The log contains the system prompt and ${tools}.`,
})
