import { Link } from 'react-router'
import { changeKindNames } from '#/api/access/changes.texts.ts'
import { pages } from '#/api/pages.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { can } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import type { Change } from './change.ts'
import { texts } from './texts.ts'

/** Changes that await a decision or their effective time, next to the data they concern. */
export function OpenChanges({ changes }: { readonly changes: readonly Change[] }) {
  const t = useText()
  return changes.map((change) => {
    const kind = change.kind === 'centre' ? t(changeKindNames.centre) : `${t(changeKindNames[change.kind])} ${change.name}`
    const fields = joinList(change.differences.map(({ field }) => field))
    const summary =
      change.state === 'approved'
        ? t(texts.approvedNote, { kind, fields, at: formatDateTime(change.effectiveAt) })
        : t(texts.waitingNote, { kind, fields, by: change.proposedBy, at: formatDateTime(change.proposedAt) })
    return (
      <Alert
        key={change.id}
        type="warning"
        role="status"
        showIcon
        title={summary}
        action={can('changeList') ? <Link to={`${pages.changeList.path}?open=${change.id}`}>{t(texts.toChanges)}</Link> : null}
      />
    )
  })
}
