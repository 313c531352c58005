export const adapters = 1
