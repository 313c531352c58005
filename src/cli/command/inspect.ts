import { COUNTER_NAMES } from '../../engine/index.ts'
import type { BlockType, Problem, Tokens, Turn } from '../../engine/index.ts'
import { paidReply, startWindows, suggestedWindow } from '../../sim/internal.ts'
import { ENGINE_VERSION, modelOf, readers, takeIn, traceHash } from '../../sim/index.ts'
import type { Intake, Reader } from '../../sim/index.ts'
import { loadCounter } from '../../tokenizer/index.ts'
import { contentWindow, counted, share, turnsWithNumbers, TYPE_LABELS, whole } from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { eachLog } from '../input/each.ts'
import type { NamedTrace } from '../input/logs.ts'
import { choiceOf } from '../option/options.ts'
import { EXIT } from '../terminal/io.ts'
import { clean, coloured } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'
import type { Command } from './command.ts'
import { OUTPUT, READING } from './command.ts'

/** What is known about a log without running a strategy. */
export interface Inspection {
  readonly log: string
  readonly reader: string
  readonly client: string
  /** Versions of the client that the log names. */
  readonly versions: readonly string[]
  readonly title: string
  readonly hash: string
  readonly model: string | null
  readonly turns: number
  readonly messages: number
  readonly windows: number
  readonly blocks: number
  /** Tokens of the largest prompt without eviction. */
  readonly peak: Tokens
  /** Tokens of everything, by type of block. */
  readonly tokens: Readonly<Partial<Record<BlockType, Tokens>>>
  /** The window that other commands take if none is given. */
  readonly suggested: ReturnType<typeof suggestedWindow>
  /** Window of its model; null if unknown. */
  readonly modelWindow: Tokens | null
  readonly system: boolean
  readonly tools: number
  /** Sums of the usage that the log records; null if it records none. */
  readonly usage: {
    readonly calls: number
    readonly input: Tokens
    readonly output: Tokens
    /** What of these replies is paid for: some clients note their usage when a reply begins, so that their text counts. */
    readonly replies: Tokens
    readonly cacheRead: Tokens
    readonly cacheWrite: Tokens
  } | null
  /**
   * What every count of this log was multiplied by: the recorded tokens per counted token, or without recorded usage the
   * measured factor of its model's family. Null if neither is known: then tokens are those of the counter.
   */
  readonly calibration: number | null
  /** The family, where the factor is that of one. */
  readonly factor: {
    readonly family: string
    readonly ratio: number
    /** The lowest and the highest ratio of the measured logs. */
    readonly low: number
    readonly high: number
    readonly calls: number
    readonly logs: number
    readonly dated: string
  } | null
  readonly compactions: readonly {
    readonly turn: Turn
    readonly kind: 'compaction' | 'microcompaction'
    readonly trigger: string | null
    readonly version: string | null
    readonly tokensBefore: Tokens | null
    readonly summary: number | null
  }[]
  readonly records: number
  readonly ignored: readonly { readonly kind: string; readonly count: number }[]
  readonly problems: readonly Problem[]
  readonly inferred: readonly string[]
}

export const inspect: Command = {
  name: 'inspect',
  meaning: 'Say what a log is: client, turns, tokens, usage, compactions, and problems with line and column',
  arguments: '<log …>',
  examples: ['context-window-lab inspect session.jsonl', 'context-window-lab inspect logs --format json'],
  options: {
    ...READING,
    counter: { value: '<name>', meaning: `Token counter: ${COUNTER_NAMES.join(', ')}; default o200k_base` },
    ...OUTPUT,
  },
  async run(given, io) {
    const counter = await loadCounter(choiceOf(given, 'counter', COUNTER_NAMES, 'o200k_base'))
    const logs: Inspection[] = []
    const { unreadable, others } = await eachLog(given, io, (named) => {
      logs.push(inspected(named, takeIn(named.trace, counter)))
    })
    write(
      {
        unreadable,
        others,
        json: () => ({
          format: 'context-window-lab inspection',
          version: 1,
          engine: ENGINE_VERSION,
          counter: counter.name,
          logs,
          unreadable,
        }),
        csv: () => [
          [
            'log',
            'reader',
            'model',
            'turns',
            'messages',
            'peak',
            'suggested window',
            'calls with usage',
            'compactions',
            'problems',
          ],
          ...logs.map((log) => [
            log.log,
            log.reader,
            log.model,
            log.turns,
            log.messages,
            log.peak,
            log.suggested.tokens,
            log.usage?.calls ?? 0,
            log.compactions.length,
            log.problems.length,
          ]),
        ],
        table: (paper) => textOf(logs, counter.name, paper),
      },
      given,
      io,
    )
    return logs.length === 0 ? EXIT.unread : EXIT.fine
  },
}

