import { type ReactNode, useEffect } from 'react'
import { languages, type Text } from '#/domain/base/text.ts'
import { inCurrentLanguage, languageNames, languageTags, setLanguage, useLanguage } from '#/web/kernel/language.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { PublicNotices } from '#/web/parts/site/PublicNotices.tsx'
import { SiteFooter } from '#/web/parts/site/SiteFooter.tsx'
import { Logo } from '#/web/ui/Logo.tsx'
import { texts } from './texts.ts'
import './login.css'
import './login-parts.css'

function LanguageSwitch({ onSwitched }: { onSwitched: () => void }) {
  const currentLanguage = useLanguage()
  return (
    <fieldset className="l-languages">
      <legend className="l-visually-hidden">{inCurrentLanguage(texts.language)}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTags[language]}
          aria-pressed={language === currentLanguage}
          onClick={() => {
            setLanguage(language)
            onSwitched()
          }}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  )
}

function Brand() {
  return (
    <aside className="l-brand">
      <div className="l-product">
        <Logo size={34} />
        <span>{inCurrentLanguage(texts.product)}</span>
      </div>
      <div>
        <p className="l-promise">{inCurrentLanguage(texts.promise)}</p>
        <p className="l-promise-more">{inCurrentLanguage(texts.promiseMore)}</p>
        <ul>
          {[texts.point1, texts.point2, texts.point3].map((point) => (
            <li key={point.en}>{inCurrentLanguage(point)}</li>
          ))}
        </ul>
      </div>
      <svg className="l-lines" viewBox="0 0 600 300" fill="none" preserveAspectRatio="none" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5, 6].map((at) => (
          <path
            key={at}
            d={`M-10 ${250 - at * 22} C 140 ${170 - at * 30}, 260 ${300 - at * 12}, 400 ${180 - at * 20} S 560 ${60 - at * 8}, 620 ${90 - at * 26}`}
            opacity={0.1 + at * 0.07}
          />
        ))}
      </svg>
    </aside>
  )
}

interface PublicLayoutProps {
  readonly title: Text
  readonly children: ReactNode
}

/** The frame of the pages before sign-in: brand, languages, notices and a card. Plain controls load fast. */
export function PublicLayout({ title, children }: PublicLayoutProps) {
  useLanguage()
  useEffect(() => {
    document.title = inCurrentLanguage(title)
  })
  return (
    <div className="l-page">
      <Brand />
      <main className="l-main">
        <LanguageSwitch onSwitched={() => showNotice('success', inCurrentLanguage(texts.switched))} />
        <div className="l-card">
          <div className="l-product l-product-narrow">
            <Logo size={30} />
            <span>{inCurrentLanguage(texts.product)}</span>
          </div>
          {children}
        </div>
        <SiteFooter />
      </main>
      <PublicNotices />
    </div>
  )
}
