import { useState } from 'react'
import { feeFields, roleNames, scopeNames, splitMethodNames } from '#/api/organisations/fees.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import type { FeeDecision } from './DecisionDialogs.tsx'
import { percentText, type SplitRuleRow } from './forms.ts'
import { Actions, PlanStatus, usePartyName } from './tags.tsx'
import { texts } from './texts.ts'

const SplitDialog = onDemand(async () => (await import('./fee-dialogs.ts')).SplitDialog)
const RuleDecisionDialog = onDemand(async () => (await import('./DecisionDialogs.tsx')).RuleDecisionDialog)
const EndDialog = onDemand(async () => (await import('./DecisionDialogs.tsx')).EndDialog)

type SplitDetail = OutputOf<typeof api.fees.split>

function useTermsText() {
  const t = useText()
  return (rule: SplitRuleRow) => ({
    method: t(splitMethodNames[rule.method]),
    rate: percentText(rule.ratePpm),
    days: `${rule.effectiveFrom} – ${rule.effectiveTo ?? t(scopeNames.openEnd)}`,
  })
}

function CurrentRule({ rule }: { readonly rule: SplitRuleRow }) {
  const t = useText()
  const partyName = usePartyName()
  const terms = useTermsText()(rule)
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(feeFields.centre), value: rule.centreName },
        { label: t(feeFields.unit), value: rule.unitName || t(scopeNames.allUnits) },
        { label: t(feeFields.role), value: t(roleNames[rule.role]) },
        { label: t(feeFields.party), value: partyName(rule) },
        { label: t(feeFields.mode), value: rule.mode === null ? t(scopeNames.bothModes) : t(modeNames[rule.mode] ?? texts.unit) },
        { label: t(feeFields.stand), value: <PlanStatus stand={rule.stand} state={rule.state} /> },
        { label: t(feeFields.splitMethod), value: terms.method },
        { label: t(rule.method === 'ratio' ? feeFields.ratio : feeFields.floor), value: terms.rate },
        { label: t(feeFields.days), value: terms.days, isWide: true },
      ]}
    />
  )
}

function VersionCard({
  rule,
  before,
  onVerdict,
}: {
  readonly rule: SplitRuleRow
  readonly before: SplitRuleRow | undefined
  readonly onVerdict: (decision: FeeDecision) => void
}) {
  const t = useText()
  const termsText = useTermsText()
  const [is, was] = [termsText(rule), before ? termsText(before) : null]
  const labels = { method: feeFields.splitMethod, rate: rule.method === 'ratio' ? feeFields.ratio : feeFields.floor, days: feeFields.days }
  const changes = (['method', 'rate', 'days'] as const)
    .filter((key) => is[key] !== was?.[key])
    .map((key) => ({ key, label: t(labels[key]), before: was?.[key] ?? '—', after: is[key] }))
  const decisionButton = (decision: FeeDecision, reason: string) => (
    <ActionButton size="small" reason={reason} onPress={() => onVerdict(decision)}>
      {t(texts[decision])}
    </ActionButton>
  )
  return (
    <li className="k-card">
      <h2 className="k-row k-spread">
        <span>{is.days}</span>
        <PlanStatus stand={rule.stand} state={rule.state} />
      </h2>
      <Actions of={rule} />
      {rule.stoppedBy ? <p className="k-muted">{t(texts.stoppedBy, { name: rule.stoppedBy, reason: rule.stopReason })}</p> : null}
      <ChangeTable changes={changes} />
      <div className="k-row">
        {rule.state === 'pending' ? decisionButton('approve', rule.may.decide) : null}
        {rule.state === 'pending' ? decisionButton('reject', rule.may.decide) : null}
        {rule.state === 'pending' || rule.stand === 'later' ? decisionButton('withdraw', rule.may.withdraw) : null}
      </div>
    </li>
  )
}

function History({
  splitDetail: detail,
  onVerdict,
}: {
  readonly splitDetail: SplitDetail
  readonly onVerdict: (decision: FeeDecision, rule: SplitRuleRow) => void
}) {
  return (
    <ul className="f-versions">
      {detail.versions.map((rule, at) => (
        <VersionCard
          key={rule.id}
          rule={rule}
          before={detail.versions.slice(at + 1).find((version) => version.state === 'approved')}
          onVerdict={(decision) => onVerdict(decision, rule)}
        />
      ))}
    </ul>
  )
}

type OpenDialog = { readonly what: 'revise' | 'stop' } | { readonly what: FeeDecision; readonly rule: SplitRuleRow }

interface SplitDrawerProps {
  /** Id of the rule; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

/** One rule: its terms, versions, and the dialogs that change it. */
export function SplitDrawer({ id, pane, onPane, onClose }: SplitDrawerProps) {
  const t = useText()
  const partyName = usePartyName()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const split = useRead(api.fees.split, { splitId: id }, { isEnabled: id !== 0 })
  const current = id !== 0 && split.data?.id === id ? split.data : undefined
  const query = { ...split, data: current }
  const title = current ? [...new Set([current.unitName || current.centreName, t(roleNames[current.role]), partyName(current)])].join(' · ') : ''
  const closeDialog = () => ask(null)
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={title}
        onClose={onClose}
        width={760}
        actions={
          current && can('split:edit') ? (
            <span className="k-row">
              <ActionButton size="small" reason={current.may.revise} onPress={() => ask({ what: 'revise' })}>
                {t(texts.revise)}
              </ActionButton>
              <ActionButton size="small" danger reason={current.may.stop} onPress={() => ask({ what: 'stop' })}>
                {t(texts.stop)}
              </ActionButton>
            </span>
          ) : null
        }
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'now', label: t(texts.rule), content: <QueryContent query={query}>{(detail) => <CurrentRule rule={detail} />}</QueryContent> },
          {
            key: 'history',
            label: t(texts.history),
            content: <QueryContent query={query}>{(detail) => <History splitDetail={detail} onVerdict={(what, rule) => ask({ what, rule })} />}</QueryContent>,
          },
        ]}
      />
      {dialog?.what === 'revise' && current ? <SplitDialog rule={current} title={`${t(texts.revise)} · ${title}`} onClose={closeDialog} /> : null}
      {dialog?.what === 'stop' && current ? <EndDialog of={{ rule: current, title }} onClose={closeDialog} /> : null}
      {dialog && 'rule' in dialog ? <RuleDecisionDialog decision={dialog.what} rule={dialog.rule} title={title} onClose={closeDialog} /> : null}
    </>
  )
}
