import { useNavigate } from 'react-router'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { haltTexts } from './halt-texts.ts'
import type { Batch } from './tags.tsx'

/** Creates a draft with the same payees and amounts and opens it. */
export function CopyButton({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const navigate = useNavigate()
  const copy = useSubmit(api.payments.copy, { onDone: ({ id }) => void navigate(`/zf/batch/${id}`) })
  if (batch.may.copy === undefined) return null
  const confirmCopy = () =>
    confirm({
      title: t(haltTexts.copyAsk, { no: batch.no }),
      content: t(haltTexts.copyNote),
      okText: t(haltTexts.copy),
      onOk: () => copy.submit({ id: batch.id, version: batch.version }),
    })
  return (
    <ActionButton reason={batch.may.copy} isBusy={copy.isBusy} onPress={confirmCopy}>
      {t(haltTexts.copy)}
    </ActionButton>
  )
}
