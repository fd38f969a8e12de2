import { useState } from 'react'
import { accountNames, voucherFields as fields, mappingStateNames } from '#/api/taxation/accounting.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

const MappingDialog = onDemand(async () => (await import('./MappingDialog.tsx')).MappingDialog)

export type AccountMapping = OutputOf<typeof api.accounting.mappings>[number]
type Row = AccountMapping['rows'][number]

const MappingTag = stateTag(mappingStateNames, { draft: 'gold', active: 'green', rejected: 'grey' })

function RejectDialog({ mapping, onClose }: { readonly mapping: AccountMapping; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.accounting.decide, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.reject)}
      onClose={onClose}
      confirmText={t(texts.reject)}
      onConfirm={({ reason }) => void decide.submit({ mappingId: mapping.id, version: mapping.version, approve: false, reason })}
      submission={decide}
      isDangerous
    />
  )
}

function DecisionButtons({ mapping }: { readonly mapping: AccountMapping }) {
  const t = useText()
  const { open: openReject } = useOverlay((_, close) => <RejectDialog mapping={mapping} onClose={close} />)
  const decide = useSubmit(api.accounting.decide)
  const target = { mappingId: mapping.id, version: mapping.version }
  return (
    <div className="k-row">
      <ActionButton size="small" type="primary" reason={mapping.whyNot} isBusy={decide.isBusy} onPress={() => decide.submit({ ...target, approve: true })}>
        {t(texts.approve)}
      </ActionButton>
      <ActionButton size="small" danger reason={mapping.whyNot} onPress={() => openReject()}>
        {t(texts.reject)}
      </ActionButton>
    </div>
  )
}

function MappingCard({ mapping }: { readonly mapping: AccountMapping }) {
  const t = useText()
  const columns: Column<Row>[] = [
    { key: 'account', title: t(texts.account), width: 170, isAlways: true, render: (row) => t(accountNames[row.account]) },
    { key: 'code', title: t(fields.code), width: 140, isAlways: true, render: (row) => row.code },
    { key: 'name', title: t(fields.name), width: 220, isAlways: true, render: (row) => row.name },
    { key: 'byUnit', title: t(texts.byUnit), width: 110, isAlways: true, render: (row) => (row.byUnit ? t(texts.yes) : '—') },
  ]
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(texts.firstMonth), value: mapping.firstMonth },
          { label: t(texts.state), value: <MappingTag state={mapping.state} /> },
          { label: t(texts.by), value: `${mapping.madeBy} · ${formatDateTimeSeconds(mapping.madeAt)}` },
          { label: t(texts.checkedBy), value: [mapping.checkedBy, mapping.reason].filter(Boolean).join(' · ') || '—' },
          { label: t(texts.word), value: mapping.word },
        ]}
      />
      <DataTable
        id="acct-mapping"
        label={t(texts.tabMapping)}
        columns={columns}
        rows={mapping.rows}
        rowKey={(row) => row.account}
        empty={{ reason: '—' }}
        isPlain
      />
      {mapping.state === 'draft' && can('acct:check') ? <DecisionButtons mapping={mapping} /> : null}
    </div>
  )
}

/** The versions of the mapping, with a button for a new one. */
export function Mappings({ month, ...place }: { readonly centreId: number; readonly mode: 1 | 2; readonly month: string }) {
  const t = useText()
  const [shown, show] = useState(0)
  const [isNew, setNew] = useState(false)
  const detailQuery = useRead(api.accounting.mappings, place)
  return (
    <QueryContent query={detailQuery} lines={8}>
      {(all) => {
        const open = all.find(({ id }) => id === shown) ?? all[0]
        return (
          <div className="k-stack">
            {open ? (
              <>
                {all.length > 1 ? (
                  <Segmented
                    aria-label={t(texts.tabMapping)}
                    value={String(open.id)}
                    onChange={(id: string) => show(Number(id))}
                    options={all.map((each) => ({ value: String(each.id), label: `${each.firstMonth} · ${t(mappingStateNames[each.state])}` }))}
                  />
                ) : null}
                <MappingCard key={open.id} mapping={open} />
              </>
            ) : (
              <EmptyState reason={t(texts.noMapping)} />
            )}
            {can('acct:edit') ? (
              <div className="k-row">
                <Button onClick={() => setNew(true)}>{t(texts.draftNew)}</Button>
              </div>
            ) : null}
            {isNew ? <MappingDialog {...place} month={month} like={open} onClose={() => setNew(false)} onDone={show} /> : null}
          </div>
        )
      }}
    </QueryContent>
  )
}
