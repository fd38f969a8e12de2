import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#/api/pages.ts'
import { accountStatus } from '#/domain/base/codes.ts'
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
import type { UnitStateAction } from './StateDialog.tsx'
import type { Unit, UnitChoices, UnitPlace } from './tags.tsx'
import { texts } from './texts.ts'

const loadDialogs = () => import('./unit-dialogs.ts')

const EditDialog = onDemand(async () => (await loadDialogs()).EditDialog)

const CreateDialog = onDemand(async () => (await loadDialogs()).CreateDialog)

const PlaceDialog = onDemand(async () => (await import('./StateDialog.tsx')).PlaceDialog)
const StateDialog = onDemand(async () => (await import('./StateDialog.tsx')).StateDialog)

const AssignDialog = onDemand(async () => (await import('./AssignDialog.tsx')).AssignDialog)

type OpenDialog =
  | { readonly what: 'create' }
  | { readonly what: 'edit'; readonly unit: Unit }
  | { readonly what: 'assign'; readonly ids: readonly number[] }
  | { readonly what: 'place'; readonly unit: Unit; readonly place: UnitPlace }
  | { readonly what: UnitStateAction; readonly unit: Unit }

export interface UnitActions {
  readonly create: () => void
  readonly assign: (ids: readonly number[]) => void
  readonly place: (unit: Unit, place: UnitPlace) => void
  /** The menu of a unit, whose disabled actions give the reason; null for users without any action. */
  readonly menu: ((unit: Unit) => ReactNode) | null
  readonly dialog: ReactNode
}

/** Returns the actions for the state of a unit, in menu order. */
function actionsFor(unit: Unit): UnitStateAction[] {
  if (unit.status === accountStatus.closed) return ['reopen']
  return [unit.status === accountStatus.disabled ? 'start' : 'stop', unit.status === accountStatus.frozen ? 'unfreeze' : 'freeze', 'close']
}

const dangerousActions: readonly string[] = ['freeze', 'close']

/** Returns the menu of unit actions and its dialogs. */
export function useUnitActions(choices: NeededQuery<UnitChoices>, onAssigned: () => void): UnitActions {
  const t = useText()
  const navigate = useNavigate()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  useEarlyLoad(loadDialogs, can('unit:edit'))
  const closeDialog = () => ask(null)
  const menu = (unit: Unit) => {
    const items = [
      ...(can('ptbiliEdit') ? [{ key: 'settings', label: t(texts.settings) }] : []),
      { key: 'assign', label: t(texts.assign), disabled: unit.may.assign !== '', title: unit.may.assign },
      ...actionsFor(unit).map((action) => ({
        key: action,
        label: t(texts[action]),
        disabled: unit.may[action] !== '',
        title: unit.may[action],
        danger: dangerousActions.includes(action) && unit.may[action] === '',
      })),
    ]
    const choose = (key: string) => {
      if (key === 'settings') void navigate(`${pages.ptbiliEdit.path}?unitId=${unit.id}`)
      else if (key === 'assign') ask({ what: 'assign', ids: [unit.id] })
      else ask({ what: key as UnitStateAction, unit })
    }
    return (
      <span className="k-row">
        <ActionButton type="link" size="small" reason={unit.may.edit} onPress={() => ask({ what: 'edit', unit })}>
          {t(texts.edit)}
        </ActionButton>
        <Dropdown items={items} onChoose={choose}>
          <Button type="link" size="small" aria-label={t(texts.moreOf, { name: unit.name })}>
            {t(texts.more)} <Icon of={DownOutlined} />
          </Button>
        </Dropdown>
      </span>
    )
  }
  const open = () => {
    if (dialog === null) return null
    if (dialog.what === 'create')
      return (
        <QueryDialog query={choices} title={t(texts.add)} onClose={closeDialog}>
          {(answer) => <CreateDialog choices={answer} onClose={closeDialog} />}
        </QueryDialog>
      )
    if (dialog.what === 'assign')
      return (
        <QueryDialog query={choices} title={t(texts.assign)} onClose={closeDialog}>
          {(answer) => <AssignDialog ids={dialog.ids} choices={answer} onClose={closeDialog} onDone={onAssigned} />}
        </QueryDialog>
      )
    if (dialog.what === 'edit') return <EditDialog key={dialog.unit.id} id={dialog.unit.id} onClose={closeDialog} />
    if (dialog.what === 'place') return <PlaceDialog unit={dialog.unit} place={dialog.place} onClose={closeDialog} />
    return <StateDialog key={`${dialog.what}-${dialog.unit.id}`} action={dialog.what} unit={dialog.unit} onClose={closeDialog} />
  }
  return {
    create: () => ask({ what: 'create' }),
    assign: (ids) => ask({ what: 'assign', ids }),
    place: (unit, place) => ask({ what: 'place', unit, place }),
    menu: can('unit:edit') || can('user:freeze') || can('ptbiliEdit') ? menu : null,
    dialog: open(),
  }
}
