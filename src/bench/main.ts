import { mkdirSync, writeFileSync } from 'node:fs'
import { evictionReport, renderEvictionReport } from './eviction/report.ts'
import { growthReport, renderGrowthReport } from './growth/report.ts'
import { lanesReport, renderLanesReport } from './lanes/report.ts'
import { hugeReport, renderHugeReport } from './page/huge.ts'
import { pageReport, renderPageReport } from './page/report.ts'
import { renderStudyReport, studyReport } from './study/report.ts'
import { renderTokensReport, tokensReport } from './tokens/report.ts'
import { renderValidityReport, validityReport } from './validity/report.ts'

/** Every benchmark, in order. To run only some, name them: `npm run bench -- growth`. */
const benches: Readonly<Record<string, () => Promise<{ data: unknown; text: string }>>> = {
  tokens: async () => {
    const data = await tokensReport()
    return { data, text: renderTokensReport(data) }
  },
  eviction: async () => {
    const data = await evictionReport()
    return { data, text: renderEvictionReport(data) }
  },
  validity: async () => {
    const data = await validityReport()
    return { data, text: renderValidityReport(data) }
  },
  growth: async () => {
    const data = await growthReport()
    return { data, text: renderGrowthReport(data) }
  },
  lanes: async () => {
    const data = await lanesReport()
    return { data, text: renderLanesReport(data) }
  },
  study: async () => {
    const data = await studyReport()
    return { data, text: renderStudyReport(data) }
  },
  page: async () => {
    const data = await pageReport()
    return { data, text: renderPageReport(data) }
  },
  huge: async () => {
    const data = await hugeReport()
    return { data, text: renderHugeReport(data) }
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => benches[name] === undefined)
if (unknown.length > 0) {
  console.error(`known benches are ${Object.keys(benches).join(', ')}, not ${unknown.join(', ')}`)
  process.exit(1)
}
const folder = 'node_modules/.cache/bench'
mkdirSync(folder, { recursive: true })
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { data, text } = await bench()
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(data, null, 2))
  writeFileSync(`${folder}/${name}.md`, `${text}\n`)
  console.log(`## ${name}\n\n${text}\n`)
}
