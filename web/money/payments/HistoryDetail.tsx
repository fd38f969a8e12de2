import { lineFields } from '#/api/money/lines.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { decisionTexts } from './decision-texts.ts'
import { historyDetailText } from './history-detail.ts'

type Action = OutputOf<typeof api.payments.history>[number]
type Edit = Action['edits'][number]
const MAX_SHOWN = 3

function Edits({ edits }: { readonly edits: readonly Edit[] }) {
  const t = useText()
  const editText = (edit: Edit) => {
    const text = t(decisionTexts.edit, { ...edit, field: t(lineFields[edit.field]), before: edit.before || '—', after: edit.after || '—' })
    return edit.before === edit.after ? `${text} ${t(decisionTexts.hiddenDigits)}` : text
  }
  return (
    <ul className="p-edits">
      {edits.map((edit) => (
        <li key={`${edit.seq} ${edit.field}`}>{editText(edit)}</li>
      ))}
    </ul>
  )
}

/** The details of a history entry: change of state, counts, reasons, and the changed cells with old and new values. */
export function HistoryDetail({ action }: { readonly action: Action }) {
  const t = useText()
  const { edits, unlisted } = action
  return (
    <div className="p-detail">
      {historyDetailText(t, action.detail)}
      {edits.length > 0 ? <Edits edits={edits.slice(0, MAX_SHOWN)} /> : null}
      {edits.length > MAX_SHOWN ? (
        <details>
          <summary>{t(decisionTexts.moreEdits, { count: edits.length - MAX_SHOWN + unlisted })}</summary>
          <Edits edits={edits.slice(MAX_SHOWN)} />
          {unlisted > 0 ? <span className="k-note">{t(decisionTexts.unlistedEdits, { count: unlisted })}</span> : null}
        </details>
      ) : null}
    </div>
  )
}
