import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { session, text } from '../../testing/log/claude-code.ts'
import { autopsy, calls, compacted, compacts } from '../../testing/log/compacted.ts'
import type { Log } from '../../testing/log/compacted.ts'
import { readTrace } from '../log/reading.ts'
import { takeIn } from '../trace/intake.ts'
import { isBroken, tallyOf } from './autopsy.ts'
import { autopsyOf } from './autopsy-of.ts'
import { commandsOf } from './deed.ts'
import { directivesOf } from './directive.ts'

const fateOf = (said: string, summary: string) => compacted(said, summary).items.map(({ fate }) => fate)

describe('what a summary has of a rule', () => {
  const rule = 'Never edit the files in `src/generated`.'

  it.each([
    ['verbatim', 'The user said: "Never edit the files in src/generated." Work goes on.'],
    ['reworded', 'The files in src/generated must never be edited.'],
    ['weakened', 'Avoid edits of the files in src/generated.'],
    ['weakened', 'The files in src/generated were edited.'],
    ['gone', 'The parser was repaired.'],
    ['gone', ''],
  ])('LOST-1 %s: %s', (fate, summary) => {
    expect(fateOf(rule, summary)).toEqual([fate])
  })

  it('LOST-1 names what is missing, and the statement that is nearest', () => {
    const [item] = compacted(rule, 'The parser was repaired.\nAvoid edits of the files in src.').items
    expect(item).toMatchObject({ fate: 'weakened', nearest: 'Avoid edits of the files in src.' })
    expect(item?.missing).toContain('src/generated')
  })

  it('LOST-1 a demand under a heading of demands keeps its modal', () => {
    expect(fateOf('All texts must be in Danish.', 'All texts are in Danish.')).toEqual(['weakened'])
    expect(fateOf('All texts must be in Danish.', 'Constraints:\n- All texts in Danish')).toEqual([
      'reworded',
    ])
  })

  it('LOST-1 what is to be done from now on is a rule by the form of the sentence', () => {
    const said = [
      'Mark new cells with a star.',
      'Every photo needs a caption.',
      'The key is for the build server only.',
      'Whenever a word is ambiguous, ask the author.',
    ]
    expect(compacted(said.join('\n'), '').items.map(({ kind, text }) => [kind, text])).toEqual(
      said.map((text) => ['rule', text]),
    )
  })

  it('LOST-1 descriptions, questions and program text are no rules', () => {
    const said = [
      'The rows only have a leaf, and they never get an id.',
      'Do we have to keep this file?',
      '// DO NOT EDIT this generated file',
      'I do not understand what you mean by that.',
      'The second argument is kept — only needed for the old parser.',
      'Only table.ts was read before.',
      'A result without rows is rare, but this may not be what the caller wants.',
      'Without this cache, the second run will be slow.',
      'A server-only build is possible here.',
      'Keep in mind that the lexer is older.',
      "If it fails, we'd have to read the table again.",
    ]
    expect(compacted(said.join('\n'), '').items).toEqual([])
  })
})

describe('what a summary has of everything else', () => {
  it('LOST-1 a changed file is kept by its path or the end of it, and one that was only read is not followed', () => {
    const log = session()
    log.user('Please go on with the parser.')
    calls(log, 'a', 'Edit', { file_path: '/home/dev/shop/src/parser.ts', old_string: 'a', new_string: 'b' })
    calls(log, 'b', 'Write', { file_path: '/home/dev/shop/src/table.ts', content: '1' })
    calls(log, 'c', 'Write', { file_path: '/home/dev/shop/docs/notes.md', content: '1' })
    calls(log, 'd', 'Read', { file_path: '/home/dev/shop/src/other.ts' })
    // A task that is created is not a file that is.
    calls(log, 'e', 'TaskCreate', { file: 'src/later.ts', description: 'Change src/lexer.ts' })
    // Nor is what the text of a ticket looks like.
    calls(log, 'f', 'create_issue', { description: 'Context\\n\\nSession state is in src/state.ts.' })
    compacts(log, 'Changed `src/parser.ts`, and table.ts beside it.')
    log.reply('m9', text('On.'))
    expect(autopsy(log).compactions[0]?.items.map(({ text: path, fate }) => [path, fate])).toEqual([
      ['/home/dev/shop/src/parser.ts', 'verbatim'],
      ['/home/dev/shop/src/table.ts', 'reworded'],
      ['/home/dev/shop/docs/notes.md', 'gone'],
    ])
  })

  it('LOST-1 follows the open tasks of the agent’s list, without those that are done', () => {
    const log = session()
    log.user('Please go on.')
    calls(log, 'a', 'TodoWrite', { todos: [{ content: 'Old task of the parser', status: 'pending' }] })
    calls(log, 'b', 'TodoWrite', {
      todos: [
        { content: 'Read the parser', status: 'completed' },
        { content: 'Repair the parser', status: 'in_progress' },
        { content: 'Write documentation', status: 'pending' },
      ],
    })
    calls(log, 'c', 'TaskCreate', { subject: 'Measure the lexer' })
    compacts(log, 'Next: repair the parser.')
    log.reply('m9', text('On.'))
    expect(autopsy(log).compactions[0]?.items.map((item) => [item.kind, item.text, item.fate])).toEqual([
      ['task', 'Repair the parser', 'verbatim'],
      ['task', 'Write documentation', 'gone'],
      ['task', 'Measure the lexer', 'gone'],
    ])
  })

  it('LOST-1 a number is kept with its name and value', () => {
    const said = 'The build_timeout of the pipeline is 4500 ms.'
    expect(fateOf(said, 'Set: build_timeout of the pipeline is 4500 ms.')).toEqual(['reworded'])
    expect(fateOf(said, 'The build_timeout of the pipeline is high.')).toEqual(['weakened'])
    expect(fateOf(said, 'Nothing of it.')).toEqual(['gone'])
  })
})

