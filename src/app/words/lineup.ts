/** Short names for the head of a lane, by what it runs. */
export const POLICY_LABELS: Readonly<Record<string, string>> = Object.freeze({
  fifo: 'FIFO',
  lru: 'LRU',
  priority: 'Priority',
  type_based: 'By type',
  hybrid: 'Hybrid',
  hybrid_equal: 'Hybrid, equal weights',
  random: 'Random',
  unmanaged: 'Unmanaged',
})

/** What a lane does, in a line. */
export const LANE_RULES: Readonly<Record<string, string>> = Object.freeze({
  fifo: 'oldest first',
  lru: 'longest unused first',
  priority: 'least important first',
  type_based: 'past the lifetime of its type first',
  hybrid: 'five weighted signals',
  hybrid_equal: 'the same five, equally weighted',
  random: 'drawn by seed',
  unmanaged: 'nothing is taken out',
})

/** `Naive FIFO`, and `Naive FIFO 2` where another lane has the same name. */
export function laneLabel(lane: { readonly policy: string; readonly gates: 'on' | 'naive' }, name: string) {
  const short = POLICY_LABELS[lane.policy] ?? lane.policy
  const label = lane.gates === 'naive' && lane.policy !== 'unmanaged' ? `Naive ${short}` : short
  const number = /_(\d+)$/.exec(name)?.[1]
  return number === undefined ? label : `${label} ${number}`
}

export const LINEUP_TEXT = Object.freeze({
  policy: (lane: string) => `What ${lane} runs`,
  gatesOn:
    'Gates on: the task, the current request and running results are protected. Press to take them away.',
  gatesOff:
    'Naive: only what a valid request needs is protected, not even the task. Press to protect the task, the current request and running results too.',
  gated: 'gates',
  naive: 'naive',
  gates: (lane: string) => `Gates of ${lane}`,
  earlier: (lane: string) => `Move ${lane} one place forward`,
  later: (lane: string) => `Move ${lane} one place back`,
  remove: (lane: string) => `Remove ${lane}`,
  add: 'Add a lane',
  full: 'Six lanes at most',
  swap: 'Swap the first two lanes (X)',
  zoomIn: 'Fewer turns (+)',
  zoomOut: 'More turns (−)',
  all: 'All turns (0)',
  fit: 'Fit the height to what is used (F)',
  shown: (from: string, to: string) => `turns ${from} to ${to}`,
  undo: 'Undo (Ctrl+Z)',
  redo: 'Redo (Ctrl+Shift+Z)',
  toolbar: 'Lanes',
  listed: 'One lane in detail',
})
