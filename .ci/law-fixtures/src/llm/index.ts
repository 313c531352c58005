export const llm = 1
