// breaks: view-draws-nothing
import { app } from '../app/index.ts'

export const upward = app
