import { unitFields } from '#/api/organisations/units.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Facts } from '#/web/ui/Facts.tsx'
import { ReasonDialog, type ReasonInput } from '#/web/ui/ReasonDialog.tsx'
import { type Unit, type UnitPlace, usePlaceName } from './tags.tsx'
import { texts } from './texts.ts'

export type UnitStateAction = 'stop' | 'start' | 'freeze' | 'unfreeze' | 'close' | 'reopen'

interface StateDialogProps {
  readonly action: UnitStateAction
  readonly unit: Unit
  readonly onClose: () => void
}

const asks = {
  stop: texts.stopAsk,
  start: texts.startAsk,
  freeze: texts.freezeAsk,
  unfreeze: texts.unfreezeAsk,
  close: texts.closeAsk,
  reopen: texts.reopenAsk,
} as const
const dangerous: readonly UnitStateAction[] = ['stop', 'freeze', 'close']
const withPassword: readonly UnitStateAction[] = ['freeze', 'unfreeze', 'close', 'reopen']

/** Confirms a change of a unit's state. Shows the unit's name, its funds and the effect. */
export function StateDialog({ action, unit, onClose }: StateDialogProps) {
  const t = useText()
  const placeName = usePlaceName()
  const options = { onDone: onClose }
  const stop = useSubmit(api.units.stop, options)
  const start = useSubmit(api.units.start, options)
  const freeze = useSubmit(api.units.freeze, options)
  const unfreeze = useSubmit(api.units.unfreeze, options)
  const shut = useSubmit(api.units.close, options)
  const reopen = useSubmit(api.units.reopen, options)
  const { id, version } = unit
  const at = { id, version }
  const press = {
    stop: ({ reason }: ReasonInput) => stop.submit({ ...at, reason }),
    start: () => start.submit(at),
    freeze: (input: ReasonInput) => freeze.submit({ ...at, ...input }),
    unfreeze: (input: ReasonInput) => unfreeze.submit({ ...at, ...input }),
    close: (input: ReasonInput) => shut.submit({ ...at, ...input }),
    reopen: (input: ReasonInput) => reopen.submit({ ...at, ...input }),
  }[action]
  const { isBusy, failure } = { stop, start, freeze, unfreeze, close: shut, reopen }[action]
  return (
    <ReasonDialog
      title={t(texts[action])}
      onClose={onClose}
      confirmText={t(texts[action])}
      onConfirm={(reason) => void press(reason)}
      isDangerous={dangerous.includes(action)}
      isBusy={isBusy}
      failure={failure}
      reason={action === 'start' ? null : {}}
      hasPassword={withPassword.includes(action)}
    >
      <p>{t(asks[action], { name: unit.name, money: formatMoney(unit.available) })}</p>
      <Facts
        rows={[
          { label: t(unitFields.code), value: unit.code },
          { label: t(texts.places), value: joinList(unit.places.map(placeName)) },
          { label: t(unitFields.available), value: formatMoney(unit.available) },
          { label: t(unitFields.frozen), value: formatMoney(unit.frozen) },
        ]}
      />
    </ReasonDialog>
  )
}

/** Pauses or resumes the cooperation at one centre in one mode. */
export function PlaceDialog({ unit, place, onClose }: { readonly unit: Unit; readonly place: UnitPlace; readonly onClose: () => void }) {
  const t = useText()
  const set = useSubmit(api.units.setPlace, { onDone: onClose })
  const words = t(place.isActive ? texts.pausePlace : texts.resumePlace)
  const values = { name: unit.name, centre: place.centreName, mode: t(modeNames[place.mode] ?? texts.places) }
  return (
    <ReasonDialog
      title={words}
      onClose={onClose}
      confirmText={words}
      onConfirm={({ reason }) => void set.submit({ settingId: place.settingId, isActive: !place.isActive, reason })}
      isDangerous={place.isActive}
      isBusy={set.isBusy}
      failure={set.failure}
    >
      <p>{t(place.isActive ? texts.pauseAsk : texts.resumeAsk, values)}</p>
    </ReasonDialog>
  )
}
