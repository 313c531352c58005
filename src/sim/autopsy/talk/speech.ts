import { ENGLISH, listenerOf } from '../../../engine/internal.ts'
import { OTHERS, UNSPACED } from './others.ts'

/** What a sentence of a person states in any of nine languages. */
export const spokenIn = listenerOf([ENGLISH, ...OTHERS], UNSPACED)
