// breaks: folders-in-order
import { shape } from '../run/encoding/shape.ts'

export const needsARun = shape
