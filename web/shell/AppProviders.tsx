import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useIsDark } from '#/web/kernel/appearance.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { accentSetting, coloursSetting, defaultAccent, sizeSetting } from '#/web/ui/appearance-settings.ts'
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
  const chosenAccent = useSignal(accentSetting)
  const chosenSize = useSignal(sizeSetting)
  const chosenColours = useSignal(coloursSetting)
  const isAccentLoading = useRef(false)
  useLayoutEffect(() => {
    document.documentElement.dataset.size = chosenSize
  }, [chosenSize])
  // Rarely needed code loads on demand. Once loaded, it applies the current choice, not the one at the time of the
  // request.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (chosenAccent !== defaultAccent || style.getPropertyValue('--look-color-link') !== '' || isAccentLoading.current) {
      isAccentLoading.current = true
      void import('#/web/ui/accent.ts').then(({ applyAccent }) => applyAccent(accentSetting.get() === defaultAccent ? null : accentSetting.get(), isDark))
    }
  }, [chosenAccent, isDark])
  useLayoutEffect(() => {
    if (chosenColours !== 'all' || document.documentElement.dataset.colours !== undefined)
      void import('#/web/ui/colours.ts').then(({ applyColours }) => applyColours(coloursSetting.get()))
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
