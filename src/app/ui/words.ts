import { shownName } from '../../view/index.ts'

export const UI_TEXT = Object.freeze({
  close: 'Close',
  tryAgain: 'Try again',
  firstPage: 'First',
  pageBefore: 'Back',
  nextPage: 'Next',
  lastPage: 'Last',
  notTaken: (typed: string, stays: string, allowed: string) => {
    const what = typed === '' ? 'Nothing stands here' : `“${shownName(typed, 20)}” is not taken`
    return `${what}${stays === '' ? '' : `; ${stays} stays`}. Enter ${allowed.charAt(0).toLowerCase()}${allowed.slice(1)}.`
  },
})

export const PART_TEXT = Object.freeze({
  notLoaded: (name: string) => `${name}: could not be loaded.`,
  broke: (name: string) => `${name}: stopped by an error.`,
  whyNotLoaded:
    'The server of this page did not send a file that this part needs. It may be stopped, you may be offline, or a new version of the page was published after you opened it. Everything else on the page still works.',
  whyBroke: (message: string) => `The error: ${message}. Everything else on the page goes on.`,
  reload: 'Reload the page',
  reloadTitle: 'The page starts with its opening comparison: changes of lanes and settings are lost.',
  reloadKeepsTitle:
    'Live conversations are first kept in this browser’s database. Other changes of lanes and settings are lost.',
  notKept: (why: string) =>
    `Not reloaded, because the live conversations could not be kept first: ${why}. Save them as files.`,
  page: 'The page has stopped working',
  pageWhy: (message: string) => `The error: ${message}.`,
  pageLive: 'Live conversations that exist only in this page:',
  save: (title: string) => `Save “${title}” as a log`,
  copy: (title: string) => `Copy “${title}”`,
  copied: 'Copied',
})
