// breaks: cli-is-a-program-in-node
import { worker } from '../worker/client.ts'

export const upward = worker
