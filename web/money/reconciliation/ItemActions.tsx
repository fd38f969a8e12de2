import { reconFields as fields } from '#/api/money/reconciliation.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { ItemDetail } from './tags.tsx'
import { texts } from './texts.ts'

const SuspenseDialog = onDemand(async () => (await import('./SuspenseDialog.tsx')).SuspenseDialog)
const DueDialog = onDemand(async () => (await import('./SuspenseDialog.tsx')).DueDialog)

type Proposal = Exclude<ReconTreatment, 'hang'>
type ReasonedAction = Proposal | 'approve' | 'decline'

const hints: Readonly<Record<Proposal, Text>> = { charge: texts.chargeHint, interest: texts.interestHint, book: texts.bookHint, return: texts.returnHint }

/** Proposes or decides with a reason. */
function ItemReason({ item, what, onClose }: { readonly item: ItemDetail; readonly what: ReasonedAction; readonly onClose: () => void }) {
  const t = useText()
  const propose = useSubmit(api.reconciliation.propose, { onDone: onClose })
  const decide = useSubmit(api.reconciliation.decide, { onDone: onClose })
  const target = { itemId: item.id, version: item.version }
  const proposal = what === 'approve' || what === 'decline' ? null : what
  const action = proposal ? propose : decide
  const submitReason = (reason: string) =>
    proposal ? propose.submit({ ...target, treatment: proposal, reason }) : decide.submit({ ...target, approve: what === 'approve', reason })
  return (
    <ReasonDialog
      title={t(texts[what])}
      onClose={onClose}
      confirmText={t(texts[what])}
      onConfirm={({ reason }) => void submitReason(reason)}
      isDangerous={what === 'decline'}
      submission={action}
      reason={{ isOptional: what === 'approve', ...(proposal && { hint: t(hints[proposal]) }) }}
    >
      <p>
        {item.no} · <Money value={item.difference} isStrong />
      </p>
      {item.kind === 'amount' ? (
        <p className="k-note">
          {t(fields.ours)} <Money value={item.ours} /> · {t(fields.theirAmount)} <Money value={item.theirs} />
        </p>
      ) : null}
    </ReasonDialog>
  )
}

/** Actions of the staff who work on differences. */
function StaffActions({ item, ask }: { readonly item: ItemDetail; readonly ask: (what: ReasonedAction | 'hang' | 'due') => void }) {
  const t = useText()
  const takeItem = useSubmit(api.reconciliation.take)
  const waitForItem = useSubmit(api.reconciliation.wait)
  const move = useSubmit(api.reconciliation.toException)
  const target = { itemId: item.id, version: item.version }
  // A suspended or overdue difference needs a new due day, because the usual one has passed.
  const needsDay = item.state === 'hung' || item.isOverdue
  return (
    <>
      {needsDay ? (
        <ActionButton reason={item.may.take} onPress={() => ask('due')}>
          {t(texts.takeAgain)}
        </ActionButton>
      ) : (
        <ActionButton reason={item.may.take} isBusy={takeItem.isBusy} onPress={() => takeItem.submit(target)}>
          {t(texts.take)}
        </ActionButton>
      )}
      {item.state === 'hung' ? null : (
        <>
          <ActionButton reason={item.may.wait} isBusy={waitForItem.isBusy} onPress={() => waitForItem.submit(target)}>
            {t(texts.wait)}
          </ActionButton>
          {item.side === 'channel' ? (
            <ConfirmButton reason={item.may.toException} isBusy={move.isBusy} effect={t(texts.toExceptionEffect)} onPress={() => move.submit(target)}>
              {t(texts.toException)}
            </ConfirmButton>
          ) : null}
        </>
      )}
      {item.treatments.map((treatment) => (
        <ActionButton key={treatment} reason={item.may.propose} onPress={() => ask(treatment)}>
          {t(texts[treatment])}
        </ActionButton>
      ))}
    </>
  )
}

/** The caller's actions on a difference. A disabled one gives the reason. */
export function ItemActions({ item }: { readonly item: ItemDetail }) {
  const t = useText()
  const withdrawal = useSubmit(api.reconciliation.withdraw)
  const target = { itemId: item.id, version: item.version }
  const { open: ask } = useOverlay<ReasonedAction | 'hang' | 'due'>((dialog, close) =>
    dialog === 'hang' ? (
      <SuspenseDialog item={item} onClose={close} />
    ) : dialog === 'due' ? (
      <DueDialog item={item} onClose={close} />
    ) : (
      <ItemReason item={item} what={dialog} onClose={close} />
    ),
  )

  return (
    <div className="k-row">
      {can('recon:edit') && item.state !== 'proposed' ? <StaffActions item={item} ask={ask} /> : null}
      {can('recon:edit') && item.state === 'proposed' && item.may.withdraw === '' ? (
        <ConfirmButton reason={item.may.withdraw} isBusy={withdrawal.isBusy} effect={t(texts.withdrawEffect)} onPress={() => withdrawal.submit(target)}>
          {t(texts.withdraw)}
        </ConfirmButton>
      ) : null}
      {can('recon:check') && item.state === 'proposed' ? (
        <>
          <ActionButton danger reason={item.may.decide} onPress={() => ask('decline')}>
            {t(texts.decline)}
          </ActionButton>
          <ActionButton type="primary" reason={item.may.decide} onPress={() => ask('approve')}>
            {t(texts.approve)}
          </ActionButton>
        </>
      ) : null}
    </div>
  )
}
