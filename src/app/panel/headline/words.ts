export const HEADLINE_TEXT = Object.freeze({
  window: 'Context',
  neverFilled: (limit: string, peak: string) =>
    `window of ${limit} tokens, the smallest there is: the log never needs more than ${peak}`,
  limit: (limit: string, part: string, peak: string) =>
    `window of ${limit} tokens, ${part} of the peak without eviction (${peak})`,
  context: (kind: 'main' | 'subagent' | 'continuation', id: number, opened: string) =>
    kind === 'main'
      ? 'main context'
      : `${kind === 'subagent' ? 'sub-agent' : 'continuation'} ${id}, from ${opened}`,
  calibrated: (ratio: string) => `counts fitted to recorded usage, × ${ratio}`,
})
