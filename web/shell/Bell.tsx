import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { BellOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { texts } from './texts.ts'
import { useUnread } from './useUnread.ts'
import { useWaiting } from './useWaiting.ts'

const BellDrawer = onDemand(async () => (await import('./BellDrawer.tsx')).BellDrawer)

/** The count of pending work and unread messages. The items load when it is opened. */
export function Bell() {
  const t = useText()
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const pendingWork = useWaiting()
  const unreadCount = useUnread().data?.count ?? 0
  const pendingCount = pendingWork.data?.reduce((sum, row) => sum + row.count, 0) ?? 0
  return (
    <>
      <Badge count={pendingCount + unreadCount}>
        <Button
          type="text"
          icon={<Icon of={BellOutlined} />}
          aria-label={t(texts.bell, { todo: pendingCount, unread: unreadCount })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </Badge>
      {isOpen === null ? null : <BellDrawer isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
