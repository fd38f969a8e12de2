import { candidateFieldNames, candidateSheet, problemNames } from '#/api/people/operators.texts.ts'
import { paperNames } from '#/api/people/papers.texts.ts'
import { type CandidateField, candidateFields } from '#/domain/people/candidate.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { RevealableNumber } from '#/web/parts/plain/RevealNumber.tsx'
import { type FieldRejections, RejectField, useRejections, useRejectProblem } from '#/web/parts/review/RejectField.tsx'
import { ReviewerNote } from '#/web/parts/review/ReviewerNote.tsx'
import { ReviewPictures } from '#/web/parts/review/ReviewPictures.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { ChangeLog } from '#/web/parts/trail/ChangeLog.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { texts } from './texts.ts'
import { useDecisionNotices, VerificationTag } from './verification.tsx'

const RequestDocumentsDialog = onDemand(async () => (await import('./RequestDocumentsDialog.tsx')).RequestDocumentsDialog)

type Person = OutputOf<typeof api.operators.candidate>

function PersonValue({
  of,
  id,
  who,
  field,
}: {
  readonly of: 'candidate' | 'operator'
  readonly id: number
  readonly who: Pick<Person, CandidateField>
  readonly field: CandidateField
}) {
  return field === 'name' ? who.name : <RevealableNumber of={of} id={id} field={field} value={who[field]} />
}

/**
 * The imported data at the left and the known person at the right, with differences marked. Each imported field can be
 * rejected.
 */
function Comparison({ person, rejections }: { readonly person: Person; readonly rejections: FieldRejections | null }) {
  const t = useText()
  const { match } = person
  const previousRejections = new Map(person.rejects.map((reject) => [reject.field, reject.reason]))
  return (
    <div className="a-split">
      <section className="a-data" aria-label={t(texts.raw)}>
        <h3>{t(texts.raw)}</h3>
        <dl>
          {candidateFields.map((field) => (
            <div key={field} className={rejections?.reasons.has(field) || previousRejections.has(field) ? 'is-rejected' : ''}>
              <dt>{t(candidateFieldNames[field])}</dt>
              <dd>
                <PersonValue of="candidate" id={person.id} who={person} field={field} />
                {match?.differs.includes(field) ? <StatusTag tone="red">{t(texts.differs)}</StatusTag> : null}
                {previousRejections.has(field) ? <small className="k-problem">{previousRejections.get(field)}</small> : null}
              </dd>
              {rejections ? (
                <dd>
                  <RejectField field={field} name={t(candidateFieldNames[field])} rejections={rejections} />
                </dd>
              ) : null}
            </div>
          ))}
          <div>
            <dt>{t(texts.bank)}</dt>
            <dd>{person.bankName}</dd>
          </div>
        </dl>
      </section>
      <section className="a-data" aria-label={t(texts.known)}>
        <h3>{t(texts.known)}</h3>
        {match ? (
          <>
            <dl>
              {candidateFields.map((field) => (
                <div key={field} className={match.differs.includes(field) ? 'is-rejected' : ''}>
                  <dt>{t(candidateFieldNames[field])}</dt>
                  <dd>
                    <PersonValue of="operator" id={match.operatorId} who={match} field={field} />
                  </dd>
                </div>
              ))}
            </dl>
            <p className="k-row">
              <StatusTag tone={match.likeness >= 80 ? 'green' : 'gold'}>{t(texts.likeness, { percent: match.likeness })}</StatusTag> {match.why}
            </p>
          </>
        ) : (
          <p className="k-muted">{t(texts.noMatch)}</p>
        )}
      </section>
    </div>
  )
}

function Papers({ person }: { readonly person: Person }) {
  const t = useText()
  const kinds = joinList(person.wanted.map((kind) => t(paperNames[kind])))
  const pictures = person.papers.map((paper) => ({
    id: paper.id,
    fileId: paper.fileId,
    name: t(paperNames[paper.kind]),
    warnings: paper.warnings,
    isByPhone: true,
    field: null,
    note: paper.read.length > 0 && (
      <p className="k-row">
        <span className="k-muted">{t(texts.read)}</span>
        {paper.read.map((each) => (
          <span key={each.field}>
            {each.value}{' '}
            {each.agrees === null ? null : <StatusTag tone={each.agrees ? 'green' : 'red'}>{t(each.agrees ? texts.agrees : texts.differs)}</StatusTag>}
          </span>
        ))}
      </p>
    ),
  }))
  return (
    <section aria-label={t(texts.documents)}>
      <h3>{t(texts.documents)}</h3>
      {person.askedAt ? <p className="k-note">{withNote(t(texts.askedAt, { at: formatDateTime(person.askedAt), kinds }), person.wantedReason)}</p> : null}
      <div className="a-papers">
        <ReviewPictures pictures={pictures} rejections={null} />
      </div>
    </section>
  )
}

