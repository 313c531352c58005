import { counted, shownName, whole } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const OWN_TEXT = Object.freeze({
  ...texts.OWN_TEXT,
  at: (line: number, column: number, message: string) =>
    `line ${whole(line)}, column ${whole(column)}: ${message}`,
  withoutConversation: (title: string, turns: number, trace: string) =>
    `this run of “${shownName(title, 60)}” (${counted(turns, 'turn')}, conversation ${trace}) does not contain its conversation, and does not say where it is. Open that log or scenario here first, and then this file again`,
  otherEngine: (then: string, now: string) => `engine ${then} made it, and this page has engine ${now}`,
  answers: (count: number) =>
    `a model wrote ${counted(count, 'answer')} in it, and here the built-in writer does`,
  differs: (then: string, now: string, why: string) =>
    `the run on the screen is not exactly the run of the file (${now}, not ${then}): ${why}`,
})
