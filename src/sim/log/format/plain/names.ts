import type { Role } from '../../../../engine/index.ts'

const PERSON =
  'You|Me|Du|Ich|Vous|Moi|Tú|Yo|Você|Eu|Вы|Я|你|您|我|あなた|나|' +
  'Benutzer|Nutzer|Utilisateur|Utilisatrice|Usuario|Usuário|Utilizador|Utente|Gebruiker|Użytkownik|Uživatel|' +
  'Användare|Bruger|Bruker|Käyttäjä|Kullanıcı|Felhasználó|Utilizator|Χρήστης|Пользователь|Користувач|' +
  'Người dùng|Pengguna|用户|用戶|使用者|ユーザー|ユーザ|사용자|المستخدم|उपयोगकर्ता'

const MODEL =
  'ChatGPT|Claude|Cursor|Gemini|GitHub Copilot|Copilot|Grok|DeepSeek|Perplexity|Agent|AGENT|Bot|MODEL|GPT|' +
  'KI|IA|ИИ|Assistent|Asistente|Assistente|Asystent|Asistan|Asszisztens|Avustaja|Βοηθός|Ассистент|Асистент|' +
  'Помощник|Trợ lý|Asisten|助手|助理|アシスタント|어시스턴트|المساعد'

/**
 * The role of names that stand in prose as well, or in another language: alone they make no chat. Pages write them with
 * a copied chat; exports and people do so in their own language.
 */
export const ROLE_OF_NAME: ReadonlyMap<string, Role> = new Map([
  ...PERSON.split('|').map((name): [string, Role] => [name, 'user']),
  ...MODEL.split('|').map((name): [string, Role] => [name, 'assistant']),
])

/**
 * What pages write behind a model's name for programs that read them aloud: `Claude responded`, `ChatGPT hat gesagt`;
 * exports write `ChatGPT Replied`. Alternatives of a regular expression; `SAID_WITHOUT_SPACE` for languages without one.
 */
export const SAID =
  '[Ss]aid|[Aa]sked|[Rr]esponded|[Rr]eplied|hat gesagt|a dit|dijo|disse|ha detto|powiedział|сказала?|сказав|đã nói'
export const SAID_WITHOUT_SPACE = ' ?说| ?說|의 말'

/** The same of the person, who is named by the verb alone in some languages. */
export const PERSON_SAID: readonly string[] = (
  'Du hast gesagt|Sie haben gesagt|Vous avez dit|Tu as dit|Dijiste|Tú dijiste|Has dicho|Você disse|Disseste|' +
  'Hai detto|Powiedziałeś(-aś)|Powiedziałeś|Вы сказали|Ви сказали|Bạn đã nói|你说|您说|你說|您說|나의 말'
).split('|')
