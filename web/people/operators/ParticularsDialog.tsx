import { useState } from 'react'
import { particularNames, particularProblemTexts, sexNames } from '#/api/people/particulars.texts.ts'
import { countries, countryName } from '#/domain/base/countries.ts'
import { dayOf } from '#/domain/base/period.ts'
import { noExpiry, type ParticularField, type Particulars, particularProblems } from '#/domain/people/particulars.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { Operator, OperatorDetail } from './OperatorTags.tsx'
import { texts } from './operator-list.texts.ts'

interface DialogProps {
  readonly operator: Operator
  readonly onClose: () => void
}

interface FieldsProps {
  readonly given: Particulars
  readonly problems: Partial<Record<ParticularField, keyof typeof particularProblemTexts>>
  /** The address on file, masked. */
  readonly address: string
  readonly put: (change: Partial<Particulars>) => void
}

function Fields({ given, problems, address, put }: FieldsProps) {
  const t = useText()
  const language = useLanguage()
  const fieldProps = (field: ParticularField) => {
    const problem = problems[field]
    return {
      label: t(particularNames[field]),
      htmlFor: `own-${field}`,
      problem: problem && t(particularProblemTexts[problem]),
    }
  }
  const places = countries.map((value) => ({ value, label: countryName(value, language) })).sort((a, b) => a.label.localeCompare(b.label, language))
  return (
    <Form>
      <Field {...fieldProps('sex')} required>
        <Select id="own-sex" value={given.sex || null} onChange={(sex) => put({ sex: sex ?? '' })} options={choicesOf(t, ['F', 'M'] as const, sexNames)} />
      </Field>
      <Field {...fieldProps('birth')} required>
        <DayInput id="own-birth" value={given.birth} onChange={(birth) => put({ birth })} />
      </Field>
      <Field {...fieldProps('nationality')} required>
        <Select
          id="own-nationality"
          isSearchable
          value={given.nationality || null}
          onChange={(nationality) => put({ nationality: nationality ?? '' })}
          options={places}
        />
      </Field>
      <Field {...fieldProps('address')}>
        <TextInput
          id="own-address"
          value={given.address}
          onChange={(event) => put({ address: event.target.value })}
          placeholder={address ? t(texts.addressStays, { address }) : ''}
          maxLength={120}
          autoComplete="off"
        />
      </Field>
      <Field {...fieldProps('validFrom')}>
        <DayInput id="own-validFrom" value={given.validFrom} onChange={(validFrom) => put({ validFrom })} />
      </Field>
      <Field {...fieldProps('validTo')}>
        <span className="k-row">
          <DayInput id="own-validTo" value={given.validTo === noExpiry ? '' : given.validTo} onChange={(validTo) => put({ validTo })} />
          <Checkbox checked={given.validTo === noExpiry} onChange={(event) => put({ validTo: event.target.checked ? noExpiry : '' })}>
            {t(texts.forEver)}
          </Checkbox>
        </span>
      </Field>
    </Form>
  )
}

function ParticularsForm({ operatorDetail: detail, onClose }: { readonly operatorDetail: OperatorDetail; readonly onClose: () => void }) {
  const t = useText()
  const { sex, birth, nationality, validFrom, validTo } = detail
  const [given, setGiven] = useState<Particulars>({ sex, birth, nationality, address: '', validFrom, validTo })
  const save = useSubmit(api.operators.setParticulars, { onDone: onClose })
  // The stored number is masked here, so only the server can compare it with the input.
  const foundProblems = particularProblems(given, { kind: detail.idKind, number: '' }, dayOf(new Date(nowMs())))
  const problems = Object.fromEntries(
    Object.entries(foundProblems).filter(([field, problem]) => !(problem === 'needed' && detail.idKind === 'id_card') && field),
  )
  const send = (reason: string) => {
    const { address, sex: chosen, ...rest } = given
    const chosenSex = chosen === 'M' || chosen === 'F' ? chosen : ''
    void save.submit({ operatorId: detail.id, ...rest, sex: chosenSex, ...(address !== '' && { address }), reason })
  }
  return (
    <ReasonDialog
      title={`${t(texts.particulars)} · ${detail.name}`}
      onClose={onClose}
      confirmText={t(texts.save)}
      onConfirm={({ reason }) => send(reason)}
      submission={save}
      isDisabled={Object.keys(problems).length > 0}
    >
      <p className="k-muted">{t(texts.particularsAsk)}</p>
      <Fields given={given} problems={problems} address={detail.address ?? ''} put={(change) => setGiven((now) => ({ ...now, ...change }))} />
    </ReasonDialog>
  )
}

/** Corrects the personal data required by declarations, with a reason. */
export function ParticularsDialog({ operator, onClose }: DialogProps) {
  const { data } = useRead(api.operators.get, { operatorId: operator.id })
  return data ? <ParticularsForm key={data.id} operatorDetail={data} onClose={onClose} /> : null
}
