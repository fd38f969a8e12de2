import { type ReactNode, useEffect } from 'react'
import { languages } from '#/domain/base/text.ts'
import { inCurrentLanguage, languageNames, languageTags, setLanguage, useLanguage } from '#/web/kernel/language.ts'
import { PublicNotices } from '#/web/parts/site/PublicNotices.tsx'
import { SiteFooter } from '#/web/parts/site/SiteFooter.tsx'
import { Logo } from '#/web/ui/Logo.tsx'
import { texts } from './texts.ts'
import './sign.css'
import './pad.css'

/** The frame of the sign page: brand and languages, without links to other pages. */
export function SigningLayout({ children }: { readonly children: ReactNode }) {
  const currentLanguage = useLanguage()
  useEffect(() => {
    document.title = inCurrentLanguage(texts.title)
  })
  return (
    <div className="g-page">
      <header className="g-head">
        <span className="g-brand">
          <Logo size={26} />
          {inCurrentLanguage(texts.product)}
        </span>
        <fieldset className="g-languages">
          <legend className="g-visually-hidden">{inCurrentLanguage(texts.language)}</legend>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              lang={languageTags[language]}
              aria-pressed={language === currentLanguage}
              onClick={() => setLanguage(language)}
            >
              {languageNames[language]}
            </button>
          ))}
        </fieldset>
      </header>
      <main className="g-main">{children}</main>
      <SiteFooter />
      <PublicNotices />
    </div>
  )
}

interface MessageProps {
  readonly title: string
  readonly more: string
  readonly tone?: 'good' | 'plain'
  readonly children?: ReactNode
}

/** A single message in the middle of the page. */
export function Message({ title, more, tone = 'plain', children }: MessageProps) {
  return (
    <section className={`g-card g-message g-message-${tone}`} aria-live="polite">
      <h1>{title}</h1>
      <p className="g-soft">{more}</p>
      {children}
    </section>
  )
}
