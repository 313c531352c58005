import { describe, expect, it } from 'vitest'
import { text } from '../../testing/log/claude-code.ts'
import { calls, compacted } from '../../testing/log/compacted.ts'

const fateOf = (said: string | readonly string[], summary: string): string => {
  const { items } = compacted(said, summary)
  return items.map((item) => `${item.text} ${item.fate}`).join(' | ')
}

describe('what changes a statement', () => {
  it.each([
    ['Retry an upload at most 4 times.', 'Retry an upload at most 6 times.'],
    ['Refund no more than 80 euros without asking.', 'Refund no more than 800 euros without asking.'],
    ['Never book more than two rooms.', 'Never book more than three rooms.'],
    ['Always cite books, not blogs, in the review.', 'Always cite blogs, not books, in the review.'],
    [
      'Always read from the copy and never from the original.',
      'Always read from the original and never from the copy.',
    ],
    ["I've decided against Redis for the sessions.", 'The user decided on Redis for the sessions.'],
    ["Let's take the ferry instead of the train.", "Let's take the train instead of the ferry."],
    ['Do not delete the backups.', 'Do not delete the backups unless the disk is full.'],
    ['Only use the test account.', 'Only use the test account for reads.'],
    ['Never email the suppliers.', 'The rule "Never email the suppliers" no longer holds.'],
    ['The parcels must be sent before 12 June.', 'The parcels must be sent after 12 June.'],
  ])('LOST-1 is weakened: %s – %s', (said, summary) => {
    expect(fateOf(said, summary)).toBe(`${said} weakened`)
  })

  it.each([
    ['The call must end after 90 seconds.', 'Call ends after: 90s (user requirement).'],
    ['Never print tokens.', '## Constraints\n- tokens must not appear in prints'],
    ['Do not use moment anywhere.', 'No moment.'],
    ['Please always answer in French.', 'Language: French (all replies).'],
    ['Never book more than two rooms.', 'Never book more than 2 rooms.'],
    ['Always cite books, not blogs, in the review.', 'In the review, always cite books (not blogs).'],
    [
      'You must convert all prices to euros.',
      'Prices were converted to euros. All prices must be in euros, converted.',
    ],
  ])('LOST-1 is kept: %s – %s', (said, summary) => {
    expect(fateOf(said, summary)).toBe(`${said} reworded`)
  })

  it('LOST-1 the best of several statements decides, and two items of a list are not one', () => {
    expect(
      fateOf(
        'Never ship the blue boxes.',
        'The blue boxes were shipped once.\nThe blue boxes must never ship.',
      ),
    ).toBe('Never ship the blue boxes. reworded')
    expect(
      fateOf(
        'Never ship the blue boxes by air.',
        '- The blue boxes are ready.\n- Never send anything by air.',
      ),
    ).not.toMatch(/reworded$/)
  })
})

describe('what the user took back or changed before a compaction is not lost', () => {
  it.each([
    [['Never push to main.', 'OK, you can push to main from now on.'], ''],
    [['Do not call the customer.', 'Feel free to call the customer after all.'], ''],
    [
      ['MAX_RETRIES must be 3.', 'Sorry, MAX_RETRIES should be 5 after all.'],
      'Sorry, MAX_RETRIES should be 5 after all. reworded',
    ],
    [
      ['Set the timeout to 30 seconds.', 'Actually make that 45 seconds.'],
      'Actually make that 45 seconds. reworded',
    ],
    [['Use Postgres instead of MySQL for this.', "Let's go with MySQL after all."], ''],
  ])('LOST-1 %s', (said, fates) => {
    expect(fateOf(said, 'Timeout: 45 seconds. MAX_RETRIES = 5.')).toBe(fates)
  })

  it.each([
    [['Never push to main.', 'Never push to main, I said, not even now.']],
    [['Invoice 4471 must be paid by Monday.', 'The parcel with 4472 things came.']],
    [['Do not call the customer.', 'Can you tell me who the customer is?']],
  ])('LOST-1 still holds: %s', (said) => {
    expect(fateOf(said, '')).toContain('gone')
  })

  it('LOST-1 an option of the agent is no decision, and a task that was done is not open', () => {
    const options = compacted('Which one?', '', undefined, (log) => {
      log.reply('o', text('We could go with Redis instead of Memcached.'))
    })
    expect(options.items).toEqual([])
    const done = compacted('The lexer test is still failing.', 'The lexer test passes.', undefined, (log) => {
      log.reply('d', text('I fixed it; the lexer test passes now.'))
    })
    expect(done.items).toEqual([])
    const claimed = compacted('The lexer test is still failing.', 'The lexer test passes.')
    expect(claimed.items).toMatchObject([{ kind: 'task', fate: 'weakened' }])
  })
})

