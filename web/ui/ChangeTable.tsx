import { useText } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'
import './change-table.css'

/** Lists the changed fields with their old and new values. */
export function ChangeTable({
  changes,
}: {
  readonly changes: readonly { readonly key: string; readonly label: string; readonly before: string; readonly after: string }[]
}) {
  const t = useText()
  return (
    <table className="k-changes">
      <thead>
        <tr>
          <th scope="col">{t(texts.field)}</th>
          <th scope="col">{t(texts.before)}</th>
          <th scope="col">{t(texts.after)}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.key}>
            <td>{change.label}</td>
            <td className="k-muted">{change.before}</td>
            <td className="k-strong">{change.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
