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
import { lineWords } from './line-tags.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

/** The trial calculation of a batch as the server returns it. */
export type TrialAnswer = OutputOf<typeof api.payments.trial>

/** Compares the batch with the previous one. */
export function Compared({ trial, columns = 1 }: { readonly trial: TrialAnswer; readonly columns?: 1 | 3 }) {
  const say = useText()
  const currentLanguage = useLanguage()
  const { compared, totals } = trial
  if (compared.previousNo === null) return <Facts rows={[{ label: say(prepareTexts.previous), value: say(prepareTexts.noPrevious) }]} />
  return (
    <Facts
      columns={columns}
      rows={[
        { label: say(prepareTexts.previous), value: compared.previousNo },
        {
          label: say(prepareTexts.grossBefore),
          value: (
            <>
              <Money value={compared.grossBefore} /> → <Money value={totals.gross} isStrong />
            </>
          ),
        },
        { label: say(prepareTexts.newPayees), value: formatCount(compared.newPayees, currentLanguage) },
        { label: say(prepareTexts.changedCards), value: formatCount(compared.changedCards, currentLanguage) },
        { label: say(prepareTexts.changedAmounts), value: formatCount(compared.changedAmounts, currentLanguage) },
      ]}
    />
  )
}

function Watch({ trial }: { readonly trial: TrialAnswer }) {
  const say = useText()
  if (trial.watch.length === 0) return null
  return (
    <>
      <h3 className="p-title">{say(prepareTexts.watch)}</h3>
      <ul className="p-watch">
        {trial.watch.map((each) => (
          <li key={`${each.lineId}${each.issue.code}`}>
            {each.seq}. {each.name} <span className="k-note">{issueText(say, each.issue, lineWords)}</span>
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
export function DocumentsNeeded({ trial, canAdd = false }: { readonly trial: TrialAnswer; readonly canAdd?: boolean }) {
  const say = useText()
  if (!trial.evidenceRequired || trial.evidenceCount > 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={say(decisionTexts.papersLimit, { limit: formatMoney(trial.evidenceLimit) })}
      {...(canAdd && { action: <Link to={{ search: 'pane=papers' }}>{say(decisionTexts.toPapers)}</Link> })}
    />
  )
}

function Sums({ trial }: { readonly trial: TrialAnswer }) {
  const say = useText()
  const { totals } = trial
  const money = (key: 'gross' | 'vat' | 'surcharge' | 'iit' | 'fee' | 'net') => ({ label: say(lineFields[key]), value: <Money value={totals[key]} /> })
  return (
    <Facts
      columns={3}
      rows={[
        money('gross'),
        money('vat'),
        money('surcharge'),
        money('iit'),
        money('fee'),
        money('net'),
        { label: say(prepareTexts.unitCost), value: <Money value={totals.cost} isStrong /> },
        {
          label: say(prepareTexts.balance),
          value: (
            <>
              <Money value={trial.available} /> → <Money value={trial.availableAfter} isStrong />
            </>
          ),
        },
        { label: say(prepareTexts.frozen), value: <Money value={trial.frozen} isMuted /> },
        { label: say(prepareTexts.documents), value: trial.evidenceCount },
        { label: say(prepareTexts.policy), value: trial.policyVersion },
      ]}
    />
  )
}

/** Warnings of the trial calculation, shown above the lines: insufficient funds, missing documents. */
export function TrialWarnings({ batch }: { readonly batch: Batch }) {
  const say = useText()
  const { data } = useRead(api.payments.trial, { id: batch.id }, { isEnabled: batch.lineCount > 0 })
  if (!data) return null
  return (
    <>
      {data.shortBy > 0 ? (
        <Alert
          type="error"
          showIcon
          title={say(prepareTexts.shortBy, { amount: formatMoney(data.shortBy) })}
          action={<Link to="/imprest/yufukuan">{say(prepareTexts.topUp)}</Link>}
        />
      ) : null}
      <DocumentsNeeded trial={data} canAdd={batch.may.edit === ''} />
    </>
  )
}

/**
 * The trial calculation of a batch: its cost, the balance after it and the comparison with the previous batch. Nothing
 * is written.
 */
export function Trial({ batch }: { readonly batch: Batch }) {
  const say = useText()
  const trial = useRead(api.payments.trial, { id: batch.id }, { isEnabled: batch.lineCount > 0 })
  return (
    <section className="k-card k-stack" aria-label={say(prepareTexts.trial)}>
      <h2>{say(prepareTexts.trial)}</h2>
      {batch.lineCount === 0 ? (
        <p className="k-note">{say(prepareTexts.trialLater)}</p>
      ) : (
        <QueryContent query={trial} lines={8}>
          {(answer) => (
            <>
              <Sums trial={answer} />
              <h3 className="p-title">{say(prepareTexts.compared)}</h3>
              <Compared trial={answer} columns={3} />
              <Watch trial={answer} />
            </>
          )}
        </QueryContent>
      )}
      <span className="k-note">{say(batch.amountBasis === 'gross' ? texts.grossHint : texts.netHint)}</span>
    </section>
  )
}
