/** Every word of the panel. */
export const RETENTION_TEXT = Object.freeze({
  title: 'What stays in the prompts',
  about:
    'Each item counts as there if its words are in the prompt: in its own block, in another block, or in a summary. No model is asked, so this is the most that a model could recall.',
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
  compacted: ['No compaction', '1 compaction', '2', '3 or more'],
  compactedTitle: 'Share kept in prompts after this many compactions since it was told',
  overall: 'All prompts',
  end: 'Last prompt',
  stale: 'Old value only',
  file: 'CSV',
  fileName: 'What stays in the prompts, as CSV',
  points: (from: string, to: string) => `${from} at first, ${to} at the end`,
})
