import { evidenceNames } from '#/api/people/entities.texts.ts'
import { requiredEvidence } from '#/domain/people/entity.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ConfirmOrRejectDialog } from '#/web/parts/review/ConfirmOrRejectDialog.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { FactChanges } from './FactChanges.tsx'
import type { Entity } from './StateTags.tsx'
import { texts } from './texts.ts'

type Change = NonNullable<Entity['taxChange']>

function ChangeFacts({ change }: { readonly change: Change }) {
  const t = useText()
  const paper = requiredEvidence(change.move)
  return (
    <>
      <FactChanges facts={change.facts} />
      <p className="k-note">{change.reason}</p>
      <p className="k-note">{t(texts.enteredBy, { name: change.enteredBy, at: formatDateTime(change.enteredAt) })}</p>
      <div className="k-row">
        <PreviewButton size="small" fileId={change.fileId}>
          {paper ? t(evidenceNames[paper]) : null}
        </PreviewButton>
      </div>
    </>
  )
}

function DecideDialog({ entity, change, onClose }: { readonly entity: Entity; readonly change: Change; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.entities.decideTax, { onDone: onClose })
  return (
    <ConfirmOrRejectDialog
      title={t(texts.decideTax, { name: entity.name })}
      confirmText={t(texts.confirmTax)}
      onDecide={(decision) => void decide.submit({ taxChangeId: change.id, ...decision })}
      onClose={onClose}
      submission={decide}
    >
      <ChangeFacts change={change} />
    </ConfirmOrRejectDialog>
  )
}

/** The change of the taxation that awaits another person, with the buttons to decide or withdraw it. */
export function TaxChange({ entity, change }: { readonly entity: Entity; readonly change: Change }) {
  const t = useText()
  const withdraw = useSubmit(api.entities.withdrawTax)
  const { open: openDecide } = useOverlay((_, close) => <DecideDialog entity={entity} change={change} onClose={close} />)
  return (
    <section className="k-card k-stack">
      <h2>{t(texts.taxChange)}</h2>
      <ChangeFacts change={change} />
      {can('gth:edit') ? (
        <div className="k-row">
          <ActionButton type="primary" reason={change.mayDecide} onPress={() => openDecide()}>
            {t(texts.decide)}
          </ActionButton>
          {change.mayWithdraw === '' ? (
            <ActionButton isBusy={withdraw.isBusy} onPress={() => withdraw.submit({ taxChangeId: change.id })}>
              {t(texts.withdraw)}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
