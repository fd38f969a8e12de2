import { mix, readable } from './tones.ts'

/** What an accent becomes on a ground. */
export interface Tones {
  readonly accent: string
  /** The accent as text. */
  readonly text: string
  /** The accent under white text. */
  readonly fill: string
  /** The tint of a chosen row. */
  readonly soft: string
}

/** The tones of an accent: text and fills reach 4.5:1 (WCAG AA). */
export function tonesOf(accent: string, isDark: boolean, surface: string): Tones {
  return {
    accent,
    // Text in the accent stands on plain surfaces and on the tint of a chosen row: the tint is the harder ground.
    text: readable(accent, mix(surface, accent, isDark ? 0.24 : 0.1)),
    fill: readable(accent, '#ffffff'),
    soft: mix(surface, accent, isDark ? 0.2 : 0.08),
  }
}

const names = ['primary', 'primary-hover', 'primary-active', 'primary-bg', 'primary-border', 'primary-text', 'link'] as const

/** Puts another accent than the usual one on the page; null takes it away again. */
export function putAccent(accent: string | null, isDark: boolean): void {
  const { style } = document.documentElement
  for (const name of names) style.removeProperty(`--look-color-${name}`)
  if (accent === null) return
  const surface = isDark ? '#171b21' : '#ffffff'
  const { text, fill, soft } = tonesOf(accent, isDark, surface)
  const values = [fill, mix(fill, '#000000', 0.1), mix(fill, '#000000', 0.2), soft, mix(surface, accent, 0.4), text, text]
  for (const [at, name] of names.entries()) style.setProperty(`--look-color-${name}`, values[at] ?? '')
}
