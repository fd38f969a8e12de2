import { useSyncExternalStore } from 'react'
import { storedSetting } from './preferences.ts'
import { signal } from './signal.ts'
import { useSignal } from './useSignal.ts'

const choices = ['light', 'dark', 'system'] as const
export type Appearance = (typeof choices)[number]

export const appearance = storedSetting<Appearance>('appearance', 'system', (value): value is Appearance => choices.includes(value as Appearance))

const darkScheme = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)')
const resolveIsDark = () => (appearance.get() === 'system' ? (darkScheme?.matches ?? false) : appearance.get() === 'dark')

const isDark = signal(resolveIsDark())

function applyAppearance() {
  isDark.set(resolveIsDark())
  document.documentElement.toggleAttribute('data-dark', isDark.get())
}

/** Applies the user's choice and the system setting, now and whenever either changes. */
export function watchAppearance(): void {
  applyAppearance()
  appearance.subscribe(applyAppearance)
  darkScheme?.addEventListener('change', applyAppearance)
}

/** Returns whether the interface is dark. Rerenders when that changes. */
export function useIsDark(): boolean {
  return useSignal(isDark)
}

const reducedMotion = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)')

function subscribeReducedMotion(listener: () => void): () => void {
  reducedMotion?.addEventListener('change', listener)
  return () => reducedMotion?.removeEventListener('change', listener)
}

/** Returns whether the system is set to reduced motion. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(subscribeReducedMotion, () => reducedMotion?.matches ?? false)
}
