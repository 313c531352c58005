/** Every word of the panel. */
export const RETENTION_TEXT = Object.freeze({
  title: 'What stays in the prompts',
  about:
    'Each item counts as there if its words are in the prompt: in its own block, in another block, or in a summary, whoever writes those: the mock, or the model chosen beside the lane. No model is asked what it recalls, so this is the most that a model could recall.',
  there: 'An item is there if its words are in any block of the prompt.',
  planted: 'The items are those that the scenario told and needs later.',
  extracted:
    'The items are statements that the built-in extraction finds in the log: what it does not recognize is not counted, and a statement in other words counts as gone.',
  loading: 'Every prompt of this lane is searched.',
  failed: 'The prompts could not be searched.',
  caption: 'What the prompts of the lane keep of what was told in earlier turns',
  group: 'Told',
  told: 'Items',
  curve: 'Kept, by turns since',
  curveTitle:
    'From the turn in which it was told to the end of the run; the dotted line is the share of which only an old value is there',
  after: (turns: number) => `After ${turns} turns`,
  compacted: ['No compaction', '1 compaction', '2 compactions', '3 or more'],
  compactedTitle: 'Share kept in prompts after this many compactions since it was told',
  overall: 'All prompts',
  end: 'Last prompt',
  stale: 'Old value only',
  file: 'CSV',
  fileName: 'What stays in the prompts, as CSV',
  points: (from: string, to: string) => `${from} at first, ${to} at the end`,
})

/** Every word of the table of plain shortenings. */
export const BESIDE_TEXT = Object.freeze({
  caption: 'The same items in plain shortenings of the same size',
  about:
    'Each may have as many tokens as the prompt of this lane has beside system prompt and tools. The checklist is told what the items are, so no reader of the conversation can keep more.',
  compacted: 'Prompts after compactions',
  lane: 'This lane',
})

/** Every word of the table of planted facts. */
export const PLANTED_TEXT = Object.freeze({
  open: 'Measured on planted facts: the built-in summaries and the lanes beside truncation',
  caption: 'What is kept of planted facts',
  about: (turns: number, conversations: number, of: number) =>
    `Facts were planted in ${conversations} chats and ${conversations} coding sessions of ${turns} turns, in sentences that the extraction was not made for. Each text or prompt may have ${Math.round(of * 100)} % of the conversation. A fact counts as kept if all its words are there.`,
  way: 'What is left',
  head: (setting: 'chat' | 'coding', what: 'binding' | 'others') =>
    `${setting === 'chat' ? 'Chat' : 'Coding'}: ${what === 'binding' ? 'goals and constraints' : 'other facts'}`,
  stale: 'Old value only',
  staleTitle: 'Changed values of which only the old one is left: the larger share of the two settings',
  names: {
    truncated: 'Truncation: the newest messages',
    'first sentences': 'The first sentence of each message',
    'user turns': 'Only what the user said',
    checklist: 'Checklist of the facts, the best possible',
    'anchored 1': 'Built-in summary, 1 compaction',
    'anchored 3': 'Built-in summary, 3 compactions',
    'anchored 5': 'Built-in summary, 5 compactions',
    'regenerate 1': 'Rewritten in full, 1 compaction',
    'regenerate 3': 'Rewritten in full, 3 compactions',
    'regenerate 5': 'Rewritten in full, 5 compactions',
    managed: 'Lane Managed, last prompt',
    rolling_summary: 'Lane Rolling summary, last prompt',
    handover: 'Lane New windows, last prompt',
    token_trim: 'Lane Token trim, last prompt',
    'compact steps': 'Pipeline of two compactions, last prompt',
  },
})
