export type Shared = 1
