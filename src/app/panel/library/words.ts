import { counted } from '../../../view/index.ts'
import type { Origin } from '../../store/page-state/notice.ts'
import texts from './words.json' with { type: 'json' }

const REFUSED: Readonly<Record<Origin, string>> = {
  link: 'The link could not be opened',
  reload: 'The page could not be opened as it was before the reload',
  file: 'The file could not be opened',
  library: 'The entry could not be opened',
  page: 'This state could not be opened',
  copy: 'The link could not be copied',
}

const OPENED: Readonly<Record<Origin, string>> = {
  link: 'The link was opened',
  reload: 'The page is as it was before the reload',
  file: 'The file was opened',
  library: 'The entry was opened',
  page: 'The state was opened',
  copy: 'The link was copied',
}

export const NOTICE_TEXT = Object.freeze({
  ...texts.NOTICE_TEXT,
  title: (from: Origin, refused: boolean, count: number) =>
    refused ? REFUSED[from] : `${OPENED[from]}, with ${counted(count, 'exception')}`,
  otherLog: (name: string) => `${name} has another hash: it is a different log, and is shown by itself.`,
  wanted: (name: string) => `This comparison is about a log that is not here: ${name}`,
  hash: (hash: string) => `content ${hash}`,
})

export const SHARE_TEXT = Object.freeze(texts.SHARE_TEXT)
