import { titleFields as fields, titleStateNames, titleTexts } from '#/api/taxation/titles.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { TitleTag } from './tags.tsx'
import { texts } from './texts.ts'

const InvoiceTitleDialog = onDemand(async () => (await import('./InvoiceTitleDialog.tsx')).InvoiceTitleDialog)

type Title = OutputOf<typeof api.titles.list>['rows'][number]
type Version = OutputOf<typeof api.titles.history>[number]

/** The centre's decision on a title, with the reason. */
function DecisionDialog({ title, what, onClose, onDone }: { title: Title; what: 'approve' | 'reject'; onClose: () => void; onDone: () => void }) {
  const t = useText()
  const decide = useSubmit(api.titles.decide, { onDone, done: t(texts.decided) })
  return (
    <ReasonDialog
      title={t(texts[what])}
      onClose={onClose}
      confirmText={t(texts[what])}
      onConfirm={({ reason }) => void decide.submit({ titleId: title.id, version: title.version, approve: what === 'approve', reason })}
      isDangerous={what === 'reject'}
      submission={decide}
      reason={{ isOptional: what === 'approve' }}
    >
      <p>
        {title.unitName} → <b>{title.name}</b>
      </p>
    </ReasonDialog>
  )
}

function ActiveButton({ title, onDone }: { readonly title: Title; readonly onDone: () => void }) {
  const t = useText()
  const { submit, isBusy } = useSubmit(api.titles.setActive, { onDone, done: t(texts.saved) })
  const toggleActive = () => submit({ titleId: title.id, version: title.version, isActive: !title.isActive })
  return title.isActive ? (
    <ConfirmButton effect={t(texts.disableEffect)} isBusy={isBusy} onPress={toggleActive}>
      {t(texts.disable)}
    </ConfirmButton>
  ) : (
    <Button loading={isBusy} onClick={() => void toggleActive()}>
      {t(texts.enable)}
    </Button>
  )
}

function Actions({ title, onClose }: { readonly title: Title; readonly onClose: () => void }) {
  const t = useText()
  const { open: ask } = useOverlay<'change' | 'approve' | 'reject'>((dialog, close) => {
    const handleDone = () => {
      close()
      onClose()
    }
    if (dialog !== 'change') return <DecisionDialog title={title} what={dialog} onClose={close} onDone={handleDone} />
    return <InvoiceTitleDialog title={title} onClose={handleDone} />
  })
  const target = { titleId: title.id, version: title.version }
  const makeDefault = useSubmit(api.titles.makeDefault, { onDone: onClose })
  return (
    <div className="k-row">
      {can('tt:edit') ? (
        <>
          {title.isDefault ? null : <ActiveButton title={title} onDone={onClose} />}
          {!title.isDefault && title.isActive && title.state === 'approved' ? (
            <Button loading={makeDefault.isBusy} onClick={() => void makeDefault.submit(target)}>
              {t(texts.makeDefault)}
            </Button>
          ) : null}
          <Button type="primary" onClick={() => ask('change')}>
            {t(texts.change)}
          </Button>
        </>
      ) : null}
      {can('fp:check') && title.state === 'pending' ? (
        <>
          <Button danger onClick={() => ask('reject')}>
            {t(texts.reject)}
          </Button>
          <Button type="primary" onClick={() => ask('approve')}>
            {t(texts.approve)}
          </Button>
        </>
      ) : null}
    </div>
  )
}

/** One title: its data, history and actions. */
export function InvoiceTitleDrawer({ title, onClose }: { readonly title: Title; readonly onClose: () => void }) {
  const t = useText()
  const history = useRead(api.titles.history, { titleId: title.id })
  const columns: Column<Version>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'who', title: t(texts.who), width: 100, render: (row) => row.byName || '—' },
    { key: 'name', title: t(fields.name), width: 220, isAlways: true, render: (row) => row.name },
    { key: 'taxNo', title: t(fields.taxNo), width: 190, render: (row) => row.taxNo },
    { key: 'state', title: t(fields.state), width: 110, render: (row) => t(titleStateNames[row.state]) },
    { key: 'active', title: t(fields.isActive), width: 90, render: (row) => t(row.isActive ? titleTexts.active : titleTexts.disabled) },
    { key: 'bank', title: t(fields.bank), width: 220, render: (row) => [row.bank, row.accountNo].filter(Boolean).join(' ') || '—' },
    { key: 'reason', title: t(fields.reason), width: 180, render: (row) => row.reason || '—' },
  ]
  return (
    <DetailDrawer title={title.name} onClose={onClose} width={1080} footer={<Actions title={title} onClose={onClose} />}>
      <div className="k-stack">
        <Facts
          columns={2}
          rows={[
            { label: t(fields.unit), value: title.unitName },
            { label: t(fields.state), value: <TitleTag title={title} /> },
            { label: t(fields.taxNo), value: title.taxNo },
            { label: t(fields.email), value: title.email },
            { label: t(fields.address), value: title.address },
            { label: t(fields.telephone), value: title.telephone },
            { label: t(fields.bank), value: title.bank },
            { label: t(fields.accountNo), value: title.accountNo },
            ...(title.reason ? [{ label: t(fields.reason), value: title.reason, isWide: true }] : []),
          ]}
        />
        <h3>{t(texts.history)}</h3>
        <DataTable
          id="title-versions"
          label={t(texts.history)}
          columns={columns}
          rows={history.data ?? []}
          rowKey={(row) => row.version}
          source={history}
          empty={{ reason: '—' }}
          isPlain
        />
      </div>
    </DetailDrawer>
  )
}
