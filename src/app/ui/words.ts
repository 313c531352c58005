import { shownName } from '../../view/index.ts'

export const UI_TEXT = Object.freeze({
  close: 'Close',
  tryAgain: 'Try again',
  noClipboard: 'browsers allow it only on pages served over https',
  notCopied: (why: string) => `Not copied: ${why}`,
  firstPage: 'First',
  pageBefore: 'Back',
  nextPage: 'Next',
  lastPage: 'Last',
  notTaken: (typed: string, stays: string, allowed: string) => {
    const what = typed === '' ? 'This field is empty' : `“${shownName(typed, 20)}” is not accepted`
    return `${what}${stays === '' ? '' : `; ${stays} stays`}. Enter ${allowed.charAt(0).toLowerCase()}${allowed.slice(1)}.`
  },
})

export const PART_TEXT = Object.freeze({
  notLoaded: (name: string) => `${name}: could not be loaded.`,
  broke: (name: string) => `${name}: stopped by an error.`,
  whyNotLoaded:
    'The page’s server did not send a file for this part. The server may be stopped, you may be offline, or a newer version of the page was published. The rest of the page still works.',
  newer:
    'A new version of the page was published, and the server no longer has this part of the old one. Reload the page to get it. Until then, everything that is on the screen still works.',
  whyBroke: (message: string) => `Error: ${message}. The rest of the page still works.`,
  reload: 'Reload the page',
  reloadTitle: 'The page restarts with its opening comparison; changes to lanes and settings are lost.',
  reloadKeepsTitle:
    'Live conversations are saved in this browser’s database first. Other changes to lanes and settings are lost.',
  notKept: (why: string) =>
    `Not reloaded: the live conversations could not be saved: ${why}. Save them as files.`,
  page: 'The page has stopped working',
  pageWhy: (message: string) => `Error: ${message}.`,
  pageLive: 'Live conversations that exist only on this page:',
  save: (title: string) => `Save “${title}” as a log`,
  copy: (title: string) => `Copy “${title}”`,
  copied: 'Copied',
})
