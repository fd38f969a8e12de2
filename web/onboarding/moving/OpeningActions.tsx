import { useState } from 'react'
import { formatYuan } from '#/domain/money.ts'
import { fileBytesMost } from '#/domain/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { Whole } from './tags.tsx'
import { texts } from './texts.ts'

/** Another file in the place of the one that was uploaded. */
function ReplaceDialog({ sheet, onClose }: { readonly sheet: Whole; readonly onClose: () => void }) {
  const say = useText()
  const [file, setFile] = useState<File | null>(null)
  const replace = useSubmit(api.moving.replace, { done: say(texts.saved), onDone: onClose })
  return (
    <Dialog
      title={say(texts.replace)}
      isOpen
      onClose={onClose}
      confirm={{
        text: say(texts.replace),
        onPress: () => {
          if (file) void replace.submit({ openingId: sheet.id, version: sheet.version, file })
        },
        isBusy: replace.isBusy,
      }}
    >
      <FileDrop value={file} onChange={setFile} kinds={['xlsx', 'csv']} maxBytes={fileBytesMost} label={say(texts.sheet)} />
    </Dialog>
  )
}

interface OpeningActionsProps {
  readonly sheet: Whole
  readonly isReplacing: boolean
  readonly onReplacing: (isReplacing: boolean) => void
}

/** What the caller's rights let do with opening balances; each says why not. */
export function OpeningActions({ sheet, isReplacing, onReplacing }: OpeningActionsProps) {
  const say = useText()
  const [asked, ask] = useState<'cancel' | 'askUndo' | null>(null)
  const close = () => ask(null)
  const target = { openingId: sheet.id, version: sheet.version }
  const book = useSubmit(api.moving.confirm, { done: say(texts.booked) })
  const undo = useSubmit(api.moving.undo)
  const keep = useSubmit(api.moving.keep)
  const cancel = useSubmit(api.moving.cancel, { onDone: close, isQuiet: true })
  const askUndo = useSubmit(api.moving.askUndo, { onDone: close, isQuiet: true })
  const reasoned = asked === 'cancel' ? cancel : askUndo
  const askConfirm = () =>
    confirm({
      title: say(texts.confirmAsk, { amount: formatYuan(sheet.debit), centre: sheet.centreName }),
      content: <p>{say(texts.confirmNote)}</p>,
      okText: say(texts.confirm),
      onOk: () => book.submit(target),
    })
  const confirmUndo = () =>
    confirm({ title: say(texts.undo), content: <p>{say(texts.undoNote)}</p>, okText: say(texts.undo), isDangerous: true, onOk: () => undo.submit(target) })
  const isOpen = sheet.state === 'draft' || sheet.state === 'prepared'
  return (
    <div className="k-row">
      {isOpen ? (
        <>
          <ActionButton danger reason={sheet.may.cancel} onPress={() => ask('cancel')}>
            {say(texts.cancel)}
          </ActionButton>
          {can('opening:edit') ? (
            <ActionButton reason={sheet.may.replace} onPress={() => onReplacing(true)}>
              {say(texts.replace)}
            </ActionButton>
          ) : null}
          {can('opening:check') ? (
            <ActionButton type="primary" reason={sheet.may.confirm} isBusy={book.isBusy} onPress={askConfirm}>
              {say(texts.confirm)}
            </ActionButton>
          ) : null}
        </>
      ) : null}
      {sheet.state === 'booked' && can('opening:edit') ? (
        <ActionButton danger reason={sheet.may.askUndo} onPress={() => ask('askUndo')}>
          {say(texts.askUndo)}
        </ActionButton>
      ) : null}
      {sheet.state === 'undoing' ? (
        <>
          <ActionButton reason={sheet.may.keep} isBusy={keep.isBusy} onPress={() => keep.submit(target)}>
            {say(texts.keep)}
          </ActionButton>
          {can('opening:check') ? (
            <ActionButton danger reason={sheet.may.undo} isBusy={undo.isBusy} onPress={confirmUndo}>
              {say(texts.undo)}
            </ActionButton>
          ) : null}
        </>
      ) : null}
      {asked === null ? null : (
        <ReasonDialog
          title={say(texts[asked])}
          onClose={close}
          confirmText={say(texts[asked])}
          onConfirm={({ reason }) => void reasoned.submit({ ...target, reason })}
          isDangerous
          isBusy={reasoned.isBusy}
          failure={reasoned.failure}
          reason={{}}
        >
          <p>{sheet.no}</p>
        </ReasonDialog>
      )}
      {isReplacing ? <ReplaceDialog sheet={sheet} onClose={() => onReplacing(false)} /> : null}
    </div>
  )
}
