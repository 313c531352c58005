export const TUNE_TEXT = Object.freeze({
  title: (lane: string) => `Tune ${lane}`,
  tabs: 'How the settings are shown',
  tab: { controls: 'Controls', text: 'Text', differences: 'Differences' },
  side: 'Beside the lanes',
  fronts: 'What stands beside the lanes',
  front: { why: 'Why', tune: 'Tune', live: 'Live' },
  liveLoading: 'Opening the conversation …',
  live: 'Live',
  liveTitle: 'Talk with an agent while the first lane manages its window (G)',
  close: 'Close the settings',
  loading: 'Reading the declarations …',
  failed: 'The declarations could not be loaded. Close and open this again.',
})
