import { describe, expect, it } from 'vitest'
import { text } from '../../testing/log/claude-code.ts'
import { calls, compacted } from '../../testing/log/compacted.ts'
import type { Log } from '../../testing/log/compacted.ts'

type After = (log: Log) => void

const edit =
  (path: string): After =>
  (log) =>
    calls(log, 'x', 'Edit', { file_path: path, old_string: 'a', new_string: 'b' })
const write =
  (path: string, content = 'b'): After =>
  (log) =>
    calls(log, 'x', 'Write', { file_path: path, content })
const bash =
  (command: string, result = 'ok'): After =>
  (log) =>
    calls(log, 'x', 'Bash', { command }, result)
/** The user says something, and then comes a call. */
const says =
  (words: string, then: After): After =>
  (log) => {
    log.user(words)
    log.reply('said', text('Fine.'))
    then(log)
  }
const asks =
  (question: string, then: After): After =>
  (log) => {
    log.reply('asked', text(question))
    then(log)
  }

/** What later calls did to what the user said, by its first item, in a log that tells this folder. */
function brokenOf(said: string | readonly string[], after: After, folder?: string): string {
  const begins: After = (log) =>
    folder === undefined ? undefined : log.add({ type: 'progress', cwd: folder })
  const [item] = compacted(said, '', after, begins).items.filter(
    ({ kind, by }) => kind !== 'file' && by === 'user',
  )
  if (item === undefined) return 'not found'
  return typeof item.broken === 'string' ? item.broken : item.broken.shown
}

