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
import { type Duty, DutyState } from './StateTags.tsx'
import { texts } from './texts.ts'

const MoveDialog = onDemand(async () => (await import('./MoveDialog.tsx')).MoveDialog)

interface DutyListProps {
  readonly duties: readonly Duty[]
  /** Renders the owner, for lists that cover several businesses. */
  readonly whose?: (duty: Duty) => ReactNode
}

function Actions({ duty, onSettle }: { readonly duty: Duty; readonly onSettle: () => void }) {
  const t = useText()
  const remind = useSubmit(api.entities.remind)
  if (duty.state === 'done' || duty.state === 'void' || !can('gth:edit')) return null
  return (
    <span className="k-row">
      <ActionButton size="small" type="primary" reason={duty.maySettle} onPress={onSettle}>
        {t(texts.settle)}
      </ActionButton>
      <ConfirmButton
        size="small"
        reason={duty.maySettle}
        isBusy={remind.isBusy}
        effect={t(texts.remindEffect)}
        onPress={() => remind.submit({ obligationId: duty.id })}
      >
        {t(texts.remind)}
      </ConfirmButton>
    </span>
  )
}

/** A list of obligations with dates, receipts and actions. */
export function DutyList({ duties, whose }: DutyListProps) {
  const t = useText()
  const { open: ask } = useOverlay<Duty>((dialog, close) => <MoveDialog deed="settle" duty={dialog} onClose={close} />)
  return (
    <ul className="g-duties">
      {duties.map((duty) => (
        <li key={duty.id} className="g-duty">
          <span className="g-duty-what">
            <strong>{t(obligationKindNames[duty.kind])}</strong> {duty.period}
            {whose ? <span className="g-duty-whose">{whose(duty)}</span> : null}
          </span>
          <span className="g-duty-when">
            <DutyState duty={duty} />
            <span className="k-note">
              {duty.state === 'done' && duty.settledOn
                ? [t(texts.settledOn, { day: duty.settledOn }), duty.settledBy, duty.receiptNo].filter(Boolean).join(' · ')
                : duty.urgency === 'early' && duty.state === 'open'
                  ? `${t(texts.opens, { day: duty.opensOn })} · ${t(texts.dueOn, { day: duty.dueOn })}`
                  : t(texts.dueOn, { day: duty.dueOn })}
              {duty.isProvisional && (duty.state === 'open' || duty.state === 'overdue') ? t(texts.provisional) : null}
            </span>
            {duty.amount === null ? null : <Money value={duty.amount} />}
          </span>
          <span className="g-duty-deeds">
            {duty.fileId ? (
              <PreviewButton size="small" fileId={duty.fileId}>
                {t(texts.receipt)}
              </PreviewButton>
            ) : null}
            <Actions duty={duty} onSettle={() => ask(duty)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
