import { einvoiceFields, orderKindNames, orderStateNames } from '#/api/taxation/einvoices.texts.ts'
import { einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { issuingChannelTexts as texts } from './issuing-channel.texts.ts'
import type { ApplicationDetail, RedInvoice } from './tags.tsx'

type ChannelState = OutputOf<typeof api.invoices.machine>
type Order = ChannelState['orders'][number]
type Exchange = ChannelState['exchanges'][number]

const OrderTag = stateTag(orderStateNames, { queued: 'blue', asked: 'blue', done: 'green', refused: 'red', doubted: 'red', closed: 'grey' })
const useChannelOrders = (row: Pick<ApplicationDetail, 'id'>) =>
  useRead(api.invoices.machine, { invoicingId: row.id }, { isEnabled: can('fp:issue'), follows: ['invoices'] })
const isBusy = (order: Order) => order.state === 'queued' || order.state === 'asked'

/** Sends the unissued invoices to the issuing channel. Hidden at centres that issue manually. */
export function SendOrdersButton({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const { data } = useChannelOrders(row)
  const send = useSubmit(api.invoices.sendOrders)
  if (!data || data.isManual || row.may.issue !== '') return null
  const isBeingIssued = row.invoices
    .filter((paper) => paper.number === '')
    .every((paper) => data.orders.some((order) => order.invoiceId === paper.id && order.redId === null && isBusy(order)))
  return (
    <ConfirmButton
      type="primary"
      reason={data.why || (isBeingIssued ? t(texts.waits) : '')}
      isBusy={send.isBusy}
      effect={t(texts.sendEffect)}
      onPress={() => send.submit({ invoicingId: row.id, version: row.version })}
    >
      {t(data.orders.some((order) => order.state === 'doubted' && order.redId === null) ? texts.askAgain : texts.send)}
    </ConfirmButton>
  )
}

/**
 * Requests or confirms a red-letter confirmation through the channel, or issues the red-letter invoice, depending on
 * its state.
 */
export function SendRedButton({ row, red }: { readonly row: ApplicationDetail; readonly red: RedInvoice }) {
  const t = useText()
  const { data } = useChannelOrders(row)
  const send = useSubmit(api.invoices.sendRed)
  const open = data?.orders.find((order) => order.redId === red.id && (isBusy(order) || order.state === 'doubted'))
  if (!data || data.isManual || (!open && !['10', '03', '01', '04'].includes(red.code))) return null
  return (
    <ConfirmButton
      size="small"
      reason={data.why || (open && isBusy(open) ? t(texts.waits) : '')}
      isBusy={send.isBusy}
      effect={t(texts.sendRedEffect)}
      onPress={() => send.submit({ redId: red.id, version: red.version })}
    >
      {t(open?.state === 'doubted' ? texts.askAgain : texts.send)}
    </ConfirmButton>
  )
}

function Orders({ orders }: { readonly orders: readonly Order[] }) {
  const t = useText()
  const columns: Column<Order>[] = [
    { key: 'what', title: t(texts.what), width: 170, isAlways: true, render: (order) => t(orderKindNames[order.what]) },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      isAlways: true,
      render: (order) => <OrderTag state={order.state} />,
    },
    {
      key: 'problem',
      title: t(texts.result),
      width: 300,
      render: (order) => order.problem || order.number || (order.nextAt ? t(texts.nextAt, { at: formatDateTimeSeconds(order.nextAt) }) : '—'),
    },
    { key: 'no', title: t(einvoiceFields.requestNo), width: 220, render: (order) => order.requestNo },
    { key: 'tries', title: t(texts.tries), width: 80, align: 'right', render: (order) => order.tries },
    { key: 'who', title: t(texts.who), width: 110, render: (order) => order.byName },
    { key: 'at', title: t(texts.at), width: 170, render: (order) => formatDateTimeSeconds(order.createdAt) },
  ]
  return <DataTable id="invoice-orders" label={t(texts.orders)} columns={columns} rows={orders} empty={{ reason: '—' }} isPlain />
}

function Exchanges({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const t = useText()
  const shortDigest = (digest: string) => (digest ? `${digest.slice(0, 12)}…` : '—')
  const columns: Column<Exchange>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (each) => formatDateTimeSeconds(each.at) },
    { key: 'what', title: t(texts.what), width: 150, isAlways: true, render: (each) => t(texts[each.what]) },
    {
      key: 'result',
      title: t(texts.result),
      width: 220,
      render: (each) => (each.result === 'absent' ? t(texts.absent) : each.result === 'pending' ? t(texts.pending) : each.result),
    },
    { key: 'took', title: t(texts.took), width: 90, align: 'right', render: (each) => each.tookMs },
    { key: 'no', title: t(einvoiceFields.requestNo), width: 220, render: (each) => each.requestNo },
    { key: 'who', title: t(texts.who), width: 110, render: (each) => each.byName || '—' },
    { key: 'asked', title: t(texts.asked), width: 130, render: (each) => <span title={each.asked}>{shortDigest(each.asked)}</span> },
    { key: 'answered', title: t(texts.answered), width: 130, render: (each) => <span title={each.answered}>{shortDigest(each.answered)}</span> },
  ]
  return (
    <details>
      <summary>{t(texts.exchanges, { count: exchanges.length })}</summary>
      <DataTable id="invoice-exchanges" label={t(texts.trace)} columns={columns} rows={exchanges} empty={{ reason: '—' }} isPlain />
    </details>
  )
}

/** The requests to the channel for an application, and its answers. */
export function ChannelOrderLog({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const { data } = useChannelOrders(row)
  if (!data || (data.isManual && data.orders.length === 0)) return null
  return (
    <>
      <h3>{t(texts.orders)}</h3>
      {data.isSandbox ? <Alert type="warning" showIcon title={t(texts.sandbox)} /> : null}
      {data.orders.length === 0 ? <p className="k-note">{t(einvoiceKinds[data.kind].name)}</p> : <Orders orders={data.orders} />}
      {data.exchanges.length > 0 ? <Exchanges exchanges={data.exchanges} /> : null}
    </>
  )
}

/** Each issuer's remaining quota at the tax office this month, as last queried. */
export function RemainingQuota() {
  const t = useText()
  const { data } = useRead(api.einvoices.ways, {})
  const requestQuota = useSubmit(api.einvoices.askQuota)
  return data?.map((way) => (
    <p key={way.centreId} className="k-note">
      {way.centreName} · {t(einvoiceKinds[way.kind].name)} · {t(einvoiceFields.quota)}{' '}
      {way.quota === null || way.quotaAt === null ? (
        t(texts.notAsked)
      ) : (
        <>
          <Money value={way.quota} isStrong /> {t(texts.askedAt, { at: formatDateTimeSeconds(way.quotaAt) })}
        </>
      )}{' '}
      <Button type="link" size="small" loading={requestQuota.isBusy} onClick={() => void requestQuota.submit({ centreId: way.centreId })}>
        {t(texts.askQuota)}
      </Button>
    </p>
  ))
}
