import { type ReactNode, useState } from 'react'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import type { Operator } from './OperatorTags.tsx'
import { texts } from './operator-list.texts.ts'

const CardDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).CardDialog)
const CopyDialog = onDemand(async () => (await import('./CopyDialog.tsx')).CopyDialog)
const FreezeDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).FreezeDialog)
const MobileDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).MobileDialog)
const ParticularsDialog = onDemand(async () => (await import('./ParticularsDialog.tsx')).ParticularsDialog)
const SignDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).SignDialog)
const UnlinkDialog = onDemand(async () => (await import('./ActionDialogs.tsx')).UnlinkDialog)

type Action = keyof Operator['may'] | 'copy'
type CheckedAction = Exclude<Action, 'copy'>

interface OperatorActions {
  /** The menu of an operator. Disabled actions give the reason. */
  readonly menu: (operator: Operator) => ReactNode
  /** Sends documents to several operators for signing. */
  readonly signMany: (operators: readonly Operator[], onDone: () => void) => void
  readonly dialog: ReactNode
}

/** Returns the menu of operator actions and its dialogs. */
export function useOperatorActions(onBusiness?: (operator: Operator) => void): OperatorActions {
  const t = useText()
  const user = useUser()
  // Only platform or centre staff handle a person's request.
  const canExport = can('plain:export') && (user?.usertype === userType.platform || user?.usertype === userType.centre)
  const [dialog, ask] = useState<{ readonly what: Action; readonly operators: readonly Operator[]; readonly onDone?: () => void } | null>(null)
  const close = () => ask(null)
  const menu = (operator: Operator) => {
    const actions: CheckedAction[] = ['sign', 'card', 'mobile', 'particulars', 'unlink', operator.status === accountStatus.frozen ? 'unfreeze' : 'freeze']
    return (
      <Dropdown
        items={[
          ...(onBusiness ? [{ key: 'business', label: t(texts.entities) }] : []),
          ...actions.map((what) => ({
            key: what,
            label: t(texts[what]),
            disabled: operator.may[what] !== '',
            title: operator.may[what],
            danger: what === 'freeze' && operator.may.freeze === '',
          })),
          ...(canExport ? [{ key: 'copy', label: t(texts.copy) }] : []),
        ]}
        onChoose={(key) => {
          if (key === 'business') onBusiness?.(operator)
          else ask({ what: key as Action, operators: [operator] })
        }}
      >
        <Button type="link" size="small" aria-label={t(texts.moreOf, { name: operator.name })}>
          {t(texts.more)} <Icon of={DownOutlined} />
        </Button>
      </Dropdown>
    )
  }
  const open = () => {
    const operator = dialog?.operators[0]
    if (!dialog || !operator) return null
    const { what } = dialog
    if (what === 'sign') return <SignDialog operators={dialog.operators} onClose={close} onDone={() => dialog.onDone?.()} />
    if (what === 'copy') return <CopyDialog operator={operator} onClose={close} />
    if (what === 'card') return <CardDialog operator={operator} onClose={close} />
    if (what === 'mobile') return <MobileDialog operator={operator} onClose={close} />
    if (what === 'particulars') return <ParticularsDialog operator={operator} onClose={close} />
    if (what === 'unlink') return <UnlinkDialog operator={operator} onClose={close} />
    return <FreezeDialog operator={operator} action={what} onClose={close} />
  }
  return { menu, signMany: (operators, onDone) => ask({ what: 'sign', operators, onDone }), dialog: open() }
}
