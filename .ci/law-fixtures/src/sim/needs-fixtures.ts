// breaks: testing-is-for-tests
import { testing } from '../testing/index.ts'

export const needs = testing