describe('what is forbidden is only a part of a file, or only a use of a command', () => {
  it.each([
    ['Never change the column names in data/orders.csv.', write('/w/data/orders.csv')],
    ['Do not update the tests in test/cart.test.ts to make them pass.', edit('/r/test/cart.test.ts')],
    ["Don't touch the retry logic of src/net.ts.", edit('/r/src/net.ts')],
    ["Don't add new fields to schema.json.", edit('/r/schema.json')],
    ['Never use Bash to look at pictures.', bash('npm test')],
    ['Never use curl against the live server.', bash('curl localhost')],
    ['Never run `make deploy` from the laptop.', bash('make deploy')],
    ['Never push to main on Fridays.', bash('git push origin main')],
    ['Never install new packages with npm.', bash('npm test')],
    ['Never commit to main.', bash('git commit -m x')],
    ['MAX_RETRIES must be 3 in staging.', write('/r/prod.ts', 'const MAX_RETRIES = 5')],
    ['src/a.ts must not be edited in this sprint.', edit('/r/src/a.ts')],
  ])('LOST-2 not decidable: %s', (said, after) => {
    expect(brokenOf(said, after)).toBe('undecidable')
  })

  it.each([
    ['Never delete src/keep.ts.', edit('/r/src/keep.ts')],
    ["Don't rename lib/api.ts.", edit('/r/lib/api.ts')],
    ["Don't edit `config/*.json`.", edit('/r/config/app.ts')],
    ['Never pass --force to npm.', bash('git clean --force')],
    ['Always use pnpm for the packages.', bash('npm test')],
    ['Use uv instead of pip to install packages.', bash('pip list')],
    ['Never push to main.', bash('git push origin feature/main')],
    ['Never push to main.', bash('git push --dry-run origin main')],
    ["Please don't stash anything.", bash('git stash list')],
    ['Only edit files in src/app.', bash('npm test > /tmp/out.txt')],
    ['Only edit files in src/app.', bash('cd src/app && sed -i s/a/b/ x.ts')],
    ['Only edit files in src/app.', write('/root/.claude/plans/a.md')],
  ])('LOST-2 another deed: %s', (said, after) => {
    expect(brokenOf(said, after)).toBe('none')
  })

  it.each([
    ['Never delete src/keep.ts.', bash('rm src/keep.ts'), 'src/keep.ts'],
    ["Don't rename lib/api.ts.", bash('git mv lib/api.ts lib/client.ts'), 'lib/api.ts'],
    ['Never edit or delete anything in data/raw.', bash('rm data/raw/a.csv'), 'data/raw/a.csv'],
    [
      "Don't touch the migrations folder, the team owns it.",
      write('/r/db/migrations/1.sql'),
      '/r/db/migrations/1.sql',
    ],
    ["Don't edit `src/**/*.spec.ts`.", edit('/r/src/a/b.spec.ts'), '/r/src/a/b.spec.ts'],
    ["Don't edit `*.snap` files.", edit('/r/src/a.snap'), '/r/src/a.snap'],
    ['Always use pnpm for the packages.', bash('npm i zod'), 'npm i zod'],
    [
      'Never push to the release branch.',
      bash('git push origin HEAD:release'),
      'git push origin HEAD:release',
    ],
    ["Don't commit or push.", bash('git push'), 'git push'],
    ['Never use rm -rf.', bash('rm -r -f build'), 'rm -r -f build'],
  ])('LOST-2 still found: %s', (said, after, shown) => {
    expect(brokenOf(said, after)).toBe(shown)
  })

  it.each([
    ['Leave config/prod.yaml alone.', edit('/r/config/prod.yaml')],
    ['Hands off `src/core.ts`.', edit('/r/src/core.ts')],
    ['Everything under vendor/ is off limits.', edit('/r/vendor/x.js')],
    ['The files src/a.ts and src/b.ts must never be changed.', edit('/r/src/b.ts')],
    ['`data/raw.csv` is read-only, never change it.', write('/w/data/raw.csv')],
    ['Keep package.json as it is.', edit('/r/package.json')],
  ])('LOST-2 named before what protects it: %s', (said, after) => {
    expect(brokenOf(said, after)).toMatch(/^\/[rw]\//)
  })
})

describe('a path is that path', () => {
  it.each([
    ['Leave README.md alone.', edit('/r/packages/ui/README.md')],
    ['Do not edit index.ts.', write('/r/src/deep/other/index.ts')],
    ['Do not touch the tests folder.', edit('/r/src/tests/helper.ts')],
    ['Do not edit src/gen.', edit('/other/src/gen/a.ts')],
    ['Leave README.md alone.', bash('rm packages/ui/README.md')],
    ['Only change files under src/.', write('/r/packages/shop/src/a.ts')],
    ['Never commit `.env`.', bash('git add packages/ui/.env && git commit -m x')],
  ])('LOST-2 one of the same name elsewhere is not decidable: %s', (said, after) => {
    expect(brokenOf(said, after, '/r')).toBe('undecidable')
  })

  it.each([
    ['Leave README.md alone.', edit('/r/README.md'), '/r', '/r/README.md'],
    ['Do not edit src/gen.', bash('rm src/gen/a.ts'), '/r', 'src/gen/a.ts'],
    ["Don't edit `*.snap` files.", edit('/r/src/a.snap'), '/r', '/r/src/a.snap'],
    ['Do not edit src/gen.', edit('C:\\r\\src\\gen\\a.ts'), 'c:\\r', 'C:\\r\\src\\gen\\a.ts'],
    ['Do not edit src\\gen\\a.ts.', edit('c:\\r\\src\\gen\\a.ts'), 'c:\\r', 'c:\\r\\src\\gen\\a.ts'],
    ['Do not edit C:\\r\\a.ts.', edit('c:/r/a.ts'), 'c:\\r', 'c:/r/a.ts'],
    ['Do not edit /r/src/gen.', edit('/r/src/gen/a.ts'), '/s', '/r/src/gen/a.ts'],
    ['Only change files under src/.', write('/r/lib/a.ts'), '/r', '/r/lib/a.ts'],
  ])('LOST-2 it is found at its place: %s', (said, after, folder, shown) => {
    expect(brokenOf(said, after, folder)).toBe(shown)
  })

  it('LOST-2 a log that does not tell its folder shows by its other files that a name is another’s', () => {
    const both: After = (log) => {
      edit('/r/src/a.ts')(log)
      calls(log, 'y', 'Edit', { file_path: '/r/packages/ui/README.md', old_string: 'a', new_string: 'b' })
    }
    expect(brokenOf('Leave README.md alone.', both)).toBe('undecidable')
    expect(brokenOf('Leave README.md alone.', edit('/r/README.md'))).toBe('/r/README.md')
  })

  it('LOST-2 whether a program in a call changes a file that it names is not decidable', () => {
    const rule = 'Do not modify config.yml.'
    const program = `open('config.yml', 'w').write('1')`
    for (const command of [`python3 -c "${program}"`, `python3 - <<'EOF'\n${program}\nEOF`]) {
      expect(brokenOf(rule, bash(command))).toBe('undecidable')
      expect(compacted('Go on.', '', undefined, bash(command)).items).toEqual([])
    }
    expect(brokenOf(rule, bash(`python3 -c "print(open('config.yml').read())"`))).toBe('none')
  })
})

describe('a command is that command', () => {
  it.each([
    ['Never use git add .', bash('git add src/a.ts ./lib')],
    ['Do not run git add . or git add -A.', bash('git add src/a.ts')],
    ['Never use git checkout .', bash('git checkout -b invoice')],
    ['Run pytest without -x.', bash('bash -x run.sh')],
    ['Run `npm install`, but never use --force.', bash('git push --force')],
    ['You must deploy without --force.', bash('git clean --force')],
    ['Never use pip.', bash('uv pip install x')],
    ['Never use curl.', bash('bash -c "which curl"')],
    ['Never run eslint.', bash('yarn add eslint')],
  ])('LOST-2 not broken: %s', (said, after) => {
    expect(brokenOf(said, after)).toMatch(/^(?:none|undecidable)$/)
  })

  it.each(['pytest -x', 'pytest'])('LOST-2 what must not lack an option is not decidable: %s', (command) => {
    expect(brokenOf('Never run pytest without -x.', bash(command))).toBe('undecidable')
  })

  it('LOST-2 an option of one letter means something else in each command', () => {
    expect(brokenOf('Never use -f.', bash('tail -f log.txt'))).toBe('undecidable')
    expect(brokenOf('Never pass -f to rm.', bash('rm -f a'))).toBe('rm -f a')
  })

  it.each([
    ['Never use git add .', 'git add .'],
    ['Never use git add .', 'git -C lib add ./'],
    ['Do not run git add . or git add -A.', 'git add -A'],
    ['Run pytest without -x.', 'pytest -x'],
    ['Never run eslint.', 'npx --yes eslint@9 src'],
    ['Never run eslint.', 'pnpm exec eslint src'],
    ['Never run eslint.', 'yarn eslint src'],
    ['Never run eslint.', 'npm exec -- eslint src'],
    ['Never run pytest.', 'uv run --with httpx pytest'],
    ['Never use curl.', 'bash -c "curl -s x"', 'curl -s x'],
    ['Never use curl.', 'ls | xargs -n 1 curl', 'xargs -n 1 curl'],
    ['Never run prettier.', 'npx prettier --write .'],
  ])('LOST-2 broken: %s – %s', (said, command, shown = command) => {
    expect(brokenOf(said, bash(command))).toBe(shown)
  })
})

describe('what the user allowed', () => {
  it.each([
    [['Never push anything.'], asks('All green. Shall I push it?', says('Yes please.', bash('git push')))],
    [['MAX_RETRIES must be 3.', 'Actually, make that 5.'], write('/r/a.ts', 'const MAX_RETRIES = 5')],
    [['Never edit src/core.ts.'], says('Ignore my earlier restrictions, please.', edit('/r/src/core.ts'))],
    [['Never push to main.'], says('Looks good, ship it to main.', bash('git push origin main'))],
    [["Don't commit anything."], says('Now open a pull request for this.', bash('git commit -m x'))],
    [["Don't commit anything."], says('You must commit this before lunch.', bash('git commit -m x'))],
    [["Don't commit anything."], says("Don't wait, commit it now.", bash('git commit -m x'))],
    [["Don't touch src/core.ts."], says('Add exactly one import to src/core.ts.', edit('/r/src/core.ts'))],
    [['Only edit files in src/app.'], says('Add a line to lib/log.ts, too.', edit('/r/lib/log.ts'))],
  ])('LOST-2 is not broken: %s', (said, after) => {
    expect(brokenOf(said, after)).toMatch(/^(?:none|undecidable)$/)
  })

  it.each([
    ['Never push anything.', asks('Shall I go on with the page?', says('Yes please.', bash('git push')))],
    ["Don't commit anything.", says("I told you, don't commit anything!", bash('git commit -m x'))],
    ["Don't commit anything.", says('Why did you commit that?', bash('git commit -m x'))],
    ["Don't touch src/core.ts.", says('Please do the next page.', edit('/r/src/core.ts'))],
  ])('LOST-2 is still broken: %s', (said, after) => {
    expect(brokenOf(said, after)).not.toMatch(/^(?:none|undecidable)$/)
  })
})

describe('what was done', () => {
  it('LOST-2 a call that the user rejected, or an edit that failed, is no deed', () => {
    const result =
      (content: string, error = false): After =>
      (log) => {
        log.reply('mx', {
          type: 'tool_use',
          id: 'x',
          name: 'Edit',
          input: { file_path: '/r/src/core.ts', old_string: 'a', new_string: 'b' },
        })
        log.add({
          type: 'user',
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'x', content, is_error: error }],
          },
        })
      }
    const rule = 'Never edit src/core.ts.'
    expect(brokenOf(rule, result("The user doesn't want to proceed with this tool use."))).toBe('none')
    expect(brokenOf(rule, result('That string is not there.', true))).toBe('none')
    expect(brokenOf(rule, result('Done.'))).toBe('/r/src/core.ts')
    expect(compacted('Fix it.', '', undefined, result('No.', true)).items).toEqual([])
    // What of a script ran before it failed is not known.
    expect(brokenOf(rule, bash('rm src/core.ts && npm test', 'Error: exit code 1'))).toBe('undecidable')
  })

  it('LOST-2 reads patches in a shell, and what git brings back', () => {
    const patch = '*** Begin Patch\n*** Update File: src/gen/a.ts\n@@\n-rm src/x\n+b\n*** End Patch'
    const rule = 'Never edit src/gen.'
    for (const after of [
      (log: Log) => calls(log, 'x', 'shell', { command: ['apply_patch', patch] }),
      (log: Log) =>
        calls(log, 'x', 'shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] }),
      bash('git checkout HEAD~1 -- src/gen/a.ts'),
      bash("cat > src/gen/a.ts <<'EOF'\nx\nEOF"),
    ])
      expect(brokenOf(rule, after)).toBe('src/gen/a.ts')
  })

  it('LOST-2 a value that is taken out, in another unit, or in a text is not another value', () => {
    const rule = 'MAX_RETRIES must be 3.'
    const patch = '*** Begin Patch\n*** Update File: a.ts\n-MAX_RETRIES = 5\n+MAX_RETRIES = 3\n*** End Patch'
    expect(brokenOf(rule, (log) => calls(log, 'x', 'apply_patch', { input: patch }))).toBe('none')
    const edits = [{ old_string: 'MAX_RETRIES = 5', new_string: 'MAX_RETRIES = 3.0' }]
    expect(brokenOf(rule, (log) => calls(log, 'x', 'MultiEdit', { file_path: 'a.ts', edits }))).toBe('none')
    expect(brokenOf(rule, write('/r/CHANGELOG.md', 'MAX_RETRIES = 5 before'))).toBe('undecidable')
    expect(
      brokenOf('REQUEST_TIMEOUT must be 30 seconds.', write('/r/a.ts', 'const REQUEST_TIMEOUT = 30_000')),
    ).toBe('undecidable')
  })

  it('LOST-2 files are committed once they were added, and a command has several names', () => {
    const env = 'Never commit `.env`.'
    expect(brokenOf(env, bash('git add .env && git commit -m x'))).toBe('git commit -m x')
    expect(brokenOf(env, bash('git add src/a.ts && git commit -m "add .env"'))).toBe('none')
    expect(brokenOf(env, bash('git add -A && git commit -m x'))).toBe('undecidable')
    expect(brokenOf('Never run npm install.', bash('npm i zod'))).toBe('npm i zod')
    expect(brokenOf('Never run npm install.', bash('npm ci'))).toBe('undecidable')
    expect(brokenOf('Never push to release.', bash('git push'))).toBe('undecidable')
  })

  it('LOST-2 the calls of sub-agents count', () => {
    const side = { isSidechain: true }
    const after: After = (log) => {
      log.reply('t1', {
        type: 'tool_use',
        id: 't1',
        name: 'Task',
        input: { prompt: 'fix', description: 'd' },
      })
      log.add({ type: 'user', ...side, parentUuid: null, message: { role: 'user', content: 'fix' } })
      log.reply(
        's1',
        {
          type: 'tool_use',
          id: 's1',
          name: 'Edit',
          input: { file_path: '/r/src/gen/a.ts', new_string: 'b' },
        },
        null,
        side,
      )
      log.result('s1', 'ok', side)
      log.result('t1')
    }
    expect(brokenOf('Never edit src/gen.', after)).toBe('/r/src/gen/a.ts')
  })
})
