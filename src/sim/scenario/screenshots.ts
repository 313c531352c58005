import { sharedParameters } from './telling/scenario.ts'
import { told } from './telling/tell.ts'
import type { Stage } from './telling/tell.ts'
import { conversationValues, deed, Teller } from './telling/teller.ts'
import type { Deed, FactTemplate } from './telling/teller.ts'
import { textsOf } from './text/lines.ts'
import written from './text/story/screenshots.json' with { type: 'json' }

const SYSTEM = textsOf<string>(written.system)
const RULES = [written.goal, ...written.rules] as readonly FactTemplate[]

/** A model that charges a picture by its patches, up to 4,784 of them: from a small window to a large screen. */
const MODEL = 'claude-opus-4-8'
/** Screens in pixels: 1,334, 1,716, 2,691 and 4,784 tokens. */
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const

/** An agent tests a shop in a browser: nearly everything in the window is pictures, of which the newest one matters. */
export const screenshots = told({
  name: 'screenshots',
  title: 'Screenshots of a browser',
  label: 'Screenshots',
  sentence:
    'An agent clicks through a checkout and gets a picture after each step. Only the newest one is current.',
  shows:
    'What pictures cost by the rule of their model, and how soon an old one can go without anything missing.',
  group: 'research',
  parameters: {
    turns: { default: 60, min: 24, max: 120, whole: true, meaning: 'Turns of the conversation.' },
    ...sharedParameters('reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.5,
  sent: true,
  plot: (chance, value) => {
    const turns = value('turns')
    const values = conversationValues({ ...written.values, product: written.products }, chance)
    return {
      turns,
      system: SYSTEM,
      tools: written.tools,
      model: MODEL,
      play: (stage) => {
        const mind = { share: value('thinking'), thoughts: written.thoughts }
        test(new Teller(stage, values, mind), stage, turns)
      },
    }
  },
})

function test(teller: Teller, { chance }: Stage, turns: number): void {
  const rules = RULES.map((it) => teller.told(it))
  const facts = rules.map(({ fact }) => fact)
  const list = rules.slice(1).map(({ say }) => `- ${say}`)
  teller.user([teller.write('open', written.open), '', ...list].join('\n'), facts)
  const price = teller.told(written.price as FactTemplate)
  const { fact: total } = teller.told(written.total as FactTemplate)
  const shop = teller.values.get('shop') ?? ''
  const screen = chance('sizes', 'screen')
  teller.agent({
    text: 'I begin on the product page.',
    deeds: [
      shot(
        'navigate',
        { url: `https://staging.${shop}.example/p/${teller.values.get('product') ?? ''}` },
        price.say,
        [price.fact],
      ),
    ],
  })
  let asked = false
  for (let nth = 0; teller.turn < turns - 1; nth += 1) {
    const it = written.steps[nth % written.steps.length]
    if (it === undefined) return
    const round = `${nth} ${it.target}`
    const seen = teller.write(round, it.shown)
    const value = it.value === undefined ? {} : { text: teller.write(round, it.value) }
    const place =
      it.tool === 'click' ? { x: String(screen.integer(40, 1200)), y: String(screen.integer(40, 760)) } : {}
    const target = teller.write(round, it.target)
    const input = it.tool === 'navigate' ? { url: target } : { target, ...value, ...place }
    const again = nth < written.steps.length ? '' : teller.next('again', AGAIN)
    const shown = seen.includes(total.evidence[0] ?? '') ? [total] : []
    teller.agent({
      text: `${again}${teller.write(round, it.text)}`,
      deeds: [shot(it.tool, input, seen, shown)],
    })
    if (!asked && nth >= 14 && teller.turn < turns - 4) {
      asked = true
      teller.agent({ text: 'I have been through it once.', recalls: 1 })
      teller.user(written.ask)
      teller.agent({ text: teller.write('answer', written.answer), uses: [price.fact, total], recalls: 0 })
      teller.user(written.go)
    }
  }
  const { recorder } = teller.stage
  const uses = [...facts.slice(0, 3), price.fact, ...(recorder.knows(total) ? [total] : [])]
  teller.agent({ text: teller.write('final', written.final), uses, recalls: 0 })

  function shot(
    tool: string,
    input: Readonly<Record<string, string>>,
    text: string,
    plants: readonly (typeof total)[],
  ): Deed {
    const number = String(teller.turn).padStart(3, '0')
    const url = `https://shots.example/${shop}/${teller.values.get('order') ?? ''}/${number}.png`
    const size = tool === 'zoom' ? { width: 760, height: 480 } : screen.pick(SCREENS)
    return deed(tool, input, text, { image: { url, ...size }, plants })
  }
}

/** Beginnings of a step that is done once more, on another path. */
const AGAIN = [
  'Second path: ',
  'The same on a wider screen. ',
  'Once more, from the search this time. ',
  'Now as a returning customer. ',
  'With another article: ',
  'To be sure: ',
]
