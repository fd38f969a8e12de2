import type { ReactNode } from 'react'
import { obligationKindNames } from '#/api/people/entities.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { type Obligation, ObligationState } from './StateTags.tsx'
import { texts } from './texts.ts'

const MoveDialog = onDemand(async () => (await import('./MoveDialog.tsx')).MoveDialog)

interface ObligationListProps {
  readonly obligations: readonly Obligation[]
  /** Renders the owner, for lists that cover several businesses. */
  readonly whose?: (obligation: Obligation) => ReactNode
}

function Actions({ obligation, onSettle }: { readonly obligation: Obligation; readonly onSettle: () => void }) {
  const t = useText()
  const remind = useSubmit(api.entities.remind)
  if (obligation.state === 'done' || obligation.state === 'void' || !can('gth:edit')) return null
  return (
    <span className="k-row">
      <ActionButton size="small" type="primary" reason={obligation.maySettle} onPress={onSettle}>
        {t(texts.settle)}
      </ActionButton>
      <ConfirmButton
        size="small"
        reason={obligation.maySettle}
        isBusy={remind.isBusy}
        effect={t(texts.remindEffect)}
        onPress={() => remind.submit({ obligationId: obligation.id })}
      >
        {t(texts.remind)}
      </ConfirmButton>
    </span>
  )
}

/** A list of obligations with dates, receipts and actions. */
export function ObligationList({ obligations, whose }: ObligationListProps) {
  const t = useText()
  const { open: ask } = useOverlay<Obligation>((dialog, close) => <MoveDialog deed="settle" obligation={dialog} onClose={close} />)
  return (
    <ul className="g-obligations">
      {obligations.map((obligation) => (
        <li key={obligation.id} className="g-obligation">
          <span className="g-obligation-name">
            <strong>{t(obligationKindNames[obligation.kind])}</strong> {obligation.period}
            {whose ? <span className="g-obligation-owner">{whose(obligation)}</span> : null}
          </span>
          <span className="g-obligation-due">
            <ObligationState obligation={obligation} />
            <span className="k-note">
              {obligation.state === 'done' && obligation.settledOn
                ? [t(texts.settledOn, { day: obligation.settledOn }), obligation.settledBy, obligation.receiptNo].filter(Boolean).join(' · ')
                : obligation.urgency === 'early' && obligation.state === 'open'
                  ? `${t(texts.opens, { day: obligation.opensOn })} · ${t(texts.dueOn, { day: obligation.dueOn })}`
                  : t(texts.dueOn, { day: obligation.dueOn })}
              {obligation.isProvisional && (obligation.state === 'open' || obligation.state === 'overdue') ? t(texts.provisional) : null}
            </span>
            {obligation.amount === null ? null : <Money value={obligation.amount} />}
          </span>
          <span className="g-obligation-actions">
            {obligation.fileId ? (
              <PreviewButton size="small" fileId={obligation.fileId}>
                {t(texts.receipt)}
              </PreviewButton>
            ) : null}
            <Actions obligation={obligation} onSettle={() => ask(obligation)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
