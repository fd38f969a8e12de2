import { termFieldNames } from '#/api/organisations/units.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import type { Version } from './terms.ts'
import { texts } from './texts.ts'
import './units.css'

/** What a change changes: field by field, as it was and as it will be. */
export function Changes({ changes }: { readonly changes: Version['changes'] }) {
  const say = useText()
  return (
    <table className="n-changes">
      <thead>
        <tr>
          <th scope="col">{say(texts.field)}</th>
          <th scope="col">{say(texts.before)}</th>
          <th scope="col">{say(texts.after)}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td>{say(termFieldNames[change.field])}</td>
            <td className="k-muted">{change.before}</td>
            <td className="k-strong">{change.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
