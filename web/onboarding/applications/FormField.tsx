import { useId } from 'react'
import { applicationChoices, applicationFieldName } from '#/api/onboarding/application-fields.texts.ts'
import { countries, countryName } from '#/domain/base/countries.ts'
import { provinces } from '#/domain/base/provinces.ts'
import type { ApplicationField } from '#/domain/onboarding/application-fields.ts'
import { applicationProblems } from '#/domain/onboarding/application-texts.ts'
import { noExpiry } from '#/domain/people/particulars.ts'
import { inCurrentLanguage, language } from '#/web/kernel/language.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PictureField } from './PictureField.tsx'
import { fillTemplate } from './phrases.ts'
import { pictureCalls } from './picture-calls.ts'
import { registerTexts as texts } from './register.texts.ts'
import type { ApplicationForm, ApplicationOptions } from './useApplication.ts'

interface FormFieldProps {
  readonly field: ApplicationField
  readonly filling: ApplicationForm
  readonly options: ApplicationOptions
  readonly ticket: string
  readonly isStrict: boolean
  /** The server's error for this field. */
  readonly said: string
  readonly onLeave: () => void
}

/** Returns the label of a choice. */
export function choiceText(field: string, value: string, options: ApplicationOptions): string {
  if (field === 'centreId') return options.centres.find((centre) => String(centre.id) === value)?.name ?? value
  if (field === 'nationality') return countryName(value, language.get())
  const text = field === 'region' ? provinces[value] : applicationChoices[field as keyof typeof applicationChoices]?.[value]
  return text ? inCurrentLanguage(text) : value
}

function choicesOf(field: ApplicationField, options: ApplicationOptions, values: Readonly<Record<string, string>>): readonly string[] {
  if (field.form === 'country') return countriesByName()
  if (field.form !== 'centre') return field.choices ?? []
  const mode = Number(values.mode ?? 0)
  return options.centres.filter((centre) => mode === 0 || centre.modes.includes(mode as 1)).map((centre) => String(centre.id))
}

const nearbyCountries = ['HK', 'MO', 'TW', 'CN']
/** Returns the country codes: `nearbyCountries` first, the others by name. */
function countriesByName(): readonly string[] {
  const currentLanguage = language.get()
  const otherCountries = countries
    .filter((code) => !nearbyCountries.includes(code))
    .sort((a, b) => countryName(a, currentLanguage).localeCompare(countryName(b, currentLanguage), currentLanguage))
  return [...nearbyCountries, ...otherCountries]
}

/** The calendar in the language of the page, loaded with the first day field. */
const DayField = onDemand(async () => (await import('#/web/ui/DayInput.tsx')).DayInput)

const inputModes = { digits: 'numeric', email: 'email', capitals: 'text', tel: 'tel' } as const

interface DayControlProps extends Pick<FormFieldProps, 'field' | 'onLeave'> {
  readonly id: string
  readonly value: string
  readonly problem: string
  readonly onType: (day: string) => void
}

