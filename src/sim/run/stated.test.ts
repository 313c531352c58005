import { describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { session, text, tokens } from '../../testing/log/claude-code.ts'
import { calls, compacts } from '../../testing/log/compacted.ts'
import type { Log } from '../../testing/log/compacted.ts'
import { readTrace, run, takeIn } from '../index.ts'
import { atOnce } from '../trace/at-once.ts'
import { analysisOf } from './need/analysis.ts'
import { retentionSteps } from './need/retention.ts'
import { statedIn } from './need/stated.ts'

/** What a log states: its kind, what proves it, and what proved the value before. */
function stated(write: (log: Log) => void): readonly string[] {
  const log = session()
  log.add({ type: 'progress', cwd: '/r' })
  log.user('Begin.')
  write(log)
  const intake = takeIn(readTrace(log.text()), chars4)
  return atOnce(statedIn(intake, analysisOf(intake))).map(({ kind, evidence, outdated, until }) =>
    [kind, ...evidence, ...outdated.map((old) => `not ${old}`), ...(until < Infinity ? ['until'] : [])].join(
      ' ',
    ),
  )
}

const says = (log: Log, ...words: readonly string[]): void => {
  for (const [nth, one] of words.entries()) {
    log.reply(`s${nth}`, text(one))
    log.user('Yes.')
  }
}
const shows = (log: Log, ...results: readonly string[]): void => {
  for (const [nth, result] of results.entries()) calls(log, `c${nth}`, 'Bash', { command: 'run' }, result)
}

describe('what changed in a log', () => {
  it('NEED-2 what comes next is what to do next, until something else does', () => {
    expect(
      stated((log) => says(log, 'Let me read the parser first.', 'Now let me write the tests of the lexer.')),
    ).toEqual([
      'continuation Let me read the parser first. until',
      'continuation Now let me write the tests of the lexer.',
    ])
  })

  it('NEED-2 lines, seeds and places of an output are no values of one thing, what a name is set to is', () => {
    expect(stated((log) => shows(log, 'Running with seed: 185158', 'Running with seed: 743075'))).toEqual([
      'number 185158 until',
      'number 743075',
    ])
    expect(stated((log) => shows(log, '  at lib/a.ex:264', '  at lib/a.ex:371')).join()).not.toContain(
      'changed',
    )
    expect(stated((log) => shows(log, 'MAX_RETRIES = 3', 'MAX_RETRIES = 5'))).toEqual([
      'number MAX_RETRIES = 3 until',
      'changed MAX_RETRIES = 5 not MAX_RETRIES = 3',
    ])
  })

  it('NEED-2 of what a user says the newest value counts, in digits or in words', () => {
    const user = (log: Log, ...words: readonly string[]): void => {
      for (const [nth, one] of words.entries()) {
        log.user(one)
        log.reply(`u${nth}`, text('Fine.'))
      }
    }
    expect(stated((log) => user(log, 'Retry at most 3 times.', 'Retry at most five times.'))).toEqual([
      'side_constraint Retry at most 3 times. until',
      'changed Retry at most five times. not Retry at most 3 times.',
    ])
  })
})

describe('files of a log', () => {
  it('NEED-2 are told by the end of their path that tells them from the others, on Windows, too', () => {
    const read = (log: Log, ...paths: readonly string[]): void => {
      for (const [nth, file_path] of paths.entries()) calls(log, `r${nth}`, 'Read', { file_path }, 'x')
    }
    expect(
      stated((log) =>
        read(log, '/r/lib/a/index.ts', '/r/test/a/index.ts', '/r/readme.md', 'c:\\r\\src\\news.ts'),
      ),
    ).toEqual([
      'artifact lib/a/index.ts',
      'artifact test/a/index.ts',
      'artifact readme.md',
      'artifact src/news.ts',
    ])
  })

  it.each(['/home/u/rain', 'c:\\Users\\u\\rain'])(
    'NEED-2 a summary keeps those that it names from the folder of the client on: %s',
    (folder) => {
      const log = session()
      log.add({ type: 'progress', cwd: folder })
      log.user('Write the files, please.')
      const slash = folder.startsWith('/') ? '/' : '\\'
      for (const name of ['weather', 'news', 'lost'])
        calls(log, name, 'Write', { file_path: [folder, 'src', `${name}.ts`].join(slash), content: 'x' })
      compacts(log, `Files: src/weather.ts, ${['src', 'news.ts'].join(slash)}`)
      log.user('Go on.')
      log.reply('on', text('Fine.'))
      const timeline = run(readTrace(log.text()), {
        ...presetConfig('recorded'),
        max_context_tokens: 200_000,
      })
      const { artifact } = atOnce(retentionSteps(timeline)).kinds
      expect([artifact?.atEnd.kept, artifact?.atEnd.told]).toEqual([2, 3])
    },
  )
})

describe('what a client may have put back without a record', () => {
  /** In the last prompt, of the rule and of the file: how many it keeps, of how many that is known. */
  const known = (size: number, summary: string) => {
    const used = (read: number) => tokens(1, 0, read, 5)
    const log = session()
    log.add({ type: 'progress', cwd: '/r' })
    log.user('Never write to the folder of the vendor, whatever happens.')
    const body = 'nothing of note in here\n'.repeat(300)
    log.reply('a', { type: 'tool_use', id: 'a', name: 'Read', input: { file_path: '/r/a.ts' } }, used(5000))
    log.result('a', body)
    log.reply('b', text('I see.'), used(7000))
    compacts(log, summary)
    log.reply('on', text('I go on.'), used(size))
    const timeline = run(readTrace(log.text()), {
      ...presetConfig('recorded'),
      max_context_tokens: 200_000,
    })
    const { kinds, beside } = atOnce(retentionSteps(timeline))
    const of = (kind: 'constraint' | 'artifact') =>
      [kinds[kind]?.atEnd.kept, kinds[kind]?.atEnd.told].join(' of ')
    return [of('constraint'), of('artifact'), beside.map(({ compacted: { told } }) => told).join(' ')]
  }

  it('NEED-2 counts in no share: a file that may have been attached, anything without the summary', () => {
    const none = '0 of 1'
    expect(known(5100, 'It was begun.')).toEqual([none, none, '2 2 2 2 2'])
    expect(known(6100, 'It was begun.')).toEqual([none, '0 of 0', '1 1 1 1 1'])
    expect(known(6100, '')).toEqual(['0 of 0', '0 of 0', '0 0 0 0 0'])
  })
})
