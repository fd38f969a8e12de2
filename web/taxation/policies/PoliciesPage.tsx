import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { draftStateNames, lawGradeNames } from '#/api/taxation/policies.texts.ts'
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
import { Points } from './Points.tsx'
import { texts } from './texts.ts'
import { EffectTag, toneOf } from './values.tsx'
import { DraftsToPublishFilter, useForMeFilter, Years } from './Years.tsx'

const VersionDrawer = onDemand(async () => (await import('./VersionDrawer.tsx')).VersionDrawer)
const DraftDrawer = onDemand(async () => (await import('./DraftDrawer.tsx')).DraftDrawer)
const BeginDialog = onDemand(async () => (await import('./DraftDialogs.tsx')).BeginDialog)

export type PolicyVersion = OutputOf<typeof api.policies.versions>[number]
type Row = OutputOf<typeof api.policies.drafts>[number]

const initialState = { pane: 'versions', version: '', draft: '', isForMe: false } as const
const allowedValues = { pane: ['drafts', 'points', 'calendar'] } as const

function Versions({ open, onOpen }: { readonly open: string; readonly onOpen: (version: string) => void }) {
  const t = useText()
  const versions = useRead(api.policies.versions, {})
  const columns: Column<PolicyVersion>[] = [
    { key: 'version', title: t(texts.version), width: 130, isAlways: true, pin: 'left', render: (row) => row.version },
    { key: 'state', title: t(texts.state), width: 100, isAlways: true, render: (row) => <EffectTag when={row.when} /> },
    { key: 'firstDay', title: t(texts.firstDay), width: 115, isAlways: true, render: (row) => row.firstDay },
    { key: 'lastDay', title: t(texts.lastDay), width: 115, render: (row) => row.lastDay ?? t(texts.noEnd) },
    { key: 'source', title: t(texts.source), width: 320, isCut: true, render: (row) => row.source },
    { key: 'grade', title: t(texts.grade), width: 130, render: (row) => (row.grade ? t(lawGradeNames[row.grade]) : '—') },
    {
      key: 'origin',
      title: t(texts.origin),
      width: 170,
      render: (row) => (row.publishedBy === null ? t(texts.program) : t(texts.publishedBy, { name: row.publishedBy })),
    },
    { key: 'changed', title: t(texts.changedCount), width: 90, align: 'right', render: (row) => row.changes.length || '—' },
    { key: 'batches', title: t(texts.batches), width: 120, align: 'right', render: (row) => row.batches },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.version, onOpen: (row) => onOpen(row.version) }),
  ]
  const openVersion = useOpenRow(versions.data, ({ version }) => version === open)
  return (
    <>
      <DataTable
        id="tax-policies"
        label={t(texts.versions)}
        columns={columns}
        rows={versions.data ?? []}
        rowKey={(row) => row.version}
        source={versions}
        empty={{ reason: '—' }}
        onOpen={(row) => onOpen(row.version)}
        openKey={open || null}
      />
      {openVersion ? <VersionDrawer version={openVersion} onClose={() => onOpen('')} /> : null}
    </>
  )
}

function Drafts({ open, onOpen }: { readonly open: string; readonly onOpen: (id: string) => void }) {
  const t = useText()
  const [{ isForMe }] = useForMeFilter()
  const drafts = useRead(api.policies.drafts, isForMe ? { isForMe } : {})
  const columns: Column<Row>[] = [
    { key: 'version', title: t(texts.version), width: 130, isAlways: true, pin: 'left', render: (row) => row.policyVersion },
    {
      key: 'state',
      title: t(texts.state),
      width: 100,
      isAlways: true,
      render: (row) => <StatusTag tone={toneOf(row.state)}>{t(draftStateNames[row.state])}</StatusTag>,
    },
    { key: 'firstDay', title: t(texts.firstDay), width: 115, isAlways: true, render: (row) => row.firstDay },
    { key: 'base', title: t(texts.base), width: 110, render: (row) => row.baseVersion },
    { key: 'changed', title: t(texts.changedCount), width: 90, align: 'right', render: (row) => row.changed },
    { key: 'source', title: t(texts.source), width: 300, isCut: true, render: (row) => row.source },
    { key: 'madeBy', title: t(texts.madeBy), width: 120, render: (row) => row.madeBy },
    { key: 'published', title: t(draftStateNames.published), width: 120, render: (row) => row.publishedBy ?? '—' },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.policyVersion, onOpen: (row) => onOpen(String(row.id)) }),
  ]
  return (
    <>
      <DraftsToPublishFilter />
      <DataTable
        id="tax-policy-drafts"
        label={t(texts.drafts)}
        columns={columns}
        rows={drafts.data ?? []}
        source={drafts}
        empty={{ reason: t(texts.noDrafts) }}
        onOpen={(row) => onOpen(String(row.id))}
        openKey={open === '' ? null : Number(open)}
      />
      {/^\d+$/.test(open) ? <DraftDrawer key={open} id={Number(open)} onClose={() => onOpen('')} /> : null}
    </>
  )
}

/** 税务政策: versions of the law, drafts, open points and working days. */
export default function PoliciesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isNew, setNew] = useState(false)
  const panes = [
    { key: 'versions', label: t(texts.versions), children: <Versions open={state.version} onOpen={(version) => change({ version })} /> },
    { key: 'drafts', label: t(texts.drafts), children: <Drafts open={state.draft} onOpen={(draft) => change({ draft })} /> },
    { key: 'points', label: t(texts.points), children: <Points /> },
    { key: 'calendar', label: t(texts.calendar), children: <Years /> },
  ]
  return (
    <>
      <PageHeader
        title={t(pageTitles.taxPolicies)}
        note={t(texts.note)}
        actions={
          can('policy:edit') ? (
            <Button type="primary" onClick={() => setNew(true)}>
              {t(texts.begin)}
            </Button>
          ) : null
        }
      />
      <Tabs
        activeKey={state.pane}
        onChange={(key) =>
          change({ pane: key === 'drafts' || key === 'points' || key === 'calendar' ? key : 'versions', version: '', draft: '', isForMe: false })
        }
        items={panes}
        destroyOnHidden
      />
      {isNew ? <BeginDialog onClose={() => setNew(false)} onDone={(id) => change({ pane: 'drafts', draft: String(id) })} /> : null}
    </>
  )
}
