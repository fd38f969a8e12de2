import { custodyMethodNames, custodyStatusNames } from '#/api/money/custody.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDay, formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

export type CustodyCentre = OutputOf<typeof api.custody.overview>[number]

const ProposeDialog = onDemand(async () => (await import('./ProposeDialog.tsx')).ProposeDialog)
const DecideDialog = onDemand(async () => (await import('./custody-dialogs.ts')).DecideDialog)
const HistoryDialog = onDemand(async () => (await import('./custody-dialogs.ts')).HistoryDialog)

const CustodyTag = stateTag(custodyStatusNames, { valid: 'green', ending: 'gold', expired: 'red', moved: 'red', missing: 'red' })
const initialState = { isOpen: false, isForMe: false }

function HeldMoney({ centre }: { readonly centre: CustodyCentre }) {
  const t = useText()
  const values = { available: formatMoney(centre.available), frozen: formatMoney(centre.frozen), refunding: formatMoney(centre.refunding) }
  return (
    <div>
      <Money value={centre.held} isStrong />
      <div className="k-note">{t(texts.parts, values)}</div>
    </div>
  )
}

function CustodyState({ centre }: { readonly centre: CustodyCentre }) {
  const t = useText()
  return (
    <span className="k-row">
      <CustodyTag state={centre.status} />
      {centre.pending ? <StatusTag tone="blue">{t(texts.waiting)}</StatusTag> : null}
    </span>
  )
}

function Actions({ centre }: { readonly centre: CustodyCentre }) {
  const t = useText()
  const { open: propose } = useOverlay<CustodyCentre>((of, close) => <ProposeDialog centre={of} onClose={close} />)
  const { open: decide } = useOverlay<CustodyCentre>((of, close) =>
    of.pending ? <DecideDialog name={of.centreName} proof={of.pending} onClose={close} /> : null,
  )
  const { open: list } = useOverlay<CustodyCentre>((of, close) => <HistoryDialog centre={of} onClose={close} />)
  return (
    <span className="k-row">
      <ActionButton size="small" type="link" reason={centre.mayPropose} onPress={() => propose(centre)}>
        {t(texts.propose)}
      </ActionButton>
      {centre.pending ? (
        <ActionButton size="small" type="link" reason={centre.pending.mayDecide} onPress={() => decide(centre)}>
          {t(texts.decide)}
        </ActionButton>
      ) : null}
      <Button size="small" type="link" onClick={() => list(centre)}>
        {t(texts.history)}
      </Button>
    </span>
  )
}

function useColumns(): Column<CustodyCentre>[] {
  const t = useText()
  return [
    { key: 'centre', title: t(texts.centre), width: 200, isAlways: true, pin: 'left', isCut: true, render: (row) => row.centreName },
    { key: 'held', title: t(texts.held), width: 330, isAlways: true, render: (row) => <HeldMoney centre={row} /> },
    { key: 'status', title: t(texts.status), width: 210, isAlways: true, render: (row) => <CustodyState centre={row} /> },
    { key: 'way', title: t(texts.way), width: 200, render: (row) => (row.current ? t(custodyMethodNames[row.current.way]) : '—') },
    { key: 'until', title: t(texts.validUntil), width: 120, render: (row) => (row.current ? formatDay(row.current.validUntil) : '—') },
    { key: 'account', title: t(texts.account), width: 240, isCut: true, render: (row) => `${row.bank} ${row.accountNo}` },
    { key: 'action', title: t(texts.action), width: 230, pin: 'right', isAlways: true, render: (row) => <Actions centre={row} /> },
  ]
}

/** 资金存管: the money of mode 1 that centres hold for others, and the proof that they may. */
export default function CustodyPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState)
  const list = useRead(api.custody.overview, setConditions({ ...(state.isOpen && { isOpen: true }), ...(state.isForMe && { isForMe: true }) }))
  return (
    <>
      <PageHeader title={t(pageTitles.heldFunds)} note={t(texts.note)} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'flag', name: 'isOpen', label: t(texts.isOpen) },
          { kind: 'flag', name: 'isForMe', label: t(texts.isForMe) },
        ]}
      />
      <DataTable
        id="custody"
        label={t(pageTitles.heldFunds)}
        columns={useColumns()}
        rows={list.data ?? []}
        rowKey={(row) => row.centreId}
        source={list}
        empty={{ reason: t(texts.empty) }}
      />
    </>
  )
}
