import { useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { DaysInput } from '#/web/ui/DaysInput.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TagsInput } from '#/web/ui/TagsInput.tsx'
import { PasswordInput, SearchInput, TextArea, TextInput } from '#/web/ui/TextInput.tsx'

const kitTexts = {
  empty: { zh: '未填写', en: 'Empty', es: 'Vacío', ja: '未入力' },
  filled: { zh: '已填写', en: 'Filled', es: 'Con datos', ja: '入力済み' },
  off: { zh: '已停用', en: 'Disabled', es: 'Desactivado', ja: '無効' },
  text: { zh: '文字', en: 'Text', es: 'Texto', ja: 'テキスト' },
  secret: { zh: '口令', en: 'Passphrase', es: 'Frase secreta', ja: '合言葉' },
  find: { zh: '搜索', en: 'Search', es: 'Buscar', ja: '検索' },
  note: { zh: '备注', en: 'Note', es: 'Nota', ja: '備考' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  count: { zh: '天数', en: 'Days', es: 'Días', ja: '日数' },
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  month: { zh: '月份', en: 'Month', es: 'Mes', ja: '月' },
  moment: { zh: '时间', en: 'Time', es: 'Momento', ja: '日時' },
  period: { zh: '期间', en: 'Period', es: 'Período', ja: '期間' },
  one: { zh: '单选', en: 'One of many', es: 'Una opción', ja: '単一選択' },
  usual: { zh: '常用', en: 'Usual', es: 'Habituales', ja: 'よく使うもの' },
  rare: { zh: '其他', en: 'Other', es: 'Otras', ja: 'その他' },
  many: { zh: '多选', en: 'Several', es: 'Varias', ja: '複数選択' },
  way: { zh: '方式', en: 'Method', es: 'Modo', ja: '方法' },
  phones: { zh: '号码', en: 'Numbers', es: 'Números', ja: '番号' },
  agreed: { zh: '同意', en: 'Agreed', es: 'De acuerdo', ja: '同意' },
  hint: { zh: '字段下方的说明', en: 'A note below the field', es: 'Una nota bajo el campo', ja: '項目の下の説明' },
  needed: { zh: '请填写', en: 'Required', es: 'Obligatorio', ja: '必須です' },
  send: { zh: '提交', en: 'Submit', es: 'Enviar', ja: '送信' },
  sent: { zh: '已提交', en: 'Submitted', es: 'Enviado', ja: '送信しました' },
  dialog: { zh: '打开对话框', en: 'Open a dialog', es: 'Abrir un diálogo', ja: 'ダイアログを開く' },
  drawer: { zh: '打开抽屉', en: 'Open a drawer', es: 'Abrir un panel', ja: 'パネルを開く' },
  code: { zh: '二维码', en: 'QR code', es: 'Código QR', ja: 'QRコード' },
} as const satisfies Record<string, Text>

const values = {
  text: '云创客',
  secret: 'abc',
  find: '云',
  note: 'A\nB',
  amount: '1234.5',
  count: 30,
  day: '2026-11-18',
  month: '2026-11',
  moment: '2026-11-18 09:30',
  one: 'b',
  many: ['a', 'c'],
  way: 'a',
  phones: ['13800000001'],
  agreed: true,
}

type Values = typeof values

function Fields({ state }: { readonly state: 'empty' | 'filled' | 'off' }) {
  const t = useText()
  const [period, setPeriod] = useState(state === 'empty' ? ['', ''] : ['2026-11-01', '2026-11-18'])
  const rules = [{ required: true, message: t(kitTexts.needed) }]
  const options = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: `${t(kitTexts.way)} ${value.toUpperCase()}`, disabled: value === 'd' }))
  const groups = [
    { label: t(kitTexts.usual), options: options.slice(0, 2) },
    { label: t(kitTexts.rare), options: options.slice(2) },
  ]
  return (
    <Form<Values> disabled={state === 'off'} initialValues={state === 'empty' ? {} : values} onFinish={() => showNotice('success', t(kitTexts.sent))}>
      <h2 className="k-strong">{t(kitTexts[state])}</h2>
      <div className="k-fields">
        <Field name="text" label={t(kitTexts.text)} rules={rules} hint={t(kitTexts.hint)}>
          <TextInput maxLength={20} isClearable hasCount />
        </Field>
        <Field name="secret" label={t(kitTexts.secret)} rules={rules}>
          <PasswordInput autoComplete="off" />
        </Field>
        <Field name="find" label={t(kitTexts.find)}>
          <SearchInput />
        </Field>
        <Field name="note" label={t(kitTexts.note)}>
          <TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={100} hasCount />
        </Field>
        <Field name="amount" label={t(kitTexts.amount)} rules={rules}>
          <MoneyInput />
        </Field>
        <Field name="count" label={t(kitTexts.count)}>
          <NumberField min={1} max={90} />
        </Field>
        <Field name="day" label={t(kitTexts.day)} rules={rules}>
          <DayInput />
        </Field>
        <Field name="month" label={t(kitTexts.month)}>
          <DayInput picker="month" />
        </Field>
        <Field name="moment" label={t(kitTexts.moment)}>
          <DayInput hasTime />
        </Field>
        <Field label={t(kitTexts.period)} htmlFor={`${state}-period`}>
          <DaysInput id={`${state}-period`} from={period[0] ?? ''} to={period[1] ?? ''} onChange={(from, to) => setPeriod([from, to])} />
        </Field>
        <Field name="one" label={t(kitTexts.one)} rules={rules}>
          <Select options={groups} isSearchable isClearable />
        </Field>
        <Field name="many" label={t(kitTexts.many)}>
          <MultiSelect options={options} />
        </Field>
        <Field name="way" label={t(kitTexts.way)} rules={rules}>
          <RadioGroup options={options} />
        </Field>
        <Field name="phones" label={t(kitTexts.phones)}>
          <TagsInput maxCount={3} />
        </Field>
        <Field name="agreed" valuePropName="checked">
          <Checkbox>{t(kitTexts.agreed)}</Checkbox>
        </Field>
      </div>
      {state === 'off' ? null : <Button htmlType="submit">{t(kitTexts.send)}</Button>}
    </Form>
  )
}

function FormDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const send = () =>
    void form.validateFields().then(
      () => onClose(),
      () => undefined,
    )
  return (
    <Dialog title={t(kitTexts.dialog)} isOpen onClose={onClose} isDirty={isDirty} confirm={{ text: t(kitTexts.send), onPress: send }}>
      <Form form={form} onValuesChange={() => setDirty(true)}>
        <Field name="text" label={t(kitTexts.text)} rules={[{ required: true, message: t(kitTexts.needed) }]}>
          <TextInput maxLength={20} />
        </Field>
        <Field name="day" label={t(kitTexts.day)} rules={[{ required: true }]}>
          <DayInput />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Every field of the kit in its states, and a dialog and a drawer to try. */
export function KitPage() {
  const t = useText()
  const dialog = useOverlay((_, close) => <FormDialog onClose={close} />)
  const drawer = useOverlay((_, close) => (
    <DetailDrawer isOpen title={t(kitTexts.drawer)} onClose={close} width={420}>
      <span>{t(kitTexts.code)}</span>
      <QrCode value={location.origin} size={168} />
    </DetailDrawer>
  ))
  return (
    <>
      <div className="k-row">
        <Button onClick={() => dialog.open()}>{t(kitTexts.dialog)}</Button>
        <Button onClick={() => drawer.open()}>{t(kitTexts.drawer)}</Button>
      </div>
      <Fields state="empty" />
      <Fields state="filled" />
      <Fields state="off" />
    </>
  )
}
