import { useSyncExternalStore } from 'react'
import { remembered } from './preferences.ts'
import { signal } from './signal.ts'
import { useSignal } from './useSignal.ts'

const choices = ['light', 'dark', 'system'] as const
/** Light, dark, or as the machine says. */
export type Appearance = (typeof choices)[number]

/** What the person chose. */
export const appearance = remembered<Appearance>('appearance', 'system', (value): value is Appearance => choices.includes(value as Appearance))

const machine = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)')
const resolve = () => (appearance.get() === 'system' ? (machine?.matches ?? false) : appearance.get() === 'dark')

/** Whether the interface is dark now. */
const isDark = signal(resolve())

function apply() {
  isDark.set(resolve())
  document.documentElement.toggleAttribute('data-dark', isDark.get())
}

/** Follows the choice and the machine from now on. */
export function followAppearance(): void {
  apply()
  appearance.subscribe(apply)
  machine?.addEventListener('change', apply)
}

/** Whether the interface is dark; draws again when that changes. */
export function useIsDark(): boolean {
  return useSignal(isDark)
}

const calm = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)')

function subscribeCalm(listener: () => void): () => void {
  calm?.addEventListener('change', listener)
  return () => calm?.removeEventListener('change', listener)
}

/** Whether the person asked the machine for less motion. */
export function useIsCalm(): boolean {
  return useSyncExternalStore(subscribeCalm, () => calm?.matches ?? false)
}
