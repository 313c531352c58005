import { counted } from '../format.ts'
import { triggerOf } from './level.ts'
import { before, after, keyed } from './story.ts'
import type { ToldStages } from './told.ts'

export const providerTold = {
  clear_thinking: {
    doing: 'the provider’s clearing of thinking',
    done: 'older thinking cleared by the provider',
    story({ context_editing: { clear_thinking } }) {
      const { keep_turns: keep } = clear_thinking
      const key = keyed('context_editing.clear_thinking.keep_turns', keep)
      return {
        about: 'thinking',
        stands: 'The client goes on sending it; the model sees nothing of it.',
        rule: `The thinking of the newest ${keep === 1 ? 'turn' : counted(keep, 'turn')} of the assistant stays.`,
        tail: `it belongs to the newest ${keep === 1 ? 'turn' : counted(keep, 'turn')} of the assistant (${key})`,
        otherwise: 'it was cleared before',
      }
    },
  },
  clear_tool_uses: {
    doing: 'the provider’s clearing of tool results',
    done: 'older tool results cleared by the provider',
    endsAtReserve: true,
    story({ context_editing: { clear_tool_uses } }, part) {
      const { keep, exclude_tools, clear_tool_inputs } = clear_tool_uses
      const key = keyed('context_editing.clear_tool_uses.keep', keep)
      const excluded = exclude_tools.includes(part.block.call?.name ?? '')
      return {
        about: clear_tool_inputs ? 'calls and results' : 'results',
        stands: `The client goes on sending it; of its ${before(part)} tokens the model sees a notice of ${after(part)}.`,
        rule: `The newest ${counted(keep, 'tool use')} stay (${key}).`,
        tail: `it is among the newest ${counted(keep, 'tool use')} (${key})`,
        otherwise: excluded
          ? 'its tool is excluded (context_editing.clear_tool_uses.exclude_tools)'
          : 'a notice would be no shorter, or it was cleared before',
      }
    },
    levels: ({ context_editing: { clear_tool_uses } }, { limit }) =>
      clear_tool_uses.trigger_type === 'tool_uses'
        ? []
        : [triggerOf(['context_editing', 'clear_tool_uses'], clear_tool_uses, limit)],
  },
  server_compact: {
    doing: 'the provider’s compaction',
    done: 'conversation summarized by the provider',
    endsAtReserve: true,
    story: () => ({
      stands: 'The client goes on sending it; the model sees only the summary.',
      rule: 'Everything of the conversation leaves the prompt; only a call that nothing answers yet stays.',
      otherwise: 'no result answers it yet, or it came afterwards',
    }),
    levels: ({ context_editing: { compact } }, { limit }) => [
      triggerOf(['context_editing', 'compact'], compact, limit),
    ],
  },
  replay_recorded: {
    doing: 'the log’s own client',
    done: 'done by the log’s own client',
    story: () => ({
      tail: 'it came after what the client did',
      otherwise: 'it came after what the client did, or belongs to what did',
    }),
  },
} as const satisfies ToldStages
