import { useState } from 'react'
import { Link } from 'react-router'
import { receiptStateNames, voucherFields, voucherKinds, voucherSources } from '#/api/money/vouchers.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { receiptStates, voucherKindNames } from '#/domain/money/voucher.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { formTexts } from '#/web/ui/form.texts.ts'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, formatResultCount, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { TotalsOnRequest, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { normalizeYuan } from '#/web/ui/yuan.ts'
import { isAmountInvalid, voucherFilterOf } from './filter.ts'
import { texts } from './texts.ts'

const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog)

type Row = OutputOf<typeof api.vouchers.list>['rows'][number]

const initialState = {
  keyword: '',
  kind: '',
  receipt: '',
  returned: '',
  amount: '',
  from: '',
  to: '',
  batchId: 0,
  unitId: 0,
  centreId: 0,
  ...firstPage,
} as const
const allowedValues = { kind: voucherKindNames, receipt: receiptStates, returned: yesNoChoices, size: pageSizes, ...periodRules } as const

const ReceiptTag = stateTag(receiptStateNames, { awaited: 'blue', here: 'green', missing: 'red' })

function Receipt({ row }: { readonly row: Row }) {
  const t = useText()
  return (
    <>
      <ReceiptTag state={row.receipt} />
      {row.expectedOn ? <span className="k-note"> {t(texts.expected, { day: row.expectedOn })}</span> : null}
    </>
  )
}

function RowActions({ row }: { readonly row: Row }) {
  const t = useText()
  const { open: openUpload } = useOverlay((_, close) => <UploadDialog voucher={row} onClose={close} />)
  const refetchReceipt = useSubmit(api.vouchers.fetch)
  return (
    <span className="k-row">
      <PreviewButton type="link" size="small" fileId={() => api.vouchers.pdf({ id: row.id })}>
        {t(texts.preview)}
      </PreviewButton>
      <DownloadButton type="link" size="small" file={() => api.vouchers.pdf({ id: row.id })}>
        {t(texts.download)}
      </DownloadButton>
      {row.may.fetch ? (
        <Button type="link" size="small" loading={refetchReceipt.isBusy} onClick={() => void refetchReceipt.submit({ id: row.id })}>
          {t(texts.fetch)}
        </Button>
      ) : null}
      {row.may.upload ? (
        <Button type="link" size="small" onClick={() => openUpload()}>
          {t(texts.upload)}
        </Button>
      ) : null}
    </span>
  )
}

/**
 * A receipt number, linked to the money trail or, for a payment to the tax office, to its period. A payee sees no link.
 */
function VoucherNo({ row, isPayee }: { readonly row: Row; readonly isPayee: boolean }) {
  if (isPayee) return row.no
  if (row.declarationId === null) return <Link to={`/zf/moneyTrail?from=voucher:${row.id}`}>{row.no}</Link>
  return can('taxListWtdz') ? <Link to={`/tax/taxListWtdz?open=${row.declarationId}`}>{row.no}</Link> : row.no
}

function useColumns(): Column<Row>[] {
  const t = useText()
  const isPayee = useUser()?.usertype === userType.operator
  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: t(voucherFields.no),
      width: 250,
      isAlways: true,
      pin: 'left',
      render: (row) => <VoucherNo row={row} isPayee={isPayee} />,
    },
    {
      key: 'kind',
      title: t(voucherFields.kind),
      width: 130,
      render: (row) =>
        row.isReturned ? (
          <StatusTag tone="purple">{t(voucherFields.returned)}</StatusTag>
        ) : (
          <StatusTag tone={row.kind === 'payment' ? 'green' : 'blue'}>{t(voucherKinds[row.kind])}</StatusTag>
        ),
    },
    moneyColumn('amount', t(voucherFields.amount), 140, { isStrong: true }),
    { key: 'payee', title: t(voucherFields.payee), width: 150, isCut: true, render: (row) => row.payeeName },
    { key: 'payeeAccount', title: t(voucherFields.payeeAccount), width: 190, render: (row) => <Masked value={row.payeeAccount} /> },
    { key: 'payer', title: t(voucherFields.payer), width: 220, isCut: true, render: (row) => row.payerName },
    {
      key: 'batch',
      title: t(voucherFields.batchNo),
      width: 210,
      render: (row) => (row.batchId === null ? '—' : <Link to={`/zf/batch/${row.batchId}`}>{row.batchNo}</Link>),
    },
    { key: 'serial', title: t(voucherFields.serial), width: 250, isCut: true, render: (row) => row.bankSerial },
    {
      key: 'source',
      title: t(voucherFields.source),
      width: 110,
      render: (row) => t(voucherSources[row.isUploaded ? 'person' : row.isFromChannel ? 'channel' : 'platform']),
    },
    { key: 'receipt', title: t(voucherFields.receipt), width: 190, render: (row) => <Receipt row={row} /> },
    { key: 'time', title: t(voucherFields.time), width: 180, render: (row) => formatDateTimeSeconds(row.tradedAt) },
    {
      key: 'action',
      title: t(texts.action),
      width: isPayee ? 220 : 360,
      pin: 'right',
      isAlways: true,
      render: (row) => <RowActions row={row} />,
    },
  ]
  // A payee does not see the batch, which contains other payees.
  return isPayee ? columns.filter(({ key }) => key !== 'batch') : columns
}

