import { useState } from 'react'
import { termFieldNames, unitFields } from '#/api/organisations/units.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import type { UnitChoices } from './tags.tsx'
import { texts } from './texts.ts'

type Failures = OutputOf<typeof api.units.assign>['fail']

interface AssignProps {
  readonly ids: readonly number[]
  readonly choices: UnitChoices
  readonly onClose: () => void
  readonly onDone: () => void
}

const roles = ['marketerId', 'salesmanId', 'partnerId'] as const
type Role = (typeof roles)[number]
const keepValue = 'keep'

/** Assigns units to staff. The user keeps, changes or removes each assignment, at once or from a later day. */
export function AssignDialog({ ids, choices, onClose, onDone }: AssignProps) {
  const t = useText()
  const today = dayOf(new Date(nowMs()))
  const [chosen, choose] = useState<Readonly<Record<Role, string>>>({ marketerId: keepValue, salesmanId: keepValue, partnerId: keepValue })
  const [effectiveOn, setEffectiveOn] = useState(today)
  const [fail, setFail] = useState<Failures>([])
  const assign = useSubmit(api.units.assign, {
    tone: (result) => (result.failCount > 0 ? 'warning' : 'success'),
    onDone: (result) => {
      onDone()
      if (result.fail.length === 0) onClose()
      else setFail(result.fail)
    },
  })
  const people = { marketerId: choices.marketers, salesmanId: choices.salesmen, partnerId: choices.partners.filter((partner) => partner.isReady) }
  const labels = { marketerId: unitFields.marketer, salesmanId: unitFields.salesman, partnerId: unitFields.partner }
  const visibleRoles = roles.filter((role) => role !== 'partnerId' || choices.partners.length > 0)
  const changedRoles = roles.filter((role) => chosen[role] !== keepValue)
  const handlePress = () => {
    const assignments = Object.fromEntries(changedRoles.map((role) => [role, chosen[role] === '' ? null : Number(chosen[role])]))
    void assign.submit({ ids: [...ids], ...assignments, effectiveOn })
  }
  return (
    <Dialog
      title={t(texts.assignTitle, { count: ids.length })}
      onClose={onClose}
      isDirty={changedRoles.length > 0 && fail.length === 0}
      confirm={{ text: t(texts.assign), onPress: handlePress, isBusy: assign.isBusy, isDisabled: changedRoles.length === 0 }}
    >
      <Form>
        {visibleRoles.map((role) => (
          <Field key={role} label={t(labels[role])} htmlFor={`assign-${role}`}>
            <Select
              id={`assign-${role}`}
              value={chosen[role]}
              isSearchable
              onChange={(value) => choose({ ...chosen, [role]: value })}
              options={[
                { value: keepValue, label: t(texts.keep) },
                { value: '', label: t(texts.nobody) },
                ...[...new Map(people[role].map((person) => [person.id, person])).values()].map((person) => ({ value: String(person.id), label: person.name })),
              ]}
            />
          </Field>
        ))}
        <Field label={t(termFieldNames.effectiveFrom)} htmlFor="assign-day" hint={t(texts.assignDay)}>
          <DayInput id="assign-day" value={effectiveOn} min={today} onChange={setEffectiveOn} isNeeded />
        </Field>
      </Form>
      <p className="k-muted">{t(texts.assignByTwo)}</p>
      {fail.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t(texts.failed)}
          description={
            <ul className="k-stack">
              {fail.map((each) => (
                <li key={each.id}>{each.name === '' ? each.reason : `${each.name}: ${each.reason}`}</li>
              ))}
            </ul>
          }
        />
      ) : null}
    </Dialog>
  )
}
