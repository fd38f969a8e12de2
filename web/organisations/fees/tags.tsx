import { effectStatusNames, roleNames, scopeNames } from '#/api/organisations/fees.texts.ts'
import { versionStateNames } from '#/api/organisations/units.texts.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { type FeePlanRow, percentText, type SplitRuleRow } from './forms.ts'
import { texts } from './texts.ts'
import './fees.css'

const tones = { later: 'blue', now: 'green', ended: 'grey', none: 'grey' } as const
const stateTones = { pending: 'gold', approved: 'green', rejected: 'red', withdrawn: 'grey' } as const

type State = keyof typeof stateTones

/** The status of a plan, a version or a rule. */
export function PlanStatus({ stand, state = 'approved' }: { readonly stand: keyof typeof tones | 'past'; readonly state?: State }) {
  const t = useText()
  if (stand === 'none' && state !== 'approved') return <StatusTag tone={stateTones[state]}>{t(versionStateNames[state])}</StatusTag>
  const kind = stand === 'past' ? 'ended' : stand
  return <StatusTag tone={tones[kind]}>{t(effectStatusNames[kind])}</StatusTag>
}

/** Returns a rate, or the range of the rates of several steps. */
export function formatRates(tiers: FeePlanRow['tiers']): string {
  const tierRates = tiers.map((tier) => tier.ratePpm)
  const [least, limit] = [Math.min(...tierRates), Math.max(...tierRates)]
  return least === limit ? percentText(limit) : `${percentText(least)} – ${percentText(limit)}`
}

export function TierTable({ tiers }: { readonly tiers: FeePlanRow['tiers'] }) {
  const t = useText()
  return (
    <table className="f-steps">
      <thead>
        <tr>
          <th scope="col">{t(texts.stepFrom)}</th>
          <th scope="col">{t(texts.stepTo)}</th>
          <th scope="col" className="f-figure">
            {t(texts.rate)}
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.from}>
            <td>
              <Money value={tier.from} />
            </td>
            <td>{tier.to === null ? t(scopeNames.andAbove) : <Money value={tier.to} />}</td>
            <td className="f-figure">{percentText(tier.ratePpm)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DecisionAction {
  readonly createdBy: string
  readonly createdAt: string
  readonly decidedBy: string
  readonly decidedAt: string | null
  readonly reason: string
  readonly decisionReason: string
}

/** The author and the approver of a version, with their reasons. */
export function Actions({ of }: { readonly of: DecisionAction }) {
  const t = useText()
  const notes = [
    of.createdBy ? t(texts.proposedBy, { name: of.createdBy, at: formatDateTime(of.createdAt) }) : formatDateTime(of.createdAt),
    of.decidedBy ? t(texts.decidedBy, { name: of.decidedBy, at: formatDateTime(of.decidedAt) }) : '',
  ]
  return (
    <>
      <p className="k-note">{notes.filter(Boolean).join(' · ')}</p>
      {of.reason ? <p>{of.reason}</p> : null}
      {of.decisionReason ? <p className="k-muted">{of.decisionReason}</p> : null}
    </>
  )
}

/** Returns a function that names the beneficiary of a split rule. */
export function usePartyName(): (rule: SplitRuleRow) => string {
  const t = useText()
  return (rule) => {
    if (rule.role === 'centre') return rule.centreName
    if (rule.role === 'platform') return t(roleNames.platform)
    return rule.partyName || t(scopeNames.anybody)
  }
}
