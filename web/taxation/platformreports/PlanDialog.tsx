import { groundNames } from '#/api/taxation/platformreports.texts.ts'
import { filingMethodNames } from '#/api/taxation/policies.texts.ts'
import { creditCodeProblem } from '#/domain/base/identity.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import { nextQuarter } from '#/domain/taxation/platform-report.ts'
import { filingMethods, type GroundRule, maxGroundRules, reportingGrounds } from '#/domain/taxation/reporter-plan.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FieldList, Form, useForm } from '#/web/ui/Form.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import type { ReporterPlans } from './Plans.tsx'
import { planTexts } from './plan-texts.ts'
import { texts } from './texts.ts'

interface Values {
  firstQuarter: string
  platformName: string
  holderName: string
  holderCode: string
  licenceNo?: string
  taxOffice: string
  centreIds?: number[]
  rules?: GroundRule[]
  reason: string
}

const offeredQuarterCount = 6

/** The first quarters in which the settings can begin. */
function quartersFrom(first: string): string[] {
  const choices = [first]
  while (choices.length < offeredQuarterCount) choices.push(nextQuarter(choices.at(-1) ?? first))
  return choices
}

function RuleFields({ categories }: { readonly categories: readonly string[] }) {
  const t = useText()
  return (
    <FieldList name="rules">
      {(items, { add, remove }) => (
        <div className="k-stack">
          {items.map(({ key, name: at }) => (
            <div className="k-row" key={key}>
              <Field name={[at, 'ground']} isBare>
                <Select aria-label={`${t(planTexts.ground)} ${at + 1}`} style={{ width: 270 }} options={choicesOf(t, reportingGrounds, groundNames)} />
              </Field>
              <Field name={[at, 'ways']} isBare>
                <MultiSelect aria-label={`${t(planTexts.ways)} ${at + 1}`} style={{ width: 300 }} options={choicesOf(t, filingMethods, filingMethodNames)} />
              </Field>
              <Field name={[at, 'categories']} isBare>
                <MultiSelect
                  aria-label={`${t(planTexts.categories)} ${at + 1}`}
                  style={{ width: 190 }}
                  placeholder={t(planTexts.allCategories)}
                  options={categories.map((value) => ({ value, label: value }))}
                />
              </Field>
              <Button size="small" aria-label={`${t(planTexts.removeRule)} ${at + 1}`} onClick={() => remove(at)}>
                {t(planTexts.removeRule)}
              </Button>
            </div>
          ))}
          {items.length < maxGroundRules ? (
            <Button size="small" onClick={() => add({ ground: 'withheld', ways: [], categories: [] })}>
              {t(planTexts.addRule)}
            </Button>
          ) : null}
        </div>
      )}
    </FieldList>
  )
}

function HolderFields() {
  const t = useText()
  const requiredRules = [{ required: true, whitespace: true, message: t(texts.required) }]
  const creditCodeRule = {
    validator: (_: unknown, value = '') =>
      creditCodeProblem(value.trim()) === null ? Promise.resolve() : Promise.reject(new Error(t(planTexts.holderCodeWrong))),
  }
  return (
    <>
      <Field name="holderName" label={t(planTexts.holder)} rules={requiredRules} hint={t(planTexts.holderHint)}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <div className="k-fields">
        <Field name="holderCode" label={t(planTexts.holderCode)} required rules={[creditCodeRule]}>
          <TextInput maxLength={18} autoComplete="off" />
        </Field>
        <Field name="licenceNo" label={t(planTexts.licenceNo)}>
          <TextInput maxLength={60} autoComplete="off" />
        </Field>
      </div>
      <Field name="taxOffice" label={t(planTexts.taxOffice)} rules={requiredRules}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
    </>
  )
}

function initialValuesOf({ plans, rules, platformName, firstQuarter }: ReporterPlans): Partial<Values> {
  const last = plans.find(({ isInForce }) => isInForce)
  const holder = last && {
    holderName: last.holderName,
    holderCode: last.holderCode,
    licenceNo: last.licenceNo,
    taxOffice: last.taxOffice,
    centreIds: [...last.centreIds],
  }
  return {
    firstQuarter,
    platformName,
    ...holder,
    rules: rules.map(({ ground, ways, categories }) => ({ ground, ways: [...ways], categories: [...categories] })),
  }
}

function PlanForm({ around, onClose }: { readonly around: ReporterPlans; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const propose = useSubmit(api.platformreports.proposePlan, { onDone: onClose })
  const requiredRules = [{ required: true, whitespace: true, message: t(texts.required) }]
  const send = form.whenValid(({ licenceNo = '', centreIds = [], rules = [], ...rest }) => {
    const formValues = form.getFieldsValue(true) as Values
    return propose.submit({
      ...rest,
      licenceNo,
      centreIds,
      rules: (formValues.rules ?? rules).map((rule) => ({ ...rule, ways: [...rule.ways], categories: [...rule.categories] })),
    })
  })
  return (
    <Dialog title={t(planTexts.propose)} width={940} onClose={onClose} confirm={{ text: t(planTexts.propose), onPress: send, isBusy: propose.isBusy }}>
      <div className="k-stack">
        <Alert type="info" showIcon title={t(planTexts.note)} />
        <Form form={form} initialValues={initialValuesOf(around)}>
          <div className="k-fields">
            <Field name="firstQuarter" label={t(planTexts.firstQuarter)} rules={[{ required: true, message: t(texts.required) }]}>
              <Select options={quartersFrom(around.firstQuarter).map((value) => ({ value, label: value }))} />
            </Field>
            <Field name="platformName" label={t(planTexts.platformName)} rules={requiredRules}>
              <TextInput maxLength={sourceLimits.platform} autoComplete="off" />
            </Field>
          </div>
          <HolderFields />
          <Field name="centreIds" label={t(planTexts.centres)} hint={t(planTexts.centresHint)}>
            <MultiSelect options={around.centres.map(({ id, name }) => ({ value: id, label: name }))} />
          </Field>
          <Field label={t(planTexts.rules)} hint={t(planTexts.rulesHint)}>
            <RuleFields categories={around.categories} />
          </Field>
          <Field name="reason" label={t(planTexts.reason)} rules={[...requiredRules, { min: 4 }]}>
            <TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
          </Field>
        </Form>
      </div>
    </Dialog>
  )
}

/** Proposes which company reports from a quarter on, and by which rules. Another person confirms. */
export function PlanDialog({ onClose }: { readonly onClose: () => void }) {
  const plansQuery = useRead(api.platformreports.plans, {})
  return (
    <QueryContent query={plansQuery} lines={8}>
      {(answer) => <PlanForm around={answer} onClose={onClose} />}
    </QueryContent>
  )
}
