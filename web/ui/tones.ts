import { FastColor } from '@ant-design/fast-color'

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [one, other] = [new FastColor(a).getLuminance(), new FastColor(b).getLuminance()]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** One colour with a part (0…1) of another in it. */
export function mix(colour: string, other: string, part: number): string {
  return new FastColor(colour).mix(other, part * 100).toHexString()
}

/** The tone of a colour that can be read on this ground: moved towards black or white until the contrast is reached. */
export function readable(colour: string, ground: string, atLeast = 4.6): string {
  const towards = new FastColor(ground).getLuminance() > 0.4 ? '#000000' : '#ffffff'
  for (let part = 0; part <= 1; part += 0.02) {
    const tone = mix(colour, towards, part)
    if (contrast(tone, ground) >= atLeast) return tone
  }
  return towards
}
