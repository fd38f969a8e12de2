import { lineFields } from '#/api/money/lines.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { RequestException } from '#/web/organisations/relations/public.tsx'
import { CheckActions } from '#/web/parts/sheets/CheckActions.tsx'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { prepareTexts } from './prepare-texts.ts'

const ReplaceDialog = onDemand(async () => (await import('#/web/parts/sheets/ReplaceDialog.tsx')).ReplaceDialog)

const replaceableFields = ['name', 'bankName', 'amountText', 'service', 'remark', 'mobile', 'entityName'] as const

interface BulkActionsProps {
  readonly batchId: number
  readonly lineIds: readonly number[]
  readonly invalid: number
  readonly onDone: () => void
}

function ReplaceLinesDialog({ batchId, onClose }: { readonly batchId: number; readonly onClose: () => void }) {
  const t = useText()
  const replace = useSubmit(api.lines.replace, { onDone: onClose })
  return (
    <ReplaceDialog
      fields={choicesOf(t, replaceableFields, lineFields)}
      first="bankName"
      isBusy={replace.isBusy}
      onReplace={(requested) => void replace.submit({ batchId, ...requested })}
      onClose={onClose}
    />
  )
}

export function BulkActions({ batchId, lineIds, invalid, onDone }: BulkActionsProps) {
  const t = useText()
  const { open: openReplace } = useOverlay((_, close) => <ReplaceLinesDialog batchId={batchId} onClose={close} />)
  const submitOptions = { onDone }
  const exclude = useSubmit(api.lines.exclude, submitOptions)
  const include = useSubmit(api.lines.include, submitOptions)
  const adopt = useSubmit(api.lines.adopt, submitOptions)
  const refer = useSubmit(api.lines.refer, submitOptions)
  const reason = lineIds.length === 0 ? t(checkTexts.chooseFirst) : ''
  return (
    <div className="k-row">
      <CheckActions
        picked={lineIds.length}
        invalid={invalid}
        onExclude={() => exclude.submit({ batchId, lineIds })}
        onExcludeInvalid={() => exclude.submit({ batchId, allInvalid: true })}
        onInclude={() => include.submit({ batchId, lineIds })}
        onReplace={() => openReplace()}
      />
      <ActionButton size="small" reason={reason} onPress={() => adopt.submit({ batchId, lineIds, what: 'name' })}>
        {t(prepareTexts.adoptName)}
      </ActionButton>
      <ActionButton size="small" reason={reason} onPress={() => adopt.submit({ batchId, lineIds, what: 'card' })}>
        {t(prepareTexts.adoptCard)}
      </ActionButton>
      <ConfirmButton size="small" reason={reason} effect={t(prepareTexts.referEffect)} onPress={() => refer.submit({ batchId, lineIds })}>
        {t(prepareTexts.refer)}
      </ConfirmButton>
      <RequestException lineIds={lineIds} />
    </div>
  )
}
