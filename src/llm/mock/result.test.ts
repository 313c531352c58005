import { describe, expect, test } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import type { Ask, AskSource } from '../../engine/index.ts'
import { summarizeBlock } from './block.ts'
import { report } from './delegate.ts'
import { merge } from './merge.ts'
import { summarizeResult } from './result.ts'

const count = (text: string) => chars4.count(text)

function source(type: AskSource['type'], text: string, about: Partial<AskSource> = {}): AskSource {
  return { block: 0, type, role: 'user', turn: 0, tool: '', args: '', text, ...about }
}

function asking(sources: readonly AskSource[], maxTokens: number): Ask {
  return {
    kind: 'summarize_result',
    stage: 'test',
    turn: 0,
    window: 0,
    sources,
    task: '',
    previous: null,
    update: 'anchored',
    maxTokens,
  }
}

const run = source(
  'tool_result',
  [
    'collected 40 items',
    ...Array.from({ length: 39 }, (_, index) => `tests/test_model.py::test_case_${index} PASSED`),
    'E   KeyError: "tax_rate"',
    'see tests/test_totals.py',
    '1 failed, 39 passed in 2.41s',
  ].join('\n'),
  { tool: 'run_tests', args: '{"path":"tests"}' },
)

describe('MOCK-4 a summarized tool result', () => {
  test('keeps the call and its size, the failure, the total and both ends, in the order of the text', () => {
    const lines = summarizeResult(asking([run], 60), count).split('\n')
    expect(lines[0]).toBe('run_tests tests: 43 lines')
    expect(lines).toContain('E   KeyError: "tax_rate"')
    expect(lines.at(-1)).toBe('1 failed, 39 passed in 2.41s')
    expect(lines.indexOf('collected 40 items')).toBe(1)
  })

  test('keeps only the call, shortened, if there is room for a few words', () => {
    expect(summarizeResult(asking([run], 3), count)).toBe('run_tests te')
  })

  test('keeps the declarations of program code, not the bodies', () => {
    const body = Array.from({ length: 30 }, (_, index) => `  total += rows[${index}]`)
    const code = [
      'import os',
      'import re',
      'import sys',
      ...body,
      'def total_of(rows):',
      ...body,
      'x = 1',
      'y = 2',
      'z = 3',
    ]
    const text = summarizeResult(
      asking([source('tool_result', code.join('\n'), { tool: 'read' })], 34),
      count,
    )
    expect(text).toContain('def total_of(rows):')
    expect(text).not.toContain('total += rows')
  })
})

describe('COMP-1 a block shortened to the level of its age', () => {
  const said = source(
    'assistant_response',
    'I looked at the totals. We settled on integer cents, since floats drift. The cause was a rate that is missing for two regions. All of it is plain once one has seen the table of rates and knows where it is filled.',
  )
  test('as key points, one line, or a title', () => {
    const [points, line, title] = [60, 20, 6].map((max) => summarizeBlock(asking([said], max), count))
    expect(points?.split('\n')).toContain('We settled on integer cents, since floats drift.')
    expect(points?.split('\n')).toContain('The cause was a rate that is missing for two regions.')
    expect(line).toBe('We settled on integer cents, since floats drift.')
    expect(title).toBe('I looked at the totals.')
  })

  test('as one line, keeps the call and the failure of a result', () => {
    expect(summarizeBlock(asking([run], 40), count)).toBe(
      'run_tests tests: 43 lines. E   KeyError: "tax_rate"',
    )
  })
})

describe('a merge of near-duplicates', () => {
  test('has every line once, in the newest wording, older lines first', () => {
    const text = merge(
      asking(
        [
          source('tool_result', 'alpha = 1\nonly old\nBETA: two!'),
          source('tool_result', 'Beta two\nalpha = 1\nonly new'),
        ],
        99,
      ),
      count,
    )
    expect(text).toBe('only old\nBeta two\nalpha = 1\nonly new')
  })

  test('if there is no room for all, it has the newest', () => {
    const text = merge(
      asking([source('tool_result', 'an older line'), source('tool_result', 'a newer line')], 5),
      count,
    )
    expect(text).toBe('a newer line')
  })
})

test('COMP-7 a report has the finding first, then files, numbers, failures and open issues', () => {
  const text = report(
    asking(
      [
        source('tool_call', '{"path":"src/rates.ts"}', { tool: 'edit_file' }),
        run,
        source(
          'assistant_response',
          'The rates of two regions were missing. Still open is the rate of 2019.',
        ),
      ],
      200,
    ),
    count,
  )
  expect(text.split('\n').filter((line) => line.startsWith('## '))).toEqual([
    '## Finding',
    '## Files and names',
    '## Numbers and configuration',
    '## Errors and fixes',
  ])
  expect(text.split('\n').slice(0, 3)).toEqual([
    '## Finding',
    '- The rates of two regions were missing.',
    '- Still open is the rate of 2019.',
  ])
  expect(text).toContain('- edit_file src/rates.ts')
  expect(text).toContain('- E   KeyError: "tax_rate"')
})
