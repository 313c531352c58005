import { readFileSync } from 'node:fs'
import { nearestName } from '../config/internal.ts'
import { presets } from '../config/index.ts'
import { ProblemError } from '../engine/index.ts'
import { ENGINE_VERSION } from '../sim/index.ts'
import { redaction } from '../sim/internal.ts'
import { checkWritable } from './answer/answer.ts'
import type { Command } from './command/command.ts'
import { EXIT, UsageError } from './terminal/io.ts'
import type { Io } from './terminal/io.ts'
import { commands } from './list.ts'
import { givenIn } from './option/options.ts'
import type { Option } from './option/options.ts'

const HELP: Option = { short: 'h', meaning: 'Show this help' }
const NAME = 'context-window-lab'

/**
 * Runs one command line, as the program `context-window-lab` does.
 *
 * @param args what follows the name of the program
 * @returns the exit code: 0 fine, 1 a condition of `--fail-if` holds or `validate` found an error, 2 a wrong option or
 *   config, 3 nothing could be read; it throws for an error of its own, which the program ends with as 4
 */
export async function program(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.out(overview())
    return EXIT.fine
  }
  if (name === '--version') {
    io.out(`${version()}, engine ${ENGINE_VERSION}\n`)
    return EXIT.fine
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) {
    const near = nearestName(
      name,
      commands.map((one) => one.name),
    )
    io.err(`There is no command ${name}. ${near === null ? `See ${NAME} --help` : `Is ${near} meant?`}\n`)
    return EXIT.usage
  }
  let own = io
  try {
    const given = givenIn(rest, { ...command.options, help: HELP })
    if (given.has('redact')) own = redacted(io)
    if (given.has('help')) {
      io.out(helpOf(command))
      return EXIT.fine
    }
    checkWritable(given, own)
    return await command.run(given, own)
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ProblemError)) throw error
    own.err(`${error.message}\n`)
    return EXIT.usage
  }
}

function redacted(io: Io): Io {
  const all = redaction()
  // A line of progress, which only a terminal has, must not change the numbers of the placeholders.
  const isProgress = (text: string): boolean => text.startsWith('\r')
  return {
    ...io,
    err: (text) => io.err((isProgress(text) ? redaction() : all).text(text)),
    redaction: all,
  }
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `${NAME}: replays logs of LLM agents through strategies that manage the context window.`,
    '',
    `Usage: ${NAME} <command> [options]`,
    '',
    ...commands.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`),
    '',
    'A log is a file, a folder or an archive of logs, a pattern in quotes, scenario:<name>?seed=7, or - for standard input. Nothing is sent anywhere.',
    'Exit codes: 0 fine, 1 a condition holds or an error was found, 2 a wrong option or config, 3 nothing could be read, 4 an error of the program itself.',
    `${NAME} <command> --help has options and examples, ${NAME} --version the version.`,
    '',
  ].join('\n')
}

function helpOf({ name, meaning, arguments: operands, notes = [], options, examples }: Command): string {
  const left = Object.entries({ ...options, help: HELP }).map(
    ([option, { value = '', short }]) =>
      [
        `${short === undefined ? '    ' : `-${short}, `}--${option} ${value}`.trimEnd(),
        options[option] ?? HELP,
      ] as const,
  )
  const width = Math.max(...left.map(([text]) => text.length))
  return [
    `${meaning}.`,
    '',
    `Usage: ${NAME} ${name} ${operands} [options]`,
    '',
    ...notes.flatMap((note) => [note, '']),
    ...left.map(([text, option]) => `  ${text.padEnd(width)}  ${option.meaning}`),
    '',
    ...('lane' in options
      ? [`Presets: managed, ${presets.filter((one) => one !== 'default').join(', ')}`, '']
      : []),
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}
