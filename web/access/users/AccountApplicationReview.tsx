import { lazy, type ReactNode, Suspense, useState } from 'react'
import { accountFieldNames, dutyNames, userFields } from '#/api/access/users.texts.ts'
import type { AccountField } from '#/domain/access/account-review.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type FieldRejections, RejectField, useRejections, useRejectProblem } from '#/web/parts/review/RejectField.tsx'
import { ReviewerNote } from '#/web/parts/review/ReviewerNote.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { ReviewState, UserStatus } from './tags.tsx'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.users.application>

const FileView = lazy(() => import('#/web/parts/files/Preview.tsx').then((part) => ({ default: part.FileView })))

function DecisionBar({ row, rejections, onDone }: { readonly row: Row; readonly rejections: FieldRejections; readonly onDone: () => void }) {
  const t = useText()
  const [isTicked, setTicked] = useState(false)
  const approve = useSubmit(api.users.approve, { onDone })
  const reject = useSubmit(api.users.reject, { onDone })
  const problem = useRejectProblem(rejections)
  const rejects = [...rejections.reasons].map(([field, reason]) => ({ field: field as AccountField, reason: reason.trim() }))
  const hasDutyOverlap = row.overlap.length > 0
  const duties = joinList(row.overlap.map((duty) => t(dutyNames[duty])))
  const markedFieldsNote = rejects.length > 0 ? t(reviewTexts.approveMarked) : ''
  return (
    <>
      {hasDutyOverlap ? (
        <>
          <Alert type="warning" showIcon title={t(texts.overlapWarning, { duties })} />
          <Checkbox checked={isTicked} onChange={(event) => setTicked(event.target.checked)}>
            {t(texts.approveAnyway)}
          </Checkbox>
        </>
      ) : null}
      <p className="k-note">{t(texts.afterApproval)}</p>
      <div className="k-row a-decide">
        <ActionButton danger reason={row.may.decide || problem} isBusy={reject.isBusy} onPress={() => void reject.submit({ applicationId: row.id, rejects })}>
          {t(reviewTexts.reject, { count: rejects.length })}
        </ActionButton>
        <ActionButton
          type="primary"
          reason={row.may.decide || markedFieldsNote || (hasDutyOverlap && !isTicked ? t(texts.overlapWarning, { duties }) : '')}
          isBusy={approve.isBusy}
          onPress={() => void approve.submit({ applicationId: row.id, ...(isTicked ? { acknowledge: true } : {}) })}
        >
          {t(texts.approve)}
        </ActionButton>
      </div>
    </>
  )
}

/** The requested data. Each field can be rejected separately. */
function RequestedData({ row, rejections }: { readonly row: Row; readonly rejections: FieldRejections | null }) {
  const t = useText()
  const previousRejections = new Map(row.rejects.map((reject) => [reject.field, reject.reason]))
  const values: readonly (readonly [AccountField, ReactNode])[] = [
    ['name', row.name],
    ['mobile', row.mobile ? <Masked key="mobile" value={row.mobile} /> : '—'],
    ['roles', joinList(row.roles)],
    [
      'letter',
      <DownloadButton key="letter" size="small" file={row.letter.fileId}>
        {row.letter.name}
      </DownloadButton>,
    ],
  ]
  return (
    <section className="a-data" aria-label={t(texts.facts)}>
      <h3>{t(texts.facts)}</h3>
      <dl>
        {values.map(([field, value]) => (
          <div key={field} className={rejections?.reasons.has(field) || previousRejections.has(field) ? 'is-rejected' : ''}>
            <dt>{t(accountFieldNames[field])}</dt>
            <dd>
              {value}
              {previousRejections.has(field) ? <small className="k-problem">{previousRejections.get(field)}</small> : null}
            </dd>
            {rejections ? (
              <dd>
                <RejectField field={field} name={t(accountFieldNames[field])} rejections={rejections} />
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <Facts
        rows={[
          { label: t(texts.unit), value: row.unitName },
          { label: t(texts.kind), value: t(row.isAgain ? texts.kindAgain : row.isNew ? texts.kindNew : texts.kindChange) },
          { label: t(texts.applicant), value: row.applicant },
          { label: t(texts.account), value: row.username },
          { label: t(userFields.duties), value: joinList(row.duties.map((duty) => t(dutyNames[duty]))) },
          { label: t(userFields.status), value: <UserStatus user={{ status: row.status, isLocked: false, isOnline: false }} /> },
          { label: t(texts.submitted), value: formatDateTime(row.requestedAt) },
          { label: t(texts.review), value: <ReviewState review={row} /> },
          ...(row.decidedBy ? [{ label: t(texts.decidedBy), value: row.decidedBy }] : []),
          ...(row.decidedAt ? [{ label: t(texts.decidedAt), value: formatDateTime(row.decidedAt) }] : []),
          ...(row.reason ? [{ label: t(texts.reason), value: row.reason }] : []),
        ]}
      />
    </section>
  )
}

/** The review of a unit's request: the data at the left, the letter at the right, and the decision. */
export function AccountApplicationReview({ row, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const t = useText()
  const rejections = useRejections(row)
  const takeApplication = useSubmit(api.users.takeApplication)
  const isPending = row.state === 'pending'
  const isWithOtherReviewer = isPending && row.reviewerId !== null && row.may.decide !== '' && row.may.take === ''
  return (
    <div className="k-stack">
      {isWithOtherReviewer ? (
        <ReviewerNote name={row.reviewer} isBusy={takeApplication.isBusy} onTake={() => void takeApplication.submit({ applicationId: row.id })} />
      ) : null}
      <div className="a-split">
        <RequestedData row={row} rejections={isPending && row.may.decide === '' ? rejections : null} />
        <section aria-label={t(texts.letter)}>
          <h3>{row.letter.name}</h3>
          <Suspense fallback={<Skeleton rows={8} />}>
            <FileView fileId={row.letter.fileId} />
          </Suspense>
        </section>
      </div>
      {isPending ? <DecisionBar row={row} rejections={rejections} onDone={onDone} /> : null}
    </div>
  )
}
