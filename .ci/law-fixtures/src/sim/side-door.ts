// breaks: layers-meet-at-the-door
import { noun } from '../engine/inside/noun.ts'

export const sideDoor = noun
