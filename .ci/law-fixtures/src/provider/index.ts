export const provider = 1
