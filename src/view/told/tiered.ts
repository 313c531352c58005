import { effectiveWindow } from '../../engine/internal.ts'
import { counted, whole } from '../format.ts'
import { above, pause } from './level.ts'
import { CURRENT, snipped, cleared, stored, before, after, keyed } from './story.ts'
import type { ToldStages } from './told.ts'

export const tieredTold = {
  persist_results: {
    doing: 'storing large results',
    done: 'large result put into the store',
    story({ tiered: { persist_above_bytes, preview_lines, preview_bytes } }, part) {
      const size = `at most ${counted(preview_lines, 'line')} and ${counted(preview_bytes, 'byte')} (tiered.preview_lines, tiered.preview_bytes)`
      return stored(part, size, `Up to ${counted(persist_above_bytes, 'byte')} it would have stayed whole.`)
    },
  },
  cut_results: {
    doing: 'cutting long results',
    done: 'long result cut',
    story({ tiered: { cut_above_characters: most } }, part) {
      return {
        about: 'arrivals',
        did: 'cut to its head and tail',
        stands: `Of its ${before(part)} tokens, ${after(part)} are left.`,
        rule: `Up to ${counted(most, 'character')} it would have stayed whole.`,
      }
    },
  },
  budget_results: {
    doing: 'budgeting results',
    done: 'results cut to their budget',
    story({ tiered }, part) {
      const { budget_characters, tight_budget_characters, tight_budget_from, budget_from } = tiered
      return {
        about: 'results',
        did: 'cut to its head and tail',
        stands: `Of its ${before(part)} tokens, ${after(part)} are left, cut from the original.`,
        rule:
          `A result may have ${counted(budget_characters, 'character')} from ${keyed('tiered.budget_from', budget_from)} on and ` +
          `${whole(tight_budget_characters)} above ${keyed('tiered.tight_budget_from', tight_budget_from)}; shorter ones stay whole.`,
        otherwise: 'it is no longer than its budget',
      }
    },
    levels({ tiered }, data) {
      const window = effectiveWindow(data, tiered.reserve_tokens)
      return [
        { ...above(['tiered', 'budget_from'], tiered.budget_from, window, 'effective'), included: true },
        above(['tiered', 'tight_budget_from'], tiered.tight_budget_from, window, 'effective'),
      ]
    },
  },
  snip_results: {
    doing: 'snipping outdated results',
    done: 'outdated results snipped',
    story: ({ tiered }, part) => snipped('tiered', tiered, part),
    levels: ({ tiered }, data) => [
      above(
        ['tiered', 'snip_from'],
        tiered.snip_from,
        effectiveWindow(data, tiered.reserve_tokens),
        'effective',
      ),
    ],
  },
  microcompact: {
    doing: 'clearing after a pause',
    done: 'older results cleared after a pause',
    story: ({ tiered }, part) => cleared('tiered', tiered.keep_results, part),
    levels: ({ tiered }) => [pause(['tiered', 'idle_minutes'], tiered.idle_minutes)],
  },
  auto_compact: {
    doing: 'auto-compact',
    done: 'history summarized',
    story: () => CURRENT,
    levels: ({ tiered }, data) => [
      above(
        ['tiered', 'auto_compact_from'],
        tiered.auto_compact_from,
        effectiveWindow(data, tiered.reserve_tokens),
        'effective',
      ),
    ],
  },
} as const satisfies ToldStages
