// breaks: layers-meet-at-the-door
import { inner } from '../worker/inner.ts'

export const backDoor = inner