/** A field for a day. The end of a document's validity can also be unlimited. */
function DayControl({ field, value, id, problem, onType, onLeave }: DayControlProps) {
  const choose = (day: string) => {
    onType(day)
    // A choice saves at once, but only after the state has updated.
    setTimeout(onLeave)
  }
  return (
    <div className="r-day">
      <DayField
        id={id}
        name={field.name}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}problem`}
        min="1900-01-01"
        max="2199-12-31"
        value={value === noExpiry ? '' : value}
        onChange={choose}
      />
      {field.name === 'validTo' ? (
        <label>
          <input type="checkbox" checked={value === noExpiry} onChange={(event) => onType(event.target.checked ? noExpiry : '')} />{' '}
          {inCurrentLanguage(texts.forEver)}
        </label>
      ) : null}
    </div>
  )
}

function Control({ field, filling, options, id, problem, onLeave }: FormFieldProps & { readonly id: string; readonly problem: string }) {
  const { values, typed, type, own } = filling
  const storedField = own.values.find((each) => each.field === field.name)
  const isMasked = storedField?.isMasked === true && typed[field.name] === undefined
  const value = isMasked ? '' : (values[field.name] ?? '')
  const inputProps = { id, name: field.name, 'aria-invalid': problem !== '', 'aria-describedby': `${id}problem`, onBlur: onLeave }
  const hasFewChoices = field.form === 'choice' && (field.choices?.length ?? 0) <= 4
  if (hasFewChoices)
    return (
      <div className="r-choices" role="radiogroup" aria-labelledby={`${id}label`}>
        {field.choices?.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={field.name}
              value={choice}
              checked={value === choice}
              onChange={() => {
                type(field.name, choice)
                // A choice saves at once, but only after the state has updated.
                setTimeout(onLeave)
              }}
            />
            <span>{choiceText(field.name, choice, options)}</span>
          </label>
        ))}
      </div>
    )
  if (field.form === 'choice' || field.form === 'country' || field.form === 'centre')
    return (
      <select {...inputProps} value={value} onChange={(event) => type(field.name, event.target.value)}>
        <option value="">{inCurrentLanguage(texts.choose)}</option>
        {choicesOf(field, options, values).map((choice) => (
          <option key={choice} value={choice}>
            {choiceText(field.name, choice, options)}
          </option>
        ))}
      </select>
    )
  if (field.form === 'long')
    return <textarea {...inputProps} rows={4} maxLength={field.most} value={value} onChange={(event) => type(field.name, event.target.value)} />
  if (field.form === 'day') return <DayControl {...{ field, value, id, problem, onLeave }} onType={(day) => type(field.name, day)} />
  return (
    <input
      {...inputProps}
      value={value}
      maxLength={field.most ?? 60}
      inputMode={inputModes[field.keys ?? 'capitals']}
      autoCapitalize={field.keys === 'capitals' ? 'characters' : 'off'}
      spellCheck={false}
      placeholder={isMasked ? fillTemplate(inCurrentLanguage(texts.kept), { value: storedField?.value ?? '' }) : ''}
      onChange={(event) => type(field.name, event.target.value)}
    />
  )
}

/** A field of a registration with its label, error and rejection reason. */
export function FormField(props: FormFieldProps) {
  const { field, filling, ticket, isStrict, said } = props
  const id = useId()
  const { own } = filling
  const label = inCurrentLanguage(applicationFieldName(own.progress.kind, field.name))
  const fieldRejection = own.rejects.find((each) => each.field === field.name)
  const problem = filling.problemOf(field, isStrict) || said
  const rejectionNote = fieldRejection ? (
    <p className={fieldRejection.isFixed ? 'r-why is-fixed' : 'r-why'} id={`${id}why`}>
      {inCurrentLanguage(texts.why)}
      {fieldRejection.reason}
      {fieldRejection.isFixed ? ` · ${inCurrentLanguage(texts.corrected)}` : ''}
    </p>
  ) : null
  if (field.form === 'picture' || field.form === 'pictures') {
    const pictures = own.pictures.filter((picture) => picture.field === field.name)
    const isMissing = isStrict && pictures.length === 0
    return (
      <>
        <PictureField
          calls={pictureCalls(ticket, field.name, filling.putReadings)}
          field={field.name}
          label={label}
          isMany={field.form === 'pictures'}
          pictures={pictures}
          problem={said || (isMissing ? inCurrentLanguage(applicationProblems.picture) : '')}
          isOpen={filling.isOpen(field)}
        />
        {rejectionNote}
      </>
    )
  }
  return (
    <div className="l-field">
      <label htmlFor={id} id={`${id}label`}>
        {label}
        {field.isOptional ? <span className="r-optional"> {inCurrentLanguage(texts.optional)}</span> : null}
      </label>
      <Control {...props} id={id} problem={problem} />
      <small id={`${id}problem`} className="l-problem">
        {problem}
      </small>
      {rejectionNote}
    </div>
  )
}
