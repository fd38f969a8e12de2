import { residenceGroundNames, residenceStateNames } from '#/api/money/residences.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { residenceStates } from '#/domain/money/residence.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { withLabel } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { Residence } from './DecideDialog.tsx'
import { ResidenceTag } from './ResidenceTag.tsx'
import { texts } from './texts.ts'

const DecideDialog = onDemand(async () => (await import('./DecideDialog.tsx')).DecideDialog)
const SettleDialog = onDemand(async () => (await import('./SettleDialog.tsx')).SettleDialog)
const ProposeDialog = onDemand(async () => (await import('./ProposeDialog.tsx')).ProposeDialog)

const initialState = { keyword: '', states: [], isForMe: false, isOpen: false, ...firstPage } as const
const allowedValues = { states: residenceStates, size: pageSizes } as const

function PaidCount({ row }: { readonly row: Residence }) {
  const t = useText()
  if (row.paidCount === 0) return '—'
  return (
    <div>
      <Money value={row.paid} isStrong />
      <div className="k-note">{row.settlement || t(texts.paidCount, { count: row.paidCount })}</div>
    </div>
  )
}

function Actions({ row }: { readonly row: Residence }) {
  const t = useText()
  const { open: decide } = useOverlay<Residence>((of, close) => <DecideDialog residence={of} onClose={close} />)
  const { open: settle } = useOverlay<Residence>((of, close) => <SettleDialog residence={of} onClose={close} />)
  return (
    <span className="k-row">
      <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => decide(row)}>
        {t(texts.decide)}
      </ActionButton>
      {row.paidCount > 0 && row.settlement === '' ? (
        <ActionButton size="small" type="link" reason={row.maySettle} onPress={() => settle(row)}>
          {t(texts.settle)}
        </ActionButton>
      ) : null}
    </span>
  )
}

function useColumns(): Column<Residence>[] {
  const t = useText()
  return [
    { key: 'operator', title: t(texts.operator), width: 130, isAlways: true, pin: 'left', render: (row) => row.operatorName },
    { key: 'residence', title: t(texts.residence), width: 130, isAlways: true, render: (row) => t(taxResidenceNames[row.residence]) },
    { key: 'from', title: t(texts.fromDay), width: 120, isAlways: true, render: (row) => formatDay(row.fromDay) },
    { key: 'state', title: t(texts.state), width: 130, isAlways: true, render: (row) => <ResidenceTag state={row.state} /> },
    {
      key: 'ground',
      title: t(texts.ground),
      width: 220,
      render: (row) => (row.days === null ? t(residenceGroundNames[row.ground]) : withLabel(t(texts.days), row.days)),
    },
    { key: 'permit', title: t(texts.permitUntil), width: 150, render: (row) => (row.permitUntil ? formatDay(row.permitUntil) : '—') },
    { key: 'file', title: t(texts.evidence), width: 100, render: (row) => <PreviewButton type="link" size="small" fileId={row.fileId} /> },
    { key: 'reason', title: t(texts.reason), width: 180, isCut: true, render: (row) => row.reason },
    { key: 'paid', title: t(texts.paid), width: 180, render: (row) => <PaidCount row={row} /> },
    { key: 'by', title: t(texts.decidedBy), width: 110, render: (row) => row.decidedBy || '—' },
    { key: 'answer', title: t(texts.answer), width: 160, isCut: true, isHiddenAtFirst: true, render: (row) => row.answer || '—' },
    { key: 'action', title: t(texts.action), width: 170, pin: 'right', isAlways: true, render: (row) => <Actions row={row} /> },
  ]
}

/** 税收居民身份: decisions on the tax residence of people, and payments to non-residents whose tax must be corrected. */
export default function ResidencesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    ...(state.isForMe && { isForMe: true }),
    ...(state.isOpen && { isOpen: true }),
  })
  const list = useRead(api.residences.list, { ...pageRequestOf(state), ...filter })
  const filters: FilterField<'keyword' | 'states' | 'isForMe' | 'isOpen'>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
    { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, residenceStates, residenceStateNames) },
    { kind: 'flag', name: 'isForMe', label: t(texts.isForMe) },
    { kind: 'flag', name: 'isOpen', label: t(texts.isOpen) },
  ]
  const { open } = useOverlay<true>((_, close) => <ProposeDialog onClose={close} />)
  return (
    <>
      <PageHeader
        title={t(pageTitles.residenceList)}
        note={t(texts.note)}
        actions={
          can('yz:edit') ? (
            <Button type="primary" onClick={() => open(true)}>
              {t(texts.propose)}
            </Button>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={filters} />
      <DataTable
        id="residences"
        label={t(pageTitles.residenceList)}
        columns={useColumns()}
        source={list}
        empty={{ reason: t(texts.empty) }}
        paging={pagingOf(state, list.data, change)}
      />
    </>
  )
}
