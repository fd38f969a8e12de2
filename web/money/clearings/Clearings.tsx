import { clearingStateNames, clearingFields as fields, clearingTexts as words } from '#/api/money/clearings.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { clearingStates } from '#/domain/money/clearing.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingChoiceDetail } from './ClearingChoiceDetail.tsx'
import { ClearingTag, OwedTag, PendingTag, TransferTag } from './ClearingTag.tsx'
import { Payments } from './Payments.tsx'
import { texts } from './texts.ts'

const ChooseDialog = onDemand(async () => (await import('./ChooseDialog.tsx')).ChooseDialog)
const DecideDialog = onDemand(async () => (await import('./clearing-dialogs.ts')).DecideDialog)
const TransferDialog = onDemand(async () => (await import('./clearing-dialogs.ts')).TransferDialog)
const StartDialog = onDemand(async () => (await import('./clearing-dialogs.ts')).StartDialog)
const PaperDialog = onDemand(async () => (await import('./clearing-dialogs.ts')).PaperChoiceDialog)
const ConfirmDialog = onDemand(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)
const EndDialog = onDemand(async () => (await import('./clearing-dialogs.ts')).EndDialog)

const initialState = { keyword: '', states: [], isForMe: false, isOwed: false, isPending: false, ...firstPage } as const
const allowedValues = { states: clearingStates, size: pageSizes } as const

/** The next step for the user: the choice for the person, the step of the current state for the centre. */
function NextStepButtons({ clearing, isOwn }: { readonly clearing: Clearing; readonly isOwn: boolean }) {
  const t = useText()
  const offerChoice = useSubmit(api.clearings.offer)
  const { open: choose } = useOverlay<Clearing>((each, close) => <ChooseDialog clearing={each} onClose={close} />)
  const { open: decide } = useOverlay<Clearing>((each, close) => <DecideDialog clearing={each} onClose={close} />)
  const { open: pay } = useOverlay<Clearing>((each, close) => <TransferDialog clearing={each} kind="refund" onClose={close} />)
  const { open: recover } = useOverlay<Clearing>((each, close) => <TransferDialog clearing={each} kind="recovery" onClose={close} />)
  const { open: bounce } = useOverlay<Clearing>((each, close) => <TransferDialog clearing={each} kind="bounce" onClose={close} />)
  const { open: enter } = useOverlay<Clearing>((each, close) => <PaperDialog clearing={each} onClose={close} />)
  const { open: confirm } = useOverlay<Clearing>((each, close) => <ConfirmDialog clearing={each} onClose={close} />)
  const { open: start } = useOverlay<Clearing>((each, close) => <StartDialog clearing={each} onClose={close} />)
  const { open: cancel } = useOverlay<Clearing>((each, close) => <EndDialog clearing={each} step="cancel" onClose={close} />)
  const { open: withdraw } = useOverlay<Clearing>((each, close) => <EndDialog clearing={each} step="withdraw" onClose={close} />)
  const { state, may } = clearing
  const button = (name: keyof typeof may, onPress: () => void) => (
    <ActionButton size="small" type="link" reason={may[name]} onPress={onPress}>
      {t(texts[name])}
    </ActionButton>
  )
  const hasTransfer = clearing.transferring > 0
  const isOpen = state === 'found' || state === 'offered' || state === 'refused'
  return (
    <>
      {isOwn && (state === 'offered' || (state === 'approved' && clearing.choice === 'credit' && clearing.left > 0))
        ? button('choose', () => choose(clearing))
        : null}
      {!isOwn && (state === 'found' || state === 'refused')
        ? button('offer', () => void offerChoice.submit({ taxClearingId: clearing.id, version: clearing.version }))
        : null}
      {!isOwn && state === 'chosen' ? button('decide', () => decide(clearing)) : null}
      {!isOwn && state === 'approved' && clearing.choice === 'refund' && clearing.left > 0 && !hasTransfer ? button('start', () => start(clearing)) : null}
      {!isOwn && hasTransfer ? button('pay', () => pay(clearing)) : null}
      {!isOwn && hasTransfer ? button('cancel', () => cancel(clearing)) : null}
      {!isOwn && clearing.pending ? button('confirm', () => confirm(clearing)) : null}
      {!isOwn && may.enter === '' ? button('enter', () => enter(clearing)) : null}
      {!isOwn && (clearing.owed > 0 || may.recover === '') && !hasTransfer && !clearing.pending ? button('recover', () => recover(clearing)) : null}
      {!isOwn && may.bounce === '' ? button('bounce', () => bounce(clearing)) : null}
      {!isOwn && isOpen ? button('withdraw', () => withdraw(clearing)) : null}
      <DownloadButton size="small" type="link" file={() => api.clearings.document({ taxClearingId: clearing.id })}>
        {t(texts.document)}
      </DownloadButton>
    </>
  )
}

