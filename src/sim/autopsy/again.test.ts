import { describe, expect, it } from 'vitest'
import { compacted } from '../../testing/log/compacted.ts'

/** Whether the user's first sentence counts as said again with the second, after a compaction. */
const isAgain = (rule: string, later: string): boolean => {
  const { items } = compacted(rule, 'Nothing.', (log) => log.user(later))
  const [item] = items
  if (item === undefined) throw new Error(`no item in ${rule}`)
  return item.saidAgain !== null
}

const LEGACY = 'Never edit anything under legacy/, the old app still ships from there.'
const PNPM = 'Use pnpm, not npm.'
const MAIN = 'Never push to main.'

describe('the same order in other words, judged by a reader before the rules were written', () => {
  it.each([
    [LEGACY, 'I told you never to edit anything under legacy/!'],
    [LEGACY, 'Never edit anything under legacy/.'],
    [LEGACY, 'I said not to edit legacy/, did I not.'],
    [LEGACY, 'Stop editing legacy/!'],
    [LEGACY, 'Hands off legacy/, please.'],
    [LEGACY, 'Again: leave legacy/ alone.'],
    [LEGACY, 'legacy/ must not be touched.'],
    [LEGACY, 'No edits under legacy/, as I said.'],
    [LEGACY, "Didn't I tell you never to touch legacy/?"],
    [LEGACY, 'I already told you not to change legacy/price.js.'],
    [LEGACY, 'You were told not to modify anything in legacy/.'],
    [LEGACY, "I've told you twice: do not touch legacy/."],
    [LEGACY, 'Revert that, and do not edit legacy/ again!'],
    [PNPM, 'I told you: use pnpm, not npm!'],
    [PNPM, 'Never use npm, I said.'],
    [PNPM, 'I asked you not to run npm.'],
    [PNPM, 'Please use pnpm instead of npm.'],
    ['Only edit files in src/app.', 'I told you not to touch anything outside src/app!'],
    [MAIN, 'I told you not to push to main!'],
    [MAIN, 'Do not push to main, ever.'],
    [MAIN, 'I asked you never to push.'],
    ['Never commit.', 'I said: no commits!'],
    ['Do not run sudo.', 'Never use sudo, I told you.'],
    ['Do not use git stash.', 'I told you never to stash!'],
    [
      'Write commit messages in German, because the team reads German only.',
      'Write commit messages in German!',
    ],
    ['Always run the linter, since the build does not.', 'Always run the linter, I said.'],
  ])('LOST-3 %s – %s', (rule, later) => {
    expect(isAgain(rule, later)).toBe(true)
  })

  it.each([
    [LEGACY, 'I told you never to edit anything under vendor/!'],
    [LEGACY, 'I told you to edit legacy/price.js.'],
    [LEGACY, 'Never delete legacy/.'],
    [LEGACY, 'Did you edit anything under legacy/?'],
    [LEGACY, 'You may edit legacy/ now.'],
    [LEGACY, 'I no longer want you to avoid edits of legacy/.'],
    [LEGACY, 'The old team never edited legacy/.'],
    [LEGACY, 'I never edit legacy/ myself.'],
    [LEGACY, 'I never said not to edit legacy/.'],
    [LEGACY, 'What did I tell you about legacy/?'],
    [LEGACY, 'Never open legacy/ in the viewer.'],
    [LEGACY, 'Do not edit legacy/ before Friday.'],
    [LEGACY, 'Do not edit legacy/price.js.'],
    [LEGACY, 'You need not keep your hands off legacy/.'],
    [LEGACY, 'The lint complains that nobody should edit legacy-ui/.'],
    [PNPM, 'Never use yarn, I said.'],
    [PNPM, 'I told you to use npm here.'],
    [PNPM, 'Use pnpm for the tests, I told you.'],
    [PNPM, 'Is it pnpm, or is it npm?'],
    [MAIN, 'I told you not to push to staging!'],
    [MAIN, 'I told you not to merge to main!'],
    [MAIN, 'I told you to push to main.'],
    ['Never commit.', 'I told you not to push!'],
    ['Do not run sudo.', 'Do not run docker.'],
    ['Write commit messages in German, because the team reads German only.', 'The team reads German only.'],
  ])('LOST-3 another one: %s – %s', (rule, later) => {
    expect(isAgain(rule, later)).toBe(false)
  })
})
