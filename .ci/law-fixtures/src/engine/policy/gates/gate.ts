export type Gate = 1
