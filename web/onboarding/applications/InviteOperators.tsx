import { useState } from 'react'
import { userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { inviteTexts as texts } from './invite.texts.ts'

const InviteDialog = onDemand(async () => (await import('./InviteDialog.tsx')).InviteDialog)

/** A unit's link for registering its operators. Centres have their links on the application page. */
export function OperatorInvitation() {
  const t = useText()
  const usertype = useUser()?.usertype
  const [isOpen, setOpen] = useState(false)
  if (usertype !== userType.unit || !can('yz:edit')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(texts.invite)}</Button>
      {isOpen ? <InviteDialog kinds={['operator', 'international']} lead={texts.unitLead} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
