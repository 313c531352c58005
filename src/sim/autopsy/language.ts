import { isEnglish } from '../run/need/language.ts'
import type { Language } from './autopsy.ts'

/** How many messages are in another language than English, as far as their words tell. */
export function languageOf(messages: readonly string[]): Language {
  const told = messages.map(isEnglish).filter((english) => english !== null)
  return { messages: told.length, foreign: told.filter((english) => !english).length }
}
