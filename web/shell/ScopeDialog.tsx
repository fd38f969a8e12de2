import { useText } from '#/web/kernel/i18n.ts'
import type { WorkScope } from '#/web/kernel/scope.ts'
import { modesOf } from '#/web/kernel/session.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Modes } from './ScopeSwitch.tsx'
import { texts } from './texts.ts'

/** The centres the user may choose, with their modes and pending work. A separate chunk. */
export function ScopeDialog({ scope, onClose }: { readonly scope: WorkScope; readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog title={t(texts.switchScope)} onClose={onClose} width={560}>
      <ul className="s-centres" aria-label={t(texts.centre)}>
        {scope.centres.map((centre) => (
          <li key={centre.id}>
            <span>{centre.name}</span>
            <Modes centre={centre} modes={modesOf(centre.isdz)} chosen={centre.id === scope.centre?.id ? scope.mode : null} />
          </li>
        ))}
      </ul>
      <p className="k-note">{t(texts.switchNote)}</p>
    </Dialog>
  )
}
