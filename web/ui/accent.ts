import { mixColours, readableTone } from './tones.ts'

/** An accent adapted to a background. */
export interface AccentTones {
  readonly accent: string
  readonly text: string
  /** The accent as the background of white text. */
  readonly fill: string
  /** The accent as the tint of a selected row. */
  readonly soft: string
}

/** Returns the tones of an accent. Text and fills reach 4.5:1 (WCAG AA). */
export function accentTones(accent: string, isDark: boolean, surface: string): AccentTones {
  return {
    accent,
    // Accent text appears on plain surfaces and on the tint of a selected row. The tint has the lower contrast.
    text: readableTone(accent, mixColours(surface, accent, isDark ? 0.24 : 0.1)),
    fill: readableTone(accent, '#ffffff'),
    soft: mixColours(surface, accent, isDark ? 0.2 : 0.08),
  }
}

const names = ['primary', 'primary-hover', 'primary-active', 'primary-bg', 'primary-border', 'primary-text', 'link'] as const

/** Applies an accent to the page; null restores the default. */
export function applyAccent(accent: string | null, isDark: boolean): void {
  const { style } = document.documentElement
  for (const name of names) style.removeProperty(`--look-color-${name}`)
  if (accent === null) return
  const surface = isDark ? '#171b21' : '#ffffff'
  const { text, fill, soft } = accentTones(accent, isDark, surface)
  const values = [fill, mixColours(fill, '#000000', 0.1), mixColours(fill, '#000000', 0.2), soft, mixColours(surface, accent, 0.4), text, text]
  for (const [at, name] of names.entries()) style.setProperty(`--look-color-${name}`, values[at] ?? '')
}
