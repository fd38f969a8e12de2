import { useEffect, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Brandmark } from './Brandmark.tsx'
import { MainMenu } from './MainMenu.tsx'
import { shellSettings } from './settings.ts'
import { texts } from './texts.ts'

/** The menu on a phone: 210 px, over the page. */
export function SidebarDrawer({ isOpen, onOpen }: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }) {
  const t = useText()
  const hasLogo = useSignal(shellSettings.hasLogo)
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape; this handles clicks on the backdrop.
    <dialog
      ref={drawer}
      className="s-drawer-menu"
      aria-label={t(texts.mainMenu)}
      onClose={() => onOpen(false)}
      onClick={(event) => event.target === event.currentTarget && onOpen(false)}
    >
      {isOpen ? (
        <div>
          {hasLogo ? <Brandmark /> : null}
          <MainMenu isFolded={false} />
        </div>
      ) : null}
    </dialog>
  )
}
