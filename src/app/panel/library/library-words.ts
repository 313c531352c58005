import { counted, shownName, whole } from '../../../view/index.ts'
import { sizeOf } from '../../store/run/file-words.ts'
import library from './library-words.json' with { type: 'json' }

export const LIBRARY_UI = Object.freeze({
  ...library.LIBRARY_UI,
  saved: (name: string) => `Kept: ${shownName(name)}`,
  savedCopy: (name: string) =>
    `Changed in another tab meanwhile, so it was kept beside it: ${shownName(name)}`,
  savedAlready: (name: string) => `This log is kept already: ${shownName(name)}`,
  aboutWindow: (limit: number) => `window of ${whole(limit)} tokens`,
  aboutTurn: (turn: number) => `turn ${whole(turn)}`,
  aboutTurns: (count: number) => counted(count, 'turn'),
  exists: (name: string) => `There is an entry of this name already: ${shownName(name)}`,
  asksFor: (name: string) => `asks for the log ${shownName(name)}, which is not kept`,
  open: (name: string) => `Open: ${name}`,
  edit: (name: string) => `Rename or annotate: ${name}`,
  take: (name: string) => `Download: ${name}`,
  takeRaw: (name: string) => `Download its data as they are: ${name}`,
  remove: (name: string) => `Delete: ${name}`,
  removed: (names: readonly string[]) =>
    names.length === 1
      ? `Deleted: ${shownName(names[0] ?? '')}`
      : `Deleted ${counted(names.length, 'entry', 'entries')}`,
  confirmAll: (count: number, bytes: number) =>
    `Delete all ${counted(count, 'entry', 'entries')}, ${sizeOf(bytes)}?`,
  sum: (count: number, bytes: number) => `${counted(count, 'entry', 'entries')}, ${sizeOf(bytes)}.`,
  room: (used: number, allowed: number) =>
    `This site uses ${sizeOf(used)} of the ${sizeOf(allowed)} that the browser allows it.`,
  largest: (all: readonly (readonly [string, number])[]) =>
    `The largest: ${all.map(([name, bytes]) => `${shownName(name, 40)} (${sizeOf(bytes)})`).join(', ')}.`,
  nothingFound: (text: string) => `Nothing contains “${text}”.`,
  failed: (why: string) => `The library: ${why}`,
  leftOut: (count: number) =>
    `${counted(count, 'unreadable entry was', 'unreadable entries were')} left out. Download each as it is.`,
  imported: (file: string) => `Imported from ${shownName(file)}`,
  notImported: (file: string, why: string) => `${shownName(file)} was not imported: ${why}`,
  added: (names: readonly string[]) => `Added ${whole(names.length)}: ${listed(names)}`,
  same: (names: readonly string[]) => `Already here ${whole(names.length)}: ${listed(names)}`,
  refusedEntry: (name: string, why: string) => `Refused: ${shownName(name)}: ${why}`,
  nothingIn: 'The file has no entries.',
})

/** Names in a sentence that are listed; the rest is counted. */
const LISTED = 8

function listed(names: readonly string[]): string {
  const some = names.slice(0, LISTED).map((name) => shownName(name, 40))
  const more = names.length - some.length
  return `${some.join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}.`
}

export const KEPT_UI = Object.freeze(library.KEPT_UI)

export const CONFIG_UI = Object.freeze({
  ...library.CONFIG_UI,
  title: (name: string) => `Where shall this config run? ${shownName(name)}`,
  inLane: (label: string) => `In ${label}`,
  itsWindow: (tokens: number) => `It is for a window of ${whole(tokens)} tokens, which all lanes will have.`,
  keepWindow: (tokens: number) => `Keep the window of ${whole(tokens)} tokens`,
})
