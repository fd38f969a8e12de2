import { lazy, type RefObject, Suspense, useLayoutEffect, useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { consentNames, partyNames } from '#/api/agreements/contracts.texts.ts'
import { type ConsentKind, consentKinds } from '#/domain/agreements/contract.ts'
import { contractVariables, type VariableKey, variablesOf } from '#/domain/agreements/contract-variables.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withLabel } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useUnsaved } from '#/web/ui/unsaved.ts'
import { type Draft, runOnSaved } from './draft.ts'
import { TemplateFieldList } from './Fields.tsx'
import { TemplatePlaceList } from './Places.tsx'
import type { Template, TemplateField, TemplatePlace } from './template.ts'
import { texts } from './texts.ts'

const RichEditor = lazy(() => import('./RichEditor.tsx').then((module) => ({ default: module.RichEditor })))

/** Uploads the pages. The upload reloads the template, so other edits are saved first. */
function PdfUpload({ template, draft }: { readonly template: Template; readonly draft: Draft }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const upload = useSubmit(api.templates.upload, { onDone: () => setFile(null) })
  const handlePress = () =>
    file &&
    runOnSaved({
      draft,
      version: template.version,
      question: { title: t(texts.unsaved), content: t(texts.saveBeforeUpload), okText: t(texts.saveAndUpload) },
      onReady: (version) => upload.submit({ id: template.id, version, file }),
    })
  return (
    <div className="k-stack">
      <FileDrop value={file} onChange={setFile} kinds={['pdf']} maxBytes={maxFileBytes} label={t(texts.upload)} />
      <ActionButton isBusy={upload.isBusy} reason={file ? '' : t(texts.required)} onPress={handlePress}>
        {t(texts.upload)}
      </ActionButton>
    </div>
  )
}

interface DayCounts {
  readonly valid: number
  readonly sign: number
}

interface DaysProps {
  readonly value: DayCounts
  readonly onChange: (next: DayCounts) => void
  readonly isReadOnly: boolean
}

function DayCountFields({ value, onChange, isReadOnly }: DaysProps) {
  const t = useText()
  return (
    <>
      <Field label={t(texts.validDays)} htmlFor="template-valid">
        <NumberField
          id="template-valid"
          min={1}
          max={36_500}
          disabled={isReadOnly}
          value={value.valid}
          onChange={(valid) => onChange({ ...value, valid: valid ?? 1 })}
        />
      </Field>
      <Field label={t(texts.signDays)} htmlFor="template-sign">
        <NumberField
          id="template-sign"
          min={1}
          max={90}
          disabled={isReadOnly}
          value={value.sign}
          onChange={(sign) => onChange({ ...value, sign: sign ?? 1 })}
        />
      </Field>
    </>
  )
}

function UsedVariables({ template, fields }: { readonly template: Template; readonly fields: readonly TemplateField[] }) {
  const t = useText()
  const nameOf = (key: string) => {
    const variable = key in contractVariables ? contractVariables[key as VariableKey] : null
    return variable ? t(variable.label) : fields.find((field) => field.key === key)?.label || key
  }
  return (
    <p className="k-row">
      <span className="k-muted">{t(texts.used)}</span>
      {template.used.map((each) => (
        <StatusTag
          key={each.key}
          tone={each.isFilled ? 'blue' : 'red'}
          title={`{{${each.key}}}`}
        >{`${nameOf(each.key)}${each.isFilled ? '' : ` · ${t(texts.unfilled)}`}`}</StatusTag>
      ))}
    </p>
  )
}

interface ModeFieldProps {
  /** The settlement mode; null for both. */
  readonly value: Template['mode']
  readonly onChange: (next: Template['mode']) => void
  readonly isReadOnly: boolean
}

function ModeField({ value: mode, onChange, isReadOnly }: ModeFieldProps) {
  const t = useText()
  return (
    <Field label={t(texts.mode)} htmlFor="template-mode">
      <Select
        id="template-mode"
        style={{ width: 160 }}
        disabled={isReadOnly}
        value={mode ?? 0}
        onChange={(next: 0 | 1 | 2) => onChange(next === 0 ? null : next)}
        options={[{ value: 0, label: t(texts.anyMode) }, ...([1, 2] as const).map((value) => ({ value, label: t(contractModeNames[value]) }))]}
      />
    </Field>
  )
}

interface ContentProps {
  readonly template: Template
  /** Called with the id of the next edition, which a change creates when it is first saved. */
  readonly onRevised: ((id: number) => void) | null
  /** Receives the edits on screen, for the actions above the content. */
  readonly draftRef: RefObject<Draft | null>
}

/** Saves the draft, or creates the next edition. */
function useSaveTemplate(template: Template, onRevised: ContentProps['onRevised']) {
  const update = useSubmit(api.templates.update)
  const revise = useSubmit(api.templates.revise, { onDone: ({ id }) => onRevised?.(id) })
  const { submit, isBusy } = onRevised === null ? update : revise
  type ContentChange = Omit<Parameters<typeof submit>[0], 'id' | 'version' | 'signers'>
  return { save: (changed: ContentChange) => submit({ id: template.id, version: template.version, signers: template.signers, ...changed }), isBusy }
}

/** Reports the edits to the drawer, which asks before it closes, and to the actions above the content. */
function useDraft(draftRef: ContentProps['draftRef'], draft: Draft): Draft {
  useUnsaved(draft.isUnsaved)
  useLayoutEffect(() => {
    draftRef.current = draft
    return () => {
      draftRef.current = null
    }
  })
  return draft
}

/** The content of a template, editable as a draft or as the next edition. */
export function TemplateContent({ template, onRevised, draftRef }: ContentProps) {
  const t = useText()
  const isRevising = onRevised !== null
  const isReadOnly = !isRevising && template.may.edit !== ''
  const [name, setName] = useState(template.name)
  const [mode, setMode] = useState(template.mode)
  const [body, setBody] = useState(template.body)
  const [fields, setFields] = useState<TemplateField[]>(template.fields)
  const [places, setPlaces] = useState<TemplatePlace[]>(template.places)
  const [consents, setConsents] = useState<ConsentKind[]>(template.consents)
  const [days, setDays] = useState({ valid: template.validDays, sign: template.signDays })
  const state = [name, mode, body, fields, places, consents, days] as const
  const [first] = useState(state)
  const isUnsaved = () => !isReadOnly && state.some((value, at) => value !== first[at])
  const { save, isBusy } = useSaveTemplate(template, onRevised)
  const keys = [
    ...variablesOf(template.kind).map((key) => ({ key, label: null })),
    ...fields.filter((field) => field.key).map((field) => ({ key: field.key, label: field.label })),
  ]
  const saveEdits = () =>
    save({
      name,
      ...(mode === null ? {} : { mode }),
      ...(body === null ? {} : { body }),
      fields,
      places,
      consents,
      validDays: days.valid,
      signDays: days.sign,
    })
  const draft = useDraft(draftRef, { isUnsaved, save: saveEdits })
  return (
    <Form className="k-stack">
      {isRevising ? <Alert type="info" showIcon title={t(template.format === 'pdf' ? texts.revisingPdf : texts.revising)} /> : null}
      <Field label={t(texts.name)} htmlFor="template-name">
        <TextInput id="template-name" value={name} disabled={isReadOnly} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="k-row">
        <ModeField value={mode} onChange={setMode} isReadOnly={isReadOnly} />
        <DayCountFields value={days} onChange={setDays} isReadOnly={isReadOnly} />
      </div>
      <p>{withLabel(t(texts.signers), template.signers.map((signer) => `${t(partyNames[signer.party])} ${t(texts[signer.way])}`).join(' → '))}</p>
      <CheckboxGroup
        disabled={isReadOnly}
        value={consents}
        onChange={setConsents}
        options={consentKinds.map((value) => ({ value, label: t(consentNames[value]) }))}
      />
      {template.format === 'text' && body !== null ? (
        <Suspense fallback={<Skeleton />}>
          <RichEditor value={body} onChange={setBody} keys={keys} isReadOnly={isReadOnly} />
        </Suspense>
      ) : null}
      {template.format === 'pdf' && !isReadOnly && !isRevising ? <PdfUpload template={template} draft={draft} /> : null}
      {template.format === 'pdf' && template.pages.length > 0 ? (
        <TemplatePlaceList template={template} value={places} onChange={setPlaces} isReadOnly={isReadOnly} />
      ) : null}
      <UsedVariables template={template} fields={fields} />
      <TemplateFieldList value={fields} onChange={setFields} isReadOnly={isReadOnly} />
      {isReadOnly ? (
        <p className="k-note">{template.may.edit}</p>
      ) : (
        <ActionButton type="primary" isBusy={isBusy} onPress={saveEdits}>
          {t(texts.save)}
        </ActionButton>
      )}
    </Form>
  )
}
