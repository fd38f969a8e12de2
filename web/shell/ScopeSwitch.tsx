import { useState } from 'react'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { type WorkScope, workScope } from '#/web/kernel/scope.ts'
import { type SignedInCentre, session, type User } from '#/web/kernel/session.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { countAt, useModeName, useSwitchPlace } from './places.ts'
import { texts } from './texts.ts'
import { useWaiting } from './useWaiting.ts'
import './scope.css'

const ScopeDialog = onDemand(async () => (await import('./ScopeDialog.tsx')).ScopeDialog)

/** The modes of a centre next to each other, each with its pending work. Pressing another one switches to it. */
export function Modes({ centre, modes, chosen }: { readonly centre: SignedInCentre; readonly modes: readonly number[]; readonly chosen: number | null }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const modeName = useModeName()
  const switchPlace = useSwitchPlace()
  const pendingWork = useWaiting().data ?? []
  return (
    <fieldset className="s-modes" aria-label={t(texts.mode)}>
      {modes.map((mode) => {
        const count = countAt(pendingWork, { centreId: centre.id, mode })
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === chosen}
            title={mode === chosen ? undefined : t(texts.switchNote)}
            onClick={() => mode !== chosen && switchPlace({ centreId: centre.id, mode })}
          >
            {modeName(mode)}
            {count > 0 ? <b title={t(texts.waitingHere, { count })}>{formatCount(count, currentLanguage)}</b> : null}
          </button>
        )
      })}
    </fieldset>
  )
}

function CentreButton({ scope, centre }: { scope: WorkScope; centre: SignedInCentre }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const pendingWork = useWaiting().data ?? []
  const otherCentresCount = scope.centres.reduce((sum, { id }) => (id === centre.id ? sum : sum + countAt(pendingWork, { centreId: id, mode: null })), 0)
  return (
    <>
      <button type="button" className="s-centre" aria-haspopup="dialog" title={t(texts.switchScope)} onClick={() => setOpen(true)}>
        <span>{centre.name}</span>
        {otherCentresCount > 0 ? (
          <b title={t(texts.waitingElsewhere, { count: otherCentresCount })}>{`+${formatCount(otherCentresCount, currentLanguage)}`}</b>
        ) : null}
        <i aria-hidden="true">▾</i>
      </button>
      {isOpen ? <ScopeDialog scope={scope} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The current centre and mode of centre staff, with a button to change them. Other users see their unit's name. */
export function ScopeSwitch({ user }: { readonly user: User }) {
  const modeName = useModeName()
  const scope = workScope(user, session.centreId(), session.mode())
  if (!scope)
    return user.unitName ? (
      <span className="s-unit" title={user.unitName}>
        {user.unitName}
      </span>
    ) : null
  const { centre, modes, mode } = scope
  return (
    <div className="s-scope">
      {centre && scope.canChooseCentre && scope.centres.length > 1 ? (
        <CentreButton scope={scope} centre={centre} />
      ) : (
        <span className="s-centre" title={centre?.name}>
          <span>{centre?.name ?? '—'}</span>
        </span>
      )}
      {centre && modes.length > 1 ? <Modes centre={centre} modes={modes} chosen={mode} /> : <span className="s-mode">{modeName(mode)}</span>}
    </div>
  )
}
