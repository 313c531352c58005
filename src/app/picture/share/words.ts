import { counted, whole } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const SHARE_TEXT = Object.freeze({
  ...texts.SHARE_TEXT,
  found: (what: string, count: number) =>
    `${what} has ${counted(count, 'value')} that may give a person or an access away`,
  more: (count: number) => `and ${whole(count)} more, which are replaced, too`,
  failed: (why: string) => `The file could not be made: ${why}`,
  replace: {
    download: (count: number) => `Download with ${counted(count, 'placeholder')}`,
    copy: (count: number) => `Copy with ${counted(count, 'placeholder')}`,
  },
})
