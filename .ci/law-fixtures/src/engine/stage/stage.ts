export type Stage = 1
