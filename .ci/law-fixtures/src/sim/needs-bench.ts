// breaks: bench-is-a-program
import { bench } from '../bench/index.ts'

export const needs = bench
