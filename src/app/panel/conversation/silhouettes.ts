import type { Silhouette } from './silhouette.ts'

/**
 * Thumbnails of the scenarios: seed 7, hybrid, a window of half the peak without eviction. Made from the simulator;
 * `npx vitest run src/app/panel/conversation/silhouettes.test.ts -u` makes them again.
 */
export const SILHOUETTES: Readonly<Record<string, Silhouette>> = Object.freeze({
  'axios-migration': {
    sentence:
      'An agent moves a code base from axios to fetch. Rules from the first message decide details fifty turns later.',
    shows:
      'Whether rules and findings of the beginning are still in context when the work is checked at the end.',
    turns: 56,
    blocks: 293,
    edges: {
      setup: row(
        '0404040404040404040404040404040404040404040404040404040404040404040404040404040404040404040404040404040404040404',
      ),
      person: row(
        '0505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505',
      ),
      model: row(
        '05050606070808090a0b0b0b0c0c0c0d0e0e0f0f0f0e0e0e0e0f0b0b0c0c0b0b0c0c0d0d0e0f0f0g0g0g0h0h0i0i0a0a0b0b0b0b0b0c0c0d',
      ),
      results: row(
        '05080c0e0f0j0s10141718181g1h1h1i1j1n1q1s1w1d1e1m1u1w1h1q1s1w1g1h1r1i1t1w1f1h1i1j1m1q1q1s1u1v1j1s1t1t1v1i1j1j1k1n',
      ),
    },
  },
  'long-coding': {
    sentence:
      'A day of orders on one service. Most tokens are files that were read once or are now out of date.',
    shows:
      'How much old tool output can be evicted before something is missing, and what summaries add to that.',
    turns: 158,
    blocks: 576,
    edges: {
      setup: row(
        '010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101',
      ),
      person: row(
        '010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101',
      ),
      model: row(
        '010101020202030303030304040404050505040505050505050505050504040405050505040505050505040405040505050506060606040505050505',
      ),
      results: row(
        '020h0r101b1c1d1f1g1i1l1q1v1z202122231p1p1u1v1w221s1v1w22231o1p1q1r1u1x231u1v1w2122221y1z221o1p1r1s1u1v1w1z201j1k1l1o1q1s',
      ),
    },
  },
  'support-chat': {
    sentence:
      'A customer settles many small things. What she asked for in the first minutes has to hold for every booking.',
    shows:
      'Whether a strategy keeps short messages of the user that matter to the end, when nothing in the window is large.',
    turns: 64,
    blocks: 181,
    edges: {
      setup: row(
        '0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o',
      ),
      person: row(
        '0q0q0r0t0u0v0x0y0z10100x0y0y0z0u0u0u0v0v0u0u0v0v0w0w0w0r0s0t0t0r0r0r0s0r0r0r0r0r0s0s0t0t0u0r0r0s0s0t0u0r0r0s0s0t0r0r0s0t',
      ),
      model: row(
        '0q0r0u0x1113161a1d1h1h1417171d13151619190z1012121415160t0v0z100t0u0x100r0w0y0z0t0v0v0x0z110s0v0x0y10120r0u0w0y120r0v0w0y',
      ),
      results: row(
        '0q0u0x101416191d1g1k1m1a1d1f1l1b1d1f1j1l1a1d1g1i1j1l1m1a1c1i1k1b1e1i1k1a1f1i1m1b1d1f1i1j1m1a1c1e1i1k1m1a1d1f1j1n191d1f1h',
      ),
    },
  },
})

/** Heights as two base-36 digits each. */
function row(heights: string): readonly number[] {
  return (heights.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 36))
}
