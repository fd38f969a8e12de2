import { settlementMode } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { Money } from '#/web/ui/Money.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { SendOrdersButton } from './IssuingOrders.tsx'
import type { ApplicationDetail } from './tags.tsx'
import { texts } from './texts.ts'

type ReasonedAction = 'approve' | 'reject' | 'fail' | 'release'

/** Decides on an application, or reports that issuing failed, with a reason. */
function ReasonedActionDialog({ row, what, onClose }: { readonly row: ApplicationDetail; readonly what: ReasonedAction; readonly onClose: () => void }) {
  const t = useText()
  const target = { invoicingId: row.id, version: row.version }
  const review = useSubmit(api.invoices.review, { onDone: onClose, done: t(texts.decided) })
  const fail = useSubmit(api.invoices.fail, { onDone: onClose })
  const release = useSubmit(api.invoices.release, { onDone: onClose })
  const actions = { fail, release, approve: review, reject: review }
  const action = actions[what]
  const submitReason = (reason: string) => {
    if (what === 'fail') return fail.submit({ ...target, reason })
    if (what === 'release') return release.submit({ ...target, reason })
    return review.submit({ ...target, approve: what === 'approve', reason })
  }
  return (
    <ReasonDialog
      title={t(texts[what])}
      onClose={onClose}
      confirmText={t(texts[what])}
      onConfirm={({ reason }) => void submitReason(reason)}
      isDangerous={what !== 'approve'}
      submission={action}
      reason={{ isOptional: what === 'approve' }}
    >
      <p>
        {row.no} · {row.titleName} · <Money value={row.amount} isStrong />
      </p>
      {what === 'release' ? <p className="k-note">{t(texts.releaseNote, { left: row.invoiceCount - row.issuedCount })}</p> : null}
    </ReasonDialog>
  )
}

function CentreActions({ row, ask }: { readonly row: ApplicationDetail; readonly ask: (what: ReasonedAction) => void }) {
  const t = useText()
  const target = { invoicingId: row.id, version: row.version }
  const mail = useSubmit(api.invoices.mail)
  const reopen = useSubmit(api.invoices.reopen)
  return (
    <>
      {can('fp:check') && row.state === 'pending' ? (
        <>
          <ActionButton danger reason={row.may.review} onPress={() => ask('reject')}>
            {t(texts.reject)}
          </ActionButton>
          <ActionButton type="primary" reason={row.may.review} onPress={() => ask('approve')}>
            {t(texts.approve)}
          </ActionButton>
        </>
      ) : null}
      {can('fp:issue') ? <SendOrdersButton row={row} /> : null}
      {can('fp:issue') && row.may.fail === '' ? (
        <ActionButton danger reason="" onPress={() => ask('fail')}>
          {t(texts.fail)}
        </ActionButton>
      ) : null}
      {can('fp:issue') && row.state === 'failed' ? (
        <>
          <ActionButton danger reason={row.may.release} onPress={() => ask('release')}>
            {t(texts.release)}
          </ActionButton>
          <ActionButton type="primary" reason={row.may.reopen} isBusy={reopen.isBusy} onPress={() => reopen.submit(target)}>
            {t(texts.reopen)}
          </ActionButton>
        </>
      ) : null}
      {can('fp:issue') && row.issuedCount > 0 ? (
        <ConfirmButton
          reason={row.may.mail}
          isBusy={mail.isBusy}
          effect={t(texts.mailEffect, { email: row.email })}
          onPress={() => mail.submit({ ...target, email: row.email })}
        >
          {t(texts.mail)}
        </ConfirmButton>
      ) : null}
    </>
  )
}

/** The caller's actions on an application. A disabled one gives the reason. */
export function InvoiceActions({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const { open: ask } = useOverlay<ReasonedAction>((dialog, close) => <ReasonedActionDialog row={row} what={dialog} onClose={close} />)
  const withdraw = useSubmit(api.invoices.withdraw)
  const createZip = useSubmit(api.invoices.zip, { onDone: ({ fileId }) => void downloadFile(fileId) })
  const handlePress = () =>
    confirm({
      title: t(texts.withdrawAsk, { no: row.no }),
      okText: t(texts.withdraw),
      onOk: () => withdraw.submit({ invoicingId: row.id, version: row.version }),
    })
  return (
    <div className="k-row">
      {row.issuedCount > 0 ? (
        <ActionButton reason="" isBusy={createZip.isBusy} onPress={() => createZip.submit({ invoicingId: row.id })}>
          {t(texts.zip)}
        </ActionButton>
      ) : null}
      {can(row.mode === settlementMode.individualBusiness ? 'fp:issue' : 'fp:apply') && (row.state === 'pending' || row.state === 'todo') ? (
        <ActionButton danger reason={row.may.withdraw} isBusy={withdraw.isBusy} onPress={handlePress}>
          {t(texts.withdraw)}
        </ActionButton>
      ) : null}
      <CentreActions row={row} ask={ask} />
    </div>
  )
}
