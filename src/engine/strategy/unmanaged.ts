import type { Strategy } from './strategy.ts'

/** Nothing is ever removed; the run ends at the turn that overflows. */
export const unmanaged: Strategy = {
  name: 'unmanaged',
  label: 'Unmanaged',
  meaning: 'Nothing is removed. The run ends when the window overflows.',
  endsAtOverflow: true,
  sections: [],
  stages: () => [],
}
