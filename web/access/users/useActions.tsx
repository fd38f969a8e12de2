import { type ReactNode, useState } from 'react'
import { type DualControlKind, dualControlKinds } from '#/domain/access/dual-control.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryDialog } from '#/web/ui/QueryDialog.tsx'
import type { NeededQuery } from '#/web/ui/query-stage.ts'
import { useEarlyLoad } from '#/web/ui/useEarlyLoad.ts'
import type { AccountAction } from './ConfirmDialog.tsx'
import type { IssuedPassword } from './TemporaryPassword.tsx'
import type { User, UserChoices } from './tags.tsx'
import { texts } from './texts.ts'

const TemporaryPassword = onDemand(async () => (await import('./TemporaryPassword.tsx')).TemporaryPassword)

const SentLink = onDemand(async () => (await import('./SentLink.tsx')).SentLink)

const loadDialogs = () => import('./user-dialogs.ts')

const CreateDialog = onDemand(async () => (await loadDialogs()).CreateDialog)

const ChangeDialog = onDemand(async () => (await loadDialogs()).ChangeDialog)

const ProposeDialog = onDemand(async () => (await import('./ProposeDialog.tsx')).ProposeDialog)

const Proposals = onDemand(async () => (await import('./Proposals.tsx')).Proposals)

const ConfirmDialog = onDemand(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

type Change = 'askAgain' | 'edit' | 'roles' | 'centres'
type OpenDialog = { readonly what: Change | AccountAction | DualControlKind; readonly user: User } | { readonly what: 'create' }

const changes: readonly string[] = ['askAgain', 'edit', 'roles', 'centres']
const dualControlNames: readonly string[] = dualControlKinds

/** Returns the actions on an account, in menu order. */
function userActionsFor(user: User): (Change | AccountAction | DualControlKind)[] {
  const centres: Change[] = user.usertype === userType.centre ? ['centres'] : []
  const resubmitAction: Change[] = user.may.askAgain === '' ? ['askAgain'] : []
  const dualControlActions: DualControlKind[] = ['paper', ...(user.isTwo ? (['mobile'] as const) : []), 'factor']
  return [
    ...resubmitAction,
    'roles',
    ...centres,
    'reset',
    ...dualControlActions,
    'unlock',
    user.status === accountStatus.disabled ? 'enable' : 'disable',
    'signOut',
  ]
}

interface Actions {
  readonly create: () => void
  /** The menu of an account. Disabled actions give the reason. */
  readonly menu: (user: User) => ReactNode
  readonly dialog: ReactNode
  /** The account changes awaiting a second person. */
  readonly proposals: ReactNode
}

/** Returns the menu of account actions and its dialogs. */
export function useUserActions(choices: NeededQuery<UserChoices>): Actions {
  const t = useText()
  const [requested, ask] = useState<OpenDialog | null>(null)
  const [once, setOnce] = useState<IssuedPassword | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  useEarlyLoad(loadDialogs, can('user:edit'))
  const close = () => ask(null)
  const menu = (user: User) => (
    <span className="k-row">
      <ActionButton type="link" size="small" reason={user.may.edit} onPress={() => ask({ what: 'edit', user })}>
        {t(texts.edit)}
      </ActionButton>
      <Dropdown
        items={userActionsFor(user).map((what) => ({
          key: what,
          label: t(texts[what]),
          disabled: user.may[what] !== '',
          title: user.may[what],
          danger: what === 'disable' && user.may.disable === '',
        }))}
        onChoose={(key) => ask({ what: key as AccountAction, user })}
      >
        <Button type="link" size="small" aria-label={t(texts.moreOf, { name: user.name })}>
          {t(texts.more)} <Icon of={DownOutlined} />
        </Button>
      </Dropdown>
    </span>
  )
  const open = () => {
    if (requested === null) return null
    if (requested.what === 'create')
      return (
        <QueryDialog query={choices} title={t(texts.add)} onClose={close}>
          {(answer) => <CreateDialog choices={answer} onClose={close} onSent={setSent} />}
        </QueryDialog>
      )
    const { what, user } = requested
    if (dualControlNames.includes(what)) return <ProposeDialog key={`${what}-${user.id}`} kind={what as DualControlKind} user={user} onClose={close} />
    if (changes.includes(what))
      return (
        <QueryDialog query={choices} title={t(texts[what])} onClose={close}>
          {(answer) => <ChangeDialog key={`${what}-${user.id}`} what={what as Change} user={user} choices={answer} onClose={close} />}
        </QueryDialog>
      )
    return <ConfirmDialog key={`${what}-${user.id}`} action={what as AccountAction} user={user} onClose={close} onSent={setSent} />
  }
  const dialog = (
    <>
      {open()}
      {once ? <TemporaryPassword once={once} onClose={() => setOnce(null)} /> : null}
      {sent !== null ? <SentLink ask={sent} onClose={() => setSent(null)} /> : null}
    </>
  )
  return { create: () => ask({ what: 'create' }), menu, dialog, proposals: <Proposals onOnce={setOnce} /> }
}