/** What a count is, in words: the page says the same. */
function countingOf({ calibration, factor, model }: Inspection, counter: string): string {
  if (calibration === null)
    return `${counter}, unchanged: ${model === null ? 'the log names no model' : `no factor is known for ${model}`}`
  const times = `${counter} × ${calibration.toFixed(2)}`
  if (factor === null) return `${times}: recorded tokens for each counted one`
  const { family, low, high, calls, logs, dated } = factor
  const range = `${low.toFixed(2)} to ${high.toFixed(2)} in the logs it was measured on`
  return `${times}, the factor of ${family} (${range}; ${counted(calls, 'call')} of ${counted(logs, 'log')}, ${dated})`
}

function repliesOf({ trace, blocks, messageOverhead }: Intake): Tokens {
  const texts = new Map<Turn, Tokens>()
  let last = -1
  for (const { turn, response, message, tokens } of blocks) {
    if (!response) continue
    texts.set(turn, (texts.get(turn) ?? 0) + tokens + (message === last ? 0 : messageOverhead))
    last = message
  }
  return trace.turns.reduce(
    (sum, { turn, usage }) => (usage === null ? sum : sum + paidReply(usage.output, texts.get(turn) ?? 0)),
    0,
  )
}

const SUGGESTED_FROM: Readonly<Record<Inspection['suggested']['from'], (tokens: Tokens) => string>> = {
  model: () => 'its model’s',
  content: (tokens) => contentWindow(tokens),
  share: () => 'half of the peak',
}

function familyFactor({ factor }: Intake): Inspection['factor'] {
  if (factor === null) return null
  const { ratio, low, high, family } = factor
  const { label, calls, logs, dated } = family
  return { family: label, ratio, low, high, calls, logs, dated }
}

function inspected({ log, trace }: NamedTrace, intake: Intake): Inspection {
  const { recordedEdits, intake: report } = trace
  const usages = trace.turns.flatMap(({ usage }) => usage ?? [])
  const sum = (of: (usage: (typeof usages)[number]) => number | null): number =>
    usages.reduce((all, usage) => all + (of(usage) ?? 0), 0)
  const tokens = new Map<Content, Tokens>()
  for (const { type, unexplained, tokens: size } of intake.blocks) {
    const content = unexplained === true ? 'unexplained' : type
    tokens.set(content, (tokens.get(content) ?? 0) + size)
  }
  const client = Object.values<Reader>(readers).find(({ name }) => name === trace.source.name)
  const factor = familyFactor(intake)
  return {
    log,
    reader: trace.source.name,
    client: client?.title ?? trace.source.title,
    versions: trace.source.versions ?? [],
    title: trace.source.title,
    hash: traceHash(trace),
    model: modelOf(trace).name,
    turns: trace.turns.length,
    messages: trace.messages.length,
    windows: trace.windows.length,
    blocks: intake.blocks.length,
    peak: startWindows(intake).content.peak,
    tokens: Object.fromEntries(tokens),
    suggested: suggestedWindow(intake),
    modelWindow: modelOf(trace).window,
    system: trace.system !== '',
    tools: trace.tools.length,
    usage:
      usages.length === 0
        ? null
        : {
            calls: usages.length,
            input: sum(({ input, sampledAgain }) => input + (sampledAgain?.input ?? 0)),
            output: sum(({ output }) => output),
            replies: repliesOf(intake),
            cacheRead: sum(
              ({ cacheRead, sampledAgain }) => (cacheRead ?? 0) + (sampledAgain?.cacheRead ?? 0),
            ),
            cacheWrite: sum(
              ({ cacheWrite, sampledAgain }) => (cacheWrite ?? 0) + (sampledAgain?.cacheWrite ?? 0),
            ),
          },
    calibration: intake.calibration ?? factor?.ratio ?? null,
    factor,
    compactions: recordedEdits.map(({ turn, kind, trigger, version, tokensBefore, summary }) => ({
      turn,
      kind,
      trigger,
      version: version ?? null,
      tokensBefore,
      summary: summary?.length ?? null,
    })),
    records: report.records,
    ignored: report.ignored,
    problems: report.problems,
    inferred: report.inferred,
  }
}

