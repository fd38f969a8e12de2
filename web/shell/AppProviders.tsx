import { type ReactNode, useLayoutEffect } from 'react'
import { useIsDark } from '#/web/kernel/appearance.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Confirm } from '#/web/ui/Confirm.tsx'
import { accent, colours, defaultAccent, size } from '#/web/ui/look.ts'
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
function useLook() {
  const isDark = useIsDark()
  const chosenAccent = useSignal(accent)
  const chosenSize = useSignal(size)
  const chosenColours = useSignal(colours)
  useLayoutEffect(() => {
    document.documentElement.dataset.size = chosenSize
  }, [chosenSize])
  useLayoutEffect(() => {
    const isUsual = chosenAccent === defaultAccent
    // The style sheet has the default accent. The code that computes another one is rarely needed.
    if (!isUsual || document.documentElement.style.getPropertyValue('--look-color-link') !== '')
      void import('#/web/ui/accent.ts').then(({ applyAccent: putAccent }) => putAccent(isUsual ? null : chosenAccent, isDark))
  }, [chosenAccent, isDark])
  useLayoutEffect(() => {
    if (chosenColours !== 'all' || document.documentElement.dataset.colours !== undefined)
      void import('#/web/ui/colours.ts').then(({ applyColours }) => applyColours(chosenColours))
  }, [chosenColours])
}

/** Provides the theme, notices and confirmations to the application. */
export function AppProviders({ children }: { readonly children: ReactNode }) {
  useLook()
  return (
    <div className="s-app">
      {children}
      <Toasts />
      <Confirm />
    </div>
  )
}
