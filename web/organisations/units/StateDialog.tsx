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

const confirmTexts = {
  stop: texts.stopAsk,
  start: texts.startAsk,
  freeze: texts.freezeAsk,
  unfreeze: texts.unfreezeAsk,
  close: texts.closeAsk,
  reopen: texts.reopenAsk,
} as const
const dangerousActions: readonly UnitStateAction[] = ['stop', 'freeze', 'close']
const passwordActions: readonly UnitStateAction[] = ['freeze', 'unfreeze', 'close', 'reopen']

/** Confirms a change of a unit's state. Shows the unit's name, its funds and the effect. */
export function StateDialog({ action, unit, onClose }: StateDialogProps) {
  const t = useText()
  const placeName = usePlaceName()
  const options = { onDone: onClose }
  const stopUnit = useSubmit(api.units.stop, options)
  const start = useSubmit(api.units.start, options)
  const freeze = useSubmit(api.units.freeze, options)
  const unfreeze = useSubmit(api.units.unfreeze, options)
  const closeUnit = useSubmit(api.units.close, options)
  const reopen = useSubmit(api.units.reopen, options)
  const { id, version } = unit
  const target = { id, version }
  const submitByAction = {
    stop: ({ reason }: ReasonInput) => stopUnit.submit({ ...target, reason }),
    start: () => start.submit(target),
    freeze: (input: ReasonInput) => freeze.submit({ ...target, ...input }),
    unfreeze: (input: ReasonInput) => unfreeze.submit({ ...target, ...input }),
    close: (input: ReasonInput) => closeUnit.submit({ ...target, ...input }),
    reopen: (input: ReasonInput) => reopen.submit({ ...target, ...input }),
  }[action]
  const submission = { stop: stopUnit, start, freeze, unfreeze, close: closeUnit, reopen }[action]
  return (
    <ReasonDialog
      title={t(texts[action])}
      onClose={onClose}
      confirmText={t(texts[action])}
      onConfirm={(reason) => void submitByAction(reason)}
      isDangerous={dangerousActions.includes(action)}
      submission={submission}
      reason={action === 'start' ? null : {}}
      hasPassword={passwordActions.includes(action)}
    >
      <p>{t(confirmTexts[action], { name: unit.name, money: formatMoney(unit.available) })}</p>
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
  const setPlace = useSubmit(api.units.setPlace, { onDone: onClose })
  const actionLabel = t(place.isActive ? texts.pausePlace : texts.resumePlace)
  const values = { name: unit.name, centre: place.centreName, mode: t(modeNames[place.mode] ?? texts.places) }
  return (
    <ReasonDialog
      title={actionLabel}
      onClose={onClose}
      confirmText={actionLabel}
      onConfirm={({ reason }) => void setPlace.submit({ settingId: place.settingId, isActive: !place.isActive, reason })}
      isDangerous={place.isActive}
      submission={setPlace}
    >
      <p>{t(place.isActive ? texts.pauseAsk : texts.resumeAsk, values)}</p>
    </ReasonDialog>
  )
}
