import { closingObstacleNames } from '#/api/desk/closings.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Rows = OutputOf<typeof api.closings.own>['obstacles']

/** The obstacles to closing an account, and the matters that continue after it. */
export function ClosingObstacles({ rows }: { readonly rows: Rows }) {
  const t = useText()
  if (rows.length === 0) return <p className="k-muted">{t(texts.clear)}</p>
  return (
    <ul className="k-row p-uses">
      {rows.map(({ kind, count, isBlocking }) => (
        <li key={kind}>
          <StatusTag tone={isBlocking ? 'red' : 'grey'}>
            {t(closingObstacleNames[kind])} {count}
          </StatusTag>
        </li>
      ))}
    </ul>
  )
}
