import { useId, useState } from 'react'
import type { Fen } from '#/domain/base/money.ts'
import { languages, type Text } from '#/domain/base/text.ts'
import { type Appearance, appearance } from '#/web/kernel/appearance.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatAgo, formatCount, formatDateTime, formatDay, formatMoney, formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { languageNames, setLanguage, useLanguage } from '#/web/kernel/language.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { texts } from '#/web/showcase/texts.ts'
import { accentSetting, accents, type ControlSize, setSize, sizeSetting } from '#/web/ui/appearance-settings.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'

const themeTexts = {
  colour: { zh: '主题色', en: 'Theme colour', es: 'Color', ja: 'テーマ色' },
  appearance: { zh: '外观', en: 'Appearance', es: 'Apariencia', ja: '外観' },
  light: { zh: '浅色', en: 'Light', es: 'Claro', ja: 'ライト' },
  dark: { zh: '深色', en: 'Dark', es: 'Oscuro', ja: 'ダーク' },
  system: { zh: '跟随系统', en: 'System', es: 'Sistema', ja: 'システム' },
  size: { zh: '尺寸', en: 'Size', es: 'Tamaño', ja: 'サイズ' },
  default: { zh: '默认', en: 'Default', es: 'Predeterminado', ja: '標準' },
  medium: { zh: '中等', en: 'Medium', es: 'Mediano', ja: '中' },
  small: { zh: '小', en: 'Small', es: 'Pequeño', ja: '小' },
  mini: { zh: '迷你', en: 'Mini', es: 'Mini', ja: '極小' },
  text: { zh: '要复制的文字', en: 'Text to copy', es: 'Texto para copiar', ja: 'コピーする文字' },
  language: { zh: '语言', en: 'Language', es: 'Idioma', ja: '言語' },
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  moment: { zh: '时刻', en: 'Date and time', es: 'Fecha y hora', ja: '日時' },
  ago: { zh: '相对时间', en: 'Relative time', es: 'Tiempo relativo', ja: '相対時間' },
  count: { zh: '数字', en: 'Number', es: 'Número', ja: '数値' },
  money: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  short: { zh: '简写金额', en: 'Short amount', es: 'Importe abreviado', ja: '略した金額' },
} as const satisfies Record<string, Text>

/** Colour, appearance and size, for this browser. */
export function Theme() {
  const t = useText()
  const accentColour = useSignal(accentSetting)
  const mode = useSignal(appearance)
  const chosenSize = useSignal(sizeSetting)
  return (
    <>
      <fieldset className="x-accents">
        <legend>{t(themeTexts.colour)}</legend>
        {accents.map((each) => (
          <label key={each} style={{ background: each }}>
            <input type="radio" name="x-accent" aria-label={each} checked={each === accentColour} onChange={() => accentSetting.set(each)} />
          </label>
        ))}
      </fieldset>
      <div className="k-row">
        <Segmented<Appearance>
          aria-label={t(themeTexts.appearance)}
          value={mode}
          onChange={appearance.set}
          options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(themeTexts[value]) }))}
        />
        <Segmented<ControlSize>
          aria-label={t(themeTexts.size)}
          value={chosenSize}
          onChange={setSize}
          options={(['default', 'medium', 'small', 'mini'] as const).map((value) => ({ value, label: t(themeTexts[value]) }))}
        />
      </div>
    </>
  )
}

/** Copies to the clipboard, and reads from it where the browser allows that. */
export function Clipboard() {
  const t = useText()
  const id = useId()
  const [text, setText] = useState('https://example.com/abc?id=1')
  const [read, setRead] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showNotice('success', t(texts.copied)),
      () => showNotice('warning', t(texts.noPaste)),
    )
  const paste = () => navigator.clipboard.readText().then(setRead, () => showNotice('warning', t(texts.noPaste)))
  return (
    <>
      <div className="k-row">
        <label className="x-field" htmlFor={id}>
          <span>{t(themeTexts.text)}</span>
          <input id={id} className="k-input" maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <Button type="primary" onClick={() => void copy()}>
          {t(texts.copy)}
        </Button>
        <Button onClick={() => void paste()}>{t(texts.paste)}</Button>
      </div>
      <output>{read}</output>
    </>
  )
}

const hourMs = 3_600_000

/** A date and figures formatted in the selected language. */
export function Languages() {
  const t = useText()
  const currentLanguage = useLanguage()
  const now = nowMs()
  const twoHoursAgo = new Date(now - 2 * hourMs).toISOString()
  const amount = 1_234_567_89 as Fen
  return (
    <>
      <div className="k-row">
        <Segmented
          aria-label={t(themeTexts.language)}
          value={currentLanguage}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <Facts
        rows={[
          { label: t(themeTexts.day), value: formatDay(twoHoursAgo) },
          { label: t(themeTexts.moment), value: formatDateTime(twoHoursAgo) },
          { label: t(themeTexts.ago), value: formatAgo(twoHoursAgo, now, currentLanguage) },
          { label: t(themeTexts.count), value: formatCount(1_234_567, currentLanguage) },
          { label: t(themeTexts.money), value: formatMoney(amount) },
          { label: t(themeTexts.short), value: formatShortMoney(amount, currentLanguage) },
        ]}
      />
    </>
  )
}
