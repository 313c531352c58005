import { clipStage } from './clip.ts'
import { evictStage } from './evict.ts'

/** Every stage, by name: a ready stage, or what builds one from its settings. */
export const stages = Object.freeze({ evict: evictStage, clip: clipStage })
