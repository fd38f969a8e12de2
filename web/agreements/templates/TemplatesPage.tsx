import { useState } from 'react'
import { contractKindNames, contractModeNames } from '#/api/agreements/contracts.texts.ts'
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
import { texts } from './texts.ts'
import { tones } from './tones.ts'

const TemplateDrawer = onDemand(async () => (await import('./TemplateDrawer.tsx')).TemplateDrawer)
const CreateDialog = onDemand(async () => (await import('./CreateDialog.tsx')).CreateDialog)

type Row = OutputOf<typeof api.templates.list>['rows'][number]

const initial = { keyword: '', kind: '', state: '', page: 1, size: 20, open: 0, pane: 'facts' } as const
const allowed = { kind: contractKinds, state: keyOf(tones), size: pageSizes } as const

function useColumns(): Column<Row>[] {
  const say = useText()
  return [
    { key: 'name', title: say(texts.name), width: 220, isAlways: true, pin: 'left', isCut: true, render: (row) => row.name },
    { key: 'kind', title: say(texts.kind), width: 130, render: (row) => say(contractKindNames[row.kind]) },
    { key: 'mode', title: say(texts.mode), width: 110, render: (row) => (row.mode === null ? say(texts.anyMode) : say(contractModeNames[row.mode])) },
    { key: 'edition', title: say(texts.edition), width: 70, align: 'right', render: (row) => row.edition },
    { key: 'centre', title: say(texts.centre), width: 150, isCut: true, render: (row) => row.centreName ?? say(texts.platform) },
    { key: 'variables', title: say(texts.variables), width: 80, align: 'right', render: (row) => row.variables },
    { key: 'uses', title: say(texts.uses), width: 90, align: 'right', render: (row) => row.uses },
    {
      key: 'state',
      title: say(texts.state),
      width: 140,
      render: (row) => (
        <span className="k-row">
          <StatusTag tone={tones[row.state]}>{say(templateStateNames[row.state])}</StatusTag>
          {row.isDefault ? <StatusTag tone="blue">{say(texts.isDefault)}</StatusTag> : null}
        </span>
      ),
    },
    { key: 'effective', title: say(texts.effective), width: 120, render: (row) => row.effectiveFrom ?? '—' },
    { key: 'updatedBy', title: say(texts.updatedBy), width: 170, render: (row) => `${row.updatedBy} ${formatDateTime(row.updatedAt)}` },
  ]
}

function useFields(): FilterField<'keyword' | 'kind' | 'state'>[] {
  const say = useText()
  return [
    { kind: 'text', name: 'keyword', label: say(texts.keyword) },
    {
      kind: 'choice',
      name: 'kind',
      label: say(texts.kind),
      choices: contractKinds.map((value) => ({ value, label: say(contractKindNames[value]) })),
    },
    {
      kind: 'choice',
      name: 'state',
      label: say(texts.state),
      choices: (['enabled', 'draft', 'disabled'] as const).map((value) => ({ value, label: say(templateStateNames[value]) })),
    },
  ]
}

/** 协议模板: the templates of contracts and their editions. */
export default function TemplatesPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [isCreating, setCreating] = useState(false)
  useCreateLink(can('xy:edit'), () => setCreating(true))
  const user = useUser()
  const filter = setConditions({
    keyword: state.keyword,
    kind: state.kind,
    state: state.state,
  })
  const list = useRead(api.templates.list, { ...filter, page: state.page, size: state.size })
  const starters = useSubmit(api.templates.addStarters)
  const askStarters = () =>
    confirm({
      title: say(texts.startersTitle),
      content: say(texts.startersNotice),
      okText: say(texts.addStarters),
      onOk: () => starters.submit({}),
    })
  const open = (id: number) => change({ open: id, pane: 'facts' })
  return (
    <>
      <PageHeader
        title={say(pageTitles.xyList)}
        actions={
          can('xy:edit') ? (
            <>
              {user?.usertype === userType.platform ? (
                <Button onClick={askStarters} loading={starters.isBusy}>
                  {say(texts.addStarters)}
                </Button>
              ) : null}
              <Button type="primary" onClick={() => setCreating(true)}>
                {say(texts.create)}
              </Button>
            </>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initial} fields={useFields()} />
      <DataTable
        id="templates"
        label={say(pageTitles.xyList)}
        columns={useColumns()}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.none) }}
        onOpen={(row) => open(row.id)}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {state.open === 0 ? null : <TemplateDrawer key={state.open} id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onOpen={open} />}
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} onMade={open} /> : null}
    </>
  )
}
