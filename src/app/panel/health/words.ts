import { whole } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const HEALTH_TEXT = Object.freeze({
  ...texts.HEALTH_TEXT,
  title: (lane: string, turn: string) => `Health of ${lane} at ${turn}`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}.`,
  more: (left: number) => `Show ${whole(left)} more`,
  tableCaption: (lane: string) => `The health of ${lane}, turn by turn`,
  fileName: (lane: string) => `The health of ${lane}, turn by turn, as CSV`,
})
