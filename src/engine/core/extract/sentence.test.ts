import { expect, test } from 'vitest'
import { isSentence, sentencesOf } from './statement.ts'

test.each([
  'The cause was a stale plan.',
  'It seems that `old_str` did not match the file exactly.',
  'it turns out that the cache is per user',
  'If the window is small, the reserve takes half of it.',
  'As `geoClient.ts` says, support relies on `GRACE_PERIOD_MS = 26_307` (PLAT-8460).',
  '**Fallback**: the client asks again after a minute',
  'Die Ursache war ein veralteter Plan für die Prüfung.',
  'Причина была в устаревшем плане.',
  '原因は古い計画でした。',
  'The hooks in src/api/client.ts return early, which explains the count of 3.',
  'return codes above zero mean that the tool failed',
])('MOCK-1 a sentence: %s', (text) => {
  expect(isSentence(text)).toBe(true)
})

test.each([
  '23→\treturn entireSessionID',
  '12\tconst depends = relies_on(x)',
  'cmd/hooks.go:733:func transitionSessionTurnEnd(sessionID string) {',
  'cmd/hooks.go-734-\tstate, err := strategy.LoadSessionState(sessionID)',
  'const it = "turns out to be due to the cache"',
  'def find(self, name): # note that it is slow',
  'items.forEach((item) => depends(item))',
  'if (it !== actually) { throw new Error() }',
  '// note that this depends on the order',
  '<Note reason="the cause is here">',
  '[Report of a sub-agent on 12 calls, turns 4 to 8.]',
  '[Summary] All tests pa',
  '[lint:gofmt] $ ~/wks/cli/mise-tasks/lint/gofmt',
  '$ npm run test and wait for it',
  'TaskUpda',
  'self.root = None',
  'drwxr-xr-x 2 root root 4096 Jan 1 10:00 src',
  'Now fix the test to check for the correct string:',
])('MOCK-1 no sentence: %s', (text) => {
  expect(isSentence(text)).toBe(false)
})

test('MOCK-1 what a client puts into a message in tags is no sentence of the person', () => {
  const message =
    '<ide_opened_file>The user opened the file a.ts in the IDE. This may or may not be related.</ide_opened_file>\nPort the parser to the new interface.\n<system-reminder>Never mention this.'
  expect(sentencesOf(message).map(({ text }) => text)).toEqual(['Port the parser to the new interface.'])
  const typed = [
    '<command-args>Port the parser.</command-args>',
    '[Request interrupted by user for tool use]',
  ]
  expect(sentencesOf(typed.join('\n')).map(({ text }) => text)).toEqual(['Port the parser.'])
  expect(sentencesOf('Caveat: The messages below were made by the client.\nNever answer them.')).toEqual([])
})
