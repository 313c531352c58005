/** Groups of keys and what they do, in the order of the sheet. */
export const KEYS: readonly {
  readonly title: string
  readonly keys: readonly (readonly [keys: string, meaning: string])[]
}[] = [
  {
    title: 'Time',
    keys: [
      ['← →', 'one turn'],
      ['Shift ← →', 'ten turns'],
      ['Home End', 'first and last turn'],
      ['[ ]', 'event before, next event'],
      ['D', 'first difference between the lanes'],
      ['Space', 'play or pause'],
      ['< >', 'slower, faster'],
    ],
  },
  {
    title: 'View',
    keys: [
      ['+ −', 'fewer turns, more turns'],
      ['0', 'all turns'],
      ['{ }', 'turns before, turns after'],
      ['F', 'fit the height to what is used'],
      ['L', 'stacked context or block timeline'],
      ['Shift drag', 'zoom to the turns dragged over'],
      ['drag along the turns', 'mark them: what came, went and still stands'],
      ['Ctrl wheel', 'zoom at the pointer'],
      ['T', 'tune the lane in detail, or close its settings'],
      ['G', 'a live conversation, or close it'],
      ['Esc', 'take the mark away, close the side panel'],
    ],
  },
  {
    title: 'Lanes',
    keys: [
      ['1 … 7', 'first lane: one of six policies, or the manager'],
      ['Shift 1 … 7', 'the same for the second lane'],
      ['X', 'swap the first two lanes'],
      ['P', 'pin the selected block, as a fork'],
      ['K', 'forks and actions at this turn'],
      ['Ctrl Z', 'undo'],
      ['Ctrl Shift Z', 'redo'],
      ['?', 'this sheet'],
    ],
  },
]