describe('what contradicts a rule after a compaction', () => {
  const edit = (path: string) => (log: Log) => {
    calls(log, 'x', 'Edit', { file_path: path, old_string: 'a', new_string: 'b' })
  }
  const bash = (command: string) => (log: Log) => {
    calls(log, 'x', 'Bash', { command })
  }

  it.each([
    [
      'Never edit the files in `src/generated`.',
      edit('/repo/src/generated/a.ts'),
      '/repo/src/generated/a.ts',
    ],
    [
      'Never edit the files in `src/generated`.',
      bash('sed -i s/a/b/ src/generated/a.ts'),
      'src/generated/a.ts',
    ],
    ["Please don't commit anything.", bash('cd /repo && git add . && git commit -m "x"'), 'git commit -m x'],
    ['Never push to main.', bash('git push origin main'), 'git push origin main'],
    ['Use pnpm instead of npm for the packages.', bash('npm install zod'), 'npm install zod'],
    [
      'MAX_RETRIES must be 3.',
      (log: Log) => {
        calls(log, 'x', 'Write', { file_path: 'a.ts', content: 'const MAX_RETRIES = 5' })
      },
      'const MAX_RETRIES = 5',
    ],
    ['Only change files under `src/app` for this.', edit('/repo/lib/a.ts'), '/repo/lib/a.ts'],
  ])('LOST-2 %s', (said, does, shown) => {
    const [item] = compacted(said, 'Nothing.', does).items
    expect(item?.broken).toMatchObject({ turn: 2, shown })
    expect(item?.brokenBefore).toBeNull()
  })

  it.each([
    ['Never edit the files in `src/generated`.', edit('/repo/src/generator/a.ts')],
    ['Never edit the files in `src/generated`.', bash('cat src/generated/a.ts > /tmp/a.ts')],
    [
      'Never edit the files in `src/generated`.',
      (log: Log) => {
        calls(log, 'x', 'Read', { file_path: '/repo/src/generated/a.ts' })
      },
    ],
    ["Please don't commit anything.", bash('git log --grep commit && echo "git commit"')],
    ["Please don't commit anything.", bash("cat > notes <<'END'\ngit commit -m x\nEND")],
    ['Never push to main.', bash('git push origin feature/main-menu')],
    ['Use pnpm instead of npm for the packages.', bash('pnpm install zod')],
    [
      'MAX_RETRIES must be 3.',
      (log: Log) => {
        calls(log, 'x', 'Write', { file_path: 'a.ts', content: 'MAX_RETRIES = 3\nMIN_RETRIES = 1' })
      },
    ],
    ['Only change files under `src/app` for this.', edit('/repo/src/app/deep/a.ts')],
  ])('LOST-2 near miss: %s', (said, does) => {
    expect(compacted(said, 'Nothing.', does).items[0]?.broken).toBe('none')
  })

  it('LOST-2 is not decidable where nothing can be checked, under a condition, or once the user allowed it', () => {
    const commits = bash('git commit -m x')
    for (const said of ['All texts must be in Danish.', "Don't commit until the tests of the parser pass."])
      expect(compacted(said, 'Nothing.', commits).items.map(({ broken }) => broken)).toEqual(['undecidable'])
    const allowed = compacted("Please don't commit anything.", 'Nothing.', (log) => {
      log.user('Good, you can commit now.')
      commits(log)
    })
    expect(allowed.items[0]?.broken).toBe('none')
  })

  it('LOST-2 tells whether a call had done the same before the compaction', () => {
    const log = session()
    log.user("Please don't commit anything.")
    calls(log, 'a', 'Bash', { command: 'git commit -m early' })
    compacts(log, 'Nothing.')
    calls(log, 'b', 'Bash', { command: 'git commit -m late' })
    const item = autopsy(log).compactions[0]?.items[0]
    expect(item?.brokenBefore).toMatchObject({ turn: 0, shown: 'git commit -m early' })
    expect(item?.broken).toMatchObject({ turn: 1, shown: 'git commit -m late' })
  })

  it('LOST-2 reads the simple commands of a script', () => {
    expect(commandsOf('A=1 sudo npm ci; (cd "my dir" && make -j 4) | tail # end')).toEqual([
      ['sudo', 'npm', 'ci'],
      ['cd', 'my dir'],
      ['make', '-j', '4'],
      ['tail', '#', 'end'],
    ])
    expect(commandsOf('')).toEqual([])
    const document = "cat <<'EOF' > a\nrm b\nEOF\nls; cat <<-A | wc\n\tEOF\n\tA\ncat <<B\nB\npwd"
    expect(commandsOf(document)).toEqual([['cat'], ['ls'], ['cat'], ['cat'], ['pwd']])
    expect(commandsOf('x=$((1 << 2))\nrm b')).toContainEqual(['rm', 'b'])
  })

  it('LOST-2 reads a script with many here-documents that nothing ends in linear time', () => {
    const begun = 'cat <<EOF_1\n'.repeat(200)
    const started = performance.now()
    expect(commandsOf(begun + '\n'.repeat(5000))).toHaveLength(200)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('LOST-2 reads what is forbidden, and nothing where the object has no name', () => {
    const tools = new Set(['WebFetch', 'Bash'])
    expect(directivesOf('Never use the WebFetch tool.', tools)).toEqual([{ rule: 'tool', tool: 'WebFetch' }])
    expect(directivesOf('Never run `npm test` or `make all`.', tools)).toEqual([
      { rule: 'command', words: ['npm', 'test'] },
      { rule: 'command', words: ['make', 'all'] },
    ])
    expect(directivesOf('Do not touch the dist folder.', tools)).toEqual([
      { rule: 'path', path: 'dist', outside: false },
    ])
    expect(directivesOf('Never run too many commands at once.', tools)).toEqual([])
    const npm = { rule: 'command', words: ['npm'] }
    expect(directivesOf('Always use pnpm, never npm.', tools)).toEqual([npm])
    expect(directivesOf('Only use `pnpm` here.', tools)).toEqual([
      npm,
      { rule: 'command', words: ['yarn'] },
      { rule: 'command', words: ['bun'] },
    ])
    expect(
      directivesOf('Use pip3 only.', tools).map((one) => one.rule === 'command' && one.words[0]),
    ).toEqual(['pipenv', 'poetry', 'uv', 'conda'])
    for (const open of [
      'Use npm or pnpm.',
      'Always use npm or yarn.',
      'Only use pnpm when CI does.',
      'Only use axios.',
    ])
      expect(directivesOf(open, tools)).toEqual([])
    expect(directivesOf("Don't touch that again.", tools)).toEqual([])
    expect(directivesOf("Don't commit the secrets.", tools)).toEqual([])
  })
})

describe('what came after a compaction', () => {
  it('LOST-3 the user says a rule again, and what only mentions its subject does not', () => {
    const after = (again: string) => (log: Log) => log.user(again)
    const rule = 'Never edit the files in `src/generated`.'
    const say = (again: string) => compacted(rule, 'Nothing.', after(again)).items[0]?.saidAgain
    expect(say("I told you: don't edit the files in src/generated!")).toMatchObject({ turn: 2 })
    expect(say('What is in src/generated?')).toBeNull()
    expect(say('Never mind.')).toBeNull()
  })

  it('LOST-2 LOST-3 tells the times of the log', () => {
    const { time, items } = compacted('Never push to main.', 'Nothing.', (log) => {
      calls(log, 'p', 'Bash', { command: 'git push origin main' })
      log.user('I told you never to push to main!')
      log.reply('s', text('Sorry.'))
    })
    const [one] = items
    const broken = one !== undefined && isBroken(one) ? one.broken.time : undefined
    const times = [time, broken, one?.saidAgain?.time].map(Number)
    expect(times.every((at) => at > Date.parse('2020-01-01'))).toBe(true)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('LOST-3 the client sends something again', () => {
    const log = session()
    const memory = 'Memory: All texts must be in Danish.'
    log.user(memory, { isMeta: true })
    log.user('Please go on.')
    log.reply('m1', text('On.'))
    compacts(log, 'Nothing.')
    log.user(memory, { isMeta: true })
    log.reply('m2', text('On.'))
    const [one] = autopsy(log).compactions
    expect(one?.sentAgain.map(({ text: sent }) => sent)).toEqual([memory])
    expect(one?.items).toMatchObject([{ by: 'client', fate: 'gone', sentAgain: { text: memory, turn: 1 } }])
  })
})

describe('several compactions', () => {
  it('LOST-4 what one lost the next cannot lose; what stayed can, and so can what was said again', () => {
    const log = session()
    log.user('All texts must be in Danish. Never push to main.')
    log.reply('m1', text('On.'))
    compacts(log, 'All texts must be in Danish.', '2.1.30')
    log.user('Tables must have a header.')
    log.reply('m2', text('On.'))
    compacts(log, 'Tables must have a header.', '2.1.38')
    log.user('Never push to main, I said.')
    log.reply('m3', text('On.'))
    compacts(log, 'Nothing.', '2.1.38')
    log.reply('m4', text('On.'))
    const { client, compactions } = autopsy(log)
    expect(client).toBe('Claude Code session')
    expect(compactions.map(({ version }) => version)).toEqual(['2.1.30', '2.1.38', '2.1.38'])
    expect(compactions.map(({ items }) => items.map((item) => `${item.text} ${item.fate}`))).toEqual([
      ['All texts must be in Danish. verbatim', 'Never push to main. gone'],
      ['All texts must be in Danish. gone', 'Tables must have a header. verbatim'],
      ['Tables must have a header. gone', 'Never push to main, I said. gone'],
    ])
  })

  it('LOST-4 a log without compaction has no autopsy, and one without the summary does not guess', () => {
    expect(
      autopsyOf(takeIn(readTrace('User: Never push to main.\nAssistant: No.'), chars4)).compactions,
    ).toEqual([])
    const log = session()
    log.user('Never push to main.')
    log.reply('m1', text('On.'))
    log.add({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } })
    log.reply('m2', text('On.'))
    expect(autopsy(log).compactions).toMatchObject([{ summary: null, items: [{ fate: 'unknown' }] }])
  })

  it('LOST-5 counts the messages of the user in another language, without what the client says', () => {
    const log = session()
    log.user('Bitte ändere die Dateien im Ordner nicht, und schreib alle Texte auf Deutsch.')
    log.user('Please do not touch the files in that folder, and write all texts in Danish.')
    log.user(
      '<local-command-stdout>Das ist nicht von der Person, sondern von einem Programm.</local-command-stdout>',
    )
    log.user('Das ist eine Notiz von dem Programm und nicht von der Person.', { isMeta: true })
    log.reply('m1', text('Das mache ich, und die Dateien sind nicht geändert.'))
    expect(autopsy(log).said).toEqual({ messages: 2, foreign: 1 })
  })

  it('LOST-4 reads the same from a log whose compactions are kept', () => {
    const log = session()
    log.user('All texts must be in Danish. Never push to main.')
    log.reply('m1', text('On.'))
    compacts(log, 'All texts must be in Danish.')
    calls(log, 'a', 'Bash', { command: 'git push origin main' })
    const of = (recordedEdits: 'undo' | 'keep') =>
      autopsyOf(takeIn(readTrace(log.text(), { recordedEdits }), chars4)).compactions.map(({ items }) =>
        items.map((item) => [item.text, item.fate, isBroken(item) && item.broken.shown]),
      )
    expect(of('keep')).toEqual(of('undo'))
    expect(of('keep')).toEqual([
      [
        ['All texts must be in Danish.', 'verbatim', false],
        ['Never push to main.', 'gone', 'git push origin main'],
      ],
    ])
  })
})

it('LOST-1 LOST-4 a summary with the whole text loses nothing, an empty one everything, and the counts add up', () => {
  const rules = [
    'Never push to main.',
    'All texts must be in Danish.',
    'Do not touch `config/app.yaml`.',
    'The build_timeout of the pipeline is 4500 ms.',
    'Use pnpm instead of npm for the packages.',
  ]
  fc.assert(
    fc.property(fc.subarray(rules, { minLength: 1 }), fc.subarray(rules), (said, kept) => {
      const { items } = compacted(said.join(' '), kept.join(' '))
      const tally = tallyOf(items)
      expect(items.map((item) => item.text)).toEqual(said)
      expect(items.filter(({ fate }) => fate === 'verbatim').map((item) => item.text)).toEqual(
        said.filter((one) => kept.includes(one)),
      )
      expect(tally.kept + tally.weakened + tally.gone + tally.unknown).toBe(tally.all)
    }),
    { numRuns: 30 },
  )
})
