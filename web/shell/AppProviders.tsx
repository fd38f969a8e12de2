import { App, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import esES from 'antd/es/locale/es_ES'
import jaJP from 'antd/es/locale/ja_JP'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/es'
import 'dayjs/locale/ja'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { useIsCalm, useIsDark } from '#/web/kernel/appearance.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { NOTICE_MS, onNotice } from '#/web/kernel/notices.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { lookClass, themeOf } from '#/web/ui/theme.ts'
import { settings, size } from './settings.ts'
import '#/web/ui/kit.css'
import '#/web/ui/tones.css'
import './shell.css'
import './drawers.css'
import './error-page.css'

const locales = { zh: zhCN, en: enUS, es: esES, ja: jaJP } as const
const dayLocales = { zh: 'zh-cn', en: 'en', es: 'es', ja: 'ja' } as const

/** Shows what `notify` says. The same text is shown once at a time, however often it is said. */
function Notices() {
  const { message } = App.useApp()
  useEffect(
    () =>
      onNotice(({ tone, text }) => {
        void message.open({ type: tone, content: text, duration: NOTICE_MS / 1000, key: `${tone}:${text}` })
      }),
    [message],
  )
  return null
}

/** Provides theme, language and notices to the application. */
export function AppProviders({ children }: { readonly children: ReactNode }) {
  const spoken = useLanguage()
  const isDark = useIsDark()
  const accent = useSignal(settings.accent)
  const chosenSize = useSignal(size)
  const isCalm = useIsCalm()
  const theme = useMemo(() => themeOf({ accent, isDark, size: chosenSize, isCalm }), [accent, isDark, chosenSize, isCalm])
  dayjs.locale(dayLocales[spoken])
  // The page itself takes its colours from the tokens too.
  useLayoutEffect(() => document.documentElement.classList.add(lookClass), [])
  return (
    <ConfigProvider theme={theme} locale={locales[spoken]} componentSize={chosenSize === 'mini' ? 'small' : 'medium'} button={{ autoInsertSpace: false }}>
      <App message={{ maxCount: 4 }} className="s-app">
        <Notices />
        {children}
      </App>
    </ConfigProvider>
  )
}
