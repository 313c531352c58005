import { expect, test } from 'vitest'
import type { SharedContent } from '../../../view/index.ts'
import { redactedText } from '../../picture/share/sharing.ts'
import { reportOf, sentencesOf } from './comparison-files.ts'

test('a redacted report has no secret in which Markdown escapes a sign, and shows its placeholders', () => {
  const content: Partial<SharedContent> = {
    headline: `Log of first_last@acme.io, key ghp_${'aB3d'.repeat(9)}`,
    about: 'In /home/ada_l/lab.',
    notes: [],
    lanes: [],
    metrics: [],
    limits: [],
    code: '// by first_last@acme.io',
    link: null,
  }
  const text = redactedText({ name: 'x.report.md', kind: 'json', text: JSON.stringify(content) }, {})
  const report = reportOf(text)
  expect(report).toContain(String.raw`# Log of \<email-1\>, key \<api-key-1\>`)
  expect(report).toContain(String.raw`In /home/\<user-1\>/lab.`)
  expect(report).toContain('// by <email-1>')
})

test('the caption of a picture has one full stop after each sentence', () => {
  expect(sentencesOf('Hybrid keeps it.', 'as recorded: every prompt')).toBe(
    'Hybrid keeps it. as recorded: every prompt.',
  )
})
