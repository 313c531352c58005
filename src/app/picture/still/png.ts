import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'
import sans from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { HEIGHT, WIDTH } from './still.ts'

/** Pixels of the image for each of the picture: sharp on a projector and on paper. */
const SHARP = 2

/** A picture as PNG, drawn by the browser from its SVG, which has the page's fonts only if it holds them. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT)
  const faces = await Promise.all([face('Inter', sans), face('JetBrains Mono', mono)])
  const withFonts = svg.replace('<defs>', `<defs><style>${faces.join('')}</style>`)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withFonts)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SHARP
  canvas.height = HEIGHT * SHARP
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser gave no canvas')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('this browser could not write the image'))
      else resolve(blob)
    }, 'image/png')
  })
}

/** A font as a rule of a style sheet that needs no other file; nothing if it cannot be had: the system's takes its place. */
async function face(family: string, file: string): Promise<string> {
  try {
    const bytes = new Uint8Array(await (await fetch(file)).arrayBuffer())
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return `@font-face{font-family:'${family}';font-weight:100 800;src:url(data:font/woff2;base64,${btoa(letters)})}`
  } catch {
    return ''
  }
}
