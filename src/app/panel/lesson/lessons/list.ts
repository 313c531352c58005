import type { Lesson } from '../../../store/lesson/lesson.ts'
import { opening } from './opening.ts'

/** All lessons, in the order of the page; the first one is the story of the first visit. */
export const LESSONS: readonly Lesson[] = [opening]
