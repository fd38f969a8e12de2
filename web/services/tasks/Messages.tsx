import { useState } from 'react'
import { Link } from 'react-router'
import { overdueMessages } from '#/api/services/message-topics.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useSubmit } from '#/web/kernel/query.ts'
import { type Message, useMarkRead, useMessageText } from '#/web/shell/useMessages.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const PAGE_ROWS = 50

function useColumns(mark: (id: number) => void): Column<Message>[] {
  const t = useText()
  const messageText = useMessageText()
  return [
    {
      key: 'state',
      title: t(texts.state),
      width: 90,
      render: (row) =>
        !row.isRead && overdueMessages.has(row.kind) ? (
          <StatusTag tone="red">{t(texts.isOverdue)}</StatusTag>
        ) : (
          <StatusTag tone={row.isRead ? 'grey' : 'gold'}>{t(row.isRead ? texts.isRead : texts.isNew)}</StatusTag>
        ),
    },
    {
      key: 'title',
      title: t(texts.subject),
      width: 300,
      isAlways: true,
      render: (row) => (row.isRead ? messageText(row).title : <b>{messageText(row).title}</b>),
    },
    { key: 'body', title: t(texts.content), width: 420, render: (row) => messageText(row).body },
    { key: 'time', title: t(texts.time), width: 160, render: (row) => formatDateTime(row.createdAt) },
    {
      key: 'action',
      title: t(texts.action),
      width: 180,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.path ? (
            <Link to={row.path} onClick={() => (row.isRead ? undefined : mark(row.id))}>
              {t(texts.handle)}
            </Link>
          ) : null}
          {row.isRead ? null : (
            <Button type="link" size="small" onClick={() => mark(row.id)}>
              {t(texts.markRead)}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

export function Messages() {
  const t = useText()
  const [isUnread, setUnread] = useState(false)
  const list = useCursorRead(api.messages.list, { size: PAGE_ROWS, ...setConditions({ unread: isUnread || undefined }) }, { follows: ['messages'] })
  const markRead = useMarkRead()
  const markAllRead = useSubmit(api.messages.read)
  const columns = useColumns((id) => void markRead.submit({ ids: [id] }))
  return (
    <DataTable
      id="messages"
      label={t(texts.messages)}
      columns={columns}
      rows={list.rows}
      source={list}
      empty={{ reason: t(texts.noMessages) }}
      more={{ hasMore: list.hasMore, onMore: list.more, isLoading: list.isLoadingMore }}
      toolbar={
        <span className="k-row">
          <Switch checked={isUnread} onChange={setUnread} aria-label={t(texts.onlyUnread)} />
          <span>{t(texts.onlyUnread)}</span>
          <Button
            size="small"
            loading={markAllRead.isBusy}
            disabled={list.rows.every((row) => row.isRead)}
            onClick={() => void markAllRead.submit({ all: true })}
          >
            {t(texts.readAll)}
          </Button>
        </span>
      }
    />
  )
}
