import type { Problem } from '../../../engine/index.ts'
import { loadDeclarations } from '../choice/declarations.ts'
import { useOpened } from '../library/opened.ts'
import { isLink, unpacked } from '../page-state/link.ts'
import { offerConfig, tell } from '../page-state/notice.ts'
import type { Origin } from '../page-state/notice.ts'
import { openPageState } from '../page-state/open.ts'
import type { OwnKind } from './kind.ts'
import { openRun } from './run.ts'
import { OWN_TEXT } from './words.ts'

/**
 * Opens a file that this page wrote, or a config. What is wrong with it is told on the page, which then stays as it is.
 *
 * @param name of the file or of the entry of the library
 */
export async function openOwn(
  kind: OwnKind,
  name: string,
  text: string,
  from: Origin = 'file',
): Promise<void> {
  switch (kind) {
    case 'library':
      useOpened.setState({ open: true, given: { name, text } })
      return
    case 'run':
      await openRun(text, from)
      return
    case 'config':
      await openConfig(name, text, from)
      return
    case 'page':
      await openPage(text, from)
  }
}

async function openConfig(name: string, text: string, from: Origin): Promise<void> {
  const { parseConfig } = await loadDeclarations()
  const { config, problems } = parseConfig(text)
  if (config !== null) {
    offerConfig({ name, text })
    return
  }
  const errors = problems.filter(({ severity }) => severity === 'error')
  tell({
    from,
    refused: true,
    problems: errors.map((problem) => ({
      ...problem,
      message: OWN_TEXT.at(problem.line, problem.column, problem.message),
    })),
  })
}

/** A page of a comparison that was exported: its link opens the comparison, if it has one. */
async function openPage(text: string, from: Origin): Promise<void> {
  const refuse = (problem: Problem): void => tell({ from, refused: true, problems: [problem] })
  const isOurs = /<p id="seal" data-hash="[0-9a-f]+"/.test(text)
  const [, hash] = /<a href="[^"#]*(#v[^"]*)" rel="noreferrer">/.exec(text) ?? []
  if (!isOurs || hash === undefined || !isLink(hash)) {
    refuse({
      severity: 'error',
      code: isOurs ? 'page-without-link' : 'foreign-page',
      message: isOurs ? OWN_TEXT.pageWithoutLink : OWN_TEXT.foreignPage,
    })
    return
  }
  const found = await unpacked(hash)
  if ('problem' in found) refuse(found.problem)
  else await openPageState(found.document, { from })
}
