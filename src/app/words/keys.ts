export const KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'one turn'],
  ['Shift ← →', 'ten turns'],
  ['Home End', 'first and last turn'],
  ['[ ]', 'edit before, next edit'],
  ['D', 'first difference between the lanes'],
  ['Space', 'play or pause'],
  ['− +', 'slower, faster'],
  ['L', 'strata or lifelines'],
  ['Esc', 'close the side panel'],
]
