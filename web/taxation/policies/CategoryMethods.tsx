import { filingMethodNames } from '#/api/taxation/policies.texts.ts'
import { categoryMethods } from '#/domain/money/tax-policy.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FieldList, useWatch } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import type { FormMethod } from './form-values.ts'
import { texts } from './texts.ts'

interface CategoryMethodsProps {
  readonly name: string
  readonly label: string
  readonly categories: readonly string[]
}

/** The VAT filing methods of categories of service that differ from the default. */
export function CategoryMethods({ name, label, categories }: CategoryMethodsProps) {
  const t = useText()
  const formMethods = useWatch<readonly FormMethod[]>(name) ?? []
  // Each category has one method, so no other row can choose it.
  const optionsOf = (at: number) =>
    categories.filter((each) => !formMethods.some(({ category }, other) => other !== at && category === each)).map((value) => ({ value, label: value }))
  const requiredRule = { required: true, message: t(texts.required) }
  return (
    <Field label={label}>
      <FieldList name={name}>
        {(ways, { add, remove }) => (
          <div className="k-stack">
            {ways.map(({ key, name: at }) => (
              <div className="k-row" key={key}>
                <Field name={[at, 'category']} rules={[requiredRule]} isBare>
                  <Select aria-label={`${t(texts.category)} ${at + 1}`} options={optionsOf(at)} style={{ width: 220 }} />
                </Field>
                <Field name={[at, 'way']} rules={[requiredRule]} isBare>
                  <Select aria-label={`${t(texts.way)} ${at + 1}`} options={choicesOf(t, categoryMethods, filingMethodNames)} style={{ width: 260 }} />
                </Field>
                <Button size="small" onClick={() => remove(at)}>
                  {t(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({ way: 'PAYER_WITHHOLD_28' } satisfies FormMethod)}>
              {t(texts.addWay)}
            </Button>
          </div>
        )}
      </FieldList>
    </Field>
  )
}
