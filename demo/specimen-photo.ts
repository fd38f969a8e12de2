import type { Random } from '#/demo/random.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { projectionBetween, type Quad, type Raster, rectangleQuad } from '#/server/people/identity/geometry.ts'

/** Defects of a photograph. */
export type PhotoGrade = 'clean' | 'tilted' | 'dim' | 'compressed' | 'blurred' | 'perspective' | 'glare' | 'grey' | 'mixed' | 'scan'
export const photoGrades: readonly PhotoGrade[] = ['clean', 'tilted', 'dim', 'compressed', 'blurred', 'perspective', 'glare', 'grey', 'mixed', 'scan']

const deskColours = [
  [70, 62, 54],
  [128, 96, 66],
  [38, 40, 46],
  [176, 178, 174],
  [96, 118, 110],
] as const

function drawDesk(width: number, height: number, random: Random): Uint8Array {
  const colour = random.pick(deskColours)
  const grain = Uint8Array.from({ length: 4096 }, () => random.between(0, 14))
  const bytes = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    const stripe = ((y * 7) >> 4) % 9
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) bytes[at++] = (colour[channel] ?? 0) + stripe + (grain[(x * 31 + y * 17 + channel) & 4095] ?? 0)
  }
  return bytes
}

function placeCard(card: Raster, onto: Raster, quad: Quad): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projectionBetween(quad, rectangleQuad(card.width, card.height))
  const [source, target] = [card.bytes, onto.bytes]
  for (let y = 0; y < onto.height; y++) {
    for (let x = 0; x < onto.width; x++) {
      const scale = g * x + h * y + 1
      const u = (a * x + b * y + c) / scale
      const v = (d * x + e * y + f) / scale
      if (u < 0 || v < 0 || u >= card.width - 1 || v >= card.height - 1) continue
      const [left, top] = [u | 0, v | 0]
      const [fx, fy] = [u - left, v - top]
      for (let channel = 0; channel < 3; channel++) {
        const at = (top * card.width + left) * 3 + channel
        const indexBelow = at + card.width * 3
        const upperValue = (source[at] as number) * (1 - fx) + (source[at + 3] as number) * fx
        const lowerValue = (source[indexBelow] as number) * (1 - fx) + (source[indexBelow + 3] as number) * fx
        target[(y * onto.width + x) * 3 + channel] = upperValue * (1 - fy) + lowerValue * fy
      }
    }
  }
}

function addGlare(picture: Raster, centre: readonly [number, number], radius: number): void {
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const distance = Math.hypot(x - centre[0], (y - centre[1]) * 1.6) / radius
      if (distance >= 1) continue
      const share = Math.min(1, (1 - distance) * 2.2)
      const at = (y * picture.width + x) * 3
      for (let channel = 0; channel < 3; channel++) picture.bytes[at + channel] = (picture.bytes[at + channel] as number) * (1 - share) + 255 * share
    }
  }
}

function darken(picture: Raster, share: number, random: Random): void {
  const noise = Int8Array.from({ length: 8192 }, () => random.between(-5, 5))
  for (let at = 0; at < picture.bytes.length; at++) {
    const value = (picture.bytes[at] as number) * share + (noise[(at * 2654435761) & 8191] ?? 0)
    picture.bytes[at] = Math.max(0, Math.min(255, value))
  }
}

/** The strength of each defect. */
interface PhotoFaults {
  readonly tilt: number
  readonly lean: number
  readonly light: number
  readonly jpeg: number
  readonly blur: number
  readonly isShiny: boolean
  readonly isGrey: boolean
  readonly width: number
}

function faultsOf(grade: PhotoGrade, random: Random): PhotoFaults {
  const baseFaults: PhotoFaults = { tilt: random.between(-15, 15) / 10, lean: 0, light: 1, jpeg: 88, blur: 0, isShiny: false, isGrey: false, width: 1500 }
  const side = random.chance(50) ? 1 : -1
  if (grade === 'tilted') return { ...baseFaults, tilt: (side * random.between(30, 80)) / 10 }
  if (grade === 'dim') return { ...baseFaults, light: random.between(24, 38) / 100 }
  if (grade === 'compressed') return { ...baseFaults, jpeg: random.between(22, 34), width: 1100 }
  if (grade === 'blurred') return { ...baseFaults, blur: random.between(14, 26) / 10 }
  if (grade === 'perspective') return { ...baseFaults, lean: random.between(4, 9) / 100, tilt: (side * random.between(0, 40)) / 10 }
  if (grade === 'glare') return { ...baseFaults, isShiny: true }
  if (grade === 'grey') return { ...baseFaults, isGrey: true, jpeg: 70 }
  if (grade === 'mixed')
    return {
      ...baseFaults,
      tilt: (side * random.between(20, 60)) / 10,
      light: random.between(40, 60) / 100,
      jpeg: random.between(38, 55),
      blur: random.between(6, 12) / 10,
      lean: 0.03,
    }
  return baseFaults
}

/**
 * Renders a photograph of a card on a desk. The same random stream gives the same picture. A scan shows only the card,
 * cropped to its edges.
 */
export async function photograph(card: Buffer, grade: PhotoGrade, random: Random): Promise<Buffer> {
  if (grade === 'scan') return sharp(card).jpeg({ quality: 85 }).toBuffer()
  const faults = faultsOf(grade, random)
  const { data, info } = await sharp(card).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const cardRaster: Raster = { width: info.width, height: info.height, channels: 3, bytes: data }
  const width = faults.width
  const height = Math.round(width * 0.75)
  const picture: Raster = { width, height, channels: 3, bytes: drawDesk(width, height, random) }
  const cardWidth = width * (random.between(74, 86) / 100)
  const cardHeight = (cardWidth * info.height) / info.width
  const angle = (faults.tilt * Math.PI) / 180
  const [middleX, middleY] = [width / 2 + random.between(-20, 20), height / 2 + random.between(-20, 20)]
  const corner = (x: number, y: number) => {
    const pinch = 1 - faults.lean * (y < 0 ? 1 : -0.3)
    const [u, v] = [((x * cardWidth) / 2) * pinch, (y * cardHeight) / 2]
    return [middleX + u * Math.cos(angle) - v * Math.sin(angle), middleY + u * Math.sin(angle) + v * Math.cos(angle)] as const
  }
  placeCard(cardRaster, picture, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)])
  if (faults.isShiny) addGlare(picture, [middleX + random.between(-300, 300), middleY + random.between(-200, 250)], random.between(120, 210))
  if (faults.light < 1) darken(picture, faults.light, random)
  let image = sharp(Buffer.from(picture.bytes), { raw: { width, height, channels: 3 } })
  if (faults.blur > 0) image = image.blur(faults.blur)
  if (faults.isGrey) image = image.grayscale()
  return image.jpeg({ quality: faults.jpeg }).toBuffer()
}
