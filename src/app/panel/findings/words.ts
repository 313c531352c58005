import type { Finding } from './findings.ts'

/** Every word of the panel. */
export const FINDINGS_TEXT = Object.freeze({
  title: 'Cache and growth',
  failed: 'The costs could not be loaded.',
  about:
    'Every lane at the prices of the panel Cost: with its prompt cache, and where each prompt is paid for in full.',
  caption: 'Cost of every lane with and without a prompt cache',
  lane: 'Lane',
  cached: 'With cache',
  uncached: 'Without',
  hit: 'Cache read',
  thirds: ['After ⅓ of the calls', 'After ⅔'],
  thirdsTitle: 'Without a cache, the requests of the strategy included',
  growth: 'Growth exponent',
  growthTitle:
    'The slope of the logarithm of the cost without a cache over that of the number of calls, by least squares from the first third on: 1 is a straight line, 2 a square',
  findings: 'Comparisons that show it',
  said: {
    ranking: {
      title: 'The cache reverses the ranking',
      text: 'FIFO evicts one result at a time. It sends far fewer tokens than a lane that evicts nothing, and yet costs more, since each edit makes the provider write the rest of the prompt again. FIFO 2 evicts in batches, and costs less. Without a cache both save money.',
      source: 'Prices: Anthropic, Prompt caching. The comparison is our own.',
    },
    growth: {
      title: 'Cost grows faster than the conversation',
      text: 'Without a cache each call pays for everything before it: the cost of a window that only grows rises nearly as the square of the calls, that of a bounded window little faster than the calls.',
      source: 'OpenHands, blog on context condensation, 2025: from a square to a straight line.',
    },
    loop: {
      title: 'A loop that only appends reads from the cache',
      text: 'A tool loop that changes nothing in front reads 93 to 98 % of its prompts from the cache. Each edit costs part of that.',
      source:
        'The range is our own, from recorded tool loops. Manus, Context engineering for AI agents, 2025, calls the hit rate the most important figure.',
    },
    batch: {
      title: 'A batch that breaks even',
      text: 'An eviction pays back only if what it frees is worth more than the cache that it rewrites. The first managed lane evicts down to its target, and waits where that does not pay. Managed 2 evicts more at once instead, until the batch pays within 20 calls: it costs less, and loses a little more.',
      source: 'Our own measurement. The setting is eviction.batch: break_even, in the preset lower_cost.',
    },
  } satisfies Record<Finding['name'], { title: string; text: string; source: string }>,
})
