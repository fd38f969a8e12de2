import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractFields, contractKindNames, effectNames, partyNames, signStateNames, sourceNames } from '#/api/agreements/contracts.texts.ts'
import { contractKinds, contractSources, signStates } from '#/domain/agreements/contract.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, session, useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { keyOf, periodRules, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { openSignPage } from './files.ts'
import { type Contract, EffectTag, SigningTag } from './tags.tsx'
import { texts } from './texts.ts'

const ContractDrawer = onDemand(
  async () => (await import('./ContractDrawer.tsx')).ContractDrawer,
  ({ id }) => id !== 0,
)

const CreateDialog = onDemand(async () => (await import('./CreateDialogs.tsx')).CreateDialog)
const LazyBulkDialog = onDemand(async () => (await import('./BulkStartDialog.tsx')).BulkStartDialog)
const PaperDialog = onDemand(async () => (await import('./CreateDialogs.tsx')).PaperDialog)

const initialState = {
  keyword: '',
  kind: '',
  state: '',
  effect: '',
  source: '',
  from: '',
  to: '',
  isEnding: false,
  isMine: false,
  isToCheck: false,
  isUnordered: false,
  ...firstPage,
  open: 0,
  pane: 'facts',
} as const
const allowedValues = {
  kind: contractKinds,
  state: signStates,
  effect: keyOf(effectNames),
  source: keyOf(sourceNames),
  size: pageSizes,
  ...periodRules,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>

/** User types that sign: units, operators, partners. Platform and centre staff only view. */
const signingUserTypes: readonly (number | undefined)[] = [2, 3, 5]

function useColumns(isGuide: boolean): Column<Contract>[] {
  const t = useText()
  const partyName = (row: Contract, which: 'a' | 'b' | 'c') => row.parties.find((each) => each.party === which)?.name ?? '—'
  const commonColumns: Column<Contract>[] = [
    { key: 'no', title: t(contractFields.no), width: 190, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'name', title: t(contractFields.name), width: 200, isCut: true, render: (row) => row.name },
    { key: 'kind', title: t(contractFields.kind), width: 120, render: (row) => t(contractKindNames[row.kind]) },
    { key: 'a', title: t(partyNames.a), width: 190, isCut: true, render: (row) => partyName(row, 'a') },
    { key: 'b', title: t(partyNames.b), width: 190, isCut: true, render: (row) => partyName(row, 'b') },
  ]
  const state: Column<Contract> = { key: 'state', title: t(contractFields.state), width: 130, render: (row) => <SigningTag row={row} /> }
  const signingColumn: Column<Contract> = {
    key: 'action',
    title: t(texts.action),
    width: 110,
    pin: 'right',
    isAlways: true,
    render: (row) =>
      row.ownTaskId === null ? null : (
        <ActionButton type="link" onPress={() => openSignPage(row.ownTaskId ?? 0)}>
          {t(texts.goSign)}
        </ActionButton>
      ),
  }
  const action = signingUserTypes.includes(useUser()?.usertype) ? [signingColumn] : []
  if (isGuide)
    return [
      ...commonColumns,
      { key: 'waiting', title: t(contractFields.waitingFor), width: 150, isCut: true, render: (row) => row.waitingFor ?? '—' },
      state,
      { key: 'sent', title: t(contractFields.sentAt), width: 150, render: (row) => formatDateTime(row.sentAt) || '—' },
      { key: 'deadline', title: t(contractFields.deadline), width: 150, render: (row) => formatDateTime(row.deadline) || '—' },
      { key: 'reminders', title: t(contractFields.reminders), width: 110, align: 'right', render: (row) => row.reminders },
      ...action,
    ]
  return [
    ...commonColumns,
    { key: 'c', title: t(partyNames.c), width: 150, isCut: true, isHiddenAtFirst: true, render: (row) => partyName(row, 'c') },
    { key: 'mode', title: t(contractFields.mode), width: 110, render: (row) => t(contractModeNames[row.mode]) },
    moneyColumn('cap', t(contractFields.cap), 140),
    moneyColumn('used', t(contractFields.used), 140),
    { key: 'period', title: t(contractFields.period), width: 200, render: (row) => `${row.from} — ${row.to}` },
    { key: 'daysLeft', title: t(contractFields.daysLeft), width: 90, align: 'right', render: (row) => row.daysLeft ?? '—' },
    state,
    { key: 'effect', title: t(contractFields.effect), width: 100, render: (row) => <EffectTag effect={row.effect} /> },
    { key: 'source', title: t(contractFields.source), width: 90, render: (row) => t(sourceNames[row.source]) },
    ...action,
  ]
}

function filterOf(state: State) {
  return setConditions({
    keyword: state.keyword,
    kinds: state.kind ? [state.kind] : [],
    states: state.state ? [state.state] : [],
    effect: state.effect,
    source: state.source,
    from: state.from,
    to: state.to,
    isEnding: state.isEnding || undefined,
    isMine: state.isMine || undefined,
    isToCheck: state.isToCheck || undefined,
    isUnordered: state.isUnordered || undefined,
  })
}

function Filters({ state, onChange }: { readonly state: State; readonly onChange: (patch: Partial<State>) => void }) {
  const t = useText()
  return (
    <FilterBar
      state={state}
      onChange={onChange}
      initial={initialState}
      fields={[
        { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
        { kind: 'choice', name: 'kind', label: t(contractFields.kind), choices: choicesOf(t, contractKinds, contractKindNames) },
        { kind: 'choice', name: 'state', label: t(contractFields.state), choices: choicesOf(t, signStates, signStateNames) },
        { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
        { kind: 'flag', name: 'isEnding', label: t(texts.ending) },
        { kind: 'flag', name: 'isMine', label: t(texts.mine) },
        ...(can('ht:check') ? [{ kind: 'flag', name: 'isToCheck', label: t(texts.isToCheck) } as const] : []),
        ...(can('orders:make') ? [{ kind: 'flag', name: 'isUnordered', label: t(texts.isUnordered) } as const] : []),
        { kind: 'choice', name: 'source', label: t(contractFields.source), choices: choicesOf(t, contractSources, sourceNames) },
      ]}
    />
  )
}

function useRemind() {
  const t = useText()
  return useSubmit(api.contracts.remind, {
    done: ({ ok, fail: [first, ...more] }) => first && t(texts.notReminded, { ok: ok.length, fail: more.length + 1, reason: first.reason }),
    tone: ({ fail }) => (fail.length > 0 ? 'warning' : 'success'),
  })
}

type OpenDialog = 'create' | 'many' | 'paper' | null

/** Returns the list of contracts with its actions, for the contract page or the signing page. */
export function useContracts(isGuide: boolean) {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [open, setOpen] = useState<OpenDialog>(null)
  const [keys, setKeys] = useState<(number | string)[]>([])
  const filter = filterOf(state)
  const list = useRead(api.contracts.list, { ...filter, ...pageRequestOf(state) }, { follows: ['contracts'] })
  const remind = useRemind()
  const createZip = useSubmit(api.contracts.zip)
  const user = useUser()
  const mode = user?.usertype === userType.centre && session.mode() === '1' ? settlementMode.individualBusiness : settlementMode.generalContract
  const canCreateContract = can('ht:make')
  const actions = canCreateContract ? (
    <div className="k-row">
      <Button type="primary" onClick={() => setOpen(isGuide ? 'many' : 'create')}>
        {t(isGuide ? texts.many : texts.create)}
      </Button>
      {isGuide ? null : (
        <>
          <Button onClick={() => setOpen('many')}>{t(texts.many)}</Button>
          <Button onClick={() => setOpen('paper')}>{t(texts.paper)}</Button>
        </>
      )}
    </div>
  ) : null
  const ids = keys.map(Number)
  const table = (
    <>
      <Filters state={state} onChange={change} />
      <DataTable
        id={isGuide ? 'signing' : 'contracts'}
        label={t(texts.guide)}
        columns={useColumns(isGuide)}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={<ExportButton file={() => api.contracts.exportList(filter)} />}
        selection={{
          keys,
          onChange: setKeys,
          actions: (
            <>
              {canCreateContract ? (
                <ConfirmButton isBusy={remind.isBusy} effect={t(texts.remindEffect)} onPress={() => remind.submit({ ids })}>
                  {t(texts.remind)}
                </ConfirmButton>
              ) : null}
              <ActionButton isBusy={createZip.isBusy} onPress={() => createZip.submit({ ids })}>
                {t(texts.zip)}
              </ActionButton>
            </>
          ),
        }}
        paging={pagingOf(state, list.data, change)}
      />
      <ContractDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onOpen={(id) => change({ open: id, pane: 'facts' })} />
      {open === 'create' ? <CreateDialog mode={mode} onClose={() => setOpen(null)} onMade={(id) => change({ open: id })} /> : null}
      {open === 'paper' ? <PaperDialog mode={mode} onClose={() => setOpen(null)} onMade={(id) => change({ open: id })} /> : null}
      {open === 'many' ? <LazyBulkDialog mode={mode} onClose={() => setOpen(null)} /> : null}
    </>
  )
  return { table, actions, counts: list.data?.counts, change }
}
