import { lazy, Suspense, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { workScope } from '#/web/kernel/scope.ts'
import { session, type User } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SwapOutlined } from '#/web/ui/icons.ts'
import { modeNames, texts } from './texts.ts'

const ScopeDialog = lazy(async () => ({ default: (await import('./ScopeDialog.tsx')).ScopeDialog }))

/** Where this person works: centre and mode of centre staff, with the way to change them; the unit's name for everyone else. */
export function ScopeSwitch({ user }: { readonly user: User }) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  const scope = workScope(user, session.centreId(), session.mode())
  if (!scope)
    return user.unitName ? (
      <span className="s-unit" title={user.unitName}>
        {user.unitName}
      </span>
    ) : null
  const modeName = modeNames[scope.mode]
  const words = say(texts.current, { centre: scope.centre?.name ?? '—', mode: modeName ? say(modeName) : String(scope.mode) })
  const canSwitch = (scope.canChooseCentre && scope.centres.length > 1) || scope.modes.length > 1
  if (!canSwitch)
    return (
      <span className="s-scope" title={words}>
        {words}
      </span>
    )
  return (
    <>
      <Button
        className="s-scope"
        size="small"
        icon={<Icon of={SwapOutlined} />}
        iconPlacement="end"
        title={say(scope.canChooseCentre ? texts.switchScope : texts.switchMode)}
        onClick={() => setOpen(true)}
      >
        <span>{words}</span>
      </Button>
      {isOpen ? (
        <Suspense>
          <ScopeDialog scope={scope} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
