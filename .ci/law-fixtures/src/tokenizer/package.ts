// breaks: tokenizer-has-one-package
import { Tiktoken } from 'js-tiktoken/lite'

export const encoder = Tiktoken
