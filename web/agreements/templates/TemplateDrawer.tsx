import { type RefObject, useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { LineChanges } from '#/web/parts/rich/LineChanges.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { TemplateContent } from './Content.tsx'
import type { Draft } from './draft.ts'
import { TemplateTag } from './TemplateTag.ts'
import type { Template } from './template.ts'
import { texts } from './texts.ts'

function Editions({ template }: { readonly template: Template }) {
  const t = useText()
  const [otherId, setOther] = useState(0)
  const comparison = useRead(api.templates.compare, { id: template.id, otherId: otherId || template.id }, { isEnabled: otherId !== 0 })
  return (
    <div className="k-stack">
      {template.editions.map((edition) => (
        <p key={edition.id} className="k-row">
          {t(texts.edition)} {edition.edition} <TemplateTag state={edition.state} /> {edition.updatedBy} {formatDateTime(edition.updatedAt)}
          {edition.id !== template.id && template.format === 'text' ? (
            <Button type="link" onClick={() => setOther(edition.id)}>
              {t(texts.compare)}
            </Button>
          ) : null}
        </p>
      ))}
      {comparison.data && otherId !== 0 ? (
        <section className="k-panel">
          <h3>{t(texts.comparing, { before: comparison.data.before, after: comparison.data.after })}</h3>
          <LineChanges changes={comparison.data.changes} />
        </section>
      ) : null}
    </div>
  )
}

interface ActionsProps {
  readonly template: Template
  readonly draftRef: RefObject<Draft | null>
  readonly onOpen: (id: number) => void
  readonly onRevise: () => void
}

function Actions({ template, draftRef, onOpen, onRevise }: ActionsProps) {
  const t = useText()
  const target = { id: template.id, version: template.version }
  const enable = useSubmit(api.templates.enable)
  const disable = useSubmit(api.templates.disable)
  const setDefault = useSubmit(api.templates.setDefault)
  const draft = template.editions.find((edition) => edition.state === 'draft')
  const remove = useSubmit(api.templates.remove, { onDone: () => onOpen(0) })
  // The person who saves an edit cannot activate it.
  const enableSaved = () => {
    const unsavedDraft = draftRef.current?.isUnsaved() ? draftRef.current : null
    if (unsavedDraft === null) return enable.submit(target)
    return confirm({ title: t(texts.unsaved), content: t(texts.saveBeforeEnabling), okText: t(texts.save), onOk: unsavedDraft.save })
  }
  const preview = async () => {
    const { fileId } = await api.templates.preview({ id: template.id })
    const { url } = await api.files.link({ fileId })
    window.open(url, '_blank', 'noopener')
  }
  return (
    <div className="k-row">
      <ActionButton onPress={preview}>{t(texts.preview)}</ActionButton>
      {template.state === 'enabled' ? null : (
        <ActionButton type="primary" reason={template.may.enable} isBusy={enable.isBusy} onPress={enableSaved}>
          {t(texts.enable)}
        </ActionButton>
      )}
      {template.may.revise === '' ? <ActionButton onPress={draft ? () => onOpen(draft.id) : onRevise}>{t(texts.revise)}</ActionButton> : null}
      {template.may.setDefault === '' ? (
        <ActionButton isBusy={setDefault.isBusy} onPress={() => setDefault.submit(target)}>
          {t(texts.setDefault)}
        </ActionButton>
      ) : null}
      {template.may.disable === '' ? (
        <ConfirmButton danger isBusy={disable.isBusy} effect={t(texts.disableEffect)} onPress={() => disable.submit(target)}>
          {t(texts.disable)}
        </ConfirmButton>
      ) : null}
      {template.may.remove === '' ? (
        <ConfirmButton danger isBusy={remove.isBusy} effect={t(texts.removeEffect)} onPress={() => remove.submit(target)}>
          {t(texts.remove)}
        </ConfirmButton>
      ) : null}
    </div>
  )
}

interface TemplateDrawerProps {
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  /** Opens another edition; 0 closes the drawer. */
  readonly onOpen: (id: number) => void
}

/** One edition of a template, with the list of its other editions. */
export function TemplateDrawer({ id, pane, onPane, onOpen }: TemplateDrawerProps) {
  const t = useText()
  const [isRevising, revise] = useState(false)
  const draftRef = useRef<Draft | null>(null)
  const detailQuery = useRead(api.templates.get, { id })
  const current = detailQuery.data?.id === id ? detailQuery.data : undefined
  return (
    <DetailDrawer
      title={current?.name ?? ''}
      width={900}
      onClose={() => onOpen(0)}
      pane={pane}
      onPane={onPane}
      panes={[
        {
          key: 'facts',
          label: t(texts.facts),
          content: (
            <QueryContent query={{ ...detailQuery, data: current }}>
              {(row) => <TemplateContent key={`${row.version}-${isRevising}`} template={row} onRevised={isRevising ? onOpen : null} draftRef={draftRef} />}
            </QueryContent>
          ),
        },
        {
          key: 'editions',
          label: t(texts.editions),
          content: <QueryContent query={{ ...detailQuery, data: current }}>{(row) => <Editions template={row} />}</QueryContent>,
        },
      ]}
    >
      {current && isRevising ? <Button onClick={() => revise(false)}>{t(texts.discardEdition)}</Button> : null}
      {current && !isRevising ? (
        <Actions
          template={current}
          draftRef={draftRef}
          onOpen={onOpen}
          onRevise={() => {
            revise(true)
            onPane('facts')
          }}
        />
      ) : null}
    </DetailDrawer>
  )
}
