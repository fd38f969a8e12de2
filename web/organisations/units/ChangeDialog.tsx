import { useEffect, useState } from 'react'
import { termFieldNames } from '#/api/organisations/units.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { addMonths, shanghaiToday } from '#/web/ui/calendar-day.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { TermsFields } from './TermsFields.tsx'
import { percentText, type UnitChoices } from './tags.tsx'
import { type TermsForm, termsFormOf, termsRequestOf, type UnitSetting, type UnitTerms, withFieldNames } from './terms.ts'
import { texts } from './texts.ts'
import { UnitField } from './UnitField.tsx'

interface ChangeProps {
  readonly setting: UnitSetting
  readonly choices: UnitChoices
  /** An earlier version to restore. */
  readonly restoring: { readonly no: number; readonly terms: UnitTerms } | null
  readonly onClose: () => void
}

type ChangeInput = ReturnType<typeof termsRequestOf>

const pauseMs = 500

function Preview({ setting, sent, day }: { readonly setting: UnitSetting; readonly sent: ChangeInput | null; readonly day: string }) {
  const t = useText()
  const preview = useRead(
    api.units.preview,
    { settingId: setting.id, terms: sent ?? ({} as ChangeInput), effectiveFrom: day },
    { isEnabled: sent !== null, keepLast: true },
  )
  const effects = preview.data
  return (
    <section aria-live="polite">
      <h3 className="n-part">{t(texts.preview)}</h3>
      {effects && effects.problem !== '' && effects.changes.length === 0 ? <Alert type={sent ? 'info' : 'warning'} showIcon title={effects.problem} /> : null}
      {!effects ? <p className="k-note">{t(texts.previewNone)}</p> : null}
      {effects && effects.changes.length > 0 ? (
        <div className="k-stack">
          <ChangeTable changes={withFieldNames(effects.changes, t)} />
          <p className="k-note">{t(texts.effect, { day, count: effects.keepingBatches })}</p>
          {effects.loosened.length > 0 ? (
            <Alert type="warning" showIcon title={t(texts.loosened, { fields: joinList(effects.loosened.map((field) => t(termFieldNames[field]))) })} />
          ) : null}
          {effects.raisesFee ? <Alert type="warning" showIcon title={t(texts.raisesFee)} /> : null}
          {effects.movesBearers ? <Alert type="warning" showIcon title={t(texts.movesBearers)} /> : null}
          {effects.floorPpm !== null && effects.ratePpm < effects.floorPpm ? (
            <Alert type="warning" showIcon title={t(texts.needsSecond, { rate: percentText(effects.ratePpm), floor: percentText(effects.floorPpm) })} />
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** Copies the terms of another unit at the same centre in the same mode. */
function CopyTermsButton({ setting, onTerms }: { readonly setting: UnitSetting; readonly onTerms: (terms: UnitTerms, name: string) => void }) {
  const t = useText()
  const [unitId, setUnitId] = useState<number | undefined>()
  const otherSettings = useRead(
    api.units.settings,
    { unitId: unitId ?? 0, centreId: setting.centreId, mode: setting.mode },
    { isEnabled: unitId !== undefined },
  )
  const source = otherSettings.data?.rows.find((row) => row.unitId === unitId && row.id !== setting.id)
  const terms = useRead(api.units.terms, { settingId: source?.id ?? 0 }, { isEnabled: source !== undefined })
  useEffect(() => {
    if (!source || terms.data?.id !== source.id) return
    onTerms(terms.data.terms, terms.data.unitName)
    setUnitId(undefined)
  }, [source, terms.data, onTerms])
  return (
    <Field label={t(texts.copyFrom)} htmlFor="copy-from">
      <UnitField id="copy-from" value={unitId} onChange={setUnitId} />
    </Field>
  )
}

/** Proposes a change of the terms, with a comparison, first day and reason. */
export function ChangeDialog({ setting, choices, restoring, onClose }: ChangeProps) {
  const t = useText()
  const [form] = useForm<TermsForm>()
  // The version that the form started from. The server refuses the change when there is a newer one.
  const [base] = useState(setting)
  const [day, setDay] = useState(shanghaiToday)
  const [reason, setReason] = useState('')
  const [isDirty, setDirty] = useState(restoring !== null)
  const [sent, setSent] = useState<ChangeInput | null>(() => (restoring ? termsRequestOf(termsFormOf(restoring.terms)) : null))
  const values = useWatch([], form)
  useEffect(() => {
    if (!isDirty || !values) return
    const timer = setTimeout(() => setSent(termsRequestOf({ ...termsFormOf(base.terms), ...form.getFieldsValue() })), pauseMs)
    return () => clearTimeout(timer)
  }, [values, isDirty, form, base])
  const propose = useSubmit(api.units.propose, { onDone: onClose })
  const [copy] = useState(() => (terms: UnitTerms, name: string) => {
    form.setFieldsValue(termsFormOf(terms))
    setDirty(true)
    showNotice('info', t(texts.copied, { name }))
  })
  const send = form.whenValid(async (formValues) => {
    const terms = termsRequestOf({ ...termsFormOf(base.terms), ...formValues })
    const restoration = restoring ? { restoresNo: restoring.no } : {}
    await propose.submit({ settingId: base.id, baseNo: base.latestNo, terms, effectiveFrom: day, reason: reason.trim(), ...restoration })
  })
  return (
    <Dialog
      title={`${t(texts.change)} · ${base.unitName} · ${base.centreName} · ${t(modeNames[base.mode] ?? texts.places)}`}
      onClose={onClose}
      isDirty={isDirty}
      width={900}
      confirm={{
        text: t(texts.propose),
        onPress: send,
        isBusy: propose.isBusy,
        isDisabled: !isDirty || reason.trim().length < 2,
      }}
    >
      <Form form={form} initialValues={termsFormOf(restoring?.terms ?? base.terms)} onValuesChange={() => setDirty(true)}>
        {restoring ? <Alert type="info" showIcon title={t(texts.restoring, { no: restoring.no })} /> : <CopyTermsButton setting={base} onTerms={copy} />}
        <TermsFields choices={choices} centreId={base.centreId} mode={base.mode} />
        <Field label={t(termFieldNames.effectiveFrom)} htmlFor="effective-from">
          <DayInput id="effective-from" value={day} onChange={setDay} min={shanghaiToday()} max={addMonths(shanghaiToday(), 12)} isNeeded />
        </Field>
      </Form>
      <Preview setting={base} sent={sent} day={day} />
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  )
}