function textOf(logs: readonly Inspection[], counter: string, paper: Paper): string {
  const parts = logs.map((log) => {
    const lines = linesOf(log, counter).map(([name, text]) => `  ${name.padEnd(16)} ${clean(text)}\n`)
    return `${coloured(clean(log.log), 'strong', paper.colour)}\n${lines.join('')}`
  })
  return parts.join('\n')
}

type Content = BlockType | 'unexplained'

const CONTENTS: Readonly<Record<Content, string>> = { ...TYPE_LABELS, unexplained: 'not in the log' }

function linesOf(log: Inspection, counter: string): (readonly [string, string])[] {
  const { usage, suggested, modelWindow, compactions, ignored, problems } = log
  const all = Object.values(log.tokens).reduce((sum, one) => sum + one, 0)
  const types = Object.entries(log.tokens)
    .toSorted(([, a], [, b]) => b - a)
    .map(([type, tokens]) => `${CONTENTS[type as Content]} ${share(tokens / Math.max(1, all))}`)
  const skipped = ignored.reduce((sum, { count }) => sum + count, 0)
  return [
    ['format', log.client + (log.versions.length === 0 ? '' : `, version ${log.versions.join(', ')}`)],
    ['title', log.title],
    ['model', `${log.model ?? 'not named'}${modelWindow === null ? '' : `, window ${whole(modelWindow)}`}`],
    [
      'size',
      `${turnsWithNumbers(log.turns)}, ${counted(log.messages, 'message')}, ${counted(log.windows, 'window')}, ${counted(log.blocks, 'block')}`,
    ],
    ['peak', `${whole(log.peak)} tokens without eviction`],
    [
      'window',
      `${whole(suggested.tokens)} tokens suggested: ${SUGGESTED_FROM[suggested.from](suggested.tokens)}`,
    ],
    ['content', types.join(', ')],
    [
      'setup',
      `${log.system ? 'system prompt' : 'no system prompt'}, ${counted(log.tools, 'tool definition')}`,
    ],
    [
      'usage',
      usage === null
        ? 'none recorded'
        : `${counted(usage.calls, 'call')}: ${whole(usage.input)} in (${whole(usage.cacheRead)} read from the cache), ${whole(usage.output)} out${usage.output === usage.replies ? '' : `, and ${whole(usage.replies)} with the text of replies of which it has less than half`}`,
    ],
    ['counting', countingOf(log, counter)],
    ...compactions.map(
      ({ turn, kind, trigger, tokensBefore }) =>
        [
          kind,
          `before turn ${turn}${trigger === null ? '' : `, ${trigger}`}${tokensBefore === null ? '' : `, ${whole(tokensBefore)} tokens`}`,
        ] as const,
    ),
    [
      'records',
      `${whole(log.records)} read${skipped === 0 ? '' : `, ${whole(skipped)} left out: ${ignored.map(({ kind, count }) => `${count} ${kind}`).join(', ')}`}`,
    ],
    ...log.inferred.map((sentence) => ['inferred', sentence] as const),
    ...problems.map(
      ({ severity, line, column, message }) =>
        [severity, `${line === undefined ? '' : `${line}:${column ?? 1}: `}${message}`] as const,
    ),
  ]
}
