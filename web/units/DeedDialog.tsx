import { Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { unitFields } from '#/api/units.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { type Place, type Unit, usePlaceName } from './tags.tsx'
import { texts } from './texts.ts'

export type Deed = 'stop' | 'start' | 'freeze' | 'unfreeze' | 'close'

interface DeedProps {
  readonly deed: Deed
  readonly unit: Unit
  readonly onClose: () => void
}

const asks = { stop: texts.stopAsk, start: texts.startAsk, freeze: texts.freezeAsk, unfreeze: texts.unfreezeAsk, close: texts.closeAsk } as const
const dangerous: readonly Deed[] = ['stop', 'freeze', 'close']
const withPassword: readonly Deed[] = ['freeze', 'unfreeze', 'close']

/** A reason, which goes into the log. */
export function Reason({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const say = useText()
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{say(texts.reason)}</label>
      <Input.TextArea id={id} value={value} onChange={(event) => onChange(event.target.value)} rows={2} maxLength={200} placeholder={say(texts.reasonHint)} />
    </div>
  )
}

function Password({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  const say = useText()
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{say(texts.password)}</label>
      <Input.Password id={id} value={value} onChange={(event) => onChange(event.target.value)} autoComplete="current-password" maxLength={100} />
    </div>
  )
}

/** Asks before the state of a unit changes, naming it, its money, and what follows. */
export function DeedDialog({ deed, unit, onClose }: DeedProps) {
  const say = useText()
  const placeName = usePlaceName()
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const options = { done: say(texts.done), onDone: onClose }
  const stop = useSubmit(api.units.stop, options)
  const start = useSubmit(api.units.start, options)
  const freeze = useSubmit(api.units.freeze, options)
  const unfreeze = useSubmit(api.units.unfreeze, options)
  const shut = useSubmit(api.units.close, options)
  const { id, version } = unit
  const asksReason = deed !== 'start'
  const asksPassword = withPassword.includes(deed)
  const said = { id, version, reason: reason.trim() }
  const press = {
    stop: () => stop.submit(said),
    start: () => start.submit({ id, version }),
    freeze: () => freeze.submit({ ...said, password }),
    unfreeze: () => unfreeze.submit({ ...said, password }),
    close: () => shut.submit({ ...said, password }),
  }[deed]
  const isBusy = { stop, start, freeze, unfreeze, close: shut }[deed].isBusy
  return (
    <Dialog
      title={say(texts[deed])}
      isOpen
      onClose={onClose}
      isDirty={reason !== '' || password !== ''}
      confirm={{
        text: say(texts[deed]),
        onPress: () => void press(),
        isBusy,
        isDangerous: dangerous.includes(deed),
        isDisabled: (asksReason && reason.trim().length < 2) || (asksPassword && password === ''),
      }}
    >
      <div className="k-stack">
        <p>{say(asks[deed], { name: unit.name, money: formatMoney(unit.available) })}</p>
        <Facts
          rows={[
            { label: say(unitFields.code), value: unit.code },
            { label: say(texts.places), value: unit.places.map(placeName).join('、') },
            { label: say(unitFields.available), value: formatMoney(unit.available) },
            { label: say(unitFields.frozen), value: formatMoney(unit.frozen) },
          ]}
        />
        {asksReason ? <Reason value={reason} onChange={setReason} /> : null}
        {asksPassword ? <Password value={password} onChange={setPassword} /> : null}
      </div>
    </Dialog>
  )
}

/** Pauses the cooperation at one centre in one mode, or takes it up again. */
export function PlaceDialog({ unit, place, onClose }: { readonly unit: Unit; readonly place: Place; readonly onClose: () => void }) {
  const say = useText()
  const [reason, setReason] = useState('')
  const set = useSubmit(api.units.setPlace, { done: say(texts.done), onDone: onClose })
  const words = say(place.isActive ? texts.pausePlace : texts.resumePlace)
  const values = { name: unit.name, centre: place.centreName, mode: say(modeNames[place.mode] ?? texts.places) }
  return (
    <Dialog
      title={words}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: words,
        onPress: () => void set.submit({ settingId: place.settingId, isActive: !place.isActive, reason: reason.trim() }),
        isBusy: set.isBusy,
        isDangerous: place.isActive,
        isDisabled: reason.trim().length < 2,
      }}
    >
      <div className="k-stack">
        <p>{say(place.isActive ? texts.pauseAsk : texts.resumeAsk, values)}</p>
        <Reason value={reason} onChange={setReason} />
      </div>
    </Dialog>
  )
}
