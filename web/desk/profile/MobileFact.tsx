import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { texts } from './texts.ts'

const MobileDialog = onDemand(async () => (await import('./profile-dialogs.ts')).MobileDialog)

/** The masked mobile number with a button to change it. */
export function MobileFact({ mobile }: { readonly mobile: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const action = t(mobile ? texts.change : texts.set)
  return (
    <div className="k-row">
      <Masked value={mobile} />
      <Button size="small" aria-label={`${action} ${t(texts.mobile)}`} onClick={() => setOpen(true)}>
        {action}
      </Button>
      {isOpen ? <MobileDialog hasMobile={mobile !== ''} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
