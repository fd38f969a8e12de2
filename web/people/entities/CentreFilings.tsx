import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { centreFilingNames, centreFilingStepNames } from '#/api/taxation/filingcalendar.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { UrgencyTag } from './StateTags.tsx'
import { texts } from './texts.ts'

export type CentreFiling = OutputOf<typeof api.filingcalendar.list>['rows'][number]

const pathOf = ({ kind, declarationId }: CentreFiling) =>
  kind === 'platformReport' || declarationId === null ? pages.platformReports.path : `${pages.taxListWtdz.path}?open=${declarationId}`

function FilingState({ filing: { state, step, urgency } }: { readonly filing: CentreFiling }) {
  const t = useText()
  if (state === 'done') return <StatusTag tone="green">{t(centreFilingStepNames.done)}</StatusTag>
  return (
    <>
      <StatusTag tone={step === 'correct' ? 'red' : 'blue'}>{t(centreFilingStepNames[step])}</StatusTag>
      <UrgencyTag state={urgency} />
    </>
  )
}

/** A list of filings of centres, each with its dates and the page where it is filed. */
export function CentreFilings({ filings }: { readonly filings: readonly CentreFiling[] }) {
  const t = useText()
  if (filings.length === 0) return null
  return (
    <ul className="g-obligations">
      {filings.map((filing) => (
        <li key={`${filing.kind} ${filing.centreId} ${filing.period}`} className="g-obligation">
          <span className="g-obligation-name">
            <strong>{t(centreFilingNames[filing.kind])}</strong> {filing.period}
            <span className="g-obligation-owner">{filing.centreName}</span>
          </span>
          <span className="g-obligation-due">
            <FilingState filing={filing} />
            <span className="k-note">
              {filing.urgency === 'early' ? `${t(texts.opens, { day: filing.opensOn })} · ` : ''}
              {t(texts.dueOn, { day: filing.dueOn })}
              {filing.isProvisional && filing.state !== 'done' ? t(texts.provisional) : null}
            </span>
            {filing.amount === null ? null : <Money value={filing.amount} />}
          </span>
          <span className="g-obligation-actions">
            <Link to={pathOf(filing)}>{t(texts.openFiling)}</Link>
          </span>
        </li>
      ))}
    </ul>
  )
}
