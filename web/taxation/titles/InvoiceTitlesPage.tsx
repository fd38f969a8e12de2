import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { titleFields as fields, titleStateNames, titleTexts } from '#/api/taxation/titles.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import { titleStates } from '#/domain/taxation/title.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { useListedRow } from '#/web/parts/useListedRow.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { TitleTag } from './tags.tsx'
import { texts } from './texts.ts'

const InvoiceTitleDialog = onDemand(async () => (await import('./InvoiceTitleDialog.tsx')).InvoiceTitleDialog)
const InvoiceTitleDrawer = onDemand(async () => (await import('./InvoiceTitleDrawer.tsx')).InvoiceTitleDrawer)

type Title = OutputOf<typeof api.titles.list>['rows'][number]

const initialState = { keyword: '', states: [], isActive: false, open: 0, page: 1, size: defaultPageSize } as const
const allowedValues = { states: titleStates, size: pageSizes } as const

function useColumns(open: (id: number) => void): Column<Title>[] {
  const t = useText()
  const textColumn = (key: 'taxNo' | 'address' | 'telephone' | 'bank' | 'accountNo' | 'email', width: number): Column<Title> => ({
    key,
    title: t(fields[key]),
    width,
    isCut: true,
    render: (row) => row[key] || '—',
  })
  return [
    { key: 'name', title: t(fields.name), width: 240, isAlways: true, isCut: true, render: (row) => row.name },
    { ...textColumn('taxNo', 190), isAlways: true },
    { key: 'state', title: t(fields.state), width: 120, isAlways: true, render: (row) => <TitleTag title={row} /> },
    {
      key: 'default',
      title: t(fields.isDefault),
      width: 140,
      render: (row) => (row.isDefault ? <StatusTag tone="blue">{t(fields.isDefault)}</StatusTag> : '—'),
    },
    { key: 'special', title: t(texts.special), width: 110, render: (row) => (row.isForSpecial ? t(titleTexts.yes) : '—') },
    textColumn('address', 220),
    textColumn('telephone', 140),
    textColumn('bank', 200),
    textColumn('accountNo', 190),
    textColumn('email', 190),
    { key: 'unit', title: t(fields.unit), width: 220, isCut: true, render: (row) => row.unitName },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.name, onOpen: (row) => open(row.id) }),
  ]
}

/** 发票抬头: the invoice titles of units. */
export default function InvoiceTitlesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isAdding, setAdding] = useState(false)
  // Titles belong to units. A super account has the key but no unit.
  const isUnit = useUser()?.usertype === userType.unit
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], isActive: state.isActive || undefined })
  const list = useRead(api.titles.list, { page: state.page, size: state.size, ...filter })
  const listedTitle = useListedRow(list, state.open, { call: api.titles.list, alone: { titleId: state.open } })
  return (
    <>
      <PageHeader
        title={t(pageTitles.ttList)}
        actions={
          can('tt:edit') && isUnit ? (
            <Button type="primary" onClick={() => setAdding(true)}>
              {t(texts.add)}
            </Button>
          ) : null
        }
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keyword) },
          { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, titleStates, titleStateNames) },
          { kind: 'flag', name: 'isActive', label: t(texts.isActive) },
        ]}
      />
      <DataTable
        id="titles"
        label={t(pageTitles.ttList)}
        columns={useColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.none) }}
        tools={<ExportButton file={() => api.titles.exportList(filter)} />}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {listedTitle ? <InvoiceTitleDrawer title={listedTitle} onClose={() => change({ open: 0 })} /> : null}
      {isAdding ? <InvoiceTitleDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}
