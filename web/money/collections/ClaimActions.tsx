import { formatYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { ClaimDetail } from './tags.tsx'
import { texts } from './texts.ts'

const ClaimDialog = onDemand(async () => (await import('./ClaimDialog.tsx')).ClaimDialog)

interface ClaimActionProps {
  readonly claim: ClaimDetail
}

/** Refuses with a reason: the unit returns a claim, or the operator objects to a claim that the centre entered. */
function RefusalDialog({ claim, what, onClose }: ClaimActionProps & { readonly what: 'giveBack' | 'objectTo'; readonly onClose: () => void }) {
  const t = useText()
  const giveBackClaim = useSubmit(api.collections.giveBack, { onDone: onClose })
  const objectToClaim = useSubmit(api.collections.object, { onDone: onClose })
  const action = what === 'giveBack' ? giveBackClaim : objectToClaim
  return (
    <ReasonDialog
      title={`${t(texts[what])} · ${claim.no}`}
      onClose={onClose}
      confirmText={t(texts[what])}
      isDangerous
      reason={{ hint: t(what === 'giveBack' ? texts.giveBackHint : texts.objectToHint) }}
      onConfirm={({ reason }) => void action.submit({ claimId: claim.id, version: claim.version, reason })}
      submission={action}
    >
      <p>
        {claim.operatorName} · {formatYuan(claim.amount)}
      </p>
    </ReasonDialog>
  )
}

function AuthorActions({ claim }: ClaimActionProps) {
  const t = useText()
  const { open: edit } = useOverlay((_, close) => <ClaimDialog claim={claim} onClose={close} />)
  const target = { claimId: claim.id, version: claim.version }
  const submit = useSubmit(api.collections.submit)
  const withdraw = useSubmit(api.collections.withdraw)
  const cancel = useSubmit(api.collections.cancel)
  const confirmCancel = () =>
    confirm({ title: t(texts.cancel), content: <p>{t(texts.cancelAsk)}</p>, okText: t(texts.cancel), onOk: () => cancel.submit(target) })
  if (claim.state === 'pending') {
    return (
      <ActionButton reason={claim.may.withdraw} isBusy={withdraw.isBusy} onPress={() => withdraw.submit(target)}>
        {t(texts.withdraw)}
      </ActionButton>
    )
  }
  return (
    <>
      <ActionButton danger reason={claim.may.cancel} isBusy={cancel.isBusy} onPress={confirmCancel}>
        {t(texts.cancel)}
      </ActionButton>
      <ActionButton reason={claim.may.edit} onPress={() => edit()}>
        {t(texts.edit)}
      </ActionButton>
      <ConfirmButton type="primary" reason={claim.may.submit} isBusy={submit.isBusy} effect={t(texts.submitEffect)} onPress={() => submit.submit(target)}>
        {t(texts.submit)}
      </ConfirmButton>
    </>
  )
}

/** Actions of the unit that a claim is addressed to. */
function UnitActions({ claim }: ClaimActionProps) {
  const t = useText()
  const { open: giveBack } = useOverlay((_, close) => <RefusalDialog claim={claim} what="giveBack" onClose={close} />)
  const agree = useSubmit(api.collections.confirm)
  const handlePress = () =>
    confirm({
      title: t(texts.confirmAsk, { no: claim.no, amount: formatYuan(claim.amount) }),
      content: <p>{t(texts.confirmNote)}</p>,
      okText: t(texts.confirm),
      onOk: () => agree.submit({ claimId: claim.id, version: claim.version }),
    })
  return (
    <>
      <ActionButton danger reason={claim.may.giveBack} onPress={() => giveBack()}>
        {t(texts.giveBack)}
      </ActionButton>
      {claim.state === 'pending' ? (
        <ActionButton type="primary" reason={claim.may.confirm} isBusy={agree.isBusy} onPress={handlePress}>
          {t(texts.confirm)}
        </ActionButton>
      ) : null}
    </>
  )
}

/** The caller's actions on a claim. A disabled one gives the reason. */
export function ClaimActions({ claim, isAuthor, isPayee }: ClaimActionProps & { readonly isAuthor: boolean; readonly isPayee: boolean }) {
  const t = useText()
  const { open: object } = useOverlay((_, close) => <RefusalDialog claim={claim} what="objectTo" onClose={close} />)
  const isOpen = claim.state === 'draft' || claim.state === 'returned' || claim.state === 'pending'
  const canObject = isPayee && claim.isEntered && (claim.state === 'pending' || claim.state === 'confirmed')
  return (
    <div className="k-row">
      {isAuthor && isOpen ? <AuthorActions claim={claim} /> : null}
      {canObject ? (
        <ActionButton danger reason={claim.may.object} onPress={() => object()}>
          {t(texts.objectTo)}
        </ActionButton>
      ) : null}
      {can('sk:confirm') && (claim.state === 'pending' || claim.state === 'confirmed') ? <UnitActions claim={claim} /> : null}
    </div>
  )
}
