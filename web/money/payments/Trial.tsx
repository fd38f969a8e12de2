import { Link } from 'react-router'
import { lineFields } from '#/api/money/lines.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { decisionTexts } from './decision-texts.ts'
import { lineIssueTexts } from './line-tags.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

/** The trial calculation of a batch as the server returns it. */
export type TrialResult = OutputOf<typeof api.payments.trial>

/** Compares the batch with the previous one. */
export function TrialComparison({ trial, columns = 1 }: { readonly trial: TrialResult; readonly columns?: 1 | 3 }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const { compared, totals } = trial
  if (compared.previousNo === null) return <Facts rows={[{ label: t(prepareTexts.previous), value: t(prepareTexts.noPrevious) }]} />
  return (
    <Facts
      columns={columns}
      rows={[
        { label: t(prepareTexts.previous), value: compared.previousNo },
        {
          label: t(prepareTexts.grossBefore),
          value: (
            <>
              <Money value={compared.grossBefore} /> → <Money value={totals.gross} isStrong />
            </>
          ),
        },
        { label: t(prepareTexts.newPayees), value: formatCount(compared.newPayees, currentLanguage) },
        { label: t(prepareTexts.changedCards), value: formatCount(compared.changedCards, currentLanguage) },
        { label: t(prepareTexts.changedAmounts), value: formatCount(compared.changedAmounts, currentLanguage) },
      ]}
    />
  )
}

function WatchList({ trial }: { readonly trial: TrialResult }) {
  const t = useText()
  if (trial.watch.length === 0) return null
  return (
    <>
      <h3 className="p-title">{t(prepareTexts.watch)}</h3>
      <ul className="p-watch">
        {trial.watch.map((each) => (
          <li key={`${each.lineId}${each.issue.code}`}>
            {each.seq}. {each.name} <span className="k-note">{issueText(t, each.issue, lineIssueTexts)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Warns of missing required documents, and states the amount from which they are required. `canAdd` links to the place
 * to attach them.
 */
export function RequiredDocuments({ trial, canAdd = false }: { readonly trial: TrialResult; readonly canAdd?: boolean }) {
  const t = useText()
  if (!trial.evidenceRequired || trial.evidenceCount > 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t(decisionTexts.papersLimit, { limit: formatMoney(trial.evidenceLimit) })}
      {...(canAdd && { action: <Link to={{ search: 'pane=papers' }}>{t(decisionTexts.toPapers)}</Link> })}
    />
  )
}

function Sums({ trial }: { readonly trial: TrialResult }) {
  const t = useText()
  const { totals } = trial
  const moneyFact = (key: 'gross' | 'vat' | 'surcharge' | 'iit' | 'fee' | 'net') => ({ label: t(lineFields[key]), value: <Money value={totals[key]} /> })
  return (
    <Facts
      columns={3}
      rows={[
        moneyFact('gross'),
        moneyFact('vat'),
        moneyFact('surcharge'),
        moneyFact('iit'),
        moneyFact('fee'),
        moneyFact('net'),
        { label: t(prepareTexts.unitCost), value: <Money value={totals.cost} isStrong /> },
        {
          label: t(prepareTexts.balance),
          value: (
            <>
              <Money value={trial.available} /> → <Money value={trial.availableAfter} isStrong />
            </>
          ),
        },
        { label: t(prepareTexts.frozen), value: <Money value={trial.frozen} isMuted /> },
        { label: t(prepareTexts.documents), value: trial.evidenceCount },
        { label: t(prepareTexts.policy), value: trial.policyVersion },
      ]}
    />
  )
}

/** Warnings of the trial calculation, shown above the lines: insufficient funds, missing documents. */
export function TrialWarnings({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const { data } = useRead(api.payments.trial, { id: batch.id }, { isEnabled: batch.lineCount > 0 })
  if (!data) return null
  return (
    <>
      {data.shortBy > 0 ? (
        <Alert
          type="error"
          showIcon
          title={t(prepareTexts.shortBy, { amount: formatMoney(data.shortBy) })}
          action={<Link to="/imprest/yufukuan">{t(prepareTexts.topUp)}</Link>}
        />
      ) : null}
      <RequiredDocuments trial={data} canAdd={batch.may.edit === ''} />
    </>
  )
}

/**
 * The trial calculation of a batch: its cost, the balance after it and the comparison with the previous batch. Nothing
 * is written.
 */
export function Trial({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const trial = useRead(api.payments.trial, { id: batch.id }, { isEnabled: batch.lineCount > 0 })
  return (
    <section className="k-card k-stack" aria-label={t(prepareTexts.trial)}>
      <h2>{t(prepareTexts.trial)}</h2>
      {batch.lineCount === 0 ? (
        <p className="k-note">{t(prepareTexts.trialLater)}</p>
      ) : (
        <QueryContent query={trial} lines={8}>
          {(answer) => (
            <>
              <Sums trial={answer} />
              <h3 className="p-title">{t(prepareTexts.compared)}</h3>
              <TrialComparison trial={answer} columns={3} />
              <WatchList trial={answer} />
            </>
          )}
        </QueryContent>
      )}
      <span className="k-note">{t(batch.amountBasis === 'gross' ? texts.grossHint : texts.netHint)}</span>
    </section>
  )
}
