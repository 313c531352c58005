export const live = 1
