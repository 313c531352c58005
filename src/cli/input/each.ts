import { readers } from '../../sim/index.ts'
import { choiceOf } from '../option/options.ts'
import type { Given } from '../option/options.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { progressOn } from '../terminal/progress.ts'
import { Copies } from './copies.ts'
import { sourcesOf } from './files.ts'
import type { Source, Unreadable } from './files.ts'
import { tracesOf } from './logs.ts'
import type { NamedTrace, Reading } from './logs.ts'

/** Says what is done with the present log, after its name. */
export type Say = (what: string) => void

/** What was and was not read. */
export interface Read {
  readonly unreadable: readonly Unreadable[]
  /** Paths of the folders' files that no log has a name like. */
  readonly others: readonly string[]
  readonly sources: number
}

/** How the options want logs read. Throws a UsageError for an unknown reader. */
export function readingOf(given: Given): Reading {
  const names = Object.keys(readers)
  return {
    format: given.has('reader') ? choiceOf(given, 'reader', names, '') : null,
    conversations: choiceOf(given, 'conversations', ['all', 'largest'], 'all'),
  }
}

const all = (): boolean => true

/**
 * Reads the logs that are named, one after the other, so that no more than one is in memory.
 *
 * @param only which sources are wanted, by their place
 * @param each gets a conversation with the place of its file, its number in it, and a way to tell how far it is
 * @param tellsMissing whether files and folders that do not exist are among the unreadable
 * @throws UsageError if no log is named
 */
export async function eachLog(
  given: Given,
  io: Io,
  each: (named: NamedTrace, at: number, nth: number, say: Say) => void,
  only: (source: Source, at: number) => boolean = all,
  tellsMissing = true,
): Promise<Read> {
  if (given.inputs.length === 0)
    throw new UsageError('Name a log, a folder, a pattern, scenario:<name>, or - for standard input')
  const reading = readingOf(given)
  const found = sourcesOf(given.inputs, io)
  const unreadable: Unreadable[] = tellsMissing ? [...found.unreadable] : []
  // a part of the logs does not know the others
  const copies = only === all ? new Copies() : null
  const progress = progressOn(io)
  for (const [at, source] of found.sources.entries()) {
    if (!only(source, at)) continue
    const name = `${at + 1} of ${found.sources.length}: ${endOf(source.name)}`
    progress.say(name)
    const traces = await tracesOf(source, reading, io, found.sources)
    if ('message' in traces) unreadable.push(traces)
    else
      for (const [nth, named] of traces.entries())
        if ('message' in named) unreadable.push(named)
        else each(copies?.told(named) ?? named, at, nth, (what) => progress.say(`${name}, ${what}`))
    // Between two logs an interrupt can be handled.
    await new Promise((resolve) => setImmediate(resolve))
  }
  progress.end()
  return { unreadable: inOrder(unreadable), others: found.others, sources: found.sources.length }
}

/** A line that is longer than the terminal could not be written over. */
const LONGEST_NAME = 40

function endOf(name: string): string {
  return name.length > LONGEST_NAME ? `…${name.slice(1 - LONGEST_NAME)}` : name
}

/** By name, so that parts of a whole can be put together. */
export function inOrder(unreadable: readonly Unreadable[]): readonly Unreadable[] {
  return unreadable.toSorted((a, b) => (a.log < b.log ? -1 : a.log > b.log ? 1 : 0))
}
