// breaks: nobody-imports-main
import '../main.tsx'

export const remount = 1
