// breaks: examples-use-public-doors
import { view } from '../view/index.ts'

export const upward = view
