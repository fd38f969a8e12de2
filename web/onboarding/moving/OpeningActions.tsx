import { useState } from 'react'
import { formatYuan } from '#/domain/base/money.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { OpeningDetail } from './tags.tsx'
import { texts } from './texts.ts'

function ReplaceDialog({ sheet, onClose }: { readonly sheet: OpeningDetail; readonly onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const replace = useSubmit(api.moving.replace, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.replace)}
      onClose={onClose}
      confirm={{
        text: t(texts.replace),
        onPress: () => {
          if (file) void replace.submit({ openingId: sheet.id, version: sheet.version, file })
        },
        isBusy: replace.isBusy,
      }}
    >
      <FileDrop value={file} onChange={setFile} kinds={['xlsx', 'csv']} maxBytes={maxFileBytes} label={t(texts.sheet)} />
    </Dialog>
  )
}

/** Cancels the opening balances or requests their reversal, with a reason. */
function OpeningReasonDialog({ sheet, what, onClose }: { readonly sheet: OpeningDetail; readonly what: 'cancel' | 'askUndo'; readonly onClose: () => void }) {
  const t = useText()
  const sendReason = useSubmit(api.moving[what], { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts[what])}
      onClose={onClose}
      confirmText={t(texts[what])}
      onConfirm={({ reason }) => void sendReason.submit({ openingId: sheet.id, version: sheet.version, reason })}
      isDangerous
      submission={sendReason}
      reason={{}}
    >
      <p>{sheet.no}</p>
    </ReasonDialog>
  )
}

/** The second person's action: books balances that another person prepared. */
function ConfirmOpeningButton({ sheet }: { readonly sheet: OpeningDetail }) {
  const t = useText()
  const book = useSubmit(api.moving.confirm)
  const confirmBooking = () =>
    confirm({
      title: t(texts.confirmAsk, { amount: formatYuan(sheet.debit), centre: sheet.centreName }),
      content: <p>{t(texts.confirmNote)}</p>,
      okText: t(texts.confirm),
      onOk: () => book.submit({ openingId: sheet.id, version: sheet.version }),
    })
  return (
    <ActionButton type="primary" reason={sheet.may.confirm} isBusy={book.isBusy} onPress={confirmBooking}>
      {t(texts.confirm)}
    </ActionButton>
  )
}

/** The second person's decision on a reversal. Either person can cancel the request. */
function UndoDecisionButtons({ sheet }: { readonly sheet: OpeningDetail }) {
  const t = useText()
  const target = { openingId: sheet.id, version: sheet.version }
  const undo = useSubmit(api.moving.undo)
  const keepLine = useSubmit(api.moving.keep)
  const confirmKeep = () =>
    confirm({ title: t(texts.undo), content: <p>{t(texts.undoNote)}</p>, okText: t(texts.undo), isDangerous: true, onOk: () => undo.submit(target) })
  return (
    <>
      <ActionButton reason={sheet.may.keep} isBusy={keepLine.isBusy} onPress={() => keepLine.submit(target)}>
        {t(texts.keep)}
      </ActionButton>
      {can('opening:check') ? (
        <ActionButton danger reason={sheet.may.undo} isBusy={undo.isBusy} onPress={confirmKeep}>
          {t(texts.undo)}
        </ActionButton>
      ) : null}
    </>
  )
}

/** The caller's actions on opening balances. A disabled one gives the reason. */
export function OpeningActions({ sheet }: { readonly sheet: OpeningDetail }) {
  const t = useText()
  const { open: ask } = useOverlay<'cancel' | 'askUndo' | 'replace'>((dialog, close) =>
    dialog === 'replace' ? <ReplaceDialog sheet={sheet} onClose={close} /> : <OpeningReasonDialog sheet={sheet} what={dialog} onClose={close} />,
  )

  const isOpen = sheet.state === 'draft' || sheet.state === 'prepared'
  return (
    <div className="k-row">
      {isOpen ? (
        <ActionButton danger reason={sheet.may.cancel} onPress={() => ask('cancel')}>
          {t(texts.cancel)}
        </ActionButton>
      ) : null}
      {isOpen && can('opening:edit') ? (
        <ActionButton reason={sheet.may.replace} onPress={() => ask('replace')}>
          {t(texts.replace)}
        </ActionButton>
      ) : null}
      {isOpen && can('opening:check') ? <ConfirmOpeningButton sheet={sheet} /> : null}
      {sheet.state === 'booked' && can('opening:edit') ? (
        <ActionButton danger reason={sheet.may.askUndo} onPress={() => ask('askUndo')}>
          {t(texts.askUndo)}
        </ActionButton>
      ) : null}
      {sheet.state === 'undoing' ? <UndoDecisionButtons sheet={sheet} /> : null}
    </div>
  )
}
