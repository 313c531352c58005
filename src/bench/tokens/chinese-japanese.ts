import { type Random } from '../../engine/index.ts'
import { stream } from '../../engine/internal.ts'

const CHINESE =
  `数据库连接在夜间超时|请先运行全部测试再提交代码|窗口的容量总是有限的|旧的工具输出可以被压缩|模型根据历史消息生成回答
这个函数返回一个空的列表|我们昨天修复了两个漏洞|用户希望保留最初的任务说明|服务器的响应时间降低了一半|文件路径写错了一个字母
天气晴朗适合去河边散步|他在图书馆里读完了那本小说|春天的花园里开满了白色的花|会议改到下周三下午三点|价格比去年上涨了百分之十二`.split(
    /[|\n]/,
  )

const JAPANESE =
  `古いメッセージは要約されます|この関数は数値の配列を返します|テストがすべて成功しました|設定ファイルを編集してください
ウィンドウの大きさには上限があります|昨日の会議の記録を送ります|駅前の喫茶店で待ち合わせましょう|ツールの結果が長すぎます
エラーの原因を調べています|データベースへの接続に失敗しました|桜の花が風に揺れていました|キャッシュは五分後に失効します`.split(
    /[|\n]/,
  )

const EMOJI = '😀|🎉|👍🏽|👩‍💻|🚀|🔥|✅|❌|⚠️|🇯🇵|🧪|📦|👨‍👩‍👧‍👦|💾|1️⃣'.split('|')

/**
 * Chinese and Japanese sentences with emoji, at least `length` characters. Characters follow each other as in the
 * phrases above, with occasional jumps, so that few pieces repeat.
 */
export function chineseJapanese(length: number, seed: number): string {
  const random = stream(seed, 'chinese and japanese')
  const chinese = wanderer(CHINESE)
  const japanese = wanderer(JAPANESE)
  let text = ''
  while (text.length < length) {
    const draw = random.uniform()
    if (draw < 0.5) text += chinese(random) + random.pick(['，', '，', '。', '。', '；', '！'])
    else if (draw < 0.9) text += japanese(random) + random.pick(['、', '。', '。', '！'])
    else text += Array.from({ length: random.integer(1, 3) }, () => random.pick(EMOJI)).join('')
    if (random.uniform() < 0.05) text += '\n'
  }
  return text
}

function wanderer(phrases: readonly string[]): (random: Random) => string {
  const followers = new Map<string, string[]>()
  for (const phrase of phrases) {
    const characters = [...phrase]
    characters.forEach((character, at) => {
      const list = followers.get(character) ?? []
      list.push(characters[at + 1] ?? '')
      followers.set(character, list)
    })
  }
  const all = [...followers.keys()]
  return (random) => {
    let text = ''
    let last = ''
    for (let left = random.integer(4, 22); left > 0; left--) {
      const next = random.uniform() < 0.85 ? random.pick(followers.get(last) ?? all) : ''
      last = next === '' ? random.pick(all) : next
      text += last
    }
    return text
  }
}
