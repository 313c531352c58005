import { reportMarkdown, sharedContent, sharedPage } from '../../../view/index.ts'
import type { SharedContent, SharedPicture } from '../../../view/index.ts'
import { stillSvg, wellFormed } from '../../picture/still/still.ts'
import type { PageSubject } from '../../picture/still/still.ts'
import { loadDeclarations } from '../../store/choice/declarations.ts'
import { currentAddress } from '../../store/page-state/address.ts'
import { withoutTexts } from '../../store/page-state/link.ts'
import { choicesOnScreen, readPageState } from '../../store/page-state/now.ts'
import type { PageState } from '../../store/page-state/state.ts'
import { hashOfLog } from '../../store/run/log-texts.ts'
import type { PictureSource } from './pictures.ts'
import { differencesOf, laneYaml } from './settings-files.ts'
import type { SharedFile } from '../../picture/share/sharing.ts'

/** The pictures of each lane on a page, and those of all lanes. */
const OF_EACH = ['Stacked context']
const OF_ALL = ['Cost against needed context', 'Utilization']

/** The comparison as Markdown. What is redacted is its content, before it becomes markup. */
export async function reportFile(name: string, subject: PageSubject): Promise<SharedFile> {
  const { state: _, ...content } = await contentOf(subject)
  return { name, kind: 'json', text: JSON.stringify(content), finish: reportOf }
}

export function reportOf(text: string): string {
  return reportMarkdown(JSON.parse(text) as SharedContent)
}

/** The comparison as one HTML file. What is redacted is its content, before it becomes markup. */
export async function pageFile(
  name: string,
  subject: PageSubject,
  sources: readonly PictureSource[],
): Promise<SharedFile> {
  const content = await contentOf(subject)
  const pictures: SharedPicture[] = []
  const add = async (name: string, about: PageSubject): Promise<void> => {
    const still = await sources.find((one) => one.name === name)?.make(about)
    if (still !== null && still !== undefined)
      pictures.push({ title: sentencesOf(still.title, still.about), svg: stillSvg(still, about) })
  }
  for (const lane of subject.comparison.lanes)
    for (const name of OF_EACH) await add(name, { ...subject, lane })
  for (const name of OF_ALL) await add(name, subject)
  return { name, kind: 'json', text: JSON.stringify({ content, pictures }), finish: pageOf }
}

function pageOf(text: string): string {
  const { content, pictures } = JSON.parse(text) as {
    readonly content: SharedContent
    readonly pictures: readonly SharedPicture[]
  }
  return sharedPage(
    content,
    pictures.map(({ title, svg }) => ({ title, svg: wellFormed(svg) })),
  )
}

/** Names of this machine, which lead nowhere on another. */
const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/

/**
 * The address of the comparison, if it works for somebody else. Not for a log: its link is no text, so what it says of
 * the log could not be redacted, and without the log it opens nothing.
 */
async function linkElsewhere(state: PageState | null): Promise<string | null> {
  if (state?.source.kind !== 'scenario') return null
  if (!/^https?:$/.test(location.protocol) || HERE.test(location.hostname)) return null
  return currentAddress(state)
}

/** What opens the comparison again, without any text of a log: that is asked for by its name and hash. */
async function stateOnScreen(): Promise<PageState | null> {
  const choices = choicesOnScreen()
  if (choices.source.kind === 'log') await hashOfLog(choices.source.id)
  return readPageState({ choices })
}

async function contentOf({ comparison, window }: PageSubject): Promise<SharedContent> {
  // Before anything is waited for: the next comparison may be near.
  const state = await stateOnScreen()
  const declarations = await loadDeclarations()
  const { lanes, trace, firstDivergence } = comparison
  const link = await linkElsewhere(state)
  return sharedContent({
    ...(link !== null && { link }),
    ...(state !== null && { state: withoutTexts(state) }),
    trace,
    firstDivergence,
    window,
    lanes: lanes.map((lane) => ({
      ...lane,
      differences: differencesOf(lane, declarations),
      yaml: declarations.onlyDifferences(laneYaml(lane, declarations)),
    })),
  })
}

/** Texts as sentences, whether they end like one or not. */
export function sentencesOf(...texts: readonly string[]): string {
  return texts.map((text) => `${text.replace(/\.$/, '')}.`).join(' ')
}
