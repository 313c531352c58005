export const BLOCKS_TEXT = Object.freeze({
  title: (lane: string, turn: string) => `Blocks of ${lane} at ${turn}`,
  note: (blocks: string) =>
    `${blocks} in prompt order, as of the start of the turn. Choose one to see why it stayed or left.`,
  none: 'This context has no prompt in this turn.',
  block: 'Block',
  came: 'from turn',
  tokens: 'tokens',
  now: 'stands',
  afterwards: 'in this turn',
  more: (next: string, left: string) =>
    next === left ? `Show ${left} more` : `Show ${next} of ${left} more`,
})
