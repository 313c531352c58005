// breaks: held-out-facts-are-read-once
import heldOut from './held-out.json' with { type: 'json' }

export const peeked = heldOut
