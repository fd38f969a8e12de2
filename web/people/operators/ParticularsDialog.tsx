import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { particularNames, particularProblemTexts, sexNames, taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { countries, countryName } from '#/domain/base/countries.ts'
import { dayOf } from '#/domain/base/period.ts'
import { forEver, type ParticularField, type Particulars, particularProblems, type TaxResidence, taxResidences } from '#/domain/people/particulars.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
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
  const say = useText()
  const language = useLanguage()
  const item = (field: ParticularField) => {
    const problem = problems[field]
    return {
      label: say(particularNames[field]),
      htmlFor: `own-${field}`,
      ...(problem && { validateStatus: 'error' as const, help: say(particularProblemTexts[problem]) }),
    }
  }
  const places = countries.map((value) => ({ value, label: countryName(value, language) })).sort((a, b) => a.label.localeCompare(b.label, language))
  return (
    <Form layout="vertical">
      <Form.Item {...item('sex')} required>
        <Select
          id="own-sex"
          value={given.sex || null}
          onChange={(sex) => put({ sex: sex ?? '' })}
          options={(['F', 'M'] as const).map((value) => ({ value, label: say(sexNames[value]) }))}
        />
      </Form.Item>
      <Form.Item {...item('birth')} required>
        <DayInput id="own-birth" value={given.birth} onChange={(birth) => put({ birth })} />
      </Form.Item>
      <Form.Item {...item('nationality')} required>
        <Select
          id="own-nationality"
          showSearch={{ optionFilterProp: 'label' }}
          value={given.nationality || null}
          onChange={(nationality) => put({ nationality: nationality ?? '' })}
          options={places}
        />
      </Form.Item>
      <Form.Item {...item('address')}>
        <Input
          id="own-address"
          value={given.address}
          onChange={(event) => put({ address: event.target.value })}
          placeholder={address ? say(texts.addressStays, { address }) : ''}
          maxLength={120}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item {...item('validFrom')}>
        <DayInput id="own-validFrom" value={given.validFrom} onChange={(validFrom) => put({ validFrom })} />
      </Form.Item>
      <Form.Item {...item('validTo')}>
        <span className="k-row">
          <DayInput id="own-validTo" value={given.validTo === forEver ? '' : given.validTo} onChange={(validTo) => put({ validTo })} />
          <Checkbox checked={given.validTo === forEver} onChange={(event) => put({ validTo: event.target.checked ? forEver : '' })}>
            {say(texts.forEver)}
          </Checkbox>
        </span>
      </Form.Item>
    </Form>
  )
}

function ParticularsForm({ whole: detail, onClose }: { readonly whole: OperatorDetail; readonly onClose: () => void }) {
  const say = useText()
  const { sex, birth, nationality, validFrom, validTo } = detail
  const [given, setGiven] = useState<Particulars>({ sex, birth, nationality, address: '', validFrom, validTo })
  const save = useSubmit(api.operators.setParticulars, { onDone: onClose })
  // The number is masked here, so only the server can compare it with the input.
  const found = particularProblems(given, { kind: detail.idKind, number: '' }, dayOf(new Date(nowMs())))
  const problems = Object.fromEntries(Object.entries(found).filter(([field, problem]) => !(problem === 'needed' && detail.idKind === 'id_card') && field))
  const send = (reason: string) => {
    const { address, sex: chosen, ...rest } = given
    const sexGiven = chosen === 'M' || chosen === 'F' ? chosen : ''
    void save.submit({ operatorId: detail.id, ...rest, sex: sexGiven, ...(address !== '' && { address }), reason })
  }
  return (
    <ReasonDialog
      title={`${say(texts.particulars)} · ${detail.name}`}
      onClose={onClose}
      confirmText={say(texts.save)}
      onConfirm={({ reason }) => send(reason)}
      isBusy={save.isBusy}
      failure={save.failure}
      isDisabled={Object.keys(problems).length > 0}
    >
      <p className="k-muted">{say(texts.particularsAsk)}</p>
      <Fields given={given} problems={problems} address={detail.address ?? ''} put={(change) => setGiven((now) => ({ ...now, ...change }))} />
    </ReasonDialog>
  )
}

/** Corrects the personal data required by declarations, with a reason. */
export function ParticularsDialog({ operator, onClose }: DialogProps) {
  const { data } = useRead(api.operators.get, { operatorId: operator.id })
  return data ? <ParticularsForm key={data.id} whole={data} onClose={onClose} /> : null
}

export function ResidenceDialog({ operator, onClose }: DialogProps) {
  const say = useText()
  const [residence, setResidence] = useState<TaxResidence | null>(null)
  const save = useSubmit(api.operators.declareResidence, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${say(texts.residence)} · ${operator.name}`}
      onClose={onClose}
      confirmText={say(texts.save)}
      onConfirm={({ reason }) => void (residence && save.submit({ operatorId: operator.id, residence, reason }))}
      isBusy={save.isBusy}
      failure={save.failure}
      isDisabled={residence === null}
    >
      <p className="k-muted">{say(texts.residenceAsk)}</p>
      <Form layout="vertical">
        <Form.Item label={say(particularNames.taxResidence)} htmlFor="own-residence" required>
          <Select
            id="own-residence"
            value={residence}
            onChange={(value) => setResidence(value)}
            options={taxResidences.map((value) => ({ value, label: say(taxResidenceNames[value]) }))}
          />
        </Form.Item>
      </Form>
    </ReasonDialog>
  )
}
