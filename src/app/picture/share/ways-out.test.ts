import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withNewHashes } from '../../store/library/file.ts'
import { contentHash } from '../../store/run/content-hash.ts'
import { wellFormed } from '../still/still.ts'
import { copied, save, useReview } from './leave.ts'

const APP = new URL('../../', import.meta.url)

/** What makes a text leave the page. */
const WAYS = {
  'the download': /ui\/download\.ts'|from '\.\/download\.ts'/,
  'the copy button without a look': /\/CopyButton\.tsx'/,
  'the copy': /\/clipboard\.ts'/,
  'the clipboard': /navigator\s*\.\s*clipboard|execCommand/,
  'an address of a blob': /createObjectURL|showSaveFilePicker/,
  sharing: /navigator\s*\.\s*(?:share|sendBeacon)\b/,
  'a link that downloads': /\bdownload=|\.download\s*=/,
  'a message to another page': /(?:parent|opener|top)\s*\.\s*postMessage/,
}

/** Who may use one, and why no look is needed there. */
const ALLOWED: Readonly<Record<string, string>> = {
  'ui/download.ts': 'is the download',
  'ui/clipboard.ts': 'is the copy',
  'ui/CopyButton.tsx': 'is its button',
  'picture/share/leave.ts': 'is the look',
  'picture/share/CopyText.tsx': 'copies what leave.ts lets through',
  'ui/WholePage.tsx': 'the page has failed, so nothing can be shown before a live conversation is rescued',
  'panel/library/ShareButton.tsx': 'a link has no text of a log, and none written by hand',
  'panel/challenge/ChallengeCard.tsx': 'the same',
  'store/page-state/embedding.ts':
    'sends names of lanes and figures of turns, to the origin that its address names',
}

test('nothing leaves the page but through the look at what it gives away', () => {
  const found = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, APP), 'utf8')
      return Object.entries(WAYS).flatMap(([way, sign]) => (sign.test(text) ? [[file, way] as const] : []))
    })
  expect(found.filter(([file]) => ALLOWED[file] === undefined)).toEqual([])
  // The signs are still those of the code, and no exception is left over.
  expect([...new Set(found.map(([file]) => file))].sort()).toEqual(Object.keys(ALLOWED).sort())
})

test('a file with a mail address waits for an answer, and is not copied', async () => {
  const file = { name: 'request.json', text: '{"content":"write to ada@lovelace.org"}' }
  await save(file)
  expect(useReview.getState().review).toMatchObject({ file, by: 'download', found: [{ kind: 'email' }] })
  expect(await copied(file)).toBeNull()
  expect(await copied({ name: 'The text', text: 'nothing of anybody' })).toBe('nothing of anybody')
  expect(useReview.getState().review).toBeNull()
})

test('a library file whose log was redacted has the hash of the log that is in it, everywhere', async () => {
  const [before, after] = ['ada@lovelace.org', '<email-1>']
  const [old, now] = [await contentHash(before), await contentHash(after)]
  const entries = [
    { record: { kind: 'log', id: `log-${old}`, hash: old }, content: after },
    { record: { kind: 'state', id: 'state', hash: null }, content: `{"log":"${old}"}` },
    {
      record: { kind: 'state', id: 's2', hash: await contentHash(`{"of":"${old}"}`) },
      content: `{"of":"${old}"}`,
    },
    { record: { kind: 'config', id: 'c', hash: await contentHash(`# ${before}`) }, content: `# ${after}` },
  ]
  const text = JSON.stringify({ entries })
  const left = await withNewHashes(text)
  expect(left).not.toContain(old)
  expect(left).toContain(`log-${now}`)
  const { entries: renewed } = JSON.parse(left) as { readonly entries: typeof entries }
  expect(renewed.map(({ record }) => record.hash)).toEqual([
    now,
    null,
    await contentHash(`{"of":"${now}"}`),
    await contentHash(`# ${after}`),
  ])
  expect(renewed.map(({ content }) => content)).toEqual([
    after,
    `{"log":"${now}"}`,
    `{"of":"${now}"}`,
    `# ${after}`,
  ])
  expect(await withNewHashes(left)).toBe(left)
})

test('a picture is well-formed after its texts were replaced', () => {
  expect(wellFormed('<text>mail <email-1> and <user-12></text>')).toBe(
    '<text>mail &lt;email-1&gt; and &lt;user-12&gt;</text>',
  )
})
