import { counted } from '../format.ts'
import { rung, longResult, scaled } from './level.ts'
import { keyed } from './story.ts'
import type { ToldStages } from './told.ts'

export const compressionTold = {
  summarize_arrivals: {
    doing: 'summarizing arrivals',
    done: 'long arrivals summarized',
    answers: ['summarize_results'],
    levels: longResult,
  },
  summarize_results: {
    doing: 'summarizing results',
    done: 'long results summarized',
    answers: ['summarize_results'],
    levels: (config, data) => [...rung('tool_result_summarization')(config, data), ...longResult(config)],
  },
  progressive: {
    doing: 'shortening by age',
    done: 'older blocks shortened',
    levels: rung('progressive'),
  },
  compact: {
    doing: 'compaction',
    done: 'conversation compacted',
    answers: ['emergency_compaction'],
    took: 'the conversation',
    story: ({ compression: { keep_messages: keep } }) => ({
      tail: `it is among the last ${counted(keep, 'message')} (${keyed('compression.keep_messages', keep)})`,
    }),
    levels: rung('conversation_compaction'),
  },
  delegate_ahead: {
    doing: 'delegating ahead',
    done: 'finished subtask handed to a sub-agent',
  },
  delegate: {
    doing: 'delegation',
    done: 'tool work handed to a sub-agent',
    levels: rung('sub_agent'),
  },
  take_notes: {
    doing: 'taking notes',
    done: 'notes taken',
  },
  save_checkpoint: {
    doing: 'saving a checkpoint',
    done: 'checkpoint saved',
    levels: ({ cross_window: { auto_save_threshold: at } }, data) => [
      scaled(['cross_window', 'auto_save_threshold'], at, data),
    ],
  },
  new_window: {
    doing: 'opening a new window',
    done: 'new window opened',
    answers: ['emergency_compaction'],
    levels: ({ compression: { overflow_threshold: at } }, data) => [
      scaled(['compression', 'overflow_threshold'], at, data),
    ],
  },
  carry_notes: {
    doing: 'carrying the notes',
    done: 'notes inserted again',
  },
} as const satisfies ToldStages
