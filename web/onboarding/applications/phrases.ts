import { publicTitles } from '#/api/public-pages.texts.ts'
import type { Text } from '#/domain/text.ts'

// Apart from the texts of the form: the terms, and a phone that only takes pictures, load none of those.

const product: Text = { zh: '云创客平台', en: 'Yunchuangke', es: 'Yunchuangke', ja: '雲創客プラットフォーム' }

/** The title of the document on the public pages of registration. */
export function documentTitle(title: Text): Text {
  const of = (language: keyof Text) => `${title[language]} · ${product[language]}`
  return { zh: of('zh'), en: of('en'), es: of('es'), ja: of('ja') }
}

/** What the page at this address is called. */
export function titleHere(): Text {
  return (publicTitles as Readonly<Record<string, Text>>)[location.pathname] ?? product
}

/** A phrase with its values put in; these pages do without the formatter of the application. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
