import { useState } from 'react'
import { centreFields } from '#/api/organisations/centres.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { parseYesNo, setConditions, yesNoChoices } from '#/web/ui/url-state.ts'
import { useCreateLink } from '#/web/ui/useCreateLink.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const CentreDrawer = onDemand(
  async () => (await import('./CentreDrawer.tsx')).CentreDrawer,
  ({ id }) => id !== 0,
)

const PlatformCertificate = onDemand(async () => (await import('#/web/organisations/certificates/public.tsx')).PlatformCertificate)

const CentreDialog = onDemand(async () => (await import('./CentreDialog.tsx')).CentreDialog)

const PersonLimitDialog = onDemand(async () => (await import('./PersonLimitDialog.tsx')).PersonLimitDialog)

export type ListedCentre = OutputOf<typeof api.centres.list>['rows'][number]

const initialState = { keyword: '', mode: '', isActive: '', page: 1, size: 20, open: 0, pane: 'basics' } as const
const allowedValues = { mode: [1, 2], isActive: yesNoChoices, size: pageSizes } as const

function useColumns(): Column<ListedCentre>[] {
  const t = useText()
  return [
    { key: 'code', title: t(centreFields.code), width: 80, isAlways: true, pin: 'left', render: (row) => row.code },
    { key: 'name', title: t(centreFields.name), width: 160, isCut: true, render: (row) => row.name },
    {
      key: 'status',
      title: t(centreFields.status),
      width: 100,
      render: (row) => (
        <StatusTag tone={row.isActive ? 'green' : 'grey'} title={row.statusReason}>
          {t(row.isActive ? texts.active : texts.inactive)}
        </StatusTag>
      ),
    },
    { key: 'legal', title: t(centreFields.legalName), width: 250, isCut: true, render: (row) => row.legalName },
    { key: 'modes', title: t(centreFields.modes), width: 180, render: (row) => joinList(row.modes.map((mode) => t(modeNames[mode] ?? texts.all))) },
    { key: 'units', title: t(centreFields.unitCount), width: 90, align: 'right', render: (row) => row.unitCount },
    { key: 'paid', title: t(centreFields.monthNet), width: 150, align: 'right', render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} /> },
    moneyColumn('balance', t(centreFields.balance), 160),
    { key: 'ages', title: t(centreFields.ages), width: 110, render: (row) => t(texts.years, { min: row.ageMin, max: row.ageMax }) },
    { key: 'single', title: t(centreFields.singleLimit), width: 140, align: 'right', render: (row) => <Money value={row.singleLimit} /> },
    { key: 'month', title: t(centreFields.monthLimit), width: 140, align: 'right', render: (row) => <Money value={row.monthLimit} /> },
    { key: 'directors', title: t(centreFields.directors), width: 130, isCut: true, render: (row) => joinList(row.directors) || '—' },
    { key: 'tax', title: t(centreFields.taxAuthority), width: 230, isCut: true, render: (row) => row.taxAuthority },
    { key: 'credit', title: t(centreFields.creditCode), width: 190, isHiddenAtFirst: true, render: (row) => row.creditCode },
  ]
}

/** 运营中心管理: the centres of the platform, with their rules, channels and people. */
export default function CentresPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isMaking, setMaking] = useState(false)
  useCreateLink(can('centre:edit'), () => setMaking(true))
  const [isLimiting, setLimiting] = useState(false)
  const list = useRead(api.centres.list, {
    page: state.page,
    size: state.size,
    ...setConditions({
      keyword: state.keyword,
      mode: state.mode,
      isActive: parseYesNo(state.isActive),
    }),
  })
  return (
    <>
      <PageHeader
        title={t(pageTitles.userMsList)}
        actions={
          <>
            {useUser()?.usertype === userType.platform ? <PlatformCertificate /> : null}
            <Button onClick={() => setLimiting(true)}>{t(texts.personLimit)}</Button>
            {can('centre:edit') ? (
              <Button type="primary" onClick={() => setMaking(true)}>
                {t(texts.add)}
              </Button>
            ) : null}
          </>
        }
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 240 },
          { kind: 'choice', name: 'mode', label: t(centreFields.modes), choices: allChoicesOf(t, modeNames) },
          {
            kind: 'choice',
            name: 'isActive',
            label: t(centreFields.status),
            choices: [
              { value: 'yes', label: t(texts.active) },
              { value: 'no', label: t(texts.inactive) },
            ],
          },
        ]}
      />
      <DataTable
        id="centres"
        label={t(pageTitles.userMsList)}
        columns={useColumns()}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <CentreDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} />
      {isMaking ? <CentreDialog centre={null} onClose={() => setMaking(false)} /> : null}
      {isLimiting ? <PersonLimitDialog onClose={() => setLimiting(false)} /> : null}
    </>
  )
}
