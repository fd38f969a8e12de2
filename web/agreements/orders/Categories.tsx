import { useState } from 'react'
import { isTaxCode } from '#/domain/agreements/order.ts'
import { defaultPageSize, type pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { categoryTexts as texts, texts as words } from './texts.ts'

type Category = OutputOf<typeof api.orders.categories>['rows'][number]

interface Values {
  name: string
  shortName?: string
  taxCode: string
  note?: string
  isActive?: boolean
}

function CategoryDialog({ category, onClose }: { readonly category: Category | null; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [seen] = useState(category)
  const options = { onDone: onClose }
  const add = useSubmit(api.orders.addCategory, options)
  const change = useSubmit(api.orders.changeCategory, options)
  const taxCodeRule = { validator: (_: unknown, value = '') => (isTaxCode(value) ? Promise.resolve() : Promise.reject(new Error(t(texts.taxCodeRule)))) }
  const send = form.whenValid(async ({ name, shortName = '', taxCode, note = '', isActive = false }) => {
    if (seen) await change.submit({ id: seen.id, version: seen.version, shortName, taxCode, note, isActive })
    else await add.submit({ name, shortName, taxCode, note })
  })
  return (
    <Dialog
      title={seen ? `${t(texts.edit)} · ${seen.name}` : t(texts.add)}
      onClose={onClose}
      confirm={{ text: t(words.save), onPress: send, isBusy: add.isBusy || change.isBusy, isDisabled: !isDirty }}
    >
      <Form form={form} initialValues={seen ?? {}} onValuesChange={() => setDirty(true)}>
        {seen ? null : (
          <Field name="name" label={t(texts.name)} rules={[{ required: true, whitespace: true, message: t(words.required) }, { min: 2 }]}>
            <TextInput maxLength={30} autoComplete="off" />
          </Field>
        )}
        <Field name="taxCode" label={t(texts.taxCode)} required rules={[taxCodeRule]} hint={seen?.source}>
          <NumberInput kind="digits" maxLength={19} />
        </Field>
        <Field name="shortName" label={t(texts.shortName)}>
          <TextInput maxLength={30} autoComplete="off" />
        </Field>
        <Field name="note" label={t(texts.note)}>
          <TextInput maxLength={200} autoComplete="off" />
        </Field>
        {seen ? (
          <Field name="isActive" label={t(texts.active)} valuePropName="checked">
            <Switch aria-label={t(texts.active)} />
          </Field>
        ) : null}
      </Form>
    </Dialog>
  )
}

/** 开票类目: the invoice categories and codes that the platform maintains for contracts and orders. */
export function Categories({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [keyword, find] = useState('')
  const [place, turn] = useState<{ page: number; size: (typeof pageSizes)[number] }>({ page: 1, size: defaultPageSize })
  const [dialog, ask] = useState<Category | 'new' | null>(null)
  const matches = useRead(api.orders.categories, { ...setConditions({ keyword }), ...place })
  const columns: Column<Category>[] = [
    { key: 'name', title: t(texts.name), width: 160, isAlways: true, render: (row) => row.name },
    { key: 'code', title: t(texts.taxCode), width: 190, render: (row) => row.taxCode || '—' },
    { key: 'short', title: t(texts.shortName), width: 140, render: (row) => row.shortName || '—' },
    {
      key: 'state',
      title: t(texts.state),
      width: 100,
      render: (row) => <StatusTag tone={row.isActive ? 'green' : 'grey'}>{t(row.isActive ? texts.active : texts.inactive)}</StatusTag>,
    },
    { key: 'orders', title: t(texts.orders), width: 90, align: 'right', render: (row) => row.orders },
    { key: 'note', title: t(texts.note), width: 220, isCut: true, render: (row) => row.note || '—' },
  ]
  return (
    <>
      <DetailDrawer
        width={960}
        title={t(texts.title)}
        onClose={onClose}
        actions={
          <Button type="primary" onClick={() => ask('new')}>
            {t(texts.add)}
          </Button>
        }
      >
        <div className="k-stack">
          <Alert type="info" title={t(texts.notice)} />
          <TextField
            aria-label={t(texts.find)}
            value={keyword}
            placeholder={t(texts.find)}
            onCommit={(text) => {
              find(text)
              turn({ ...place, page: 1 })
            }}
          />
          <DataTable
            id="categories"
            label={t(texts.title)}
            columns={columns}
            source={matches}
            empty={{ reason: t(texts.none) }}
            onOpen={(row) => ask(row)}
            paging={{ ...place, count: matches.data?.count ?? 0, onChange: (page, size) => turn({ page, size }) }}
            isPlain
          />
        </div>
      </DetailDrawer>
      {dialog ? <CategoryDialog category={dialog === 'new' ? null : dialog} onClose={() => ask(null)} /> : null}
    </>
  )
}
