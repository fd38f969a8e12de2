import { unitFields } from '#/api/organisations/units.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { creditCodeProblem } from '#/domain/base/identity.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FieldList, Form, useForm, useFormInstance, useWatch } from '#/web/ui/Form.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { MinusCircleOutlined, PlusOutlined } from '#/web/ui/icons.ts'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { UnitDataFields, type UnitDataValues, unitDataOf } from './FactFields.tsx'
import { formatRates, type UnitChoices } from './tags.tsx'
import { texts } from './texts.ts'

interface PlaceValues {
  centreId: number
  mode: Mode
  feePlanId: number
}

interface Values extends UnitDataValues {
  creditCode: string
  places: PlaceValues[]
  marketerId?: number
  salesmanId?: number
  partnerId?: number
  titleBank?: string
  titleAccountNo?: string
}

/** A centre and mode with its plan. Each choice limits the next. */
export function PlaceFields({ at, choices, onRemove }: { readonly at: number; readonly choices: UnitChoices; readonly onRemove: (() => void) | null }) {
  const t = useText()
  const form = useFormInstance<Values>()
  const centreId = useWatch<number>(['places', at, 'centreId'], form)
  const mode = useWatch<number>(['places', at, 'mode'], form)
  const rules = [{ required: true, message: t(texts.required) }]
  const modes = choices.centres.find((centre) => centre.id === centreId)?.modes ?? []
  const plans = choices.plans.filter((plan) => plan.mode === mode)
  return (
    <div className="n-place">
      <Field name={[at, 'centreId']} label={t(unitFields.centre)} rules={rules}>
        <Select
          options={choices.centres.map((centre) => ({ value: centre.id, label: centre.name }))}
          onChange={() =>
            form.resetFields([
              ['places', at, 'mode'],
              ['places', at, 'feePlanId'],
            ])
          }
        />
      </Field>
      <Field name={[at, 'mode']} label={t(unitFields.mode)} rules={rules}>
        <Select
          options={modes.map((each) => ({ value: each, label: t(modeNames[each] ?? texts.places) }))}
          onChange={() => form.resetFields([['places', at, 'feePlanId']])}
        />
      </Field>
      <Field name={[at, 'feePlanId']} label={t(unitFields.plan)} rules={rules}>
        <Select options={plans.map((plan) => ({ value: plan.id, label: withNote(plan.name, formatRates(plan)) }))} />
      </Field>
      {onRemove ? (
        <Button
          type="text"
          icon={<Icon of={MinusCircleOutlined} />}
          aria-label={t(texts.removePlace, { no: at + 1 })}
          onClick={onRemove}
          className="n-remove"
        />
      ) : null}
    </div>
  )
}

function PeopleFields({ choices }: { readonly choices: UnitChoices }) {
  const t = useText()
  const optionsOf = (rows: readonly { id: number; name: string }[]) =>
    [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({ value: row.id, label: row.name }))
  return (
    <>
      <p className="k-note">{t(texts.assignByTwo)}</p>
      <div className="k-fields">
        <Field name="marketerId" label={t(unitFields.marketer)}>
          <Select isClearable options={optionsOf(choices.marketers)} />
        </Field>
        <Field name="salesmanId" label={t(unitFields.salesman)}>
          <Select isClearable options={optionsOf(choices.salesmen)} />
        </Field>
        {choices.partners.length > 0 ? (
          <Field name="partnerId" label={t(unitFields.partner)}>
            <Select isClearable isSearchable options={optionsOf(choices.partners.filter((partner) => partner.isReady))} />
          </Field>
        ) : null}
      </div>
    </>
  )
}

/** The initial values of a new place. */
type FirstPlace = Partial<PlaceValues>

function PlaceFieldList({ choices, first }: { readonly choices: UnitChoices; readonly first: FirstPlace }) {
  const t = useText()
  return (
    <FieldList name="places">
      {(fields, { add, remove }) => (
        <>
          {fields.map((field, at) => (
            <PlaceFields key={field.key} at={field.name} choices={choices} onRemove={fields.length > 1 ? () => remove(at) : null} />
          ))}
          <Button type="dashed" block icon={<Icon of={PlusOutlined} />} onClick={() => add(first)}>
            {t(texts.addPlace)}
          </Button>
        </>
      )}
    </FieldList>
  )
}

/** The bank account that invoices name. */
function TitleFields() {
  const t = useText()
  return (
    <div className="k-fields">
      <Field name="titleBank" label={t(texts.titleBank)}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <Field name="titleAccountNo" label={t(texts.titleAccount)}>
        <TextInput maxLength={40} autoComplete="off" inputMode="numeric" />
      </Field>
    </div>
  )
}

const fieldByError: Readonly<Record<string, 'creditCode'>> = { creditCode: 'creditCode', creditCodeTaken: 'creditCode' }

/** Creates a unit: data, centres and terms, assigned staff, invoice title. */
export function CreateDialog({ choices, onClose }: { readonly choices: UnitChoices; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const showFailure = ({ error, message }: ApiError) => {
    const errorField = fieldByError[error]
    if (errorField) form.setFields([{ name: errorField, errors: [message] }])
    else showNotice('error', message)
  }
  const create = useSubmit(api.units.create, { onDone: onClose, onFailed: showFailure })
  const send = form.whenValid(async (values) => {
    const { marketerId, salesmanId, partnerId } = values
    await create.submit({
      ...unitDataOf(values),
      name: values.name.trim(),
      creditCode: values.creditCode.trim().toUpperCase(),
      contactMobile: values.contactMobile ?? '',
      legalIdNumber: (values.legalIdNumber ?? '').trim(),
      places: values.places,
      titleBank: values.titleBank ?? '',
      titleAccountNo: values.titleAccountNo ?? '',
      ...(marketerId ? { marketerId } : {}),
      ...(salesmanId ? { salesmanId } : {}),
      ...(partnerId ? { partnerId } : {}),
    })
  })
  const onlyCentre = choices.centres.length === 1 ? choices.centres[0] : undefined
  const initialPlace: FirstPlace = onlyCentre ? { centreId: onlyCentre.id } : {}
  const creditRule = {
    validator: (_: unknown, value: string | undefined) =>
      creditCodeProblem((value ?? '').trim().toUpperCase()) === null ? Promise.resolve() : Promise.reject(new Error(t(texts.creditCodeRule))),
  }
  return (
    <Dialog title={t(texts.add)} onClose={onClose} width={860} confirm={{ text: t(texts.create), onPress: send, isBusy: create.isBusy }}>
      <Form form={form} initialValues={{ bizKind: 'ordinary', taxpayerKind: 'general', places: [initialPlace] }}>
        <UnitDataFields isKept={false}>
          <Field name="creditCode" label={t(unitFields.creditCode)} required rules={[creditRule]}>
            <TextInput maxLength={18} autoComplete="off" />
          </Field>
        </UnitDataFields>
        <h3 className="n-part">{t(texts.places)}</h3>
        <PlaceFieldList choices={choices} first={initialPlace} />
        <h3 className="n-part">{t(texts.assign)}</h3>
        <PeopleFields choices={choices} />
        <h3 className="n-part">{t(texts.title)}</h3>
        <TitleFields />
      </Form>
    </Dialog>
  )
}
