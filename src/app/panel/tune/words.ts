export const TUNE_TEXT = Object.freeze({
  title: (lane: string) => `Tune ${lane}`,
  tabs: 'How the settings are shown',
  tab: { controls: 'Controls', text: 'Text', differences: 'Differences' },
  close: 'Close the settings',
  loading: 'Loading the settings …',
  failed: 'The settings could not be loaded. Close and open this again.',
})