function Decision({ person, rejections, onDone }: { readonly person: Person; readonly rejections: FieldRejections; readonly onDone: () => void }) {
  const t = useText()
  const { open: openAsk } = useOverlay((_, close) => <RequestDocumentsDialog person={person} onClose={close} />)
  const noticeOptions = useDecisionNotices(onDone)
  const reviewedVersion = { ids: [person.id], versions: [person.version] }
  const verify = useSubmit(api.operators.verifyCandidates, { ...useDecisionNotices(() => undefined) })
  const accept = useSubmit(api.operators.acceptCandidates, noticeOptions)
  const reject = useSubmit(api.operators.rejectCandidates, noticeOptions)
  const merge = useSubmit(api.operators.mergeCandidate, { onDone })
  const { may } = person
  const rejects = [...rejections.reasons].map(([field, reason]) => ({ field: field as CandidateField, reason: reason.trim() }))
  const markedFieldsNote = rejects.length > 0 ? t(reviewTexts.approveMarked) : ''
  const problem = useRejectProblem(rejections)
  return (
    <div className="k-row a-decide">
      <ActionButton reason={may.decide} isBusy={verify.isBusy} onPress={() => void verify.submit({ ids: [person.id] })}>
        {t(texts.verify)}
      </ActionButton>
      <ActionButton reason={may.ask} onPress={() => openAsk()}>
        {t(person.state === 'waiting' ? texts.askAgain : texts.ask)}
      </ActionButton>
      <ActionButton danger reason={may.decide || problem} isBusy={reject.isBusy} onPress={() => void reject.submit({ ...reviewedVersion, rejects })}>
        {t(reviewTexts.reject, { count: rejects.length })}
      </ActionButton>
      <ActionButton
        reason={may.merge || markedFieldsNote}
        isBusy={merge.isBusy}
        onPress={() => void merge.submit({ id: person.id, operatorId: person.match?.operatorId ?? 0, version: person.version })}
      >
        {t(texts.merge)}
      </ActionButton>
      <ActionButton type="primary" reason={may.accept || markedFieldsNote} isBusy={accept.isBusy} onPress={() => void accept.submit(reviewedVersion)}>
        {t(texts.accept)}
      </ActionButton>
    </div>
  )
}

function UndoMergeNotice({ person, onDone }: { readonly person: Person; readonly onDone: () => void }) {
  const t = useText()
  const undo = useSubmit(api.operators.undoMerge, { onDone })
  if (!person.merge) return null
  return (
    <div className="k-row k-spread">
      <span className="k-note">{t(texts.undoNote, { name: person.merge.operatorName, until: formatDateTime(person.merge.until) })}</span>
      <ConfirmButton
        reason={person.may.undo}
        isBusy={undo.isBusy}
        effect={t(texts.undoMergeEffect)}
        onPress={() => void undo.submit({ candidateId: person.id })}
      >
        {t(texts.undoMerge)}
      </ConfirmButton>
    </div>
  )
}

function SplitView({ person, rejections, onDone }: { readonly person: Person; readonly rejections: FieldRejections; readonly onDone: () => void }) {
  const t = useText()
  const takeCandidate = useSubmit(api.operators.takeCandidate)
  const isOpen = (person.state === 'open' || person.state === 'waiting') && can('user:audit')
  const isWithOtherReviewer = isOpen && person.reviewerId !== null && person.may.decide !== '' && person.may.take === ''
  return (
    <div className="k-stack">
      {isWithOtherReviewer ? (
        <ReviewerNote name={person.reviewer} isBusy={takeCandidate.isBusy} onTake={() => void takeCandidate.submit({ candidateId: person.id })} />
      ) : null}
      <Facts
        columns={2}
        rows={[
          { label: t(candidateSheet.unit), value: person.unitName },
          { label: t(texts.bringer), value: person.bringer },
          {
            label: t(texts.problems),
            value: joinList(person.problems.map((code) => (problemNames[code] ? withNote(t(problemNames[code]), code) : code))),
          },
          {
            label: t(texts.verification),
            value: (
              <>
                <VerificationTag of={person.verification} /> {person.verifiedAt ? formatDateTime(person.verifiedAt) : ''}
              </>
            ),
          },
          ...(person.decidedAt ? [{ label: t(candidateSheet.reviewer), value: `${person.decidedBy} ${formatDateTime(person.decidedAt)}` }] : []),
          ...(person.reason ? [{ label: t(candidateSheet.reason), value: person.reason, isWide: true }] : []),
        ]}
      />
      <Comparison person={person} rejections={isOpen && person.may.decide === '' ? rejections : null} />
      <Papers person={person} />
      <UndoMergeNotice person={person} onDone={onDone} />
      {isOpen ? <Decision person={person} rejections={rejections} onDone={onDone} /> : null}
    </div>
  )
}

/** A person under review: imported and known data, pictures, decision and log. */
export function CandidateReview({ person, onDone }: { readonly person: Person; readonly onDone: () => void }) {
  const t = useText()
  const rejections = useRejections(person)
  return (
    <Tabs
      items={[
        { key: 'review', label: t(reviewTexts.review), children: <SplitView person={person} rejections={rejections} onDone={onDone} /> },
        {
          key: 'log',
          label: t(reviewTexts.log),
          children: <ChangeLog id="candidate-log" label={t(reviewTexts.log)} call={api.operators.candidateLog} of={{ candidateId: person.id }} />,
        },
      ]}
    />
  )
}
