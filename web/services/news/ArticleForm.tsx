import { lazy, Suspense, useState } from 'react'
import { audienceNames, articleFields as fields, topicNames } from '#/api/services/news.texts.ts'
import { maxFileBytes, pictureEndings } from '#/domain/base/upload.ts'
import { type ArticleTopic, audiences, topicsOfSection } from '#/domain/services/article.ts'
import { api } from '#/web/kernel/api.ts'
import { formatSize } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox, CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import type { Article } from './ArticleDrawer.tsx'
import { texts } from './texts.ts'

const RichText = lazy(() => import('#/web/parts/rich/RichText.tsx').then((module) => ({ default: module.RichText })))

type Draft = Pick<Article, 'title' | 'topic' | 'summary' | 'body' | 'coverId' | 'cover' | 'attachments' | 'audiences' | 'isPinned' | 'effectiveFrom'>

interface PartProps {
  readonly draft: Draft
  readonly onChange: (patch: Partial<Draft>) => void
  readonly isReadOnly: boolean
}

function FileFields({ draft, onChange, isReadOnly }: PartProps) {
  const t = useText()
  const add = useSubmit(api.news.addFile)
  const uploadFile = (kind: 'cover' | 'attachment') => (file: File | null) => {
    if (file === null) return
    void add.submit({ kind, file }).then((added) => {
      if (added === null) return
      const { picture, ...stored } = added
      onChange(kind === 'cover' ? { coverId: stored.id, cover: picture } : { attachments: [...draft.attachments, stored] })
    })
  }
  return (
    <>
      <Field label={t(texts.cover)}>
        {draft.cover === null ? null : <img className="n-cover" src={draft.cover} alt={t(texts.cover)} />}
        {isReadOnly ? null : draft.coverId === null ? (
          <FileDrop
            value={null}
            onChange={uploadFile('cover')}
            kinds={pictureEndings}
            maxBytes={maxFileBytes}
            label={t(texts.cover)}
            hint={t(texts.coverHint)}
            isDisabled={add.isBusy}
          />
        ) : (
          <Button size="small" onClick={() => onChange({ coverId: null, cover: null })}>
            {t(texts.removeCover)}
          </Button>
        )}
      </Field>
      <Field label={t(texts.attachments)}>
        {draft.attachments.map((file) => (
          <p key={file.id} className="k-row">
            {file.name} <span className="k-muted">{formatSize(file.size)}</span>
            {isReadOnly ? null : (
              <Button
                size="small"
                aria-label={t(texts.removeFile, { name: file.name })}
                onClick={() => onChange({ attachments: draft.attachments.filter((attachment) => attachment.id !== file.id) })}
              >
                ×
              </Button>
            )}
          </p>
        ))}
        {isReadOnly || draft.attachments.length >= 10 ? null : (
          <FileDrop
            value={null}
            onChange={uploadFile('attachment')}
            kinds={['pdf', 'xlsx', ...pictureEndings]}
            maxBytes={maxFileBytes}
            label={t(texts.attachments)}
            isDisabled={add.isBusy}
          />
        )}
      </Field>
    </>
  )
}

function ArticleFields({ draft, onChange, isReadOnly, section }: PartProps & { readonly section: Article['section'] }) {
  const t = useText()
  const topics = topicsOfSection(section)
  return (
    <>
      <Field label={t(fields.title)} htmlFor="article-title" required>
        <TextInput
          id="article-title"
          value={draft.title}
          disabled={isReadOnly}
          maxLength={60}
          hasCount
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <div className="k-row">
        {topics.length > 1 ? (
          <Field label={t(fields.topic)} htmlFor="article-topic">
            <Select
              id="article-topic"
              style={{ width: 200 }}
              disabled={isReadOnly}
              value={draft.topic ?? ''}
              onChange={(topic: ArticleTopic | '') => onChange({ topic: topic === '' ? null : topic })}
              options={topics.map((value) => ({ value: value ?? '', label: value === null ? t(texts.noTopic) : t(topicNames[value]) }))}
            />
          </Field>
        ) : null}
        {section === 'rule' ? (
          <Field label={t(fields.effectiveFrom)} htmlFor="article-day" required>
            <DayInput id="article-day" value={draft.effectiveFrom ?? ''} onChange={(day) => onChange({ effectiveFrom: day || null })} />
          </Field>
        ) : null}
      </div>
      <Field label={t(fields.audiences)}>
        <CheckboxGroup
          aria-label={t(fields.audiences)}
          disabled={isReadOnly}
          value={draft.audiences}
          onChange={(chosen) => onChange({ audiences: audiences.filter((audience) => chosen.includes(audience)) })}
          options={choicesOf(t, audiences, audienceNames)}
        />
      </Field>
      <Field>
        <Checkbox checked={draft.isPinned} disabled={isReadOnly} onChange={(event) => onChange({ isPinned: event.target.checked })}>
          {t(fields.isPinned)}
        </Checkbox>
      </Field>
      <Field label={t(texts.summary)} htmlFor="article-summary">
        <TextArea
          id="article-summary"
          value={draft.summary}
          disabled={isReadOnly}
          maxLength={200}
          hasCount
          autoSize={{ minRows: 2 }}
          onChange={(event) => onChange({ summary: event.target.value })}
        />
      </Field>
    </>
  )
}

interface FormProps {
  readonly article: Article
  readonly onDirty: (isDirty: boolean) => void
  readonly onSaved: (article: Article) => void
}

export function ArticleForm({ article, onDirty, onSaved }: FormProps) {
  const t = useText()
  const [draft, setDraft] = useState<Draft>(article)
  const save = useSubmit(api.news.save, { onDone: onSaved })
  const isReadOnly = article.may.save !== ''
  const change = (patch: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...patch }))
    onDirty(true)
  }
  const handlePress = () =>
    save.submit({
      id: article.id,
      version: article.version,
      title: draft.title,
      summary: draft.summary,
      body: draft.body,
      attachments: draft.attachments.map(({ id }) => id),
      audiences: draft.audiences,
      isPinned: draft.isPinned,
      ...(draft.topic && { topic: draft.topic }),
      ...(draft.coverId && { coverId: draft.coverId }),
      ...(draft.effectiveFrom && { effectiveFrom: draft.effectiveFrom }),
    })
  const missingNote =
    draft.title.trim() === '' ? `${t(fields.title)}: ${t(texts.required)}` : draft.audiences.length === 0 ? `${t(fields.audiences)}: ${t(texts.required)}` : ''
  return (
    <Form className="k-stack">
      <ArticleFields draft={draft} onChange={change} isReadOnly={isReadOnly} section={article.section} />
      <Field label={t(texts.body)} required>
        <Suspense fallback={<Skeleton />}>
          <RichText label={t(texts.body)} value={article.body} onChange={(body) => change({ body })} isReadOnly={isReadOnly} />
        </Suspense>
      </Field>
      <FileFields draft={draft} onChange={change} isReadOnly={isReadOnly} />
      {isReadOnly ? (
        <p className="k-note">{article.may.save}</p>
      ) : (
        <ActionButton type="primary" reason={missingNote} isBusy={save.isBusy} onPress={handlePress}>
          {t(texts.save)}
        </ActionButton>
      )}
    </Form>
  )
}
