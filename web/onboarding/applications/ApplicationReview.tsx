import { useState } from 'react'
import { applicationChoices, applicationFieldName, applicationStepNames } from '#/api/onboarding/application-fields.texts.ts'
import { countryName } from '#/domain/base/countries.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { type ApplicationFieldName, fieldsOf } from '#/domain/onboarding/application-fields.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { withLabel } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { type FieldRejections, RejectField, useRejectProblem } from '#/web/parts/review/RejectField.tsx'
import { ReviewerNote } from '#/web/parts/review/ReviewerNote.tsx'
import { ReviewPictures } from '#/web/parts/review/ReviewPictures.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { reviewTexts as texts } from './review.texts.ts'

const ApproveDialog = onDemand(async () => (await import('./ApproveDialog.tsx')).ApproveDialog)

/** An application as its reviewers see it. */
export type Application = OutputOf<typeof api.applications.get>

const checkTones = { good: 'green', warning: 'gold', bad: 'red' } as const

function useDisplayValue(application: Application, plain: ReadonlyMap<string, string>) {
  const t = useText()
  const language = useLanguage()
  return (field: string, value: string): string => {
    if (value === '') return '—'
    const choices = applicationChoices[field as ApplicationFieldName]
    const choice = choices?.[value]
    if (choice) return t(choice)
    const place = field === 'region' ? provinces[value] : undefined
    if (place) return t(place)
    if (field === 'centreId') return application.centreName || value
    if (field === 'nationality') return countryName(value, language)
    return plain.get(field) ?? value
  }
}

interface DataSideProps {
  readonly application: Application
  readonly rejections: FieldRejections | null
}

function DataSide({ application, rejections }: DataSideProps) {
  const t = useText()
  const [plain, setPlain] = useState<ReadonlyMap<string, string>>(new Map())
  const reveal = useSubmit(api.applications.reveal, { onDone: (answer) => setPlain(new Map(answer.values.map((value) => [value.field, value.value]))) })
  const values = useDisplayValue(application, plain)
  const answersByField = new Map(application.values.map((value) => [value.field, value]))
  const steps = [...new Set(fieldsOf(application.kind).map((field) => field.step))]
  const earlierRejections = new Map(application.rejects.map((reject) => [reject.field, reject]))
  return (
    <div className="a-data">
      <div className="k-row k-spread">
        <h3>{t(texts.data)}</h3>
        {application.values.some((value) => value.isMasked) && plain.size === 0 ? (
          <ActionButton
            size="small"
            reason={application.may.reveal}
            isBusy={reveal.isBusy}
            title={t(texts.revealNote)}
            onPress={() => void reveal.submit({ applicationId: application.id })}
          >
            {t(texts.reveal)}
          </ActionButton>
        ) : null}
      </div>
      {steps.map((step) => {
        const fields = fieldsOf(application.kind).filter((field) => field.step === step && answersByField.has(field.name))
        if (fields.length === 0) return null
        return (
          <section key={step} aria-label={t(applicationStepNames[step])}>
            <h4>{t(applicationStepNames[step])}</h4>
            <dl>
              {fields.map((field) => {
                const name = t(applicationFieldName(application.kind, field.name))
                const previousReason = earlierRejections.get(field.name)
                return (
                  <div key={field.name} className={rejections?.reasons.has(field.name) ? 'is-rejected' : ''}>
                    <dt>{name}</dt>
                    <dd>
                      <span className={field.form === 'long' ? 'a-long' : ''}>{values(field.name, answersByField.get(field.name)?.value ?? '')}</span>
                      {previousReason ? <small className="k-problem">{withLabel(t(reviewTexts.earlier), previousReason.reason)}</small> : null}
                    </dd>
                    {rejections ? (
                      <dd>
                        <RejectField field={field.name} name={name} rejections={rejections} />
                      </dd>
                    ) : null}
                  </div>
                )
              })}
            </dl>
          </section>
        )
      })}
    </div>
  )
}

/** The split view: entered data at the left, pictures at the right, automatic checks above both. */
export function ReviewSplit({ application, rejections }: DataSideProps) {
  const t = useText()
  const takeApplication = useSubmit(api.applications.take)
  const fieldsSeen = new Set<string>()
  const visiblePictures = application.pictures.map((picture) => {
    // A field with several pictures is rejected once.
    const isFirst = !fieldsSeen.has(picture.field)
    fieldsSeen.add(picture.field)
    const name = t(applicationFieldName(application.kind, picture.field))
    return { ...picture, name, isByPhone: picture.via === 'phone', ...(isFirst ? { field: picture.field } : { field: null }) }
  })
  const isWithOtherReviewer = application.state === 'pending' && application.reviewerId !== null && application.may.decide !== '' && application.may.take === ''
  return (
    <div className="k-stack">
      {isWithOtherReviewer ? (
        <ReviewerNote
          name={application.reviewer}
          isBusy={takeApplication.isBusy}
          onTake={() => void takeApplication.submit({ applicationId: application.id })}
        />
      ) : null}
      {application.checks.length > 0 ? (
        <ul className="a-checks" aria-label={t(texts.checks)}>
          {application.checks.map((check) => (
            <li key={`${check.name}${check.text}`}>
              <StatusTag tone={checkTones[check.tone]}>{check.name}</StatusTag> {check.text}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="a-split">
        <DataSide application={application} rejections={rejections} />
        <section className="a-pictures" aria-label={t(reviewTexts.pictures)}>
          <h3>{t(reviewTexts.pictures)}</h3>
          <ReviewPictures pictures={visiblePictures} rejections={rejections} />
        </section>
      </div>
    </div>
  )
}

export function ReviewLog({ application }: { readonly application: Application }) {
  const t = useText()
  return (
    <>
      <p className="k-note">
        {t(texts.account)} {application.username} · {t(texts.clause)} {application.clause.version} {formatDateTime(application.clause.at)}
      </p>
      <ol className="a-events">
        {application.events.map((event) => (
          <li key={event.id}>
            <span className="k-strong">{event.text}</span> {event.by} <span className="k-muted">{formatDateTime(event.at)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

interface DecisionBarProps {
  readonly application: Application
  readonly rejections: FieldRejections
  readonly onDone: () => void
}

/** Approves the application, or returns the rejected fields. */
export function DecisionBar({ application, rejections, onDone }: DecisionBarProps) {
  const t = useText()
  const { open: openApprove } = useOverlay((_, close) => <ApproveDialog application={application} onClose={close} onDone={onDone} />)
  const count = rejections.reasons.size
  const reject = useSubmit(api.applications.reject, { onDone })
  const problem = useRejectProblem(rejections)
  const rejectReason = application.may.decide || problem
  const rejects = [...rejections.reasons].map(([field, reason]) => ({ field, reason: reason.trim() }))
  return (
    <div className="k-row a-decide">
      <ActionButton
        danger
        reason={rejectReason}
        isBusy={reject.isBusy}
        onPress={() => void reject.submit({ applicationId: application.id, version: application.version, rejects })}
      >
        {t(reviewTexts.reject, { count })}
      </ActionButton>
      <ActionButton type="primary" reason={application.may.decide || (count > 0 ? t(reviewTexts.approveMarked) : '')} onPress={() => openApprove()}>
        {t(texts.approve)}
      </ActionButton>
    </div>
  )
}
