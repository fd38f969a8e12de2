import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { collectionFields as fields } from '#/api/money/collections.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Calculation, type DisplayedSteps } from '#/web/money/payments/public.tsx'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ObjectionActions, ObjectionCourse } from './ObjectionPanel.tsx'
import { InvoiceTag, ReceivedTag, TaxTag } from './tags.tsx'
import { texts } from './texts.ts'

const RaiseObjectionDialog = onDemand(async () => (await import('./RaiseObjectionDialog.tsx')).RaiseObjectionDialog)

type Answer = OutputOf<typeof api.collections.payment>

function PaymentOverview({ answer }: { readonly answer: Answer }) {
  const t = useText()
  const { payment, calculation, policyVersion, vat, surcharge, iit } = answer
  const { gross, fee, net } = payment
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <ReceivedTag state={payment.state} /> },
          { label: t(fields.net), value: <Money value={net} isStrong /> },
          { label: t(fields.payer), value: payment.unitName },
          { label: t(fields.centre), value: `${payment.centreName} · ${t(contractModeNames[payment.mode])}` },
          { label: t(fields.content), value: payment.service },
          { label: t(fields.no), value: payment.claimNo },
          { label: t(fields.arrivedAt), value: payment.arrivedAt ? formatDateTime(payment.arrivedAt) : '' },
          { label: t(fields.card), value: payment.cardTail },
          { label: t(fields.gross), value: <Money value={gross} /> },
          { label: t(texts.vat), value: <Money value={vat} /> },
          { label: t(texts.surcharge), value: <Money value={surcharge} /> },
          { label: t(texts.iit), value: <Money value={iit} /> },
          { label: t(fields.fee), value: <Money value={fee} /> },
          { label: t(fields.taxState), value: <TaxTag state={payment.taxState} /> },
          { label: t(fields.invoice), value: <InvoiceTag state={payment.invoice} /> },
        ]}
      />
      <h3>{t(texts.computed)}</h3>
      {calculation === null ? (
        <p className="k-muted">{t(texts.noSteps)}</p>
      ) : (
        <>
          <p className="k-note">{t(texts.policy, { version: policyVersion })}</p>
          <Calculation steps={calculation as unknown as DisplayedSteps} line={{ gross, vat, surcharge, iit, fee, net }} />
        </>
      )}
      {answer.objections.map((objection) => (
        <section key={objection.id} className="k-panel k-stack" aria-label={t(fields.objection)}>
          <ObjectionCourse objection={objection} />
          <ObjectionActions objection={objection} />
        </section>
      ))}
    </div>
  )
}

/** One payment to the operator: its calculation, receipt and objections. */
export function PaymentDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useText()
  const [isObjecting, object] = useState(false)
  const detailQuery = useRead(api.collections.payment, { lineId: id }, { keepLast: false, follows: ['collections'] })
  const payment = detailQuery.data?.payment
  const isOpen = payment?.objection?.state === 'open' || payment?.objection?.state === 'answered'
  return (
    <DetailDrawer
      title={payment?.no ?? ''}
      onClose={onClose}
      width={820}
      footer={
        payment ? (
          <div className="k-row">
            {payment.state === 'arrived' && !isOpen ? (
              <Button danger onClick={() => object(true)}>
                {t(texts.raise)}
              </Button>
            ) : null}
            {payment.hasReceipt ? <DownloadButton file={() => api.vouchers.own({ lineId: id })}>{t(texts.receipt)}</DownloadButton> : null}
          </div>
        ) : undefined
      }
    >
      <QueryContent query={detailQuery} lines={12}>
        {(answer) => <PaymentOverview answer={answer} />}
      </QueryContent>
      {isObjecting && payment ? <RaiseObjectionDialog payment={payment} onClose={() => object(false)} /> : null}
    </DetailDrawer>
  )
}
