import { partyNames } from '#/api/agreements/contracts.texts.ts'
import { contractVariables, variablesOf } from '#/domain/agreements/contract-variables.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { Select } from '#/web/ui/Select.tsx'
import type { Template, TemplatePlace } from './template.ts'
import { texts } from './texts.ts'

interface PlacesProps {
  readonly template: Template
  readonly value: readonly TemplatePlace[]
  readonly onChange: (next: TemplatePlace[]) => void
  readonly isReadOnly: boolean
}

/** The places on the pages of a PDF where signatures and values are printed. */
export function TemplatePlaceList({ template, value, onChange, isReadOnly }: PlacesProps) {
  const t = useText()
  const updatePlace = (at: number, patch: Partial<TemplatePlace>) => onChange(value.map((each, index) => (index === at ? { ...each, ...patch } : each)))
  const keys = [
    ...template.signers.map((signer) => ({ value: `sign:${signer.party}`, label: t(partyNames[signer.party]) })),
    ...variablesOf(template.kind).map((key) => ({ value: `value:${key}`, label: t(contractVariables[key].label) })),
    ...template.fields.map((field) => ({ value: `value:${field.key}`, label: field.label })),
  ]
  const rows = value.map((place, at) => ({ place, at }))
  const add = () =>
    onChange([
      ...value,
      { kind: 'sign', key: template.signers[0]?.party ?? 'a', page: Math.max(0, template.pages.length - 1), x: 60, y: 100, width: 160, height: 80 },
    ])
  return (
    <section className="k-panel k-stack" aria-label={t(texts.places)}>
      <h3>{t(texts.places)}</h3>
      {rows.map(({ place, at }) => (
        <div key={`place-${at}`} className="t-places">
          <Select
            aria-label={t(texts.places)}
            disabled={isReadOnly}
            value={`${place.kind}:${place.key}`}
            options={keys}
            onChange={(chosen: string) => updatePlace(at, { kind: chosen.startsWith('sign:') ? 'sign' : 'value', key: chosen.slice(chosen.indexOf(':') + 1) })}
          />
          <NumberField
            aria-label={t(texts.page)}
            disabled={isReadOnly}
            min={1}
            max={template.pages.length || 1}
            value={place.page + 1}
            onChange={(page) => updatePlace(at, { page: (page ?? 1) - 1 })}
          />
          {(['x', 'y', 'width', 'height'] as const).map((name) => (
            <NumberField
              key={name}
              aria-label={name}
              disabled={isReadOnly}
              min={0}
              max={2000}
              value={place[name]}
              onChange={(next) => updatePlace(at, { [name]: next ?? 0 })}
            />
          ))}
          {isReadOnly ? null : <Button onClick={() => onChange(value.filter((_, index) => index !== at))}>{t(texts.remove)}</Button>}
        </div>
      ))}
      {isReadOnly ? null : <Button onClick={add}>{t(texts.addPlace)}</Button>}
    </section>
  )
}
