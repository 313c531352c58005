export const METRIC_TEXT = Object.freeze({
  title: 'Compare the lanes',
  note: (first: string) => `Small figures are the difference from ${first}. A dash means: does not apply.`,
  metric: 'Metric',
  parts: 'First difference from the first lane',
  partsUnit: 'turn',
  file: 'CSV',
  fileName: 'The figures of all lanes as CSV',
  up: 'more is better',
  down: 'less is better',
  same: '±0',
  better: 'better',
  worse: 'worse',
})
