import { reportFields } from '#/api/desk/reports.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { texts } from './texts.ts'

type Answer = OutputOf<typeof api.reports.compare>

const absenceReasons = { basis: texts.whybasis, partner: texts.whypartner, reach: texts.whyreach } as const

/** The figure of the report and of the ledger for each account, with the components of the difference. */
function ComparedFigures({ answer }: { readonly answer: Answer }) {
  const t = useText()
  return (
    <table className="r-compared">
      <thead>
        <tr>
          <th scope="col">{t(texts.account)}</th>
          <th scope="col">{t(texts.report)}</th>
          <th scope="col">{t(texts.ledger)}</th>
          <th scope="col">{t(texts.difference)}</th>
        </tr>
      </thead>
      <tbody>
        {answer.figures.map((figure) => (
          <tr key={figure.account}>
            <th scope="row">{t(reportFields[figure.account])}</th>
            <td>
              <Money value={figure.report} />
            </td>
            <td>
              <Money value={figure.ledger} />
            </td>
            <td>
              <Money value={figure.difference} isStrong={figure.difference !== 0} />
            </td>
          </tr>
        ))}
        {answer.journals.length === 0 ? null : (
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {t(texts.madeOf)}
            </th>
          </tr>
        )}
        {answer.journals.map((journal) => (
          <tr key={`${journal.no}${journal.day}`}>
            <th scope="row">{`${journal.no || t(texts.fromOlder)} ${journal.day ?? ''}`}</th>
            <td>
              <Money value={journal.report} />
            </td>
            <td>
              <Money value={journal.ledger} />
            </td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 与总账一致: the result of comparing the report with the ledger. */
export function LedgerAgreement({ answer }: { readonly answer: Answer }) {
  const t = useText()
  if (answer.why !== '') return <Alert type="info" showIcon role="status" title={t(texts.notCompared)} description={t(absenceReasons[answer.why])} />
  return (
    <Alert
      type={answer.isEven ? 'success' : 'warning'}
      showIcon
      role="status"
      title={t(answer.isEven ? texts.even : texts.odd)}
      description={<ComparedFigures answer={answer} />}
    />
  )
}