function useColumns(isOwn: boolean): Column<Clearing>[] {
  const t = useText()
  const moneyColumn = (
    key: 'vat' | 'surcharge' | 'iit' | 'amount' | 'used' | 'reversed' | 'refunded' | 'transferring' | 'recovered' | 'left' | 'owed',
    isAlways = false,
  ): Column<Clearing> => ({
    key,
    title: t(fields[key]),
    width: 110,
    align: 'right',
    isAlways,
    // Cards on a phone show the taxes. The centre's table has no room for them.
    isHiddenAtFirst:
      key === 'iit' ||
      key === 'reversed' ||
      key === 'transferring' ||
      key === 'recovered' ||
      key === 'owed' ||
      (!isOwn && (key === 'vat' || key === 'surcharge')),
    render: (row) => <Money value={row[key]} isStrong={key === 'left' || (key === 'owed' && row.owed > 0)} />,
  })
  const personColumns: Column<Clearing>[] = isOwn
    ? []
    : [{ key: 'operator', title: t(fields.operator), width: 110, isAlways: true, pin: 'left', render: (row) => row.operatorName }]
  return [
    ...personColumns,
    { key: 'month', title: t(fields.month), width: 100, isAlways: true, ...(isOwn && { pin: 'left' as const }), render: (row) => row.month },
    {
      key: 'state',
      title: t(fields.state),
      width: 140,
      isAlways: true,
      render: (row) => (
        <>
          <ClearingTag state={row.state} /> <TransferTag transferring={row.transferring} /> <OwedTag owed={isOwn && row.transferring > 0 ? 0 : row.owed} />
          <PendingTag pending={row.pending} />
          {row.state === 'refused' ? <p className="k-note">{row.reason}</p> : null}
        </>
      ),
    },
    moneyColumn('amount', true),
    { key: 'choice', title: t(fields.choice), width: 130, render: (row) => <ClearingChoiceDetail clearing={row} /> },
    moneyColumn('used'),
    moneyColumn('reversed'),
    moneyColumn('refunded'),
    moneyColumn('transferring'),
    moneyColumn('recovered'),
    moneyColumn('left', true),
    moneyColumn('owed'),
    moneyColumn('vat'),
    moneyColumn('surcharge'),
    moneyColumn('iit'),
    { key: 'lastDay', title: t(fields.lastDay), width: 130, isHiddenAtFirst: true, render: (row) => row.lastDay },
    {
      key: 'file',
      title: t(isOwn ? texts.received : texts.slip),
      width: 140,
      isHiddenAtFirst: !isOwn,
      render: (row) => (row.payments.length === 0 ? '—' : <Payments clearing={row} isOwn={isOwn} />),
    },
    { key: 'reason', title: t(fields.reason), width: 160, isCut: true, isHiddenAtFirst: true, render: (row) => row.reason || '—' },
    { key: 'centre', title: t(fields.centre), width: 190, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    { key: 'action', title: t(texts.action), width: 200, pin: 'right', isAlways: true, render: (row) => <NextStepButtons clearing={row} isOwn={isOwn} /> },
  ]
}

/** The clearings in the reader's scope. */
export function Clearings({ isOwn }: { readonly isOwn: boolean }) {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    ...(state.isForMe && { isForMe: true }),
    ...(state.isOwed && { isOwed: true }),
    ...(state.isPending && { isPending: true }),
  })
  const list = useRead(api.clearings.list, { ...pageRequestOf(state), ...filter })
  const owed = fen(list.data?.owed ?? 0)
  const filters: FilterField<keyof typeof initialState>[] = [
    ...(isOwn ? [] : [{ kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) } as const]),
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, clearingStates, clearingStateNames) },
    { kind: 'flag', name: 'isForMe', label: t(texts.isForMe) },
    { kind: 'flag', name: 'isOwed', label: t(fields.owed) },
    ...(isOwn ? [] : [{ kind: 'flag', name: 'isPending', label: t(fields.pending) } as const]),
  ]
  return (
    <>
      {isOwn && owed > 0 ? <Alert type="warning" title={t(texts.owed, { amount: formatYuan(owed) })} /> : null}
      <FilterBar state={state} onChange={change} initial={initialState} fields={filters} />
      <DataTable
        id={isOwn ? 'own-clearings' : 'clearings'}
        label={t(words.list)}
        columns={useColumns(isOwn)}
        source={list}
        empty={{ reason: t(texts.empty) }}
        tools={<ExportButton file={() => api.clearings.exportList(filter)} />}
        paging={pagingOf(state, list.data, change)}
      />
    </>
  )
}
