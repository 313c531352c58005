export const still = 0
