import type { Lesson } from '../../../store/lesson/lesson.ts'
import { lastUse } from './last-use.ts'
import { measureLate } from './measure-late.ts'
import { nextWindow } from './next-window.ts'
import { opening } from './opening.ts'
import { promptCache } from './prompt-cache.ts'
import { protectTask } from './protect-task.ts'
import { rolling } from './rolling.ts'
import { toolPairs } from './tool-pairs.ts'
import { whichEnd } from './which-end.ts'
import { windowFills } from './window-fills.ts'

/** All lessons, in the order of the page; the first one is the story of the first visit. */
export const LESSONS: readonly Lesson[] = [
  opening,
  windowFills,
  protectTask,
  lastUse,
  toolPairs,
  promptCache,
  whichEnd,
  rolling,
  measureLate,
  nextWindow,
]
