// breaks: claims-measure-runs
import { view } from '../view/index.ts'

export const upward = view
