// breaks: planted-facts-are-held-back
import { planted } from '../testing/planted/plant.ts'

export const learned = planted
