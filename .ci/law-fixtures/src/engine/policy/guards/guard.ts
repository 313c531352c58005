export type Guard = 1
