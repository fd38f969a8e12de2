import { useState } from 'react'
import { contractKindNames, contractModeNames } from '#/api/agreements/contracts.texts.ts'
import { templateStateNames } from '#/api/agreements/templates.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { contractKinds } from '#/domain/contract.ts'
import { pageSizes } from '#/domain/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoment } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { given, keyOf } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { Template } from './Content.tsx'
import { texts } from './texts.ts'

const Content = onDemand(async () => (await import('./Content.tsx')).Content)
const CreateDialog = onDemand(async () => (await import('./CreateDialog.tsx')).CreateDialog)

type Row = OutputOf<typeof api.templates.list>['rows'][number]

const initial = { keyword: '', kind: '', state: '', page: 1, size: 20, open: 0, pane: 'facts' } as const
const tones = { draft: 'grey', enabled: 'green', disabled: 'grey' } as const
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
    { key: 'updatedBy', title: say(texts.updatedBy), width: 170, render: (row) => `${row.updatedBy} ${formatMoment(row.updatedAt)}` },
  ]
}

function Editions({ template }: { readonly template: Template }) {
  const say = useText()
  const [otherId, setOther] = useState(0)
  const found = useRead(api.templates.compare, { id: template.id, otherId: otherId || template.id }, { isEnabled: otherId !== 0 })
  return (
    <div className="k-stack">
      {template.editions.map((each) => (
        <p key={each.id} className="k-row">
          {say(texts.edition)} {each.edition} <StatusTag tone={tones[each.state]}>{say(templateStateNames[each.state])}</StatusTag> {each.updatedBy}{' '}
          {formatMoment(each.updatedAt)}
          {each.id !== template.id && template.format === 'text' ? (
            <Button type="link" onClick={() => setOther(each.id)}>
              {say(texts.compare)}
            </Button>
          ) : null}
        </p>
      ))}
      {found.data && otherId !== 0 ? (
        <section className="k-panel">
          <h3>{say(texts.comparing, { before: found.data.before, after: found.data.after })}</h3>
          {found.data.changes
            .map((change, at) => ({ change, line: at + 1 }))
            .map(({ change, line }) => (
              <p key={line} className={`t-diff t-diff-${change.kind}`}>
                {change.text || ' '}
              </p>
            ))}
        </section>
      ) : null}
    </div>
  )
}

function Actions({ template, onOpen }: { readonly template: Template; readonly onOpen: (id: number) => void }) {
  const say = useText()
  const at = { id: template.id, version: template.version }
  const done = { done: say(texts.done) }
  const enable = useSubmit(api.templates.enable, done)
  const disable = useSubmit(api.templates.disable, done)
  const setDefault = useSubmit(api.templates.setDefault, done)
  const revise = useSubmit(api.templates.revise, { onDone: ({ id }) => onOpen(id) })
  const remove = useSubmit(api.templates.remove, { ...done, onDone: () => onOpen(0) })
  const preview = async () => {
    const { fileId } = await api.templates.preview({ id: template.id })
    const { url } = await api.files.link({ fileId })
    window.open(url, '_blank', 'noopener')
  }
  return (
    <div className="k-row">
      <ActionButton onPress={preview}>{say(texts.preview)}</ActionButton>
      {template.state === 'enabled' ? null : (
        <ActionButton type="primary" reason={template.may.enable} isBusy={enable.isBusy} onPress={() => enable.submit(at)}>
          {say(texts.enable)}
        </ActionButton>
      )}
      {template.may.revise === '' ? (
        <ActionButton isBusy={revise.isBusy} onPress={() => revise.submit(at)}>
          {say(texts.revise)}
        </ActionButton>
      ) : null}
      {template.may.setDefault === '' ? (
        <ActionButton isBusy={setDefault.isBusy} onPress={() => setDefault.submit(at)}>
          {say(texts.setDefault)}
        </ActionButton>
      ) : null}
      {template.may.disable === '' ? (
        <ActionButton danger isBusy={disable.isBusy} onPress={() => disable.submit(at)}>
          {say(texts.disable)}
        </ActionButton>
      ) : null}
      {template.may.remove === '' ? (
        <ActionButton danger isBusy={remove.isBusy} onPress={() => remove.submit(at)}>
          {say(texts.remove)}
        </ActionButton>
      ) : null}
    </div>
  )
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

/** 协议模板: what contracts are drawn up from, in editions. */
export default function TemplatesPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [isCreating, setCreating] = useState(false)
  const filter = given({
    keyword: state.keyword,
    kind: state.kind,
    state: state.state,
  })
  const list = useRead(api.templates.list, { ...filter, page: state.page, size: state.size })
  const read = useRead(api.templates.get, { id: state.open }, { isEnabled: state.open !== 0 })
  const found = state.open !== 0 && read.data?.id === state.open ? read.data : undefined
  const open = (id: number) => change({ open: id, pane: 'facts' })
  return (
    <>
      <PageHeader
        title={say(pageTitles.xyList)}
        actions={
          can('xy:edit') ? (
            <Button type="primary" onClick={() => setCreating(true)}>
              {say(texts.create)}
            </Button>
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
      <DetailDrawer
        isOpen={state.open !== 0}
        title={found?.name ?? ''}
        width={900}
        onClose={() => open(0)}
        pane={state.pane}
        onPane={(pane) => change({ pane })}
        panes={[
          {
            key: 'facts',
            label: say(texts.facts),
            content: <QueryContent query={{ ...read, data: found }}>{(row) => <Content key={`${row.id}-${row.version}`} template={row} />}</QueryContent>,
          },
          {
            key: 'editions',
            label: say(texts.editions),
            content: <QueryContent query={{ ...read, data: found }}>{(row) => <Editions key={row.id} template={row} />}</QueryContent>,
          },
        ]}
      >
        {found ? <Actions template={found} onOpen={open} /> : null}
      </DetailDrawer>
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} onMade={open} /> : null}
    </>
  )
}
