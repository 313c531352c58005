import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { calls, compacts } from '../../../testing/log/compacted.ts'
import type { Log } from '../../../testing/log/compacted.ts'
import { session, text, tokens } from '../../../testing/log/claude-code.ts'
import { metrics, readTrace, run, takeIn } from '../../index.ts'

const body = (name: string): string =>
  Array.from({ length: 120 }, (_, line) => `line ${line} of ${name} calls step_${line}`).join('\n')

/** What the turns of a log need beside their goal, by the source's first argument or word, and how it is met. */
function needsOf(log: Log, strategy: string, limit = 200_000): string[] {
  const trace = readTrace(log.text())
  const intake = takeIn(trace, chars4)
  const timeline = run(
    trace,
    { strategy, max_context_tokens: limit, pressure: { preemptive: false } },
    { intake },
  )
  return timeline.data.needs.flatMap(({ turn, source, kind, resolution }) => {
    const of = intake.blocks[source]
    return kind === 'goal' ? [] : [`turn ${turn} on the ${of?.type} of turn ${of?.turn}: ${resolution}`]
  })
}

/** A session that reads a file and others, and ends with more. */
function reads(end: (log: Log) => void): Log {
  const log = session()
  log.user('Read the parser and the other files, then report what the parser does.')
  calls(log, 'a', 'Read', { file_path: '/home/dev/shop/src/parser.ts' }, body('parser'))
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'])
    calls(log, name, 'Read', { file_path: `/home/dev/shop/lib/${name}.ts` }, body(name))
  end(log)
  log.reply('end', text('Done.'))
  return log
}

describe('NEED-2 a file that was read and its path', () => {
  const again = (log: Log): void =>
    calls(log, 'z', 'Read', { file_path: '/home/dev/shop/src/parser.ts' }, body('parser'))

  it('NEED-2 the path in a call is not the content: behind a placeholder it is a pointer', () => {
    expect(needsOf(reads(again), 'unmanaged')).toEqual(['turn 9 on the tool_result of turn 1: full'])
    expect(needsOf(reads(again), 'evict', 6000)).toEqual(['turn 9 on the tool_result of turn 1: pointer'])
  })

  const after = (summary: string, end: (log: Log) => void): string[] =>
    needsOf(
      reads((log) => {
        compacts(log, summary)
        end(log)
      }),
      'recorded',
    )

  it.each([
    ['the whole path', 'Read so far: /home/dev/shop/src/parser.ts', 'pointer'],
    ['its end', 'Read so far: `src/parser.ts` (a parser)', 'pointer'],
    ['the name of many files', 'Read so far: parser.ts', 'lost'],
    ['another file of the name', 'Read so far: other/parser.ts', 'lost'],
    ['nothing', 'Some files were read.', 'lost'],
  ])('NEED-2 it is the same after the client’s compaction, whose summary has %s', (_, summary, met) => {
    expect(after(summary, again)).toEqual([`turn 9 on the tool_result of turn 1: ${met}`])
  })

  it('NEED-2 what else a turn repeats of the content must be there', () => {
    const edit = (log: Log): void =>
      calls(log, 'z', 'Edit', {
        file_path: '/home/dev/shop/src/parser.ts',
        old_string: 'line 7 of parser calls step_7',
        new_string: 'x',
      })
    expect(after('Read src/parser.ts: line 7 of parser calls step_7 is wrong', edit)).toContain(
      'turn 9 on the tool_result of turn 1: summary',
    )
    expect(after('Read so far: src/parser.ts', edit)).toContain(
      'turn 9 on the tool_result of turn 1: pointer',
    )
  })
})

it('NEED-2 to a call that only reads a file, the end of a path that was told is enough; not to one that writes it', () => {
  const told = (name: string, input: object): string[] => {
    const log = session()
    log.user('The schema of all the tables is in /srv/data/shop/schema.sql, keep it in mind.')
    log.reply('m0', text('I will.'))
    calls(log, 'x', 'Glob', { pattern: '*' }, 'many')
    compacts(log, 'The schema is in shop/schema.sql.')
    log.reply('on', text('I go on.'))
    calls(log, 'y', name, input)
    log.reply('end', text('Done.'))
    return needsOf(log, 'recorded')
  }
  const file_path = '/srv/data/shop/schema.sql'
  expect(told('Read', { file_path })).toEqual(['turn 3 on the user_message of turn 0: summary'])
  expect(told('Write', { file_path, content: 'x' })).toEqual(['turn 3 on the user_message of turn 0: lost'])
})

