import { Link } from 'react-router'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { decisionTexts } from './decision-texts.ts'
import { lineIssueTexts } from './line-tags.tsx'
import type { Batch } from './tags.tsx'

type Warning = OutputOf<typeof api.payments.warnings>['rows'][number]

function OtherPayments({ warning }: { readonly warning: Warning }) {
  const t = useText()
  return (
    <>
      {warning.others.map((payment) => (
        <div key={`${payment.batchId} ${payment.seq}`} className="k-note">
          {t(decisionTexts.other)}{' '}
          <Link to={`/zf/batch/${payment.batchId}`} target="_blank">
            {t(decisionTexts.lineOf, { no: payment.batchNo, seq: payment.seq })}
          </Link>
          {payment.paidAt === null ? '' : ` · ${formatDay(payment.paidAt)}`} · <Money value={payment.gross} />
        </div>
      ))}
      {warning.unlisted > 0 ? <div className="k-note">{t(decisionTexts.unlisted, { count: warning.unlisted })}</div> : null}
    </>
  )
}

function WarningItem({ warning, isSubmitting }: { readonly warning: Warning; readonly isSubmitting: boolean }) {
  const t = useText()
  const { accepted } = warning
  return (
    <li>
      <div className="k-row k-spread">
        <b>{`${warning.seq}. ${warning.name}`}</b>
        <Money value={warning.gross} />
      </div>
      <div>{issueText(t, warning.issue, lineIssueTexts)}</div>
      <OtherPayments warning={warning} />
      {accepted ? (
        <div className="k-note">{t(decisionTexts.accepted, { name: accepted.by, at: formatDateTime(accepted.at), reason: accepted.reason })}</div>
      ) : isSubmitting ? null : (
        <StatusTag tone="gold">{t(decisionTexts.notAccepted)}</StatusTag>
      )}
    </li>
  )
}

/** The system's warnings: the line, the related payment, and who accepted the warning with which reason. */
export function Warnings({ batch, isSubmitting = false }: { readonly batch: Batch; readonly isSubmitting?: boolean }) {
  const t = useText()
  const warnings = useRead(api.payments.warnings, { id: batch.id })
  return (
    <QueryContent query={warnings}>
      {({ count, rows }) => (
        <section aria-label={t(decisionTexts.warnings, { count })}>
          <h3 className="p-title">{t(decisionTexts.warnings, { count })}</h3>
          {count === 0 ? <p className="k-note">{t(decisionTexts.noWarnings)}</p> : null}
          <ul className="p-warnings">
            {rows.map((warning) => (
              <WarningItem key={`${warning.lineId} ${warning.issue.code} ${warning.issue.field}`} warning={warning} isSubmitting={isSubmitting} />
            ))}
          </ul>
          {count > rows.length ? <p className="k-note">{t(decisionTexts.someWarnings, { shown: rows.length })}</p> : null}
        </section>
      )}
    </QueryContent>
  )
}
