import { articleLanguageNames, articleFields as fields, sectionNames, topicNames } from '#/api/services/news.texts.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import { type ArticleSection, type ArticleTopic, articleSections, topicsOfSection } from '#/domain/services/article.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  readonly title: string
  readonly section: ArticleSection
  readonly language: Language
  readonly topic?: ArticleTopic | ''
}

/** Creates an article, whose section cannot be changed later. */
export function CreateDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: number) => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const section = useWatch('section', form) ?? 'news'
  const create = useSubmit(api.news.create, {
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  const send = form.whenValid(({ topic, ...values }) => create.submit({ ...values, ...(topic && { topic }) }))
  const rules = [{ required: true, message: t(texts.required) }]
  const topics = topicsOfSection(section)
  return (
    <Dialog title={t(texts.create)} onClose={onClose} confirm={{ text: t(texts.create), onPress: send, isBusy: create.isBusy }}>
      <Form form={form} initialValues={{ section: 'news', language: 'zh' }}>
        <Field name="title" label={t(fields.title)} rules={[{ ...rules[0], whitespace: true }]}>
          <TextInput maxLength={60} hasCount />
        </Field>
        <Field name="section" label={t(fields.section)} rules={rules}>
          <Select options={choicesOf(t, articleSections, sectionNames)} onChange={() => form.setFieldsValue({ topic: '' })} />
        </Field>
        {topics.length > 1 ? (
          <Field name="topic" label={t(fields.topic)} rules={topics.includes(null) ? [] : rules}>
            <Select options={topics.map((value) => ({ value: value ?? '', label: value === null ? t(texts.noTopic) : t(topicNames[value]) }))} />
          </Field>
        ) : null}
        <Field name="language" label={t(fields.language)} rules={rules}>
          <Select options={choicesOf(t, languages, articleLanguageNames)} />
        </Field>
      </Form>
    </Dialog>
  )
}
