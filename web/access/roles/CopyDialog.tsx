import { useState } from 'react'
import { carriesDuty, paymentDuties } from '#/api/rights.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { AccessReasonInput, isReasonLongEnough } from '#/web/parts/proof/AccessReasonInput.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'
import type { KeyLabels } from './useKeyLabels.ts'

type Row = OutputOf<typeof api.roles.list>['rows'][number]

interface CopyRoleProps {
  readonly role: Row
  readonly nameOf: KeyLabels['nameOf']
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/** 复制: creates a role with the same keys under another name. */
export function CopyRoleDialog({ role, nameOf, onClose, onMade }: CopyRoleProps) {
  const t = useText()
  const [suggestedName] = useState(() => truncateUnits(t(texts.copyName, { name: role.name }), 30))
  const [name, setName] = useState(suggestedName)
  const [isAcknowledged, acknowledge] = useState(false)
  const source = useRead(api.roles.get, { id: role.id }, { keepLast: false })
  const [why, setWhy] = useState('')
  const includesDuty = source.data?.permissions.some(carriesDuty) ?? false
  const copy = useProvedSubmit(api.roles.copy, { onDone: (made) => onMade(made.id) })
  const combinedDuties = paymentDuties.filter((key) => source.data?.permissions.includes(key))
  const needsAcknowledgement = combinedDuties.length > 1 && !isAcknowledged
  const isReady = source.data !== undefined && name.trim().length >= 2 && !needsAcknowledgement && (!includesDuty || isReasonLongEnough(why))
  const send = () => void copy.submit({ id: role.id, name: name.trim(), acknowledged: isAcknowledged, why: why.trim() })
  return (
    <Dialog
      title={t(texts.copyTitle, { name: role.name })}
      onClose={onClose}
      isDirty={name !== suggestedName || isAcknowledged}
      confirm={{ text: t(texts.copy), onPress: send, isBusy: copy.isBusy, isDisabled: !isReady }}
    >
      <Form>
        <p className="k-note">{t(texts.copyNote)}</p>
        <Field label={t(texts.name)} required htmlFor="copy-name">
          <TextInput id="copy-name" value={name} maxLength={30} onChange={(event) => setName(event.target.value)} />
        </Field>
        {includesDuty ? <AccessReasonInput value={why} onChange={setWhy} /> : null}
        <QueryContent query={source} lines={1}>
          {() =>
            combinedDuties.length > 1 ? (
              <div className="k-stack">
                <p>{t(texts.duties, { duties: combinedDuties.map((key) => nameOf(key)).join(' + ') })}</p>
                <Checkbox checked={isAcknowledged} onChange={(event) => acknowledge(event.target.checked)}>
                  {t(texts.acknowledge)}
                </Checkbox>
              </div>
            ) : null
          }
        </QueryContent>
      </Form>
    </Dialog>
  )
}
