// breaks: tests-are-not-imported
import { shared } from './shared.test.ts'

export const reads = shared