describe('whose words are read', () => {
  it.each([
    ['<command-name>/fix</command-name>\n<command-args>Port it. Never push to main.</command-args>', 1],
    ['<ide_opened_file>Never open a.ts</ide_opened_file>\nNever push to main.', 1],
    ['<local-command-stdout>Never push to main.</local-command-stdout>', 0],
    ['See this:\n```\nNever edit generated files.\n```\nWhat do you think?', 0],
    ['Here is the README:\n\nNever edit generated files.\n\nAlways run make.', 0],
    ['Here is the mail:\n\nNever send it again.\n\nPlease never answer such mail.', 1],
  ])('LOST-1 %s', (said, rules) => {
    expect(compacted(said, '').items).toHaveLength(rules)
  })

  it('LOST-1 what the user says to a call that they reject is theirs', () => {
    const { items } = compacted('Fix it.', '', undefined, (log) => {
      const answer =
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nNever edit src/core.ts directly."
      calls(log, 'p', 'Edit', { file_path: '/r/a.ts', old_string: 'a', new_string: 'b' }, answer)
      log.reply('ok', text('Fine.'))
    })
    expect(items.map(({ kind, by, text: said }) => [kind, by, said])).toEqual([
      ['rule', 'user', 'Never edit src/core.ts directly.'],
    ])
  })

  it('LOST-1 several rules of one sentence are several items', () => {
    expect(
      fateOf(
        'Never push to dev; never touch src/core.ts; all texts must be in Danish.',
        'Never touch src/core.ts; all texts must be in Danish.',
      ),
    ).toBe(
      'Never push to dev gone | never touch src/core.ts verbatim | all texts must be in Danish. verbatim',
    )
  })
})

it('LOST-1 a file is not kept by another of its name, and one that was removed again is no file', () => {
  const { items } = compacted('Go.', 'Changed packages/b/src/index.ts.', undefined, (log) => {
    calls(log, 'a', 'Write', { file_path: '/r/packages/a/index.ts', content: 'x' })
    calls(log, 'b', 'Write', { file_path: '/r/packages/b/src/index.ts', content: 'x' })
    calls(log, 'c', 'Write', { file_path: '/r/check.py', content: 'x' })
    calls(log, 'd', 'Bash', { command: "cd /r && rm check.py && cat > src/new.ts <<'EOF'\nx\nEOF" })
  })
  expect(items.map(({ text: path, fate }) => [path, fate])).toEqual([
    ['/r/packages/a/index.ts', 'gone'],
    ['/r/packages/b/src/index.ts', 'verbatim'],
    ['/r/src/new.ts', 'gone'],
  ])
})

it('LOST-1 a file on Windows is kept by its path or the end of it, with either slash', () => {
  const paths = ['weather.ts', 'discord.ts', 'news.ts', 'lost.ts'].map((name) =>
    ['c:', 'Users', 'u', 'rain', 'src', name].join('\\'),
  )
  const { items } = compacted(
    'Write the four files of the weather service, please.',
    String.raw`Files: ${paths[0]}, src/discord.ts, other\news.ts`,
    undefined,
    (log) => {
      for (const [nth, file_path] of paths.entries())
        calls(log, `w${nth}`, 'Write', { file_path, content: 'x' })
    },
  )
  const files = items.filter(({ kind }) => kind === 'file')
  expect(files.map(({ fate }) => fate)).toEqual(['verbatim', 'verbatim', 'gone', 'gone'])
})

