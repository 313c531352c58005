import { queues } from '../signals/queues.ts'
import { definePolicy } from './policy.ts'

export const s3fifo = definePolicy({
  name: 's3fifo',
  label: 'S3-FIFO',
  meaning:
    'What was never used since it came goes first, by age; what was used or fetched again waits longer.',
  weights: { queues: 1 },
  signals: () => [queues],
})
