// breaks: worker-is-a-door
import { app } from '../app/index.ts'

export const upward = app
