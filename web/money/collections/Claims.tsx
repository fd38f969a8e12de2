import { useState } from 'react'
import { useNavigate } from 'react-router'
import { claimStateNames, collectionTexts, collectionFields as fields } from '#/api/money/collections.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen, formatYuan, sumOf } from '#/domain/base/money.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { claimStates } from '#/domain/money/collection.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TotalAmount, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, setConditions, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ClaimTag, InvoiceTag } from './tags.tsx'
import { texts } from './texts.ts'

const ClaimDrawer = onDemand(async () => (await import('./ClaimDrawer.tsx')).ClaimDrawer)

type Row = OutputOf<typeof api.collections.list>['rows'][number]

const initialState = { keyword: '', states: [], from: '', to: '', entered: '', open: 0, ...firstPage } as const
const allowedValues = { states: claimStates, entered: yesNoChoices, size: pageSizes, ...periodRules } as const

/** The user's role. It decides which columns are left out, because they would have the same value in every row. */
interface ClaimReader {
  readonly isOwn: boolean
  readonly isUnit: boolean
}

function useColumns({ isOwn, isUnit }: ClaimReader, open: (id: number) => void): Column<Row>[] {
  const t = useText()
  const creatorColumns: Column<Row>[] = [
    { key: 'operator', title: t(fields.operator), width: 120, isAlways: true, render: (row) => row.operatorName },
    { key: 'entity', title: t(fields.entity), width: 190, isCut: true, isHiddenAtFirst: true, render: (row) => row.entityName || '—' },
  ]
  return [
    { key: 'no', title: t(fields.no), width: 200, isAlways: true, pin: 'left', render: (row) => row.no },
    ...(isOwn ? [] : creatorColumns),
    ...(isUnit ? [] : [{ key: 'unit', title: t(fields.unit), width: 210, isCut: true, render: (row: Row) => row.unitName }]),
    moneyColumn('amount', t(fields.amount), 130, { isAlways: true, isStrong: true }),
    { key: 'state', title: t(fields.state), width: 160, isAlways: true, render: (row) => <ClaimTag claim={row} /> },
    { key: 'content', title: t(fields.content), width: 180, isCut: true, render: (row) => row.content },
    { key: 'order', title: t(fields.order), width: 210, isCut: true, render: (row) => row.orderTitle },
    { key: 'period', title: t(fields.period), width: 210, render: (row) => `${row.from} – ${row.to}` },
    { key: 'papers', title: t(fields.papers), width: 80, align: 'right', render: (row) => row.papers },
    {
      key: 'source',
      title: t(fields.source),
      width: 110,
      render: (row) => (row.isEntered ? <StatusTag tone="purple">{t(collectionTexts.byCentre)}</StatusTag> : t(collectionTexts.byOperator)),
    },
    ...(isOwn ? [] : [{ key: 'batch', title: t(fields.batch), width: 190, render: (row: Row) => row.batch?.no ?? '—' }]),
    { key: 'created', title: t(fields.createdAt), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'arrived', title: t(fields.arrivedAt), width: 150, render: (row) => (row.paidAt ? formatDateTime(row.paidAt) : '—') },
    { key: 'invoice', title: t(fields.invoice), width: 120, render: (row) => <InvoiceTag state={row.invoice} /> },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}

function useFilterFields(isOwn: boolean): FilterField<keyof typeof initialState>[] {
  const t = useText()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(isOwn ? texts.ownHint : texts.claimHint) },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, claimStates, claimStateNames) },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.created) },
    {
      kind: 'choice',
      name: 'entered',
      label: t(fields.source),
      choices: [
        { value: 'no', label: t(collectionTexts.byOperator) },
        { value: 'yes', label: t(collectionTexts.byCentre) },
      ],
    },
  ]
}

/** 合并支付 of the selected claims, which must be of one order. */
function MergeButton({ chosen, onDone }: { readonly chosen: readonly Row[]; readonly onDone: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const merge = useSubmit(api.collections.merge, {
    onDone: ({ batchId }) => {
      onDone()
      void navigate(`/zf/batch/${batchId}`)
    },
  })
  const amount = formatYuan(sumOf(chosen, (row) => fen(row.amount)))
  const isMixed = new Set(chosen.map((row) => row.orderId)).size > 1
  const reason = chosen.length === 0 ? texts.chooseFirst : isMixed ? texts.sameOrder : null
  const handlePress = () =>
    confirm({
      title: t(texts.mergeAsk, { count: chosen.length, amount }),
      content: <p>{t(texts.mergeNote)}</p>,
      okText: t(texts.merge),
      onOk: () => merge.submit({ claimIds: chosen.map((row) => row.id) }),
    })
  return (
    <ActionButton type="primary" reason={reason ? t(reason) : ''} isBusy={merge.isBusy} onPress={handlePress}>
      {t(texts.merge)}
    </ActionButton>
  )
}

/** The claims in the reader's scope. An operator sees only their own. */
export function Claims({ onPayment }: { readonly onPayment?: (lineId: number) => void }) {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [keys, choose] = useState<readonly number[]>([])
  const usertype = useUser()?.usertype
  const isOwn = usertype === userType.operator
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], from: state.from, to: state.to, entered: state.entered })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.collections.list, { ...pageRequestOf(state), ...filter, isWhole }, { follows: ['collections'] })
  const rows = list.data?.rows ?? []
  const chosenRows = rows.filter((row) => keys.includes(row.id) && row.state === 'confirmed')
  const selection = can('zf:make')
    ? {
        keys: chosenRows.map((row) => row.id),
        onChange: (next: (number | string)[]) => choose(next.map(Number)),
        isBlocked: (row: Row) => row.state !== 'confirmed',
        actions: <MergeButton chosen={chosenRows} onDone={() => choose([])} />,
      }
    : null
  return (
    <>
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(isOwn)} />
      <DataTable
        id={isOwn ? 'own-claims' : 'claims'}
        label={t(texts.claims)}
        columns={useColumns({ isOwn, isUnit: usertype === userType.unit }, (open) => change({ open }))}
        rows={rows}
        source={list}
        empty={{ reason: t(texts.noClaims) }}
        tools={<ExportButton file={() => api.collections.exportList(filter)} />}
        {...(selection ? { selection, toolbar: <MergeButton chosen={chosenRows} onDone={() => choose([])} /> } : {})}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
        totals={<TotalAmount label={t(texts.total)} list={list} amount={list.data?.totals?.amount} onAsk={requestTotals} />}
      />
      {state.open === 0 ? null : <ClaimDrawer id={state.open} onClose={() => change({ open: 0 })} {...(onPayment ? { onPayment } : {})} />}
    </>
  )
}
