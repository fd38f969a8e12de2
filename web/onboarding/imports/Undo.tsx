import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

type Import = OutputOf<typeof api.imports.get>

const undoNotes = {
  operators: texts.undoAsk,
  units: texts.undoAsk,
  orders: texts.undoOrdersAsk,
  income: texts.undoAsk,
  contracts: texts.undoContractsAsk,
} as const

const isRequested = (sheet: Import) => sheet.undoAskedBy !== null && sheet.state !== 'undone'
const undoLabelOf = (sheet: Import) => (sheet.kind === 'income' ? texts.requestUndo : texts.undo)

function UndoDialog({ sheet, onClose }: { readonly sheet: Import; readonly onClose: () => void }) {
  const t = useText()
  const undo = useSubmit(api.imports.undo, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(undoLabelOf(sheet))}
      onClose={onClose}
      confirmText={t(undoLabelOf(sheet))}
      onConfirm={({ reason }) => void undo.submit({ importId: sheet.id, version: sheet.version, reason })}
      isDangerous
      submission={undo}
      reason={{}}
    >
      <p>{t(undoNotes[sheet.kind])}</p>
      {sheet.kind === 'income' ? <p>{t(texts.requestUndoNote)}</p> : null}
    </ReasonDialog>
  )
}

/** The decision on a requested reversal. Another person confirms it, and either person can end the request. */
function UndoDecision({ sheet }: { readonly sheet: Import }) {
  const t = useText()
  const target = { importId: sheet.id, version: sheet.version }
  const undo = useSubmit(api.imports.confirmUndo)
  const keep = useSubmit(api.imports.keep)
  const confirmUndo = () =>
    confirm({
      title: t(texts.confirmUndo),
      content: <p>{t(texts.undoAsk)}</p>,
      okText: t(texts.confirmUndo),
      isDangerous: true,
      onOk: () => undo.submit(target),
    })
  return (
    <>
      <ActionButton reason={sheet.may.keep} isBusy={keep.isBusy} onPress={() => keep.submit(target)}>
        {t(texts.keep)}
      </ActionButton>
      {can('opening:check') ? (
        <ActionButton danger reason={sheet.may.confirmUndo} isBusy={undo.isBusy} onPress={confirmUndo}>
          {t(texts.confirmUndo)}
        </ActionButton>
      ) : null}
    </>
  )
}

/** The buttons that undo an import, ask another person to, or decide on such a request. */
export function UndoActions({ sheet }: { readonly sheet: Import }) {
  const t = useText()
  const { open } = useOverlay((_, close) => <UndoDialog sheet={sheet} onClose={close} />)
  if (isRequested(sheet)) return <UndoDecision sheet={sheet} />
  if (sheet.may.undo !== '') return null
  return (
    <ActionButton danger onPress={() => open()}>
      {t(undoLabelOf(sheet))}
    </ActionButton>
  )
}

/** Shows who asked for the reversal, when and why. */
export function UndoRequest({ sheet }: { readonly sheet: Import }) {
  const t = useText()
  if (!isRequested(sheet)) return null
  const title = t(texts.undoRequested, { name: sheet.undoAskedBy ?? '', at: formatDateTime(sheet.undoAskedAt), reason: sheet.undoReason })
  return <Alert type="warning" showIcon title={title} />
}
