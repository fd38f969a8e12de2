import { useState } from 'react'
import { authorisationStatusNames, businessInvoiceFields as fieldTexts } from '#/api/taxation/businessinvoices.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { authorisationStatuses } from '#/domain/taxation/business-invoice.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { firstPage } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { QuarterCell } from './Quarter.tsx'
import { AuthorisationTag, type Business } from './tags.tsx'
import { texts } from './texts.ts'

const AuthoriseDialog = onDemand(async () => (await import('./AuthoriseDialog.tsx')).AuthoriseDialog)

const initialState = { keyword: '', stand: '', ...firstPage } as const
const allowedValues = { stand: authorisationStatuses, size: pageSizes } as const

interface OpenDialog {
  readonly business: Business
  readonly what: 'authorise' | 'revoke'
}

function RevokeDialog({ business, onClose }: { readonly business: Business; readonly onClose: () => void }) {
  const t = useText()
  const revoke = useSubmit(api.businessinvoices.revokeAuthorisation, { onDone: onClose })
  const { newest } = business
  return (
    <ReasonDialog
      title={t(texts.revoke)}
      onClose={onClose}
      confirmText={t(texts.revoke)}
      onConfirm={({ reason }) => void (newest && revoke.submit({ authorisationId: newest.id, version: newest.version, reason }))}
      isDangerous
      submission={revoke}
      reason={{}}
    >
      <p>{t(texts.revokeAsk, { name: business.name })}</p>
    </ReasonDialog>
  )
}

function Proof({ business: { newest } }: { readonly business: Business }) {
  const t = useText()
  if (!newest) return '—'
  if (newest.fileId === null) return newest.contractNo
  return (
    <PreviewButton size="small" fileId={newest.fileId}>
      {t(texts.byPaper)}
    </PreviewButton>
  )
}

function useColumns(ask: (dialog: OpenDialog) => void): Column<Business>[] {
  const t = useText()
  const columns: Column<Business>[] = [
    { key: 'business', title: t(texts.business), width: 260, isCut: true, isAlways: true, pin: 'left', render: (row) => row.name },
    { key: 'stand', title: t(texts.stand), width: 120, isAlways: true, render: (row) => <AuthorisationTag state={row.stand} /> },
    {
      key: 'days',
      title: t(texts.days),
      width: 210,
      render: ({ newest }) => (newest ? `${newest.from} – ${newest.to}` : '—'),
    },
    { key: 'proof', title: t(texts.proof), width: 150, render: (row) => <Proof business={row} /> },
    {
      key: 'quarter',
      title: t(fieldTexts.quarter),
      width: 310,
      render: (row) => (row.taxKind === 'general' ? t(texts.general) : <QuarterCell quarter={row.quarter} />),
    },
    { key: 'operator', title: t(fieldTexts.operator), width: 110, render: (row) => row.operatorName },
    { key: 'sellerNo', title: t(fieldTexts.sellerNo), width: 190, render: (row) => row.creditCode },
    {
      key: 'taxKind',
      title: t(texts.taxKind),
      width: 110,
      render: (row) => (row.taxKind === null ? '—' : t(row.taxKind === 'small' ? texts.small : texts.generalKind)),
    },
  ]
  if (!can('fp:authorise')) return columns
  return [
    ...columns,
    {
      key: 'action',
      title: t(texts.action),
      width: 190,
      isAlways: true,
      pin: 'right',
      render: (business) => (
        <span className="k-row">
          {business.canAuthorise ? (
            <ActionButton size="small" reason="" onPress={() => ask({ business, what: 'authorise' })}>
              {t(texts.authorise)}
            </ActionButton>
          ) : null}
          {business.newest?.state === 'active' ? (
            <ActionButton size="small" danger reason="" onPress={() => ask({ business, what: 'revoke' })}>
              {t(texts.revoke)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
}

/** The businesses and their authorisations to issue invoices on their behalf. */
export function Authorisations() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const list = useRead(api.businessinvoices.authorisations, {
    page: state.page,
    size: state.size,
    ...setConditions({ keyword: state.keyword, stand: state.stand }),
  })
  const close = () => ask(null)
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.businessHint), width: 240 },
          { kind: 'choice', name: 'stand', label: t(texts.stand), choices: choicesOf(t, authorisationStatuses, authorisationStatusNames) },
        ]}
      />
      <DataTable
        id="issue-authorisations"
        label={t(texts.authorisations)}
        columns={useColumns(ask)}
        rowKey={(row) => row.entityId}
        source={list}
        empty={{ reason: t(texts.noBusinesses) }}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {dialog?.what === 'authorise' ? <AuthoriseDialog business={dialog.business} onClose={close} /> : null}
      {dialog?.what === 'revoke' ? <RevokeDialog business={dialog.business} onClose={close} /> : null}
    </>
  )
}
