import { useState } from 'react'
import { consentNames, contractKindNames } from '#/api/agreements/contracts.texts.ts'
import { bulkContractKinds } from '#/domain/agreements/contract.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Checkbox, CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import type { DialogProps } from './CreateDialogs.tsx'
import { texts } from './texts.ts'

type Kind = (typeof bulkContractKinds)[number]
const businessContract = 'business_contract' satisfies Kind
const centreContractKinds = bulkContractKinds.filter((kind) => kind !== businessContract)

/**
 * Returns the kinds to choose from. Contracts with businesses are sent separately, because they have other recipients.
 */
function useChosenKinds(onChange: () => void) {
  const isUnit = useUser()?.usertype === userType.unit
  const [kinds, setKinds] = useState<readonly Kind[]>(centreContractKinds)
  const choose = (chosen: readonly Kind[]) => {
    onChange()
    const addedKind = chosen.find((kind) => !kinds.includes(kind))
    if (addedKind === businessContract) return setKinds([businessContract])
    setKinds(chosen.filter((kind) => addedKind === undefined || kind !== businessContract))
  }
  return { kinds, choose, all: isUnit ? bulkContractKinds : centreContractKinds }
}

/** Returns the possible recipients of these kinds as list options. */
function useRecipientOptions(filter: Parameters<typeof api.contracts.subjects>[0]) {
  const t = useText()
  const subjects = useRead(api.contracts.subjects, filter, { keepLast: true })
  const options = (subjects.data ?? []).map((row) => ({
    value: row.id,
    label: withNote(`${row.name} · ${row.code}`, joinList(row.consents.map((kind) => t(consentNames[kind])))),
  }))
  return { options, loading: subjects.isFetching }
}

/** Sends the standard documents to many operators at once. */
export function BulkStartDialog({ mode, onClose }: Omit<DialogProps, 'onMade'>) {
  const t = useText()
  const choices = useRead(api.contracts.choices, {}).data
  const [isMissing, setMissing] = useState(true)
  const [people, setPeople] = useState<number[]>([])
  const { kinds, choose, all } = useChosenKinds(() => setPeople([]))
  const [keyword, setKeyword] = useState('')
  const [centre, setCentre] = useState<number | null>(null)
  const centreId = centre ?? choices?.centres[0]?.id
  const isBusiness = kinds.includes(businessContract)
  const filter = isBusiness
    ? { type: 'business' as const, isMissing, ...setConditions({ centreId, keyword }) }
    : { type: 'operator' as const, ...setConditions({ centreId, keyword, missing: isMissing ? ('agreement' as const) : undefined }) }
  const { options, loading } = useRecipientOptions(filter)
  const start = useSubmit(api.contracts.startMany, {
    onDone: onClose,
  })
  const send = () =>
    void (centreId && start.submit({ kinds: [...kinds], centreId, mode: isBusiness ? settlementMode.individualBusiness : mode, operatorIds: people }))
  return (
    <Dialog
      title={t(texts.many)}
      onClose={onClose}
      isDirty={people.length > 0}
      width={600}
      confirm={{ text: t(texts.sendMany), onPress: send, isBusy: start.isBusy, isDisabled: people.length === 0 || kinds.length === 0 }}
    >
      <Form>
        <Field label={t(texts.kinds)}>
          <CheckboxGroup value={[...kinds]} onChange={choose} options={choicesOf(t, all, contractKindNames)} />
          {isBusiness ? <p className="k-muted">{t(texts.sealNote)}</p> : null}
        </Field>
        <Field label={t(texts.centre)} htmlFor="many-centre">
          <Select
            id="many-centre"
            value={centreId ?? null}
            onChange={setCentre}
            options={(choices?.centres ?? []).map((each) => ({ value: each.id, label: each.name }))}
          />
        </Field>
        <Field label={t(isBusiness ? texts.businesses : texts.people)} htmlFor="many-people">
          <MultiSelect
            id="many-people"
            value={people}
            onChange={setPeople}
            onSearch={setKeyword}
            options={options}
            isLoading={loading}
            placeholder={t(isBusiness ? texts.businesses : texts.pick)}
          />
        </Field>
        <Checkbox checked={isMissing} onChange={(event) => setMissing(event.target.checked)}>
          {t(isBusiness ? texts.onlyWithout : texts.onlyMissing)}
        </Checkbox>
      </Form>
    </Dialog>
  )
}