it('LOST-1 of two files that end in the same way only the one that is named is kept', () => {
  const { items } = compacted('Go on.', 'Files: packages/a/src/index.ts', undefined, (log) => {
    for (const part of ['a', 'b'])
      calls(log, part, 'Write', { file_path: `/r/packages/${part}/src/index.ts`, content: 'x' })
    calls(log, 'c', 'Bash', { command: "cat > src\\readme.md <<'EOF'\nx\nEOF" })
    calls(log, 'd', 'Bash', { command: 'rm ./src/readme.md && git checkout -- . 2>/dev/null' })
  })
  expect(items.map(({ text: path, fate }) => [path, fate])).toEqual([
    ['/r/packages/a/src/index.ts', 'verbatim'],
    ['/r/packages/b/src/index.ts', 'gone'],
  ])
})

it('LOST-1 an order that leaves one way is a rule, what only is so is none', () => {
  const said = [
    'Use pens, not pencils.',
    'Please reply only in Danish.',
    'write dates in words, not in digits',
  ]
  for (const rule of said) {
    expect(
      fateOf(`Port the parser to the new shop. ${rule.charAt(0).toUpperCase()}${rule.slice(1)}`, ''),
    ).toMatch(/ gone$/)
    expect(fateOf(rule, rule)).toBe(`${rule} verbatim`)
  }
  for (const none of [
    'Use the first one, not the second.',
    'It opens only in the old shop.',
    'Offered only in pairs.',
  ])
    expect(fateOf(none, '')).toBe('')
})

it.each([
  ['Use pnpm, not npm.', 'npm install left-pad'],
  ['We use `pnpm`, not `npm`.', 'npm install left-pad'],
  ['Use `pnpm` instead of `npm`.', 'npm ci'],
  ['Please use pnpm rather than npm.', 'npm run build'],
  ['Start with the cart router. Use uv, not pip, for everything.', 'pip install six'],
  ['Use rebase, not merge.', 'git merge main'],
])(
  'LOST-1 LOST-2 an order that leaves one way is a rule that a later call contradicts: %s',
  (said, command) => {
    const { items } = compacted(said, 'Nothing.', (log) => {
      calls(log, 'ok', 'Bash', { command: 'pnpm install && uv add six && git rebase main' })
      calls(log, 'bad', 'Bash', { command })
    })
    expect(items).toMatchObject([{ kind: 'rule', by: 'user', fate: 'gone', broken: { shown: command } }])
  },
)

it.each([
  ['Use dayjs instead of moment.', 'rule'],
  ['We use tabs, not spaces.', 'rule'],
  ['Use a map instead of an array.', 'decision'],
  ['They use npm, not pnpm.', undefined],
  ['Use npm for the docs, not for the app.', 'rule'],
])('LOST-1 LOST-2 what names one thing, or is told of others, forbids nothing: %s', (said, kind) => {
  const { items } = compacted(said, 'Nothing.', (log) => {
    calls(log, 'npm', 'Bash', { command: 'npm install left-pad && pnpm install' })
  })
  expect(items[0]?.kind).toBe(kind)
  expect(items.filter(({ broken }) => broken !== 'undecidable')).toEqual([])
})

it('LOST-3 another rule about the same file does not say the first again', () => {
  const again = (words: string) =>
    compacted('Do not touch src/core.ts.', '', (log) => log.user(words)).items[0]?.saidAgain ?? null
  expect(again('Do not open src/core.ts in the viewer, it crashes.')).toBeNull()
  expect(again('Do not touch src/core.ts, please.')).not.toBeNull()
})
