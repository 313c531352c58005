import { CURRENT } from './story.ts'
import type { ToldStages } from './told.ts'

export const byHandTold = {
  manual_summary: {
    doing: 'a person',
    done: 'history summarized by hand',
    story: () => CURRENT,
  },
  manual_reset: {
    doing: 'a person',
    done: 'window reset by hand',
    story: () => ({
      did: 'taken out',
      rule: 'Only what arrived in this turn stays, and what it answers.',
      tail: 'it arrived in this turn, or what arrived answers it',
      otherwise: 'it arrived in this turn, what arrived answers it, or the conversation has to open with it',
    }),
  },
  roll_up: {
    doing: 'a person',
    done: 'history summarized by hand',
    story: () => ({ rule: 'The current exchange stays.', tail: 'it belongs to the current exchange' }),
  },
  manual_compact: {
    doing: 'a person',
    done: 'history summarized by hand',
    story: () => CURRENT,
  },
  manual_compact_session: {
    doing: 'a person',
    done: 'session summarized by hand',
    story: () => CURRENT,
  },
} as const satisfies ToldStages
