import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { unitFields } from '#/api/organisations/units.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { creditCodeProblem } from '#/domain/base/identity.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { note } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { MinusCircleOutlined, PlusOutlined } from '#/web/ui/icons.ts'
import { FactFields, type FactValues, factsOf } from './FactFields.tsx'
import { type Choices, rates } from './tags.tsx'
import { texts } from './texts.ts'

interface PlaceValues {
  centreId: number
  mode: Mode
  feePlanId: number
  dualControl: boolean
}

interface Values extends FactValues {
  creditCode: string
  places: PlaceValues[]
  marketerId?: number
  salesmanId?: number
  partnerId?: number
  titleBank?: string
  titleAccountNo?: string
}

/** A centre and mode with its plan. Each choice limits the next. */
export function PlaceFields({ at, choices, onRemove }: { readonly at: number; readonly choices: Choices; readonly onRemove: (() => void) | null }) {
  const say = useText()
  const form = Form.useFormInstance<Values>()
  const centreId = Form.useWatch(['places', at, 'centreId'], form) as number | undefined
  const mode = Form.useWatch(['places', at, 'mode'], form) as number | undefined
  const rules = [{ required: true, message: say(texts.required) }]
  const modes = choices.centres.find((centre) => centre.id === centreId)?.modes ?? []
  const plans = choices.plans.filter((plan) => plan.mode === mode)
  return (
    <div className="n-place">
      <Form.Item name={[at, 'centreId']} label={say(unitFields.centre)} rules={rules}>
        <Select
          options={choices.centres.map((centre) => ({ value: centre.id, label: centre.name }))}
          onChange={() =>
            form.resetFields([
              ['places', at, 'mode'],
              ['places', at, 'feePlanId'],
            ])
          }
        />
      </Form.Item>
      <Form.Item name={[at, 'mode']} label={say(unitFields.mode)} rules={rules}>
        <Select
          options={modes.map((each) => ({ value: each, label: say(modeNames[each] ?? texts.places) }))}
          onChange={() => form.resetFields([['places', at, 'feePlanId']])}
        />
      </Form.Item>
      <Form.Item name={[at, 'feePlanId']} label={say(unitFields.plan)} rules={rules}>
        <Select options={plans.map((plan) => ({ value: plan.id, label: note(plan.name, rates(plan)) }))} />
      </Form.Item>
      <Form.Item name={[at, 'dualControl']} valuePropName="checked" initialValue={true} label=" " colon={false}>
        <Checkbox>{say(texts.dual)}</Checkbox>
      </Form.Item>
      {onRemove ? (
        <Button
          type="text"
          icon={<Icon of={MinusCircleOutlined} />}
          aria-label={say(texts.removePlace, { no: at + 1 })}
          onClick={onRemove}
          className="n-remove"
        />
      ) : null}
    </div>
  )
}

function People({ choices }: { readonly choices: Choices }) {
  const say = useText()
  const options = (rows: readonly { id: number; name: string }[]) =>
    [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({ value: row.id, label: row.name }))
  return (
    <div className="k-fields">
      <Form.Item name="marketerId" label={say(unitFields.marketer)}>
        <Select allowClear options={options(choices.marketers)} />
      </Form.Item>
      <Form.Item name="salesmanId" label={say(unitFields.salesman)}>
        <Select allowClear options={options(choices.salesmen)} />
      </Form.Item>
      {choices.partners.length > 0 ? (
        <Form.Item name="partnerId" label={say(unitFields.partner)}>
          <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={options(choices.partners.filter((each) => each.isReady))} />
        </Form.Item>
      ) : null}
    </div>
  )
}

/** The initial values of a new place. */
type FirstPlace = Partial<PlaceValues>

function Places({ choices, first }: { readonly choices: Choices; readonly first: FirstPlace }) {
  const say = useText()
  return (
    <Form.List name="places">
      {(fields, { add, remove }) => (
        <>
          {fields.map((field, at) => (
            <PlaceFields key={field.key} at={field.name} choices={choices} onRemove={fields.length > 1 ? () => remove(at) : null} />
          ))}
          <Button type="dashed" block icon={<Icon of={PlusOutlined} />} onClick={() => add(first)}>
            {say(texts.addPlace)}
          </Button>
        </>
      )}
    </Form.List>
  )
}

/** The bank account that invoices name. */
function TitleFields() {
  const say = useText()
  return (
    <div className="k-fields">
      <Form.Item name="titleBank" label={say(texts.titleBank)}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="titleAccountNo" label={say(texts.titleAccount)}>
        <Input maxLength={40} autoComplete="off" inputMode="numeric" />
      </Form.Item>
    </div>
  )
}

const places: Readonly<Record<string, 'creditCode'>> = { creditCode: 'creditCode', creditCodeTaken: 'creditCode' }

/** Creates a unit: data, centres and terms, assigned staff, invoice title. */
export function CreateDialog({ choices, onClose }: { readonly choices: Choices; readonly onClose: () => void }) {
  const say = useText()
  const [form] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const failed = ({ error, message }: ApiError) => {
    const place = places[error]
    if (place) form.setFields([{ name: place, errors: [message] }])
    else notify('error', message)
  }
  const create = useSubmit(api.units.create, { onDone: onClose, onFailed: failed })
  const send = async () => {
    const values = await form.validateFields()
    const { marketerId, salesmanId, partnerId } = values
    await create.submit({
      ...factsOf(values),
      name: values.name.trim(),
      creditCode: values.creditCode.trim().toUpperCase(),
      contactMobile: values.contactMobile ?? '',
      legalIdNumber: (values.legalIdNumber ?? '').trim(),
      places: values.places.map((place) => ({ ...place, dualControl: place.dualControl !== false })),
      titleBank: values.titleBank ?? '',
      titleAccountNo: values.titleAccountNo ?? '',
      ...(marketerId ? { marketerId } : {}),
      ...(salesmanId ? { salesmanId } : {}),
      ...(partnerId ? { partnerId } : {}),
    })
  }
  const press = () => void send().catch(() => undefined)
  const only = choices.centres.length === 1 ? choices.centres[0] : undefined
  const first: FirstPlace = only ? { centreId: only.id } : {}
  const creditRule = {
    validator: (_: unknown, value: string | undefined) =>
      creditCodeProblem((value ?? '').trim().toUpperCase()) === null ? Promise.resolve() : Promise.reject(new Error(say(texts.creditCodeRule))),
  }
  return (
    <Dialog
      title={say(texts.add)}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      width={860}
      confirm={{ text: say(texts.create), onPress: press, isBusy: create.isBusy }}
    >
      <Form
        form={form}
        layout="vertical"
        onValuesChange={() => setDirty(true)}
        onFinish={press}
        initialValues={{ bizKind: 'ordinary', taxpayerKind: 'general', places: [first] }}
      >
        <FactFields isKept={false}>
          <Form.Item name="creditCode" label={say(unitFields.creditCode)} required rules={[creditRule]}>
            <Input maxLength={18} autoComplete="off" />
          </Form.Item>
        </FactFields>
        <h3 className="n-part">{say(texts.places)}</h3>
        <Places choices={choices} first={first} />
        <h3 className="n-part">{say(texts.assign)}</h3>
        <People choices={choices} />
        <h3 className="n-part">{say(texts.title)}</h3>
        <TitleFields />
        <button type="submit" className="k-vanished" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Dialog>
  )
}
