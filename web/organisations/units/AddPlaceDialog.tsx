import { unitFields } from '#/api/organisations/units.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FieldList, Form, useForm } from '#/web/ui/Form.tsx'
import { PlaceFields } from './CreateDialog.tsx'
import type { UnitChoices } from './tags.tsx'
import { texts } from './texts.ts'
import { UnitField } from './UnitField.tsx'

interface Values {
  unitId: number
  places: { centreId: number; mode: Mode; feePlanId: number }[]
}

/** Adds a centre or mode to a unit. */
export function AddPlaceDialog({ choices, unitId, onClose }: { readonly choices: UnitChoices; readonly unitId: number; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const open = useSubmit(api.units.openPlace, { onDone: onClose })
  const send = form.whenValid(async ({ unitId: id, places }) => {
    const [place] = places
    if (place) await open.submit({ unitId: id, centreId: place.centreId, mode: place.mode, feePlanId: place.feePlanId })
  })
  return (
    <Dialog title={t(texts.openPlace)} onClose={onClose} width={760} confirm={{ text: t(texts.openPlace), onPress: send, isBusy: open.isBusy }}>
      <Form form={form} initialValues={{ ...(unitId ? { unitId } : {}), places: [{}] }}>
        <Field name="unitId" label={t(unitFields.name)} rules={[{ required: true, message: t(texts.required) }]}>
          <UnitField />
        </Field>
        <FieldList name="places">
          {(fields) => fields.map((field) => <PlaceFields key={field.key} at={field.name} choices={choices} onRemove={null} />)}
        </FieldList>
      </Form>
    </Dialog>
  )
}
