import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.gateways.templates>[number]

/** The template number under which each message is registered with the gateway. */
export function Templates() {
  const t = useText()
  const templates = useRead(api.gateways.templates, {})
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const setTemplates = useSubmit(api.gateways.setTemplates, { onDone: () => setChanged({}) })
  const columns: Column<Row>[] = [
    { key: 'message', title: t(texts.message), width: 220, isAlways: true, pin: 'left', render: (row) => row.name },
    {
      key: 'template',
      title: t(texts.template),
      width: 200,
      isAlways: true,
      render: (row) => (
        <TextField
          aria-label={`${t(texts.template)} ${row.name}`}
          value={changed[row.kind] ?? row.template}
          onCommit={(template) => setChanged((before) => ({ ...before, [row.kind]: template }))}
        />
      ),
    },
    { key: 'params', title: t(texts.params), width: 200, render: (row) => joinList(row.params) || '—' },
    { key: 'words', title: t(texts.words), width: 520, render: (row) => <span lang="zh">{row.words}</span> },
  ]
  return (
    <div className="k-stack">
      <p className="k-note">{t(texts.templateNote)}</p>
      <DataTable
        id="text-templates"
        label={t(texts.templates)}
        columns={columns}
        rows={templates.data ?? []}
        rowKey={(row) => row.kind}
        source={templates}
        empty={{ reason: t(texts.noTemplates) }}
        isPlain
        toolbar={
          <Button
            type="primary"
            loading={setTemplates.isBusy}
            disabled={Object.keys(changed).length === 0}
            onClick={() => void setTemplates.submit({ templates: { ...changed } })}
          >
            {t(texts.save)}
          </Button>
        }
      />
    </div>
  )
}
