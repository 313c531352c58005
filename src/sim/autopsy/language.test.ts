import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'

/** The first article of the Universal Declaration of Human Rights, as the United Nations publishes it; in Polish with a demand. */
const ARTICLE_1 = {
  German:
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.',
  French:
    'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  Spanish:
    'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  Dutch:
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
  Danish:
    'Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.',
  Polish:
    'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Proszę nie zmieniać tego pliku, bo jest to ważne dla nas.',
  Turkish:
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  Russian:
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  Japanese:
    'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  Chinese: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。',
  Korean:
    '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
}
const ENGLISH =
  'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.'

describe('the language of what the user said', () => {
  it.each(Object.entries(ARTICLE_1))('LOST-5 %s is not English', (_, text) => {
    expect(languageOf([text])).toEqual({ messages: 1, foreign: 1 })
  })

  it('LOST-5 English is, also in short demands with code', () => {
    const demands = [
      ENGLISH,
      'Please never push to main, and do not touch `src/generated/schema.ts`.',
      'can you fix the failing tests in packages/core/src/run.test.ts please',
      'Implement plan: agent registry, hook handlers, session paths. Parse JSONL transcript, extract modified files, write metadata. Tests first.',
    ]
    expect(languageOf(demands)).toEqual({ messages: 4, foreign: 0 })
  })

  it('LOST-5 Chinese and Japanese among English terms, which have more letters, are not English', () => {
    const mixed = [
      '請先分析這個 dashboard，不要動 production 的 database，每個 claim 都要有 evidence 和 review 的連結。',
      'この pull request は merge しないで、まず integration test を全部 staging で実行してください。',
    ]
    expect(languageOf(mixed)).toEqual({ messages: 2, foreign: 2 })
    const quotes =
      'Please keep the label 人人生而自由 on the page as it is, and never translate any of its words there.'
    expect(languageOf([quotes])).toEqual({ messages: 1, foreign: 0 })
  })

  it('LOST-5 too few words, code and paths tell nothing', () => {
    expect(languageOf(['', 'ok', 'weiter', 'src/app/main.tsx', 'const a = { b: 1 };\nreturn a'])).toEqual({
      messages: 0,
      foreign: 0,
    })
  })

  it('LOST-5 counts messages, not words', () => {
    const { German, Japanese } = ARTICLE_1
    expect(languageOf([German, ENGLISH, Japanese, 'ok'])).toEqual({ messages: 3, foreign: 2 })
  })
})
