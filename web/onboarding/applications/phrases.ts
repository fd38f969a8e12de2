import { publicTitles } from '#/api/public-pages.texts.ts'
import type { Text } from '#/domain/base/text.ts'

// Separate from the form's texts, so that the terms page and the phone upload page need not load those.

const product: Text = { zh: '云创客平台', en: 'Yunchuangke', es: 'Yunchuangke', ja: '雲創客プラットフォーム' }

/** Returns the document title of a public registration page. */
export function documentTitle(title: Text): Text {
  const titleIn = (language: keyof Text) => `${title[language]} · ${product[language]}`
  return { zh: titleIn('zh'), en: titleIn('en'), es: titleIn('es'), ja: titleIn('ja') }
}

/** Returns the title of the public page at the current path, or the product's name for any other path. */
export function currentTitle(): Text {
  return (publicTitles as Readonly<Record<string, Text>>)[location.pathname] ?? product
}

/** Fills values into a phrase, for pages that do not load the application's formatter. */
export function fillTemplate(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