it('NEED-2 how JSON quotes a path or a string makes no difference', () => {
  const log = session()
  log.user('Write the service and make it say hello to me, please.')
  const file_path = String.raw`c:\Users\u\rain\new\tests.ts`
  calls(log, 'a', 'Write', { file_path, content: 'say("good morning to you all")' })
  calls(log, 'b', 'Glob', { pattern: '*' }, 'many')
  compacts(log, `Written: ${file_path} with say("good morning to you all")`)
  log.reply('on', text('I go on.'))
  calls(log, 'c', 'Edit', { file_path, old_string: 'say("good morning to you all")', new_string: 'x' })
  log.reply('end', text('Done.'))
  expect(needsOf(log, 'recorded')).toEqual(['turn 3 on the tool_call of turn 0: summary'])
})

describe('NEED-2 what a client put back without a record is not known', () => {
  /** The prompt after the compaction has these tokens; without more than the summary it has about 5,050. */
  const back = (size: number, summary: string, end: (log: Log) => void) => {
    const log = session()
    log.user('Read the parser, then run the tests of the whole shop, please.')
    const file_path = '/home/dev/shop/src/parser.ts'
    const used = (read: number) => tokens(1, 0, read, 5)
    log.reply('a', { type: 'tool_use', id: 'a', name: 'Read', input: { file_path } }, used(5000))
    log.result('a', body('parser'))
    log.reply('b', { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'make test' } }, used(7000))
    log.result('b', 'failed: totalsAreRounded in shop_totals')
    compacts(log, summary)
    log.reply('on', text('I go on.'), used(size))
    calls(log, 'w', 'Glob', { pattern: '*' }, 'many')
    end(log)
    log.reply('end', text('Done.'), used(size + 100))
    const trace = readTrace(log.text())
    const timeline = run(trace, { strategy: 'recorded', max_context_tokens: 200_000 })
    const rows = new Map(metrics(timeline).map(({ id, value }) => [id, value]))
    const met = timeline.data.needs.flatMap(({ kind, resolution }) => (kind === 'goal' ? [] : [resolution]))
    return { met, missing: rows.get('inferred-missing'), share: rows.get('lost-rate') }
  }
  const edit = (log: Log): void =>
    calls(log, 'z', 'Edit', {
      file_path: '/home/dev/shop/src/parser.ts',
      old_string: 'line 7 of parser calls step_7',
      new_string: 'x',
    })
  const test = (log: Log): void => calls(log, 'z', 'Grep', { pattern: 'totalsAreRounded' }, 'a.ts')

  it('NEED-2 the content of a file that may have been attached again, which counts in no share', () => {
    const summary = 'Read the parser, then run the tests of the whole shop, please. It was read.'
    expect(back(6100, summary, edit)).toEqual({ met: ['unknown'], missing: 0, share: 0 })
  })

  it('NEED-2 not what a program put out, and nothing where the prompt has no room for more than the summary', () => {
    expect(back(6100, 'The tests were run.', test).met).toEqual(['lost'])
    expect(back(5100, 'The parser was read.', edit).met).toEqual(['lost'])
  })

  it('NEED-2 not a file that the agent reads again: it was not attached', () => {
    const read = (log: Log): void => calls(log, 'z', 'Read', { file_path: '/home/dev/shop/src/parser.ts' })
    expect(back(6100, 'Read so far: src/parser.ts', read).met).toEqual(['pointer'])
  })

  it('NEED-2 anything, where the log does not hold the summary', () => {
    expect(back(6100, '', test).met).toEqual(['unknown'])
  })
})

it('REF-2 what a call asked for again is needed whole', () => {
  const log = reads((one) =>
    calls(one, 'z', 'Read', { file_path: '/home/dev/shop/src/parser.ts' }, body('parser')),
  )
  const trace = readTrace(log.text())
  const timeline = run(trace, {
    strategy: 'evict',
    max_context_tokens: 6000,
    pressure: { preemptive: false },
  })
  const rows = new Map(metrics(timeline).map(({ id, value }) => [id, value]))
  expect([rows.get('observed-missing'), rows.get('inferred-missing')]).toEqual([1, 1])
})
