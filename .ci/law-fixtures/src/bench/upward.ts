// breaks: bench-needs-no-page
import { client } from '../worker/client.ts'

export const upward = client
