import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authMessages } from '#/api/access/auth.texts.ts'
import { type Language, languages, type Text } from '#/domain/base/text.ts'
import { contactLink } from '#/domain/services/contact-link.ts'
import { escapeHtml } from '#/domain/services/rich-html.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { portalTexts } from '#/server/services/news/portal-texts.ts'

/** The style sheet of the public pages. */
export const styleSheet = readFileSync(join(import.meta.dirname, 'portal.css'))
const styleSheetDigest = createHash('sha256').update(styleSheet).digest('hex').slice(0, 12)
/** The path of the style sheet. The digest in the path changes with the content. */
export const styleSheetPath = `/portal/${styleSheetDigest}.css`

const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' }
const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' }
/** The government site for looking up ICP record numbers. */
const icpRegister = 'https://beian.miit.gov.cn/'

/** The context in which pages are rendered. */
export interface PortalView {
  readonly language: Language
  /** Whether the URL names the language. All links then keep the language, which needs no cookie. */
  readonly isNamed: boolean
  readonly site: { readonly url: string | null; readonly support: string; readonly record: string }
  readonly isDemo: boolean
  readonly day: string
}

/** A rendered page without its frame. */
export interface PageContent {
  readonly status: 200 | 404
  readonly title: string
  readonly description: string
  /** The path without a language. */
  readonly path: string
  /** The same page in other languages; if absent, every language uses this path. */
  readonly alternates?: readonly { readonly language: Language; readonly path: string }[]
  readonly main: string
  /** The article shown on this page. */
  readonly articleId?: number
}

/** Returns a phrase as HTML. */
export const escapedText = (view: PortalView, text: Text, values: Values = {}) => escapeHtml(translate(text, view.language, values))

/** Builds an internal link with query, escaped for an attribute, keeping the language of the page. */
export function linkOf(view: PortalView, path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const fullQuery = { ...query, ...(view.isNamed && { lang: view.language }) }
  const search = new URLSearchParams(
    Object.entries(fullQuery).flatMap(([name, value]) => (value === undefined || String(value) === '' ? [] : [[name, String(value)]])),
  )
  return escapeHtml(search.size === 0 ? path : `${path}?${search}`)
}

const pathInLanguage = (path: string, language: Language) => escapeHtml(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)

function headHtml(view: PortalView, { title, description, path, alternates, status }: PageContent, style: string): string {
  const brand = translate(authMessages.title, view.language)
  const siteUrl = view.site.url
  const alternatePages = alternates ?? languages.map((language) => ({ language, path }))
  const links =
    siteUrl === null || status !== 200
      ? ''
      : `<link rel="canonical" href="${escapeHtml(siteUrl)}${pathInLanguage(path, view.language)}">${alternatePages
          .map(
            (each) =>
              `<link rel="alternate" hreflang="${languageTags[each.language]}" href="${escapeHtml(siteUrl)}${pathInLanguage(each.path, each.language)}">`,
          )
          .join('')}<link rel="alternate" hreflang="x-default" href="${escapeHtml(siteUrl + path)}">`
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === brand ? title : `${title} - ${brand}`)}</title><meta name="description" content="${escapeHtml(description)}">
${status === 404 ? '<meta name="robots" content="noindex">' : ''}<link rel="icon" type="image/svg+xml" href="/mark.svg">${style}${links}`
}

const menuEntries = [
  ['/index', portalTexts.home],
  ['/Knowledge', portalTexts.knowledge],
  ['/Rules', portalTexts.rules],
] as const

function headerHtml(view: PortalView, { path, alternates }: PageContent): string {
  const basePath = path.split('?')[0]
  const menu = menuEntries
    .map(([to, name]) => `<li><a href="${linkOf(view, to)}"${basePath === to ? ' aria-current="page"' : ''}>${escapedText(view, name)}</a></li>`)
    .join('')
  const alternateOf = (language: Language) => alternates?.find((alternate) => alternate.language === language)?.path ?? path
  const choices = languages
    .map((language) =>
      language === view.language
        ? `<li><span aria-current="true" lang="${languageTags[language]}">${languageNames[language]}</span></li>`
        : `<li><a href="${pathInLanguage(alternateOf(language), language)}" hreflang="${languageTags[language]}" lang="${languageTags[language]}">${languageNames[language]}</a></li>`,
    )
    .join('')
  return `<a class="skip" href="#main">${escapedText(view, portalTexts.skip)}</a>
<header class="top"><div class="wide"><a class="brand" href="${linkOf(view, '/index')}"><img src="/mark.svg" alt="" width="28" height="28">${escapedText(view, authMessages.title)}</a>
<nav aria-label="${escapedText(view, portalTexts.menu)}"><ul>${menu}</ul></nav>
<nav class="languages" aria-label="${escapedText(view, portalTexts.language)}"><ul>${choices}</ul></nav>
<a class="button small" href="/login">${escapedText(view, portalTexts.signIn)}</a></div></header>`
}

/** Returns the support contact, as a link where possible. */
export function contactHtml(view: PortalView): string {
  const contactHref = contactLink(view.site.support)
  const text = escapeHtml(view.site.support)
  return contactHref === null ? text : `<a href="${escapeHtml(contactHref)}">${text}</a>`
}

function footerHtml(view: PortalView): string {
  const { support, record } = view.site
  const footerParts = [
    `<a href="${linkOf(view, '/Clause')}">${escapedText(view, portalTexts.terms)}</a>`,
    ...(support === '' ? [] : [`<span>${escapedText(view, portalTexts.support)} ${contactHtml(view)}</span>`]),
    ...(record === '' ? [] : [`<a href="${icpRegister}" rel="noreferrer">${escapeHtml(record)}</a>`]),
    ...(view.isDemo ? [`<span>${escapedText(view, portalTexts.demo)}</span>`] : []),
  ]
  return `<footer class="foot"><div class="wide">${footerParts.join('')}</div></footer>`
}

/** Renders the whole document. A preview inlines its style, because it has no URL. */
export function documentOf(view: PortalView, drawn: PageContent, isPreview = false): string {
  const style = isPreview ? `<style>${styleSheet}</style>` : `<link rel="stylesheet" href="${styleSheetPath}">`
  return `<!doctype html>
<html lang="${languageTags[view.language]}"><head>${headHtml(view, drawn, style)}</head>
<body>${headerHtml(view, drawn)}
<main id="main" class="wide">${drawn.main}</main>
${footerHtml(view)}</body></html>
`
}
