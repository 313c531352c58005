/** What a run tells about a setting of its config: not wrong, but of no use here. */
export interface Hint {
  /** As in `settingRows().key`: `pressure.thresholds.red`. */
  readonly key: string
  /** Where the value is written: the same in parts, and for a rung of a ladder its share, for a step its number. */
  readonly path: readonly string[]
  readonly code:
    | 'never_reached'
    | 'never_acts'
    | 'cannot_converge'
    | 'changes_nothing'
    | 'placeholder_cost'
    | 'larger_than_model'
  readonly severity: 'hint' | 'warning'
  /** For people, with the figures and what they are shares of; what stands before the first colon is it in a few words. */
  readonly message: string
}

/** The row of the settings that a path belongs to: that of the ladder, or of the pipeline's list. */
export function keyOf(path: readonly string[]): string {
  const [section, second] = path
  if (section === 'pipeline') return section
  if (section === 'compression' && second === 'cascade') return 'compression.cascade'
  return path.join('.')
}
