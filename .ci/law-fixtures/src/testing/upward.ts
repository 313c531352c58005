// breaks: testing-sees-the-pure-layers
import { app } from '../app/index.ts'

export const upward = app
