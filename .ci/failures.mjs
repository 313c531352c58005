// Names failed tests from the reports of vitest and playwright, short enough to stand at the end of the output.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Failures that are named; of more, their number. */
const NAMED = 20

/** Lines of a message, where few tests fail, and of all messages together. */
const LINES_OF_ONE = 6
const LINES_OF_ALL = 26

/** Characters of a line: a counterexample is one line and may be as long as a book. */
const WIDTH = 200

/** Failed tests of a report of vitest as `{ title, message }`; a file that could not be loaded is one of them. */
export function unitFailures({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ title: file, message: message ?? '' }]
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      message: failureMessages.join('\n'),
    }))
  })
}

/** Failed tests of a report of playwright, and errors outside of any test, as `{ title, message }`. */
export function browserFailures({ suites, errors = [] }) {
  return [
    ...browserTests(suites, (spec) => !spec.ok),
    ...errors.map(({ message }) => ({ title: 'playwright', message })),
  ]
}

/** Tests of a report of playwright that failed and passed when they were run again, as `{ title, message }`. */
export function browserUnsteady({ suites }) {
  return browserTests(suites, (spec) => spec.tests.some(({ status }) => status === 'flaky'))
}

/** Chosen tests, each with the messages of its last run that failed. */
function browserTests(suites, isMeant) {
  const found = []
  const walk = ({ title, specs = [], suites: inner = [] }, path) => {
    const here = [...path, title]
    for (const spec of specs.filter(isMeant)) {
      const messages = spec.tests
        .flatMap(({ results }) => results.findLast(({ errors }) => errors.length > 0)?.errors ?? [])
        .map(({ message }) => message)
      found.push({ title: [...here, spec.title].join(' › '), message: messages.join('\n') })
    }
    for (const suite of inner) walk(suite, here)
  }
  for (const suite of suites) walk(suite, [])
  return found
}

/** Failures as lines under a heading: each with its title and the beginning of its message. */
export function printed(heading, failures) {
  if (failures.length === 0) return []
  const named = failures.slice(0, NAMED)
  const each = Math.min(LINES_OF_ONE, Math.max(1, Math.floor(LINES_OF_ALL / named.length) - 1))
  const rest = failures.length - named.length
  return [
    `\n── ${heading}`,
    ...named.flatMap(({ title, message }) => [
      cut(title),
      ...tellingLines(message)
        .slice(0, each)
        .map((text) => cut(`    ${text}`)),
    ]),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ]
}

/** A message without colours, empty lines and the places of the call stack below the first. */
function tellingLines(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const place = lines.findIndex(isPlace)
  return lines.filter((text, index) => !isPlace(text) || index === place)
}

function isPlace(text) {
  return /^at .*(:\d+:\d+\)?|\(<anonymous>\)|\(native\))$/.test(text)
}

function cut(text) {
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text
}
