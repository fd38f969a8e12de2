import { useState } from 'react'
import { type Language, languages } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { languageNames } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'
import { type CustomNames, programKeyName } from './useKeyLabels.ts'

const fieldsOf = (customNames: CustomNames): Record<Language, string> => ({
  zh: customNames.zh ?? '',
  en: customNames.en ?? '',
  es: customNames.es ?? '',
  ja: customNames.ja ?? '',
})

/** Sets the platform's name of a key in each language. An empty field uses the program's name. */
export function NameDialog({ name, own, onClose }: { readonly name: string; readonly own: CustomNames; readonly onClose: () => void }) {
  const t = useText()
  // Submits the version that the dialog opened with. The server refuses it if a colleague has saved a newer one.
  const [base] = useState(own)
  const [fields, setFields] = useState(() => fieldsOf(base))
  const rename = useSubmit(api.roles.rename, { onDone: onClose })
  const programName = programKeyName(name)
  const filledLanguages = languages.filter((language) => fields[language].trim() !== '')
  const isDirty = languages.some((language) => fields[language].trim() !== (base[language] ?? ''))
  const send = () => void rename.submit({ key: name, version: base.version, ...Object.fromEntries(filledLanguages.map((each) => [each, fields[each].trim()])) })
  return (
    <Dialog
      title={t(texts.nameTitle, { key: name })}
      onClose={onClose}
      isDirty={isDirty}
      confirm={{ text: t(texts.save), onPress: send, isBusy: rename.isBusy, isDisabled: !isDirty }}
    >
      <Form className="k-stack">
        <p className="k-note">{t(texts.nameNote)}</p>
        {languages.map((language) => (
          <Field key={language} label={languageNames[language]} htmlFor={`name-${language}`}>
            <TextInput
              id={`name-${language}`}
              lang={language}
              isClearable
              maxLength={40}
              value={fields[language]}
              placeholder={programName[language]}
              onChange={(event) => setFields((was) => ({ ...was, [language]: event.target.value }))}
            />
          </Field>
        ))}
        {rename.failure ? <Alert type="error" showIcon title={rename.failure.message} /> : null}
        <div>
          <Button size="small" disabled={filledLanguages.length === 0} onClick={() => setFields({ zh: '', en: '', es: '', ja: '' })}>
            {t(texts.resetName)}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
