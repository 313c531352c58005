export const sim = 1
