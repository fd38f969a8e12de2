import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { collectionRefusals, collectionFields as fields } from '#/api/money/collections.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { ClaimDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface Values {
  orderId: number
  amount: string
  content: string
  from: string
  to: string
}

/** The operator on whose behalf the centre enters a claim. */
function OperatorField({ value, onChange }: { readonly value: number | undefined; readonly onChange: (id: number) => void }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.lookups.operators, { keyword, limit: 50 }, { keepLast: true })
  return (
    <Field label={t(texts.operator)} htmlFor="claim-operator" required>
      <Select
        id="claim-operator"
        value={value ?? null}
        onChange={onChange}
        onSearch={setKeyword}
        isLoading={matches.isFetching}
        options={(matches.data?.data ?? []).map((each) => ({ value: each.id, label: withNote(each.name, each.mobile) }))}
      />
    </Field>
  )
}

function ClaimFields({ operatorId, isAsked: isRequested }: { readonly operatorId: number | undefined; readonly isAsked: boolean }) {
  const t = useText()
  const amountRule = useAmountRule()
  const choices = useRead(api.collections.choices, operatorId === undefined ? {} : { operatorId }, { isEnabled: isRequested })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const chosenOrderId: number | undefined = useWatch('orderId')
  const orders = choices.data?.orders ?? []
  const order = orders.find((each) => each.id === chosenOrderId)
  const today = dayOf(new Date(nowMs()))
  const last = order && order.to < today ? order.to : today
  return (
    <>
      <Field
        name="orderId"
        label={t(texts.order)}
        rules={requiredRules}
        hint={order?.entityName ? t(texts.asBusiness, { name: order.entityName }) : t(texts.orderHint)}
      >
        <Select
          isLoading={choices.isFetching}
          disabled={!isRequested}
          emptyText={t(texts.noOrders)}
          options={[...Map.groupBy(orders, (each) => `${each.unitName} · ${t(contractModeNames[each.mode])}`)].map(([label, group]) => ({
            label,
            title: label,
            options: group.map((each) => ({ value: each.id, label: `${each.no} ${each.title} · ${label}` })),
          }))}
        />
      </Field>
      {order ? (
        <Facts
          rows={[
            { label: t(fields.order), value: order.no },
            { label: t(fields.unit), value: order.unitName },
            { label: t(fields.mode), value: t(contractModeNames[order.mode]) },
          ]}
        />
      ) : null}
      <Field name="content" label={t(fields.content)} rules={[...requiredRules, { min: 2 }]}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <div className="k-fields">
        <Field name="from" label={t(texts.from)} rules={requiredRules}>
          <DayInput max={last} {...(order ? { min: order.from } : {})} isNeeded />
        </Field>
        <Field name="to" label={t(texts.to)} rules={requiredRules}>
          <DayInput max={last} {...(order ? { min: order.from } : {})} isNeeded />
        </Field>
      </div>
      <Field name="amount" label={t(texts.amount)} rules={[...requiredRules, amountRule]}>
        <MoneyInput hasWords />
      </Field>
    </>
  )
}

/** Creates a claim, or edits one that the unit has not received yet. */
export function ClaimDialog({
  claim,
  onClose,
  onMade,
}: {
  readonly claim?: ClaimDetail
  readonly onClose: () => void
  readonly onMade?: (id: number) => void
}) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  // A draft may lack results, but a submitted claim must have them.
  const [isMissing, setMissing] = useState(false)
  const [operatorId, choose] = useState<number>()
  const isOwn = useUser()?.usertype === userType.operator
  const handleSaved = (made: ClaimDetail) => {
    onClose()
    onMade?.(made.id)
  }
  const create = useSubmit(api.collections.create, { onDone: handleSaved })
  const update = useSubmit(api.collections.update, { onDone: handleSaved })
  const send = (submit: boolean) => {
    const lacksFile = submit && !claim && file === null
    setMissing(lacksFile)
    form.whenValid(async (values) => {
      if (lacksFile) return
      if (claim) await update.submit({ claimId: claim.id, version: claim.version, ...values })
      else await create.submit({ ...values, submit, ...(file ? { file } : {}), ...(operatorId === undefined ? {} : { operatorId }) })
    })()
  }
  const isBusy = create.isBusy || update.isBusy
  const failure = create.failure ?? update.failure
  const needsOperator = !isOwn && !claim
  const startValues = claim && { orderId: claim.orderId, amount: plainYuan(claim.amount), content: claim.content, from: claim.from, to: claim.to }
  return (
    <Dialog
      title={t(claim ? texts.editClaim : isOwn ? texts.claim : texts.enter)}
      onClose={onClose}
      confirm={{ text: t(claim ? texts.keep : texts.submit), onPress: () => send(true), isBusy }}
    >
      {failure ? <Alert type="error" title={failure.message} /> : null}
      <Form form={form} {...(startValues ? { initialValues: startValues } : {})}>
        {needsOperator ? <OperatorField value={operatorId} onChange={choose} /> : null}
        <ClaimFields operatorId={operatorId} isAsked={!needsOperator || operatorId !== undefined} />
        {claim ? null : (
          <Field label={t(fields.papers)} required problem={isMissing && file === null ? t(collectionRefusals.noResults) : undefined}>
            <FileDrop value={file} onChange={setFile} kinds={[...evidenceEndings, 'xlsx']} maxBytes={maxFileBytes} label={t(texts.file)} />
          </Field>
        )}
      </Form>
      {claim ? null : (
        <Button type="link" loading={isBusy} onClick={() => send(false)}>
          {t(texts.save)}
        </Button>
      )}
    </Dialog>
  )
}

export function AddResultDialog({ claim, onClose }: { readonly claim: ClaimDetail; readonly onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const add = useSubmit(api.collections.attach, { onDone: onClose })
  const send = () => {
    if (file) void add.submit({ claimId: claim.id, version: claim.version, file })
  }
  return (
    <Dialog
      title={`${t(texts.addFile)} · ${claim.no}`}
      onClose={onClose}
      confirm={{ text: t(texts.upload), onPress: send, isBusy: add.isBusy, isDisabled: file === null }}
    >
      {add.failure ? <Alert type="error" title={add.failure.message} /> : null}
      <FileDrop value={file} onChange={setFile} kinds={[...evidenceEndings, 'xlsx']} maxBytes={maxFileBytes} label={t(texts.file)} />
    </Dialog>
  )
}
