import type { Raster } from '#/server/people/identity/geometry.ts'

/**
 * Converts a colour picture to grey. `ink` takes the brightest channel, so that coloured patterns and stamps fade and
 * black ink stays.
 * `chalk` takes the darkest, for white letters on colour.
 */
export function toGrey({ width, height, channels, bytes }: Raster, way: 'luma' | 'ink' | 'chalk' = 'luma'): Raster {
  if (channels === 1) return { width, height, channels, bytes }
  const grey = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at++, from += 3) {
    const [red, green, blue] = [bytes[from] as number, bytes[from + 1] as number, bytes[from + 2] as number]
    if (way === 'luma') grey[at] = (red * 77 + green * 150 + blue * 29) >> 8
    else grey[at] = way === 'ink' ? Math.max(red, green, blue) : Math.min(red, green, blue)
  }
  return { width, height, channels: 1, bytes: grey }
}

/** Inverts brightness, for letters lighter than their background. */
export function invertBrightness({ width, height, channels, bytes }: Raster): Raster {
  return { width, height, channels, bytes: bytes.map((value) => 255 - value) }
}

const cell = 16
const groundShare = 0.8

/** Estimates the blank paper: the brighter part of each cell, smoothed across cells. */
function estimatePaper({ width, height, bytes }: Raster): { across: number; down: number; paper: Float32Array } {
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  let paper = new Float32Array(across * down)
  const counts = new Uint16Array(256)
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      counts.fill(0)
      const [right, bottom] = [Math.min(width, (column + 2) * cell), Math.min(height, (row + 2) * cell)]
      const [left, top] = [Math.max(0, (column - 1) * cell), Math.max(0, (row - 1) * cell)]
      let total = 0
      for (let y = top; y < bottom; y += 2)
        for (let x = left; x < right; x += 2, total++) counts[bytes[y * width + x] as number] = (counts[bytes[y * width + x] as number] as number) + 1
      let [level, below] = [0, counts[0] as number]
      while (below < total * groundShare && level < 255) below += counts[++level] as number
      paper[row * across + column] = level
    }
  }
  for (let round = 0; round < 2; round++) {
    const smoothedPaper = new Float32Array(paper.length)
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        let [sum, count] = [0, 0]
        for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y++)
          for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x++, count++) sum += paper[y * across + x] as number
        smoothedPaper[row * across + column] = sum / count
      }
    }
    paper = smoothedPaper
  }
  return { across, down, paper }
}

/** Evens out the light and stretches the contrast, so that paper is nearly white and ink nearly black. */
export function evenLighting(picture: Raster): Raster {
  const { width, height, bytes } = picture
  const { across, down, paper } = estimatePaper(picture)
  const flat = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const v = Math.max(0, y / cell - 0.5)
    const top = Math.min(down - 1, v | 0)
    const [below, fy] = [Math.min(down - 1, top + 1), v - top]
    for (let x = 0; x < width; x++, at++) {
      const u = Math.max(0, x / cell - 0.5)
      const left = Math.min(across - 1, u | 0)
      const [right, fx] = [Math.min(across - 1, left + 1), u - left]
      const upper = (paper[top * across + left] as number) * (1 - fx) + (paper[top * across + right] as number) * fx
      const lower = (paper[below * across + left] as number) * (1 - fx) + (paper[below * across + right] as number) * fx
      const ground = Math.max(8, upper * (1 - fy) + lower * fy)
      // Ink reflects at most a tenth of the light, so anything darker is ink.
      flat[at] = Math.max(0, Math.min(255, (((bytes[at] as number) / ground - 0.12) / 0.83) * 255))
    }
  }
  return { width, height, channels: 1, bytes: flat }
}

/**
 * Returns whether the letters are lighter than the card: then the bright end is farther from the median than the dark
 * end.
 */
export function hasBrightText({ bytes }: Raster): boolean {
  const counts = new Uint32Array(256)
  for (let at = 0; at < bytes.length; at += 7) counts[bytes[at] as number] = (counts[bytes[at] as number] as number) + 1
  const total = Math.ceil(bytes.length / 7)
  const levelAt = (share: number) => {
    let [level, below] = [0, counts[0] as number]
    while (below < total * share && level < 255) below += counts[++level] as number
    return level
  }
  const middle = levelAt(0.5)
  return levelAt(0.985) - middle > middle - levelAt(0.015)
}
