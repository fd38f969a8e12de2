import { FastColor } from '@ant-design/fast-color'

/** Returns the contrast ratio of two colours by WCAG 2, from 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [one, other] = [new FastColor(a).getLuminance(), new FastColor(b).getLuminance()]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Returns a colour with a share (0…1) of another mixed in. */
export function mixColours(colour: string, secondColour: string, part: number): string {
  return new FastColor(colour).mix(secondColour, part * 100).toHexString()
}

/** Returns a readable tone of a colour on a background: moved towards black or white until the contrast is reached. */
export function readableTone(colour: string, ground: string, atLeast = 4.6): string {
  const contrastColour = new FastColor(ground).getLuminance() > 0.4 ? '#000000' : '#ffffff'
  for (let part = 0; part <= 1; part += 0.02) {
    const tone = mixColours(colour, contrastColour, part)
    if (contrastRatio(tone, ground) >= atLeast) return tone
  }
  return contrastColour
}
