import { sessionLevel } from '../../engine/internal.ts'
import { counted } from '../format.ts'
import { above, plain, pause } from './level.ts'
import { CURRENT, snipped, cleared, stored, keyed } from './story.ts'
import type { ToldStages } from './told.ts'

export const tieredFullTold = {
  store_results: {
    doing: 'storing long results',
    done: 'long result put into the store',
    story({ tiered_full: { tool_result_characters, preview_bytes } }, part) {
      const size = `at most ${counted(preview_bytes, 'byte')} (${keyed('tiered_full.preview_bytes', preview_bytes)})`
      const short = `Up to ${counted(tool_result_characters, 'character')} it would have stayed whole.`
      return stored(part, size, short)
    },
  },
  snip_history: {
    doing: 'snipping outdated results',
    done: 'outdated results snipped',
    story: ({ tiered_full }, part) => snipped('tiered_full', tiered_full, part),
    levels: ({ tiered_full }, { limit }) => [
      above(['tiered_full', 'snip_from'], tiered_full.snip_from, limit, 'limit'),
    ],
  },
  clear_results: {
    doing: 'clearing older results',
    done: 'older results cleared',
    story: ({ tiered_full }, part) => cleared('tiered_full', tiered_full.keep_results, part),
    levels: ({ tiered_full }, { limit }) => [
      pause(['tiered_full', 'cache_minutes'], tiered_full.cache_minutes),
      above(['tiered_full', 'clear_from'], tiered_full.clear_from, limit, 'limit'),
    ],
  },
  collapse: {
    doing: 'folding',
    done: 'older messages folded away',
    story({ tiered_full: { collapse_keep_messages: keep } }) {
      const key = keyed('tiered_full.collapse_keep_messages', keep)
      return {
        rule: `The last ${counted(keep, 'message')} stay (${key}).`,
        tail: `it is among the last ${counted(keep, 'message')} (${key})`,
      }
    },
    levels: ({ tiered_full }, { limit }) => [
      above(['tiered_full', 'collapse_from'], tiered_full.collapse_from, limit, 'limit'),
    ],
  },
  compact_session: {
    doing: 'auto-compact',
    done: 'session summarized',
    endsAtReserve: true,
    story: () => CURRENT,
    levels({ tiered_full: { compact_at, compact_share, compact_margin_tokens } }, { limit }) {
      const level = {
        compactAt: compact_at,
        compactShare: compact_share,
        compactMarginTokens: compact_margin_tokens,
      }
      const at = sessionLevel({ limit, reserve: 0 }, level)
      if (compact_at === 'share')
        return [{ ...above(['tiered_full', 'compact_share'], compact_share, limit, 'limit'), at }]
      const path = ['tiered_full', 'compact_margin_tokens']
      return [{ ...plain(path, compact_margin_tokens, 'tokens'), at, included: false }]
    },
  },
} as const satisfies ToldStages
