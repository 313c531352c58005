import { editDeed, readDeed, shellDeed } from '../telling/deed.ts'
import { DOCS_PATH, servicePath } from './repository.ts'
import type { MigrationStory } from './story.ts'
import { MIGRATION_FILES, NO_EXTRA, REPORT_HEADS, WRAP_UPS } from '../text/migration.ts'
import { extra, extraRead, fix, goalCheck, must, readWrapper, report } from './beat.ts'
import { functionIn } from '../telling/workspace.ts'
import type { Beat } from './beat.ts'

const ERRORS = 'src/http/errors.ts'
const OLD_LAYER = ['src/http/axiosInstance.ts', 'src/http/interceptors.ts']

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
    must(() => story.step('repair', 'next-reread', readWrapper(story))),
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
    extraRead(story, 'read the session service', servicePath('Session')),
    must(() => {
      const path = 'src/jobs/nightlyInvoiceSync.ts'
      const write = (text: string): string => story.write('job', text)
      const { jobImport, jobImportAfter, jobCall, jobCallAfter } = MIGRATION_FILES
      story.agent.act({
        phase: 'edit',
        next: 'next-edit-many',
        topic: { change: 'the nightly job goes through the wrapper as well', thing: 'the clean-up' },
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
        deeds: [editDeed(workspace, 'src/config/flags.ts', anchor, `  '${name}': false,\n${anchor}`, 'flag')],
        uses: flag === undefined ? [] : [flag.fact],
      })
    }),
    extra('who maps errors', () =>
      story.step('verify', 'next-search', story.search('maps', 'toUpstreamError', 'src')),
    ),
    extraRead(story, 'read the errors again', ERRORS),
    must(() => removeOldLayer(story)),
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
    apiReport(story),
    extra('diff', () => {
      const draws = story.chance('text', 'diff')
      const message = `${draws.integer(14, 19)} files changed, ${draws.integer(401, 689)} insertions(+), ${draws.integer(502, 798)} deletions(-)`
      story.step(
        'verify',
        'next-shell',
        shellDeed('git diff --stat | tail -n 1', ` ${message}`, 'saw-shell', { message }),
      )
    }),
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

/**
 * Removes what only axios needed: two files, and the mapping of its errors. The page in docs is read for the next step.
 */
function removeOldLayer(story: MigrationStory): void {
  const { workspace } = story.agent
  const mapping = functionIn(workspace.text(ERRORS), 'toUpstreamError')
  if (mapping === null) throw new Error(`${ERRORS} has lost its mapping`)
  const effect = (): void => OLD_LAYER.forEach((path) => workspace.remove(path))
  story.agent.act({
    phase: 'edit',
    next: 'next-edit-many',
    topic: {
      change: 'the instances, the interceptors and the mapping of axios errors go',
      thing: 'the clean-up',
      path: ERRORS,
      file: 'errors.ts',
    },
    deeds: [
      shellDeed(`git rm -q ${OLD_LAYER.join(' ')}`, '(no output)', 'saw-types', {}, [], effect),
      editDeed(workspace, ERRORS, `import axios from 'axios'\n\n`, '', 'import'),
      editDeed(workspace, ERRORS, `\n${mapping.comment}${mapping.lines.join('\n')}\n`, '', 'toUpstreamError'),
      readDeed(workspace, DOCS_PATH),
    ],
  })
}

/** Compares the public signatures with the report that the user named. */
function apiReport(story: MigrationStory): Beat {
  return extra('api report', () => {
    const rule = story.known.find((it) => it.id === 'signatures')
    if (rule === undefined) throw new Error('the signatures are always a rule')
    const [path = '', digest = ''] = rule.fact.evidence
    story.agent.act({
      phase: 'verify',
      next: null,
      text: `Now the public signatures: \`npm run api\` has to leave \`${path}\` at \`${digest}\`.`,
      deeds: [
        shellDeed(
          'npm run api',
          `API Extractor completed successfully\n${path} is up to date (${digest})`,
          'saw-shell',
          {
            message: 'the API report is unchanged',
          },
        ),
      ],
      uses: [rule.fact],
    })
  })
}
