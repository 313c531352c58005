// breaks: live-grows-a-trace
import { view } from '../view/index.ts'

export const upward = view