interface FilterFieldsOptions {
  readonly placeFields: ReturnType<typeof usePlaceFields>
  readonly amountProblem: string
}

function useFilterFields({ placeFields, amountProblem }: FilterFieldsOptions): FilterField<keyof typeof initialState>[] {
  const t = useText()
  const currentLanguage = useLanguage()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 230 },
    {
      kind: 'choice',
      name: 'kind',
      label: t(voucherFields.kind),
      choices: voucherKindNames.map((value) => ({ value, label: t(voucherKinds[value]) })),
    },
    {
      kind: 'choice',
      name: 'receipt',
      label: t(voucherFields.receipt),
      choices: receiptStates.map((value) => ({ value, label: t(receiptStateNames[value]) })),
    },
    ...placeFields,
    {
      kind: 'text',
      name: 'amount',
      label: t(voucherFields.amount),
      width: 150,
      parse: (text) => normalizeYuan(text, currentLanguage),
      problem: amountProblem,
    },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
    {
      kind: 'choice',
      name: 'returned',
      label: t(voucherFields.returned),
      choices: [
        { value: 'no', label: t(texts.notReturned) },
        { value: 'yes', label: t(voucherFields.returned) },
      ],
    },
  ]
}

/** 支付凭证: every receipt, singly or as a ZIP made by a job. */
export default function VouchersPage() {
  const t = useText()
  const currentLanguage = useLanguage()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [chosen, choose] = useState<readonly number[]>([])
  const filter = voucherFilterOf(state)
  const problem = isAmountInvalid(state) ? t(formTexts.amountWrong) : ''
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.vouchers.list, { ...filter, ...pageRequestOf(state), isWhole }, { isEnabled: problem === '' })
  const [row] = list.data?.rows ?? []
  const placeFields = usePlaceFields(state, change, { unit: row?.unitName, centre: row?.centreName })
  const fields = useFilterFields({ placeFields, amountProblem: problem })
  const createZip = useSubmit(api.vouchers.zip)
  const zipButton = (
    <ActionButton
      type="primary"
      isBusy={createZip.isBusy}
      reason={chosen.length > 0 ? '' : problem || ((list.data?.count ?? 0) === 0 ? t(texts.none) : '')}
      onPress={() => createZip.submit(chosen.length > 0 ? { ids: [...chosen] } : filter)}
    >
      {chosen.length > 0 ? t(texts.zipSelected, { count: chosen.length }) : t(texts.zip)}
    </ActionButton>
  )
  return (
    <>
      <PageHeader title={t(pageTitles.zfpzList)} actions={zipButton} />
      <FilterBar state={state} onChange={change} initial={initialState} fields={fields} />
      <DataTable
        id="vouchers"
        label={t(pageTitles.zfpzList)}
        columns={useColumns()}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        blocked={problem}
        empty={{ reason: t(texts.none) }}
        tools={
          <DownloadButton reason={problem} file={() => api.vouchers.exportList(filter)}>
            {t(texts.export)}
          </DownloadButton>
        }
        selection={{ keys: chosen, onChange: (keys) => choose(keys.map(Number)) }}
        paging={pagingOf(state, list.data, change)}
        totals={
          list.data ? (
            <span>
              {t(texts.total)} {t(texts.count, { count: formatResultCount(list.data.count, currentLanguage) })}{' '}
              {list.data.totals ? (
                <b>
                  <Money value={list.data.totals.amount} />
                </b>
              ) : (
                <TotalsOnRequest onAsk={requestTotals} isBusy={list.isFetching} />
              )}
            </span>
          ) : null
        }
      />
    </>
  )
}
