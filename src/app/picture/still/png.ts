import { HEIGHT, WIDTH } from './still.ts'

/** Pixels of the image for each of the picture: sharp on a projector and on paper. */
const SHARP = 2

/** A picture as PNG, drawn by the browser from its SVG. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
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
