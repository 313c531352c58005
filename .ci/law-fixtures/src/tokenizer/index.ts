export const tokenizer = 1
