import { publicTitles } from '#/api/public-pages.texts.ts'
import { clauseVersion } from '#/domain/onboarding/application.ts'
import { PublicLayout } from '#/web/access/auth/public.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { clauseParts, clauseTexts } from './clause.texts.ts'
import { documentTitle, fillTemplate } from './phrases.ts'
import './register.css'

/** Terms and privacy, in the version the applicant agrees to. */
export default function ClausePage() {
  useLanguage()
  return (
    <PublicLayout title={documentTitle(publicTitles['/Clause'])}>
      <article className="r-clause">
        <h1>{inCurrentLanguage(publicTitles['/Clause'])}</h1>
        <p className="l-note">{fillTemplate(inCurrentLanguage(clauseTexts.edition), { version: clauseVersion })}</p>
        {clauseParts.map((part) => (
          <section key={part.title.en}>
            <h2>{inCurrentLanguage(part.title)}</h2>
            <p>{inCurrentLanguage(part.body)}</p>
          </section>
        ))}
        <p className="l-note">{inCurrentLanguage(clauseTexts.language)}</p>
      </article>
    </PublicLayout>
  )
}
