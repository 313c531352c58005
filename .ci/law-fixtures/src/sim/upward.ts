// breaks: sim-sees-what-is-below-it
import { view } from '../view/index.ts'

export const upward = view
