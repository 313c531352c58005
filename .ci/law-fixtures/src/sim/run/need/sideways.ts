// breaks: folders-in-order
import { shape } from '../encoding/shape.ts'

export const sideways = shape
