import { Link } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { collectionTexts, collectionFields as fields } from '#/api/money/collections.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { type ClaimDetail, ClaimTag, InvoiceTag } from './tags.tsx'
import { texts } from './texts.ts'

const AddResultDialog = onDemand(async () => (await import('./ClaimDialog.tsx')).AddResultDialog)

function Results({ claim, isAuthor }: { readonly claim: ClaimDetail; readonly isAuthor: boolean }) {
  const t = useText()
  const { open: add } = useOverlay((_, close) => <AddResultDialog claim={claim} onClose={close} />)
  const remove = useSubmit(api.collections.detach)
  const canChange = isAuthor && claim.may.edit === ''
  return (
    <section className="k-stack" aria-label={t(fields.papers)}>
      <div className="k-row k-spread">
        <h3>{t(fields.papers)}</h3>
        {canChange ? <Button onClick={() => add()}>{t(texts.addFile)}</Button> : null}
      </div>
      {claim.files.length === 0 ? <p className="k-muted">{t(texts.noFiles)}</p> : null}
      <ul className="k-stack k-plain">
        {claim.files.map((file) => (
          <li key={file.collectionPaperId} className="k-row k-spread">
            <PreviewButton type="link" size="small" fileId={file.fileId}>
              {file.name}
            </PreviewButton>
            {canChange ? (
              <ConfirmButton
                type="link"
                size="small"
                danger
                isBusy={remove.isBusy}
                effect={t(texts.removeEffect)}
                onPress={() => void remove.submit({ claimId: claim.id, version: claim.version, collectionPaperId: file.collectionPaperId })}
              >
                {t(texts.remove)}
              </ConfirmButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClaimOverview({ claim, isAuthor, isPayee }: { readonly claim: ClaimDetail; readonly isAuthor: boolean; readonly isPayee: boolean }) {
  const t = useText()
  const momentText = (moment: string | null) => (moment === null ? '' : formatDateTime(moment))
  return (
    <div className="k-stack">
      {isPayee && claim.isEntered ? <Alert type="info" title={t(texts.enteredNote)} /> : null}
      {claim.reason !== '' ? <Alert type={claim.state === 'returned' ? 'warning' : 'error'} title={claim.reason} /> : null}
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <ClaimTag claim={claim} /> },
          { label: t(fields.amount), value: <Money value={claim.amount} isStrong /> },
          { label: t(fields.operator), value: claim.entityName ? `${claim.operatorName} · ${claim.entityName}` : claim.operatorName },
          { label: t(fields.unit), value: claim.unitName },
          { label: t(fields.order), value: `${claim.orderTitle} ${claim.orderNo}`, isWide: true },
          { label: t(fields.content), value: claim.content },
          { label: t(fields.period), value: `${claim.from} – ${claim.to}` },
          { label: t(fields.centre), value: `${claim.centreName} · ${t(contractModeNames[claim.mode])}` },
          { label: t(fields.source), value: t(claim.isEntered ? collectionTexts.byCentre : collectionTexts.byOperator) },
          { label: t(fields.createdAt), value: momentText(claim.createdAt) },
          { label: t(texts.submittedAt), value: momentText(claim.submittedAt) },
          { label: t(texts.confirmedAt), value: [momentText(claim.confirmedAt), claim.confirmedBy].filter(Boolean).join(' · ') },
          { label: t(fields.arrivedAt), value: momentText(claim.paidAt) },
          ...(claim.batch ? [{ label: t(fields.batch), value: <Link to={`/zf/batch/${claim.batch.id}`}>{claim.batch.no}</Link> }] : []),
          { label: t(fields.invoice), value: <InvoiceTag state={claim.invoice} /> },
        ]}
      />
      <Results claim={claim} isAuthor={isAuthor} />
    </div>
  )
}

/** One claim: purpose and amount, its results and the available actions. */
export function ClaimDrawer({ id, onClose, onPayment }: { readonly id: number; readonly onClose: () => void; readonly onPayment?: (lineId: number) => void }) {
  const t = useText()
  const detailQuery = useRead(api.collections.get, { claimId: id }, { keepLast: false, follows: ['collections'] })
  const user = useUser()
  const claim = detailQuery.data
  const isPayee = user?.usertype === userType.operator
  const isAuthor = claim !== undefined && (isPayee ? !claim.isEntered : claim.isEntered && user?.usertype === userType.centre)
  const lineId = claim?.lineId ?? null
  return (
    <DetailDrawer
      title={claim?.no ?? ''}
      onClose={onClose}
      width={860}
      footer={
        claim ? (
          <>
            <ClaimActions claim={claim} isAuthor={isAuthor} isPayee={isPayee} />
            {lineId !== null && claim.state === 'paid' && onPayment ? <Button onClick={() => onPayment(lineId)}>{t(texts.seePayment)}</Button> : null}
          </>
        ) : undefined
      }
    >
      <QueryContent query={detailQuery} lines={10}>
        {(answer) => <ClaimOverview claim={answer} isAuthor={isAuthor} isPayee={isPayee} />}
      </QueryContent>
    </DetailDrawer>
  )
}
