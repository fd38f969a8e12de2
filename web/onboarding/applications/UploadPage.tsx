import { lazy, Suspense, useState } from 'react'
import { applicationFieldName } from '#/api/onboarding/application-fields.texts.ts'
import { publicTitles } from '#/api/public-pages.texts.ts'
import { fieldsOf } from '#/domain/onboarding/application-fields.ts'
import { PublicLayout } from '#/web/access/auth/public.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { PictureField } from './PictureField.tsx'
import { documentTitle } from './phrases.ts'
import { pictureCalls } from './picture-calls.ts'
import { registerTexts as texts } from './register.texts.ts'
import { useOwnApplication } from './useApplication.ts'
import { usePolling } from './usePolling.ts'
import './register.css'

const FOLLOW_MS = 5000
const PhoneCode = lazy(() => import('./PhoneCodePage.tsx'))
const PersonDocuments = lazy(() => import('./PersonDocuments.tsx').then((part) => ({ default: part.PersonDocuments })))

function Pictures({ ticket }: { readonly ticket: string }) {
  const { own, failure, isOver, refresh } = useOwnApplication(ticket)
  const open = own ? fieldsOf(own.progress.kind).filter((field) => own.open.includes(field.name)) : []
  const isDone = own !== null && open.every((field) => own.pictures.some((picture) => picture.field === field.name))
  usePolling(refresh, FOLLOW_MS, !isOver && !isDone)
  if (isOver) return <p className="r-why">{inCurrentLanguage(texts.phoneOver)}</p>
  if (!own)
    return (
      <p role="status" className="l-lead r-lead">
        {failure || inCurrentLanguage(texts.loading)}
      </p>
    )
  return (
    <>
      <p className={isDone ? 'r-state r-state-active' : 'l-lead r-lead'} role="status">
        {inCurrentLanguage(isDone ? texts.phoneDone : texts.phoneDo)}
      </p>
      {open.map((field) => (
        <PictureField
          key={field.name}
          calls={pictureCalls(ticket, field.name, refresh)}
          field={field.name}
          label={inCurrentLanguage(applicationFieldName(own.progress.kind, field.name))}
          isMany={field.form === 'pictures'}
          pictures={own.pictures.filter((picture) => picture.field === field.name)}
          problem=""
          isOpen
        />
      ))}
    </>
  )
}

/**
 * With a ticket, uploads missing pictures of an application or of a person under review. Without one, explains how to
 * use the platform on a phone.
 */
export default function UploadPage() {
  useLanguage()
  const [{ ticket, isPerson }] = useState(() => {
    const query = new URLSearchParams(location.search)
    return { ticket: query.get('ticket') ?? '', isPerson: query.get('of') === 'person' }
  })
  return (
    <PublicLayout title={documentTitle(publicTitles['/Uploadapp'])}>
      <h1>{inCurrentLanguage(ticket ? texts.phoneTitle : texts.appTitle)}</h1>
      {ticket && isPerson ? (
        <Suspense fallback={<span className="r-wait" />}>
          <PersonDocuments ticket={ticket} />
        </Suspense>
      ) : ticket ? (
        <Pictures ticket={ticket} />
      ) : (
        <>
          <p className="l-lead">{inCurrentLanguage(texts.appLead)}</p>
          <Suspense fallback={<span className="r-wait" />}>
            <PhoneCode link={`${location.origin}/login`} />
          </Suspense>
          <nav className="r-others" aria-label={inCurrentLanguage(texts.others)}>
            {(['/Registermsg', '/Registermsgdw', '/Registermsgcom', '/EnRegistermsg'] as const).map((each) => (
              <a key={each} href={each}>
                {inCurrentLanguage(publicTitles[each])}
              </a>
            ))}
          </nav>
        </>
      )}
    </PublicLayout>
  )
}
