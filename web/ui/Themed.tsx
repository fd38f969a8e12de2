import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import esES from 'antd/es/locale/es_ES'
import jaJP from 'antd/es/locale/ja_JP'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/es'
import 'dayjs/locale/ja'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { useIsCalm, useIsDark } from '#/web/kernel/appearance.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { accent, size } from './look.ts'
import { themeOf } from './theme.ts'

const locales = { zh: zhCN, en: enUS, es: esES, ja: jaJP } as const
const dayLocales = { zh: 'zh-cn', en: 'en', es: 'es', ja: 'ja' } as const

/**
 * Theme and locale for the antd components inside. The first paint of a page uses no antd. Each chunk loaded on demand
 * wraps itself in this component.
 */
export function Themed({ children }: { readonly children: ReactNode }) {
  const spoken = useLanguage()
  const isDark = useIsDark()
  const chosenAccent = useSignal(accent)
  const chosenSize = useSignal(size)
  const isCalm = useIsCalm()
  const theme = useMemo(() => themeOf({ accent: chosenAccent, isDark, size: chosenSize, isCalm }), [chosenAccent, isDark, chosenSize, isCalm])
  useLayoutEffect(() => {
    dayjs.locale(dayLocales[spoken])
  }, [spoken])
  return (
    <ConfigProvider theme={theme} locale={locales[spoken]} componentSize={chosenSize === 'mini' ? 'small' : 'medium'} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
