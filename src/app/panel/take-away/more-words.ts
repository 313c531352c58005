import { counted, whole } from '../../../view/index.ts'
import texts from './more-words.json' with { type: 'json' }

/** Texts of what is loaded when somebody scrolls to it. */
export const MORE_TEXT = Object.freeze({
  ...texts.MORE_TEXT,
  copyName: (what: string) => `Copy: ${what}`,
  picture: (picture: string, lane: string) => `${picture} of ${lane}`,
  allName: (provider: string, lane: string) =>
    `The requests that ${lane} sends in all turns, as ${provider} JSON lines`,
  progress: (done: number, all: number) => `${whole(done)} of ${counted(all, 'turn')}`,
  elsewhere: (library: string) => `The nearest in ${library}`,
})
