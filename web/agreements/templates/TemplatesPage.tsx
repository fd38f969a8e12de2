import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractKindNames } from '#/api/agreements/contracts.texts.ts'
import { templateStateNames } from '#/api/agreements/templates.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { contractKinds } from '#/domain/agreements/contract.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { keyOf, setConditions } from '#/web/ui/url-state.ts'
import { useCreateLink } from '#/web/ui/useCreateLink.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { TemplateTag } from './TemplateTag.ts'
import { texts } from './texts.ts'

const TemplateDrawer = onDemand(async () => (await import('./TemplateDrawer.tsx')).TemplateDrawer)
const CreateDialog = onDemand(async () => (await import('./CreateDialog.tsx')).CreateDialog)

type Row = OutputOf<typeof api.templates.list>['rows'][number]

const initialState = { keyword: '', kind: '', state: '', page: 1, size: 20, open: 0, pane: 'facts' } as const
const allowedValues = { kind: contractKinds, state: keyOf(templateStateNames), size: pageSizes } as const

function useColumns(): Column<Row>[] {
  const t = useText()
  return [
    { key: 'name', title: t(texts.name), width: 220, isAlways: true, pin: 'left', isCut: true, render: (row) => row.name },
    { key: 'kind', title: t(texts.kind), width: 130, render: (row) => t(contractKindNames[row.kind]) },
    { key: 'mode', title: t(texts.mode), width: 110, render: (row) => (row.mode === null ? t(texts.anyMode) : t(contractModeNames[row.mode])) },
    { key: 'edition', title: t(texts.edition), width: 70, align: 'right', render: (row) => row.edition },
    { key: 'centre', title: t(texts.centre), width: 150, isCut: true, render: (row) => row.centreName ?? t(texts.platform) },
    { key: 'variables', title: t(texts.variables), width: 80, align: 'right', render: (row) => row.variables },
    { key: 'uses', title: t(texts.uses), width: 90, align: 'right', render: (row) => row.uses },
    {
      key: 'state',
      title: t(texts.state),
      width: 140,
      render: (row) => (
        <span className="k-row">
          <TemplateTag state={row.state} />
          {row.isDefault ? <StatusTag tone="blue">{t(texts.isDefault)}</StatusTag> : null}
        </span>
      ),
    },
    { key: 'effective', title: t(texts.effective), width: 120, render: (row) => row.effectiveFrom ?? '—' },
    { key: 'updatedBy', title: t(texts.updatedBy), width: 170, render: (row) => `${row.updatedBy} ${formatDateTime(row.updatedAt)}` },
  ]
}

function useFilterFields(): FilterField<'keyword' | 'kind' | 'state'>[] {
  const t = useText()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword) },
    {
      kind: 'choice',
      name: 'kind',
      label: t(texts.kind),
      choices: contractKinds.map((value) => ({ value, label: t(contractKindNames[value]) })),
    },
    {
      kind: 'choice',
      name: 'state',
      label: t(texts.state),
      choices: (['enabled', 'draft', 'disabled'] as const).map((value) => ({ value, label: t(templateStateNames[value]) })),
    },
  ]
}

/** 协议模板: the templates of contracts and their editions. */
export default function TemplatesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isCreating, setCreating] = useState(false)
  useCreateLink(can('xy:edit'), () => setCreating(true))
  const user = useUser()
  const filter = setConditions({
    keyword: state.keyword,
    kind: state.kind,
    state: state.state,
  })
  const list = useRead(api.templates.list, { ...filter, page: state.page, size: state.size })
  const addStarters = useSubmit(api.templates.addStarters)
  const confirmStarters = () =>
    confirm({
      title: t(texts.startersTitle),
      content: t(texts.startersNotice),
      okText: t(texts.addStarters),
      onOk: () => addStarters.submit({}),
    })
  const open = (id: number) => change({ open: id, pane: 'facts' })
  return (
    <>
      <PageHeader
        title={t(pageTitles.xyList)}
        actions={
          can('xy:edit') ? (
            <>
              {user?.usertype === userType.platform ? (
                <Button onClick={confirmStarters} loading={addStarters.isBusy}>
                  {t(texts.addStarters)}
                </Button>
              ) : null}
              <Button type="primary" onClick={() => setCreating(true)}>
                {t(texts.create)}
              </Button>
            </>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields()} />
      <DataTable
        id="templates"
        label={t(pageTitles.xyList)}
        columns={useColumns()}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => open(row.id)}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {state.open === 0 ? null : <TemplateDrawer key={state.open} id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onOpen={open} />}
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} onMade={open} /> : null}
    </>
  )
}
