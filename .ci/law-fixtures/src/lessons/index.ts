export const lessons = 1
