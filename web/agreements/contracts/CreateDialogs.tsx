import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { consentNames, contractKindNames, contractModeNames } from '#/api/agreements/contracts.texts.ts'
import type { Mode } from '#/domain/codes.ts'
import { type ContractKind, isOwnKind, rulesOf } from '#/domain/contract.ts'
import { fileBytesMost } from '#/domain/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { list, note } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Checkbox, CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { given } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

type Choices = OutputOf<typeof api.contracts.choices>

interface Values {
  templateId?: number
  kind?: ContractKind
  name?: string
  centreId: number
  mode: Mode
  subject: number
  from: string
  to: string
  cap?: string
  fields?: Record<string, string>
}

const dayAt = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10)
const dayMs = 86_400_000

function SubjectField({ kind, centreId }: { readonly kind: ContractKind; readonly centreId: number | undefined }) {
  const say = useText()
  const [keyword, setKeyword] = useState('')
  const type = isOwnKind(kind) ? rulesOf(kind).subject : 'unit'
  const found = useRead(api.contracts.subjects, { type, ...given({ centreId, keyword }) }, { keepLast: true })
  const options = (found.data ?? []).map((row) => ({ value: row.id, label: `${row.name}${row.code ? ` · ${row.code}` : ''}` }))
  return (
    <Form.Item name="subject" label={say(texts.subject)} rules={[{ required: true, message: say(texts.required) }]}>
      <Select showSearch={{ filterOption: false, onSearch: setKeyword }} options={options} loading={found.isFetching} />
    </Form.Item>
  )
}

function Terms({ choices }: { readonly choices: Choices }) {
  const say = useText()
  const rules = [{ required: true, message: say(texts.required) }]
  return (
    <>
      <Form.Item name="centreId" label={say(texts.centre)} rules={rules}>
        <Select options={choices.centres.map((each) => ({ value: each.id, label: each.name }))} />
      </Form.Item>
      <Form.Item name="mode" label={say(texts.kinds)} rules={rules} hidden={choices.centres.length === 0}>
        <Select options={([1, 2] as const).map((value) => ({ value, label: say(contractModeNames[value]) }))} />
      </Form.Item>
    </>
  )
}

function Days() {
  const say = useText()
  const rules = [{ required: true, message: say(texts.required) }]
  return (
    <>
      <Form.Item name="from" label={say(texts.from)} rules={rules}>
        <DayInput />
      </Form.Item>
      <Form.Item name="to" label={say(texts.to)} rules={rules}>
        <DayInput />
      </Form.Item>
      <Form.Item name="cap" label={say(texts.cap)} rules={[{ pattern: /^\d{1,10}(\.\d{1,2})?$/, message: say(texts.cap) }]}>
        <Input inputMode="decimal" />
      </Form.Item>
    </>
  )
}

function subjectOf(kind: ContractKind, subject: number) {
  const type = isOwnKind(kind) ? rulesOf(kind).subject : 'unit'
  return type === 'unit' ? { unitId: subject } : type === 'operator' ? { operatorId: subject } : { partnerId: subject }
}

/** What the template leaves open. */
function OwnFields({ template }: { readonly template: Choices['templates'][number] }) {
  const say = useText()
  return template.fields.map((field) => (
    <Form.Item
      key={field.key}
      name={['fields', field.key]}
      label={field.label}
      rules={field.isRequired ? [{ required: true, message: say(texts.required) }] : []}
    >
      <Input maxLength={500} placeholder={field.sample} />
    </Form.Item>
  ))
}

