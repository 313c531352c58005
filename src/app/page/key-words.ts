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
      ['[ ]', 'previous event, next event'],
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
      ['{ }', 'earlier turns, later turns'],
      ['F', 'fit the height to the tokens used'],
      ['L', 'stacked context or block timeline'],
      ['Shift drag', 'zoom to the turns dragged over'],
      ['drag along the turns', 'mark them to see what arrived, left and stayed'],
      ['Ctrl wheel', 'zoom at the pointer'],
      ['T', 'open or close the settings of the selected lane'],
      ['G', 'open or close the live conversation'],
      ['Esc', 'clear the mark, close the side panel'],
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
