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
        '05050606070808090a0b0b0b0c0c0c0d0e0e0f0f0f0e0e0e0e0f0b0b0c0c0b0b0c0c0d0d0e0f0f0g0g0g0h0h0a0a0b090a0a0a0b0b0c0c0d',
      ),
      results: row(
        '05080c0e0f0j0s10141718181g1h1h1i1j1n1q1s1w1d1e1m1u1w1h1q1s1w1g1h1r1i1t1e1n1i1m1m1q1u1u1v1g1k1u1f1o1o1q1j1k1k1o1s',
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
        '010101020202030303030304040404050505040505050505050505050504040405050505040405050505040405050505050506060606070707040505',
      ),
      results: row(
        '020h0r101b1c1d1f1g1i1l1q1v1z202122231p1p1u1v1w221s1v1w22231o1p1u1v1y22231s1t1u1z20221w1x20221h1i1j1l1m1n1q1s1z21221o1q1u',
      ),
    },
  },
  'bug-fix': {
    sentence: 'A bug from the report to the fix: a few files, one wrong line, a failing test.',
    shows:
      'What a strategy breaks where it is not needed: nothing should help much here, and eager eviction costs most.',
    turns: 40,
    blocks: 140,
    edges: {
      setup: row('06060606060606060606060606060606060606060606060606060606060606060606060606060606'),
      person: row('06060606060606060606060606060606060606060606060606060606060606060606060606060606'),
      model: row('060607070708090a0a0b0c0d0d0e0f0f0f0g0g0h0h0i0i0e0f0f0a0a0a0b0b0b0b0c0c0d0d0d0e0f'),
      results: row('06060o1414171i1j1n1e1g1k1f1g1k1l1m1o1r1s19191i1e1f1j1314171g1h1k1d1o1r1d1e1f1g1h'),
    },
  },
  planning: {
    sentence:
      'An agent plans how to split a service and reads all of its files three times, each time with another question.',
    shows:
      'What happens when the working set is larger than the window: rereading in rounds defeats eviction by age.',
    turns: 96,
    blocks: 437,
    edges: {
      setup: row(
        '010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101',
      ),
      person: row(
        '010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101',
      ),
      model: row(
        '010101010102020202020202030303030303040404040404040505050505050505060606060606060607070707070707080808080808090909090909',
      ),
      results: row(
        '010304070d0i0l0m0o0s0v0y0z13171a1h1i1k1p1t1y1o1r1v1x1z21221n1o1s1y20221n1u1x231r1r1w1z231p1p1t1w1z211o1v1x1z22231o1s1v21',
      ),
    },
  },
  'support-chat': {
    sentence:
      'A customer settles many small things. What was asked for in the first minutes has to hold for every booking.',
    shows:
      'Whether a strategy keeps short messages of the user that matter to the end, when nothing in the window is large.',
    turns: 64,
    blocks: 181,
    edges: {
      setup: row(
        '0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o0o',
      ),
      person: row(
        '0q0q0r0t0u0v0x0y0z10100x0y0y100u0v0v0v0v0w0t0t0t0u0v0v0r0s0t0t0r0r0r0s0r0s0s0s0r0s0s0t0t0u0u0r0r0r0s0t0r0r0s0s0r0r0r0s0t',
      ),
      model: row(
        '0q0r0u0x1113161a1d1h1h1417171d13151519191b0x10101213130t0v0z100t0u0y100r0w0y100t0v0v0y0z11120s0u0w0y100r0u0w0y0u0u0y1012',
      ),
      results: row(
        '0q0u0x101416191d1g1k1m1a1c1f1k1b1d1f1i1l1n1b1e1g1h1j1k1a1c1i1l1b1e1i1k1a1f1i1m191b1d1g1h1k1n1a1c1f1h1m1a1d1f1j1b1d1h1i1n',
      ),
    },
  },
  'long-chat': {
    sentence:
      'A year of everyday things in short messages, without a single tool. Names and dates come back late.',
    shows:
      'What strategies for tool output do when there is none, and whether summaries keep names, dates and amounts.',
    turns: 150,
    blocks: 301,
    edges: {
      setup: row(
        '050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505',
      ),
      person: row(
        '080a0b0c0d0f0g0h0i0k0l0n0o0p0r0s0s0u0v0w0t0v0w0x0t0u0v0w0s0t0u0v0s0u0v0q0r0t0t0r0s0t0u0s0t0u0v0t0t0v0w0t0u0w0w0y0t0v0w0x',
      ),
      model: row(
        '090e0h0l0o0r0t0x0z14171b1d1h1k1n1d1g1k1m1e1i1k1n1d1h1k1m1d1h1k1m1e1k1n1e1h1l1m1f1i1l1n1e1h1k1m1g1i1l1n1d1e1i1k1n1d1g1h1k',
      ),
      results: row(
        '090e0h0l0o0r0t0x0z14171b1d1h1k1n1d1g1k1m1e1i1k1n1d1h1k1m1d1h1k1m1e1k1n1e1h1l1m1f1i1l1n1e1h1k1m1g1i1l1n1d1e1i1k1n1d1g1h1k',
      ),
    },
  },
  'changed-requirements': {
    sentence:
      'A team writes a specification and changes its mind twice about most values. Only the newest value counts.',
    shows: 'Whether a summary keeps the newest value of something that changed, or brings an old one back.',
    turns: 110,
    blocks: 301,
    edges: {
      setup: row(
        '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
      ),
      person: row(
        '0d0f0h0h0i0i0j0j0k0l0l0m0m0m0n0o0p0l0l0m0n0j0k0l0l0l0j0j0k0l0i0i0j0j0g0g0h0h0i0j0f0g0g0h0e0f0f0f0e0f0g0g0h0e0f0f0h0h0e0g',
      ),
      model: row(
        '0d0i0p0r0t0w0y101215181a1b1c14191c111315180x101213150t0v0z110p0r0u0w0l0n0o0q0r0t0i0k0m0p0f0j0m0m0h0j0l0n0p0g0h0k0n0q0h0n',
      ),
      results: row(
        '0d0k0r0u0x111316191c1g1j1k1m1e1k1m1d1f1i1n1d1g1j1k1n1d1h1k1n1b1f1k1m1d1e1f1i1l1m1e1g1i1m1c1g1k1l1c1e1i1k1m1c1d1g1k1m1d1i',
      ),
    },
  },
  'deep-research': {
    sentence:
      'Dozens of long pages are read for one figure each. The report cites the earliest of them at the end.',
    shows:
      'Whether a placeholder with the address is enough, and how much a page costs that nobody reads again.',
    turns: 100,
    blocks: 362,
    edges: {
      setup: row(
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ),
      person: row(
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ),
      model: row(
        '000000000000000001010101010101010101010101010101010101010101010202020202010101010101010102020101020202020202020202020202',
      ),
      results: row(
        '0004080a0e0k0r0t0u0w1317171b1i1k1p1q1t1v2122231r1v21211q1v211n1q1t1v1v1y1n1q1x21231q1t1u1w221m1n1p1s1w1w221o1t1x22221n1s',
      ),
    },
  },
  'data-analysis': {
    sentence:
      'A few enormous tables and many small figures. One number from the first query is needed until the end.',
    shows: 'What shortening a large result saves, and whether the one number in a small result survives.',
    turns: 44,
    blocks: 136,
    edges: {
      setup: row('0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'),
      person: row('0101010101010101010101010101010101010101010101010101010101010101010101010101010101010101'),
      model: row('0101010101010101010101010101020202020202020202010102020202020202020202020202020202020303'),
      results: row(
        '01011i1i1j1j1j1j1j1z1z1z2020202010101010101010151616161616161616171717171717171717171818',
      ),
    },
  },
  screenshots: {
    sentence:
      'An agent clicks through a checkout and gets a picture after each step. Only the newest one is current.',
    shows:
      'What pictures cost by the rule of their model, and how soon an old one can go without anything missing.',
    turns: 60,
    blocks: 207,
    edges: {
      setup: row(
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ),
      person: row(
        '010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101',
      ),
      model: row(
        '010101010101010101010101010101010101010102020202020202020202020202020202020202020202020202020202020202020202020303030303',
      ),
      results: row(
        '01080e0i0l0s0u0w0y111516181b1f1f1m1m1m1o1r1t1v1y221h1l1n1u1w1l1n1p1q1x211n1n1r1y1l1p1r1v1y1m1o1s1w1m1o1q1u1v1x1z1l1l1p1s',
      ),
    },
  },
  'idle-gaps': {
    sentence:
      'A retreat is planned between meetings and over nights. Most pauses are longer than a cache lives.',
    shows: 'What an expired cache costs, when an edit is free, and whether the longer cache term pays.',
    turns: 46,
    blocks: 123,
    edges: {
      setup: row(
        '02020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202',
      ),
      person: row(
        '03030303040404040404040505050505050506060603030404040404040404050505050505060606060606060707',
      ),
      model: row(
        '03030404050506070808080909090a0a0b0b0c0c0d03040405050606070707080809090a0a0b0b0b0c0c0d0d0e0e',
      ),
      results: row(
        '031r040506060707080909090a0a0b0b0c0y0z10101b1c1d0k0l0m0m0n0n1n1a1a1b1b1c1c1d1d1d1e1e1f1f1g1g',
      ),
    },
  },
  'sub-agents': {
    sentence:
      'Eight agents read a folder each in windows of their own. The main window only gets their reports.',
    shows: 'What delegation does to the main window, and what all windows together cost.',
    turns: 93,
    blocks: 314,
    edges: {
      setup: row('0g0g0g0g0g0g0g0g0g0g0g0g0g'),
      person: row('0h0h0h0h0h0h0h0h0h0i0i0i0i'),
      model: row('0h0h0i0j0i0j0k0k0l0m0n0o0p'),
      results: row('0h0n1e231718191a1b1c1d1e1f'),
    },
  },
  'parallel-burst': {
    sentence:
      'An agent on call reads the logs of all hosts in one reply. A single turn adds most of the tokens.',
    shows:
      'Whether the reserve is large enough for one enormous turn, and whether pairs of parallel calls stay whole.',
    turns: 21,
    blocks: 112,
    edges: {
      setup: row('000000000000000000000000000000000000000000'),
      person: row('000000000000000000010101010101010101010101'),
      model: row('000101010101010101010101010101010101010101'),
      results: row('000101012n1n1z1z1z1z1z1z1z1z1z1z1z1z1z1z1z'),
    },
  },
  'pivot-and-return': {
    sentence:
      'Water in the depot interrupts the work on an exhibition. Afterwards it goes on where it was left.',
    shows: 'What eviction by last use forgets that frequency, notes or a summary would have kept.',
    turns: 54,
    blocks: 138,
    edges: {
      setup: row(
        '020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202',
      ),
      person: row(
        '020202020202020203030303030303030303030303030304040404040404040202020202020202020303030303030303030303030304',
      ),
      model: row(
        '020203030304040404040405050505050606060606060707070707080808090202020303030304040404050505050506060606070707',
      ),
      results: row(
        '020i0i0i0w0w0x1n1n19191a101010101119191a1l1l15151i1i1j1j1j1j1k1b1b1c1c1c1d1212131313131414141414141515151516',
      ),
    },
  },
  'three-windows': {
    sentence:
      'Contracts are reviewed in three sittings. Rules of the first decide the last, and hand-over notes lie between.',
    shows:
      'What is left of the beginning after one, two and three compactions, and what a hand-over note saves.',
    turns: 78,
    blocks: 265,
    edges: {
      setup: row(
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ),
      person: row(
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ),
      model: row(
        '000000000000010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101',
      ),
      results: row(
        '000304090a0c0f0i0i0p0s0v0w1214171e1e1i1l1l1p1t1z231l1u1w1x231o1q1r20211m1q1x201m1m1p1r1w1y211q1s1v221s1u1v211n1p1u1y2023',
      ),
    },
  },
})

/** Heights as two base-36 digits each. */
function row(heights: string): readonly number[] {
  return (heights.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 36))
}
