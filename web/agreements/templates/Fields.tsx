import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { TemplateField } from './template.ts'
import { texts } from './texts.ts'

interface FieldsProps {
  readonly value: readonly TemplateField[]
  readonly onChange: (next: TemplateField[]) => void
  readonly isReadOnly: boolean
}

/** The template's own fields, which the drafter of a contract fills in. */
export function TemplateFieldList({ value, onChange, isReadOnly }: FieldsProps) {
  const t = useText()
  const updateField = (at: number, patch: Partial<TemplateField>) => onChange(value.map((each, index) => (index === at ? { ...each, ...patch } : each)))
  const rows = value.map((field, at) => ({ field, at }))
  return (
    <section className="k-panel k-stack" aria-label={t(texts.fields)}>
      <h3>{t(texts.fields)}</h3>
      {rows.map(({ field, at }) => (
        <div key={`field-${at}`} className="k-row">
          <TextInput
            aria-label={t(texts.fieldKey)}
            placeholder={t(texts.fieldKey)}
            value={field.key}
            disabled={isReadOnly}
            aria-invalid={(/^[a-z][a-z0-9_]{1,40}$/.test(field.key) ? '' : 'error') === 'error'}
            title={t(texts.badKey)}
            style={{ width: 160 }}
            onChange={(event) => updateField(at, { key: event.target.value })}
          />
          <TextInput
            aria-label={t(texts.fieldLabel)}
            placeholder={t(texts.fieldLabel)}
            value={field.label}
            disabled={isReadOnly}
            maxLength={40}
            style={{ width: 160 }}
            onChange={(event) => updateField(at, { label: event.target.value })}
          />
          <TextInput
            aria-label={t(texts.fieldSample)}
            placeholder={t(texts.fieldSample)}
            value={field.sample}
            disabled={isReadOnly}
            maxLength={200}
            style={{ width: 200 }}
            onChange={(event) => updateField(at, { sample: event.target.value })}
          />
          <Checkbox checked={field.isRequired} disabled={isReadOnly} onChange={(event) => updateField(at, { isRequired: event.target.checked })}>
            {t(texts.fieldRequired)}
          </Checkbox>
          {isReadOnly ? null : <Button onClick={() => onChange(value.filter((_, index) => index !== at))}>{t(texts.remove)}</Button>}
        </div>
      ))}
      {isReadOnly ? null : <Button onClick={() => onChange([...value, { key: '', label: '', sample: '', isRequired: true }])}>{t(texts.addField)}</Button>}
    </section>
  )
}
