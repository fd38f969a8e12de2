import type { CardWarning, DocumentImageKind } from '#/domain/people/recognition.ts'
import type { Card, Photograph } from '#/server/people/identity/card.ts'
import type { Raster } from '#/server/people/identity/geometry.ts'
import { evenLighting, hasBrightText, invertBrightness, toGrey } from '#/server/people/identity/light.ts'

/** Quality measures of a picture, independent of its text. */
export interface PictureMeasures {
  /** Brightness of the paper, or of the letters on a dark card, from 0 to 255. */
  readonly light: number
  /** Steepness of the letters' edges. */
  readonly sharpness: number
  /** Overexposed share of the card, in thousandths. */
  readonly burnt: number
  /** Strength of colour. */
  readonly colour: number
  /** Rotation of the card in degrees. */
  readonly lean: number
  /** Whether a corner of the card touches the picture's edge. */
  readonly isCut: boolean
}

/** Returns the mean of the steepest slopes, as a measure of sharpness. */
function sharpnessOf({ width, height, bytes }: Raster): number {
  const counts = new Uint32Array(256)
  for (let y = 2; y < height - 2; y += 2) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      const slope = Math.abs((bytes[at + 1] as number) - (bytes[at - 1] as number))
      counts[slope] = (counts[slope] as number) + 1
    }
  }
  const sampleSize = width * height * 0.5 * 0.01
  let [taken, sum] = [0, 0]
  for (let slope = 255; slope > 0 && taken < sampleSize; slope--) {
    taken += counts[slope] as number
    sum += slope * (counts[slope] as number)
  }
  return taken === 0 ? 0 : sum / taken
}

function overexposureOf({ width, height, bytes }: Raster): number {
  // An overexposed spot is white without any grain; well-lit paper is not quite white.
  let burntCells = 0
  const cell = 8
  for (let y = 0; y + cell < height; y += cell) {
    for (let x = 0; x + cell < width; x += cell) {
      let isOverexposed = true
      for (let v = 0; v < cell && isOverexposed; v += 2)
        for (let u = 0; u < cell && isOverexposed; u += 2) isOverexposed = (bytes[(y + v) * width + x + u] as number) >= 252
      if (isOverexposed) burntCells++
    }
  }
  return (burntCells * cell * cell * 1000) / (width * height)
}

function colourOf({ bytes }: Raster): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at + 2 < bytes.length; at += 3 * 17, count++) {
    const [red, green, blue] = [bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number]
    sum += Math.max(red, green, blue) - Math.min(red, green, blue)
  }
  return sum / Math.max(1, count)
}

/**
 * Returns the brightness level exceeded by this share of the pixels: a third are paper, a sixtieth are letters on a
 * dark card.
 */
function brightnessOf({ bytes }: Raster, share: number): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < bytes.length; at += 13) counts[bytes[at] as number] = (counts[bytes[at] as number] as number) + 1
  const total = Math.ceil(bytes.length / 13)
  let [level, above] = [255, counts[255] as number]
  while (above < total * share && level > 0) above += counts[--level] as number
  return level
}

export function measurePicture({ picture, quad, isFound }: Photograph, card: Card): PictureMeasures {
  const grey = toGrey(card.colour)
  // On a dark card the letters are the brightest part; otherwise it is the paper.
  const isDarkCard = hasBrightText(grey)
  const brightnessLevel = brightnessOf(grey, isDarkCard ? 0.004 : 0.3)
  const [[ax, ay], [bx, by]] = [quad[0], quad[1]]
  const edge = Math.max(3, picture.width * 0.006)
  const isCut = isFound && quad.some(([x, y]) => x < edge || y < edge || x > picture.width - edge || y > picture.height - edge)
  return {
    light: brightnessLevel,
    sharpness: sharpnessOf(isDarkCard ? evenLighting(invertBrightness(toGrey(card.colour, 'chalk'))) : card.luma),
    burnt: overexposureOf(grey),
    colour: (colourOf(card.colour) * 255) / Math.max(20, brightnessLevel),
    lean: Math.abs((Math.atan2(by - ay, bx - ax) * 180) / Math.PI),
    isCut,
  }
}

// The required steepness depends on the size of the letters.
const minSharpness = { front: 145, back: 145, bank: 145, licence: 110 } as const
const warningThresholds = { light: 110, burnt: 6, colour: 5, lean: 4, white: 250 } as const

/** Returns the warnings for a picture and its overall quality from 0 to 100. */
export function examinePicture(photograph: Photograph, card: Card, side: DocumentImageKind): { warnings: CardWarning[]; quality: number } {
  const { light, sharpness, burnt, colour, lean, isCut } = measurePicture(photograph, card)
  const tilt = Math.min(lean % 90, 90 - (lean % 90))
  const warnings: CardWarning[] = []
  if (sharpness < minSharpness[side]) warnings.push('blurred')
  if (light < warningThresholds.light) warnings.push('dark')
  // On overexposed paper, bright spots cannot be distinguished.
  if (burnt > warningThresholds.burnt && light < warningThresholds.white) warnings.push('glare')
  if (colour < warningThresholds.colour) warnings.push('copy')
  if (tilt > warningThresholds.lean) warnings.push('tilted')
  if (isCut) warnings.push('cut_off')
  const qualityShare = (value: number, good: number) => Math.max(0, Math.min(1, value / good))
  const quality =
    100 *
    qualityShare(sharpness, minSharpness[side] * 1.2) ** 0.6 *
    qualityShare(light, 160) ** 0.4 *
    (light < warningThresholds.white ? 1 - Math.min(0.5, burnt / 100) : 1) *
    (isCut ? 0.7 : 1)
  return { warnings, quality: Math.round(quality) }
}
