export const SIDE_TEXT = Object.freeze({
  side: 'Beside the lanes',
  fronts: 'What stands beside the lanes',
  front: { why: 'Why', tune: 'Tune', live: 'Live' },
  liveLoading: 'Opening the conversation …',
  live: 'Live',
  liveTitle: 'Talk with an agent while the first lane manages its window (G)',
})
