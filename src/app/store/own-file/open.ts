import type { Problem } from '../../../engine/index.ts'
import { readSharedPage } from '../../../view/index.ts'
import { loadDeclarations } from '../choice/declarations.ts'
import { useOpened } from '../library/opened.ts'
import { isLink, unpacked } from '../page-state/link.ts'
import { offerConfig, tell, tellMore } from '../page-state/notice.ts'
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
): Promise<boolean> {
  switch (kind) {
    case 'library':
      useOpened.setState({ open: true, given: { name, text } })
      return true
    case 'run':
      await openRun(text, from)
      return true
    case 'config':
      return openConfig(name, text, from)
    case 'page':
      await openPage(text, from)
      return true
  }
}

async function openConfig(name: string, text: string, from: Origin): Promise<boolean> {
  const { parseConfig } = await loadDeclarations()
  const { config, problems } = parseConfig(text)
  if (config !== null) {
    offerConfig({ name, text })
    return true
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
  return false
}

/**
 * A page of a comparison that was exported: it holds the state that opens it, or, if it was written before pages did, a
 * link. A log is asked for by its name.
 */
async function openPage(text: string, from: Origin): Promise<void> {
  const refuse = (problem: Problem): void => tell({ from, refused: true, problems: [problem] })
  const page = readSharedPage(text)
  const hash = page?.link?.slice(page.link.indexOf('#')) ?? ''
  if (page === null || (page.state === null && !isLink(hash))) {
    refuse({
      severity: 'error',
      code: page === null ? 'foreign-page' : 'page-without-link',
      message: page === null ? OWN_TEXT.foreignPage : OWN_TEXT.pageWithoutLink,
    })
    return
  }
  const found = page.state === null ? await unpacked(hash) : { document: page.state }
  if ('problem' in found) {
    refuse(found.problem)
    return
  }
  await openPageState(found.document, { from })
  if (page.unchanged) return
  tellMore(from, [{ severity: 'warning', code: 'page-changed', message: OWN_TEXT.pageChanged }])
}
