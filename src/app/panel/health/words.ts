import { whole } from '../../../view/index.ts'

export const HEALTH_TEXT = Object.freeze({
  name: 'Health',
  title: (lane: string, turn: string) => `Health of ${lane} at ${turn}`,
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}.`,
  fidelity:
    'Fidelity: of questions made from the text that the last compression took in, the share whose answer the window still says word for word. Up to half of the questions look for cue words, as the built-in model does. The others ask about sentences of the user and the agent whatever their words, and about names that came up again, so a rule put in unusual words is asked about as well. A paraphrase counts as lost, so more may be left than it says; words that are there count as kept, whether a model would understand them or not.',
  caption: 'The six metrics of the window as sent',
  metric: 'Metric',
  value: 'value',
  strip: 'healthy range',
  status: 'status',
  over: 'all turns',
  overTitle: 'The value turn by turn; a gap where there is none',
  trend: 'trend over ten turns',
  trendTitle:
    'Mean of the older half of the last ten turns to the mean of the newer half, from five turns on',
  noTrend: 'from five turns on',
  healthy: 'healthy',
  alerts: 'Alerts of the run',
  noAlerts: 'No alert in this run.',
  turn: 'Turn',
  severity: 'severity',
  measured: 'measured',
  action: 'what to do, and what the run did',
  holds: 'holds at this turn',
  later: 'later than the playhead',
  more: (left: number) => `Show ${whole(left)} more`,
  table: 'All turns as a table',
  tableCaption: (lane: string) => `The health of ${lane}, turn by turn`,
  file: 'CSV',
  fileName: (lane: string) => `The health of ${lane}, turn by turn, as CSV`,
})
