/** A thread of `--jobs`: it runs a part of the logs and posts their figures. */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { loadCounter } from '../tokenizer/index.ts'
import { measurePart } from './measure/part.ts'
import type { ThreadData } from './measure/threads.ts'
import { givenOf } from './option/options.ts'

const { given, cwd, measuring, share, wanted, tellsMissing } = workerData as ThreadData

const io = {
  cwd,
  out: () => undefined,
  err: () => undefined,
  stdin: () => readFileSync(0),
  columns: null,
  colour: false,
  progress: false,
}

const counter = await loadCounter(measuring.counter)
parentPort?.postMessage(
  await measurePart(givenOf(given), io, { ...measuring, counter }, share, wanted, tellsMissing),
)
