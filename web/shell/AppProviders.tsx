import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useIsDark } from '#/web/kernel/appearance.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { accent, colours, defaultAccent, size } from '#/web/ui/appearance-settings.ts'
import { Confirm } from '#/web/ui/Confirm.tsx'
import { Toasts } from '#/web/ui/Toasts.tsx'
import '#/web/ui/look.css'
import '#/web/ui/kit.css'
import '#/web/ui/controls.css'
import '#/web/ui/parts.css'
import '#/web/ui/tones.css'
import './shell.css'
import './menu.css'
import './drawers.css'
import './error-page.css'

/** Applies the chosen size, accent and colours to the style sheets. */
function useAppearance() {
  const isDark = useIsDark()
  const chosenAccent = useSignal(accent)
  const chosenSize = useSignal(size)
  const chosenColours = useSignal(colours)
  const isAccentComing = useRef(false)
  useLayoutEffect(() => {
    document.documentElement.dataset.size = chosenSize
  }, [chosenSize])
  // Rarely needed code loads on demand. Once loaded, it applies the current choice, not the one at the time of the
  // request.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (chosenAccent !== defaultAccent || style.getPropertyValue('--look-color-link') !== '' || isAccentComing.current) {
      isAccentComing.current = true
      void import('#/web/ui/accent.ts').then(({ applyAccent }) => applyAccent(accent.get() === defaultAccent ? null : accent.get(), isDark))
    }
  }, [chosenAccent, isDark])
  useLayoutEffect(() => {
    if (chosenColours !== 'all' || document.documentElement.dataset.colours !== undefined)
      void import('#/web/ui/colours.ts').then(({ applyColours }) => applyColours(colours.get()))
  }, [chosenColours])
}

/** Provides the theme, notices and confirmations to the application. */
export function AppProviders({ children }: { readonly children: ReactNode }) {
  useAppearance()
  return (
    <div className="s-app">
      {children}
      <Toasts />
      <Confirm />
    </div>
  )
}
