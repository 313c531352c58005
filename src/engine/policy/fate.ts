/** What an eviction does to an entry. */
export const STAYS = 0
export const DROPPED = 1
export const REPLACED = 2
