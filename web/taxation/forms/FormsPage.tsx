import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { formKindNames } from '#/api/taxation/forms.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Files } from './Files.tsx'
import { texts } from './texts.ts'

const KindDrawer = onDemand(async () => (await import('./KindDrawer.tsx')).KindDrawer)
const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog)

type Row = OutputOf<typeof api.forms.kinds>[number]

const initialState = { pane: 'templates', kind: '' } as const
const allowedValues = { pane: ['files'] } as const

function useColumns(open: (kind: string) => void): Column<Row>[] {
  const t = useText()
  const currentEditionText = ({ current }: Row) => (current ? t(texts.since, { edition: current.edition, firstDay: current.firstDay }) : t(texts.builtIn))
  return [
    { key: 'form', title: t(texts.form), width: 260, isAlways: true, pin: 'left', render: (row) => t(formKindNames[row.kind]) },
    {
      key: 'inUse',
      title: t(texts.inUse),
      width: 230,
      isAlways: true,
      render: (row) =>
        row.isInForce ? (
          <StatusTag tone={row.current ? 'green' : 'gold'}>{currentEditionText(row)}</StatusTag>
        ) : (
          <StatusTag tone="grey">{t(texts.notInForce)}</StatusTag>
        ),
    },
    { key: 'unconfirmed', title: t(texts.unconfirmed), width: 140, align: 'right', render: (row) => (row.current ? '—' : row.unconfirmed.length) },
    {
      key: 'drafts',
      title: t(texts.drafts),
      width: 90,
      align: 'right',
      render: (row) => row.editions.filter(({ state }) => state === 'draft').length || '—',
    },
    { key: 'source', title: t(texts.source), width: 360, isCut: true, render: (row) => row.source },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => t(formKindNames[row.kind]), onOpen: (row) => open(row.kind) }),
  ]
}

/** 官方表单: templates of the tax offices' import files, and the filled-in files. */
export default function FormsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isNew, setNew] = useState(false)
  const kinds = useRead(api.forms.kinds, {})
  const columns = useColumns((kind) => change({ kind }))
  const open = useOpenRow(kinds.data, (each) => each.kind === state.kind)
  const table = (
    <DataTable
      id="tax-forms"
      label={t(texts.templates)}
      columns={columns}
      rows={kinds.data ?? []}
      rowKey={(row) => row.kind}
      source={kinds}
      empty={{ reason: t(texts.noEditions) }}
      onOpen={(row) => change({ kind: row.kind })}
      openKey={state.kind || null}
    />
  )
  return (
    <>
      <PageHeader
        title={t(pageTitles.taxForms)}
        note={t(texts.note)}
        actions={
          can('form:edit') ? (
            <Button type="primary" onClick={() => setNew(true)}>
              {t(texts.upload)}
            </Button>
          ) : null
        }
      />
      <Tabs
        activeKey={state.pane}
        onChange={(key) => change({ pane: key === 'files' ? 'files' : 'templates' })}
        items={[
          { key: 'templates', label: t(texts.templates), children: table },
          { key: 'files', label: t(texts.files), children: <Files /> },
        ]}
        destroyOnHidden
      />
      {open ? <KindDrawer kind={open} onClose={() => change({ kind: '' })} /> : null}
      {isNew ? <UploadDialog onClose={() => setNew(false)} onDone={(kind) => change({ kind, pane: 'templates' })} /> : null}
    </>
  )
}
