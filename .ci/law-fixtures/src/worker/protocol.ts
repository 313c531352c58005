export const protocol = 1
