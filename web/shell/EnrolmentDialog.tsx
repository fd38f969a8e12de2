import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { AddPasskeyDialog } from '#/web/parts/factor/AddPasskeyDialog.tsx'
import { SetUpDialog } from '#/web/parts/factor/SetUpDialog.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { texts } from './texts.ts'

// The reload fetches the account again, which is now open.
const reload = () => location.reload()

/** Sets up the second factor that the installation requires. All pages stay closed until it is done. */
export function EnrolmentDialog() {
  const t = useText()
  const [isPasskey, setPasskey] = useState(false)
  const passkeys = useRead(api.profile.passkeys, {})
  if (isPasskey) return <AddPasskeyDialog isForced onClose={reload} />
  const passkeySection = passkeys.data?.isPossible ? (
    <Button type="link" onClick={() => setPasskey(true)}>
      {t(texts.enrolByPasskey)}
    </Button>
  ) : null
  return <SetUpDialog isForced other={passkeySection} onClose={reload} />
}
