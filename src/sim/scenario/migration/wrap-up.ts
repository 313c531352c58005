import { editDeed, readDeed, shellDeed } from '../deed.ts'
import { DOCS_PATH, servicePath } from './repository.ts'
import { WRAPPER } from './story.ts'
import type { MigrationStory } from './story.ts'
import { MIGRATION_FILES } from '../text/migration-files.ts'
import { NO_EXTRA, REPORT_HEADS, WRAP_UPS } from '../text/migration.ts'
import { fix, goalCheck, must, report } from './beat.ts'
import type { Beat } from './beat.ts'

export function wrapUp(story: MigrationStory): Beat[] {
  const { workspace } = story.agent
  const [one, two] = story.plan.late
  if (one === undefined || two === undefined) throw new Error('too few faults')
  const bridge = story.rules.flat().some((rule) => rule.id === 'frozen-client')
  return [
    must(() => {
      const rules = story.rulesText(2)
      const extra = rules === '' ? story.pick('no extra', NO_EXTRA) : `And one more rule:\n\n${rules}`
      story.hear(story.write('wrap up', story.pick('wrap up', WRAP_UPS), new Map([['extra', extra]])))
      story.agent.act({
        phase: 'verify',
        next: 'next-full-test',
        deeds: [story.tests('all', null, [one, two])],
        uses: story.testRules,
      })
    }),
    must(() => story.step('repair', 'next-reread', readDeed(workspace, WRAPPER))),
    must(() => fix(story, one)),
    must(() => fix(story, two)),
    must(() =>
      story.agent.act({
        phase: 'verify',
        next: 'next-full-test',
        deeds: [story.tests('all again', null, [])],
        uses: story.testRules,
      }),
    ),
    must(() => story.step('verify', 'next-search', story.search('leftovers', `from 'axios'`, 'src'))),
    must(() => story.step('explore', 'next-read', readDeed(workspace, 'src/jobs/nightlyInvoiceSync.ts'))),
    {
      extra: 'history',
      begins: null,
      play: () => story.step('explore', 'next-read', readDeed(workspace, servicePath('Session'))),
    },
    must(() => {
      const path = 'src/jobs/nightlyInvoiceSync.ts'
      const write = (text: string): string => story.write('job', text)
      const { jobImport, jobImportAfter, jobCall, jobCallAfter } = MIGRATION_FILES
      story.agent.act({
        phase: 'edit',
        next: 'next-edit-many',
        topic: { change: 'the nightly job goes through the wrapper as well', thing: 'the leftovers' },
        deeds: [
          editDeed(workspace, path, jobImport, jobImportAfter, 'pushInvoiceTotals'),
          editDeed(workspace, path, write(jobCall), write(jobCallAfter), 'pushInvoiceTotals'),
          readDeed(workspace, 'src/config/flags.ts'),
        ],
      })
    }),
    must(() => {
      const flag = story.known.find((rule) => rule.id === 'flag')
      const name = flag?.fact.evidence[0] ?? 'http.fetch_client'
      const anchor = MIGRATION_FILES.flagsAnchor
      story.agent.act({
        phase: 'edit',
        next: 'next-edit',
        topic: { change: 'register the flag, off by default', thing: 'the flag', fn: 'flag' },
        deeds: [
          editDeed(workspace, 'src/config/flags.ts', anchor, `  '${name}': false,\n${anchor}`, 'flag'),
          readDeed(workspace, DOCS_PATH),
        ],
        uses: flag === undefined ? [] : [flag.fact],
      })
    }),
    must(() => {
      const { docsIntro, docsIntroAfter } = MIGRATION_FILES
      const command = bridge ? 'npm ls axios' : 'npm uninstall axios'
      const output = bridge
        ? `user-service@${story.repository.values.get('release') ?? ''}\n└── axios@1.7.${story.repository.values.get('axiosPatch') ?? ''}`
        : 'removed 4 packages, and audited 219 packages in 2s\n\nfound 0 vulnerabilities'
      const message = bridge
        ? 'axios stays installed for the bridge alone'
        : 'the package is gone, four packages removed'
      story.agent.act({
        phase: 'edit',
        next: 'next-edit',
        topic: {
          change: 'describe the wrapper instead of the instances',
          thing: 'the docs',
          fn: 'the first paragraph',
        },
        deeds: [
          editDeed(workspace, DOCS_PATH, docsIntro, docsIntroAfter, 'introduction'),
          shellDeed(command, output, 'saw-shell', { message }),
        ],
      })
    }),
    {
      extra: 'diff',
      begins: null,
      play: () => {
        const draws = story.chance('text', 'diff')
        const message = `${draws.integer(14, 19)} files changed, ${draws.integer(401, 689)} insertions(+), ${draws.integer(502, 798)} deletions(-)`
        story.step(
          'verify',
          'next-shell',
          shellDeed('git diff --stat | tail -n 1', ` ${message}`, 'saw-shell', { message }),
        )
      },
    },
    must(() =>
      story.agent.act({
        phase: 'verify',
        next: 'next-full-test',
        deeds: [story.tests('final', null, []), story.search('final', 'axios', 'src')],
        uses: story.testRules,
      }),
    ),
    must(() => {
      const checks = story.known.map((rule) => `- ${rule.check}`)
      const items = [`- ${goalCheck(story)}`, ...checks]
      const close = bridge ? 'Open: the bridge, as agreed.' : 'Nothing is open from my side.'
      report(
        story,
        story.pick('done head', REPORT_HEADS.done),
        items,
        close,
        [],
        story.known.map((rule) => rule.fact),
      )
    }),
  ]
}
