import { useState } from 'react'
import { userType } from '#/domain/base/codes.ts'
import type { ImportKind } from '#/domain/onboarding/import-cells.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { buttonTexts } from './button.texts.ts'

const ImportDialog = onDemand(async () => (await import('./ImportDialog.tsx')).ImportDialog)

const importPermissions = { operators: 'yz:edit', units: 'unit:edit', orders: 'orders:make', income: 'opening:edit', contracts: 'opening:edit' } as const

/** Opens the import of a kind of list, for those with permission. */
export function ImportButton({ kind }: { readonly kind: ImportKind }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const user = useUser()
  const canEnterData = user?.usertype === userType.unit || user?.islr === '1'
  if (!can(importPermissions[kind]) || (kind === 'operators' && !canEnterData)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(buttonTexts.import)}</Button>
      {isOpen ? <ImportDialog kind={kind} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
