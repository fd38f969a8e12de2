import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { texts } from './texts.ts'

const RequestDialog = onDemand(async () => (await import('./RequestDialog.tsx')).RequestDialog)

interface ManualVerificationProps {
  readonly operator: { readonly id: number; readonly name: string }
  /** The card to verify; null to verify the identity. */
  readonly card: { readonly id: number; readonly tail: string } | null
}

/**
 * Options for an unverified identity or card: ask the verifier again, or verify manually. Hidden for users who may do
 * neither.
 */
export function ManualVerification({ operator, card }: ManualVerificationProps) {
  const t = useText()
  const usertype = useUser()?.usertype
  const { open: openAsk } = useOverlay((_, close) => <RequestDialog operator={operator} card={card} onClose={close} />)
  const verifyAgain = useSubmit(api.verifications.again, { tone: ({ isVerified }) => (isVerified ? 'success' : 'warning') })
  if (!can('user:audit') || (usertype !== userType.platform && usertype !== userType.centre)) return null
  return (
    <>
      {card === null ? (
        <Button size="small" type="link" loading={verifyAgain.isBusy} onClick={() => void verifyAgain.submit({ operatorId: operator.id })}>
          {t(texts.again)}
        </Button>
      ) : null}
      <Button size="small" type="link" onClick={() => openAsk()}>
        {t(texts.title)}
      </Button>
    </>
  )
}
