import type { LaneRequest, RecordedRun } from '../../../worker/protocol.ts'

/** The runs of files that were opened, by the model that gave their answers. */
const runs = new Map<string, readonly RecordedRun[]>()

/** Lets lanes of a model play a run of a file, at no cost and without a key. */
export function playRecorded(model: string, run: RecordedRun): void {
  runs.set(model, [...(runs.get(model) ?? []), run])
}

/** The runs without a usable answer to each request are played no longer: a person asks again. */
export function forgetUnusable(): void {
  for (const [model, all] of runs)
    runs.set(
      model,
      all.filter(({ spec }) => spec.answers.every((answer) => 'text' in answer && answer.text.trim() !== '')),
    )
}

/** A lane with the runs that it may play. */
export function withRecorded(lane: LaneRequest): LaneRequest {
  const recorded = lane.model === undefined ? undefined : runs.get(lane.model.name)
  return recorded === undefined ? lane : { ...lane, model: { name: lane.model?.name ?? '', recorded } }
}
