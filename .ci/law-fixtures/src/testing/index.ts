export const testing = 1
