import {
  applyRepairs,
  assemble,
  BLOCK_STATES,
  mergeNeighbours,
  ORIGINAL,
  repair,
  toOpenAi,
} from '../../engine/index.ts'
import type { Block, BlockId, Provider, Tick, Turn, WindowId } from '../../engine/index.ts'
import { chars4 } from '../../engine/index.ts'
import { takeIn } from '../intake.ts'
import type { Intake } from '../intake.ts'
import type { Trace } from '../trace.ts'
import { entriesAt } from './recorder.ts'
import { OPEN } from './timeline.ts'
import type { RequestAt, Timeline, TimelineData } from './timeline.ts'
