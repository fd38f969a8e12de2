/** A colour as its three channels, 0…255. */
type Rgb = readonly [red: number, green: number, blue: number]

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const print = (rgb: Rgb) => `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** One colour with a part (0…1) of another in it. */
export function mix(colour: string, other: string, part: number): string {
  const [a, b] = [parse(colour), parse(other)]
  return print(a.map((channel, index) => channel + ((b[index] ?? 0) - channel) * part) as unknown as Rgb)
}

/** The tone of a colour that can be read on this ground: moved towards black or white until the contrast is reached. */
export function readable(colour: string, ground: string, atLeast = 4.6): string {
  const towards = luminance(parse(ground)) > 0.4 ? '#000000' : '#ffffff'
  for (let part = 0; part <= 1; part += 0.02) {
    const tone = mix(colour, towards, part)
    if (contrast(tone, ground) >= atLeast) return tone
  }
  return towards
}
