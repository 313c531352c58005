export const claims = 1