interface DialogProps {
  readonly mode: Mode
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/** A contract from a template: who, from when to when, and what the template leaves open. */
export function CreateDialog({ mode, onClose, onMade }: DialogProps) {
  const say = useText()
  const choices = useRead(api.contracts.choices, {}).data
  const [form] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const templateId = Form.useWatch('templateId', form)
  const centreId = Form.useWatch('centreId', form)
  const template = choices?.templates.find((each) => each.id === templateId)
  const create = useSubmit(api.contracts.create, {
    done: say(texts.drawn2),
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = async () => {
    const { subject, cap, fields, templateId: chosen = 0, centreId: at, mode: way, from, to } = await form.validateFields()
    if (template)
      await create.submit({
        templateId: chosen,
        centreId: at,
        mode: way,
        from,
        to,
        ...(cap ? { cap } : {}),
        fields: fields ?? {},
        ...subjectOf(template.kind, subject),
      })
  }
  const own = (choices?.templates ?? []).filter((each) => isOwnKind(each.kind) && (each.mode === null || each.mode === mode))
  const today = dayAt(nowMs())
  return (
    <Dialog
      title={say(texts.create)}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      width={600}
      confirm={{ text: say(texts.drawUp), onPress: () => void send().catch(() => undefined), isBusy: create.isBusy, isDisabled: !template }}
    >
      {choices ? (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ centreId: choices.centres[0]?.id, mode, from: today, to: dayAt(nowMs() + 729 * dayMs) }}
          onValuesChange={(changed: Partial<Values>) => {
            setDirty(true)
            const next = choices.templates.find((each) => each.id === changed.templateId)
            if (next) form.setFieldsValue({ to: dayAt(nowMs() + (next.validDays - 1) * dayMs) })
            if (next) form.resetFields(['subject'])
          }}
          onFinish={() => void send().catch(() => undefined)}
        >
          <Form.Item name="templateId" label={say(texts.template)} rules={[{ required: true, message: say(texts.required) }]}>
            <Select options={own.map((each) => ({ value: each.id, label: `${say(contractKindNames[each.kind])} · ${each.name}` }))} />
          </Form.Item>
          <Terms choices={choices} />
          {template ? <SubjectField key={template.kind} kind={template.kind} centreId={centreId} /> : null}
          <Days />
          {template ? <OwnFields template={template} /> : null}
          <button type="submit" className="k-vanished" tabIndex={-1} aria-hidden="true" />
        </Form>
      ) : null}
    </Dialog>
  )
}

const paperKinds = ['unit_service', 'general_contract', 'operator_agreement', 'tax_authorisation', 'partner'] as const

/** A contract that was signed on paper. */
export function PaperDialog({ mode, onClose, onMade }: DialogProps) {
  const say = useText()
  const choices = useRead(api.contracts.choices, {}).data
  const [form] = Form.useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const kind = Form.useWatch('kind', form)
  const centreId = Form.useWatch('centreId', form)
  const enter = useSubmit(api.contracts.uploadPaper, {
    done: say(texts.entered),
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = async () => {
    const { kind: chosen = 'unit_service', name = '', centreId: at, mode: way, subject, from, to, cap } = await form.validateFields()
    if (file)
      await enter.submit({
        kind: chosen as (typeof paperKinds)[number],
        name,
        centreId: at,
        mode: way,
        from,
        to,
        file,
        ...(cap ? { cap } : {}),
        ...subjectOf(chosen, subject),
      })
  }
  const rules = [{ required: true, message: say(texts.required) }]
  return (
    <Dialog
      title={say(texts.paper)}
      isOpen
      onClose={onClose}
      isDirty={file !== null}
      width={600}
      confirm={{ text: say(texts.paper), onPress: () => void send().catch(() => undefined), isBusy: enter.isBusy, isDisabled: !file }}
    >
      {choices ? (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ centreId: choices.centres[0]?.id, mode, from: dayAt(nowMs()), to: dayAt(nowMs() + 729 * dayMs) }}
          onFinish={() => void send().catch(() => undefined)}
        >
          <Form.Item name="kind" label={say(texts.kinds)} rules={rules}>
            <Select options={paperKinds.map((value) => ({ value, label: say(contractKindNames[value]) }))} />
          </Form.Item>
          <Form.Item name="name" label={say(texts.keyword)} rules={[...rules, { min: 2, message: say(texts.required) }]}>
            <Input maxLength={60} />
          </Form.Item>
          <Terms choices={choices} />
          {kind ? <SubjectField key={kind} kind={kind} centreId={centreId} /> : null}
          <Days />
        </Form>
      ) : null}
      <FileDrop value={file} onChange={setFile} kinds={['pdf']} maxBytes={fileBytesMost} label={say(texts.file)} hint={say(texts.pdfHint)} />
    </Dialog>
  )
}

const manyKinds = ['operator_agreement', 'tax_authorisation'] as const

/** Sends the standard documents to many operators at once. */
export function ManyDialog({ mode, onClose }: Omit<DialogProps, 'onMade'>) {
  const say = useText()
  const choices = useRead(api.contracts.choices, {}).data
  const [kinds, setKinds] = useState<(typeof manyKinds)[number][]>([...manyKinds])
  const [isMissing, setMissing] = useState(true)
  const [people, setPeople] = useState<number[]>([])
  const [keyword, setKeyword] = useState('')
  const [centre, setCentre] = useState<number | null>(null)
  const centreId = centre ?? choices?.centres[0]?.id
  const filter = {
    type: 'operator' as const,
    ...given({ centreId, keyword, missing: isMissing ? ('agreement' as const) : undefined }),
  }
  const found = useRead(api.contracts.subjects, filter, { keepLast: true })
  const start = useSubmit(api.contracts.startMany, {
    onDone: ({ count }) => {
      notify('info', say(texts.sendingMany, { count }))
      onClose()
    },
  })
  const send = () => void (centreId && start.submit({ kinds, centreId, mode, operatorIds: people }))
  const options = (found.data ?? []).map((row) => ({
    value: row.id,
    label: note(`${row.name} · ${row.code}`, list(row.consents.map((kind) => say(consentNames[kind])))),
  }))
  return (
    <Dialog
      title={say(texts.many)}
      isOpen
      onClose={onClose}
      isDirty={people.length > 0}
      width={600}
      confirm={{ text: say(texts.sendMany), onPress: send, isBusy: start.isBusy, isDisabled: people.length === 0 || kinds.length === 0 }}
    >
      <Form layout="vertical" onFinish={send}>
        <Form.Item label={say(texts.kinds)}>
          <CheckboxGroup value={kinds} onChange={setKinds} options={manyKinds.map((value) => ({ value, label: say(contractKindNames[value]) }))} />
        </Form.Item>
        <Form.Item label={say(texts.centre)} htmlFor="many-centre">
          <Select
            id="many-centre"
            value={centreId ?? null}
            onChange={setCentre}
            options={(choices?.centres ?? []).map((each) => ({ value: each.id, label: each.name }))}
          />
        </Form.Item>
        <Form.Item label={say(texts.people)} htmlFor="many-people">
          <Select
            id="many-people"
            mode="multiple"
            value={people}
            onChange={setPeople}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            options={options}
            loading={found.isFetching}
            placeholder={say(texts.pick)}
            maxTagCount="responsive"
          />
        </Form.Item>
        <Checkbox checked={isMissing} onChange={(event) => setMissing(event.target.checked)}>
          {say(texts.onlyMissing)}
        </Checkbox>
      </Form>
    </Dialog>
  )
}
