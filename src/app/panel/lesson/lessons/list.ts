import type { Lesson } from '../../../store/lesson/lesson.ts'
import { alerts } from './alerts.ts'
import { budgets } from './budgets.ts'
import { drift } from './drift.ts'
import { howFull } from './how-full.ts'
import { importance } from './importance.ts'
import { lastUse } from './last-use.ts'
import { nextWindow } from './next-window.ts'
import { opening } from './opening.ts'
import { placeholders } from './placeholders.ts'
import { promptCache } from './prompt-cache.ts'
import { protectTask } from './protect-task.ts'
import { rolling } from './rolling.ts'
import { shortResults } from './short-results.ts'
import { tiers } from './tiers.ts'
import { toolPairs } from './tool-pairs.ts'
import { weights } from './weights.ts'
import { whichEnd } from './which-end.ts'
import { windowFills } from './window-fills.ts'
import { zones } from './zones.ts'

/** All lessons, in the order of the page; the first one is the story of the first visit. */
export const LESSONS: readonly Lesson[] = [
  opening,
  windowFills,
  howFull,
  toolPairs,
  protectTask,
  lastUse,
  importance,
  weights,
  zones,
  placeholders,
  shortResults,
  rolling,
  drift,
  budgets,
  tiers,
  whichEnd,
  nextWindow,
  alerts,
  promptCache,
]
