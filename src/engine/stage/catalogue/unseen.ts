/** In texts that stand for what a client put into its window and its log does not hold: its summary, or more than that. */
export const UNSEEN = Object.freeze({
  summary: 'Here the client that wrote the log put a summary',
  more: 'Here the client that wrote the log put more than its summary',
})
