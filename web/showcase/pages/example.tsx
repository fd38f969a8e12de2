import { useId, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import type { ShowcaseArticle } from '#/api/desk/showcase.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { queryClient } from '#/web/kernel/query.ts'
import { RichText } from '#/web/parts/rich/RichText.tsx'
import { callMock, useMock } from '#/web/showcase/mocks.ts'
import { texts } from '#/web/showcase/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'

type Draft = Pick<ShowcaseArticle, 'title' | 'author' | 'importance' | 'status' | 'content'>

const missingText: Text = { zh: '请填写标题与作者', en: 'Fill in title and author.', es: 'Rellene título y autor.', ja: 'タイトルと著者を入力してください。' }
const blankDocument = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] })
const emptyDraft: Draft = { title: '', author: '', importance: 1, status: 'draft', content: blankDocument }

interface TextFieldProps {
  readonly label: Text
  readonly maxLength: number
  readonly value: string
  readonly onChange: (value: string) => void
}

function TextField({ label, maxLength, value, onChange }: TextFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <label className="x-field" htmlFor={id}>
      <span>{t(label)}</span>
      <input id={id} className="k-input" required maxLength={maxLength} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

function Form({ article, id }: { readonly article: Draft; readonly id: number | null }) {
  const t = useText()
  const name = useId()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>({ ...article, content: article.content || blankDocument })
  const changeDraft = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch })
  const saveArticle = async () => {
    await (id === null ? callMock('POST', '/article', draft) : callMock('PUT', `/article/${id}`, draft))
    showNotice('success', t(texts.saved))
    await queryClient.invalidateQueries({ queryKey: ['showcase'] })
    await navigate(showcaseRoutes.exampleList.path)
  }
  const isIncomplete = draft.title.trim() === '' || draft.author.trim() === ''
  return (
    <>
      <div className="x-form">
        <TextField label={texts.title} maxLength={80} value={draft.title} onChange={(title) => changeDraft({ title })} />
        <TextField label={texts.author} maxLength={20} value={draft.author} onChange={(author) => changeDraft({ author })} />
        <label className="x-field" htmlFor={`${name}i`}>
          <span>{t(texts.importance)}</span>
          <select
            id={`${name}i`}
            className="k-input k-select"
            value={draft.importance}
            onChange={(event) => changeDraft({ importance: Number(event.target.value) })}
          >
            {[1, 2, 3].map((each) => (
              <option key={each} value={each}>
                {'★'.repeat(each)}
              </option>
            ))}
          </select>
        </label>
        <label className="x-field" htmlFor={`${name}s`}>
          <span>{t(texts.status)}</span>
          <select
            id={`${name}s`}
            className="k-input k-select"
            value={draft.status}
            onChange={(event) => changeDraft({ status: event.target.value === 'published' ? 'published' : 'draft' })}
          >
            <option value="draft">{t(texts.draft)}</option>
            <option value="published">{t(texts.published)}</option>
          </select>
        </label>
      </div>
      <RichText label={t(texts.content)} value={draft.content} onChange={(content) => changeDraft({ content })} isReadOnly={false} />
      <div className="k-row">
        <ActionButton type="primary" reason={isIncomplete ? t(missingText) : null} onPress={saveArticle}>
          {t(texts.save)}
        </ActionButton>
      </div>
    </>
  )
}

export function CreateArticlePage() {
  return <Form article={emptyDraft} id={null} />
}

/** Edits the article whose id is in the URL. */
export function EditArticlePage() {
  const id = Number(useParams().id)
  const source = useMock<ShowcaseArticle>(`/article/${id}`)
  return (
    <QueryContent query={source}>
      {({ title, author, importance, status, content }) => <Form article={{ title, author, importance, status, content }} id={id} />}
    </QueryContent>
  )
}
