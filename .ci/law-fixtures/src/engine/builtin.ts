// breaks: engine-has-no-packages
import { readFileSync } from 'node:fs'

export const read = readFileSync
